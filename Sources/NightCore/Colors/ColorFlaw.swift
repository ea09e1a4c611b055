/// Why a text is no colour, and where.
package struct ColorFlaw: Error, Equatable, Sendable {
  /// In Unicode scalars from the start of the text.
  package let offset: Int
  /// A sentence without the place.
  package let message: String

  package init(offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }
}
