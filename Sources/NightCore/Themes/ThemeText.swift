/// A theme as it was found: its file's bytes, or why there are none.
package struct ThemeText: Equatable, Sendable {
  /// Where it stands; what the user has comes before what the machine has.
  package enum Origin: String, CaseIterable, Sendable {
    case user
    case system
    case builtIn = "built-in"
  }

  package enum Content: Equatable, Sendable {
    case bytes([UInt8])
    /// The second half of a sentence: `it …`.
    case flawed(String)
  }

  /// As its file is called.
  package var name: String
  package var origin: Origin
  /// Its file; for people where it is built in.
  package var file: String
  package var content: Content
  /// The files beside it, if it stands in a folder of its own: their ways below it.
  package var assets: Set<String>?

  package init(
    name: String,
    origin: Origin,
    file: String,
    content: Content,
    assets: Set<String>? = nil
  ) {
    self.name = name
    self.origin = origin
    self.file = file
    self.content = content
    self.assets = assets
  }
}
