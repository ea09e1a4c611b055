/// Who asked for a change of what is in effect.
package enum Asker: Equatable, Sendable {
  case caller(Ticket)
  /// The desktop's own switch.
  case desktop
  /// Another nightd, or whoever else wrote the stored file.
  case store
  /// A hand-written file.
  case file
}

extension Asker {
  /// Whom an answer is owed to.
  var tickets: [Ticket] {
    guard case .caller(let ticket) = self else { return [] }
    return [ticket]
  }
}
