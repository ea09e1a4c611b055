/// What keeps a zone from being the one that was asked for, in words for people.
package struct ZoneFlawReport: Equatable, Sendable {
  /// The file, or the variable, that has to be mended.
  package let file: String
  /// What is wrong with it and what serves instead.
  package let message: String

  package init(file: String, message: String) {
    self.file = file
    self.message = message
  }
}
