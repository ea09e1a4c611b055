/// Something in a theme's file that a person should look at.
package struct ThemeFinding: Error, Equatable, Sendable {
  package enum Severity: String, Sendable {
    /// The theme cannot be used.
    case error
    /// It can, and something is not as it was meant.
    case warning
    /// Nothing is wrong: what was taken to be meant, and why.
    case note
  }

  package var severity: Severity
  package var file: String
  package var position: Position?
  /// A sentence without the place.
  package var message: String

  package init(
    _ severity: Severity,
    in file: String,
    at position: Position? = nil,
    _ message: String
  ) {
    self.severity = severity
    self.file = file
    self.position = position
    self.message = message
  }

  /// `FILE:LINE:COLUMN`, as far as it is known.
  package var place: String { position.map { "\(file):\($0)" } ?? file }

  package var description: String { "\(place): \(message)" }

  /// The name that was probably meant; of very many none, for each costs time and a file may be
  /// full of slips.
  static func nearest(_ name: String, among known: some Collection<String>) -> String? {
    known.count <= 256 ? NearestWord.to(name, among: known.sorted()) : nil
  }

  /// The names on the way round, as messages show them; of a long one the first and the last.
  static func loop(_ names: [String]) -> String {
    let shown = names.count > 8 ? names.prefix(6) + ["…"] + names.suffix(2) : names[...]
    return shown.map(JSONReader.shown).joined(separator: " → ")
  }

  /// How many of one file are told.
  static let most = 100
}
