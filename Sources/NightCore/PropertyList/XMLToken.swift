/// What an XML text consists of, as far as property lists have it.
enum XMLToken: Equatable {
  case opening(String)
  /// Also comes right after an element that was opened and closed at once.
  case closing(String)
  /// All text up to the next tag, comments left out, references and CDATA resolved; never empty.
  case text(String)
  case end
}
