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
  /// Of each of those files a text that is another one where the file is another.
  package var marks: [String: String] = [:]
  /// The links beside it, which are not followed: their ways below it.
  package var links: Set<String> = []
  /// The folders below its own, where more such files may come to stand.
  package var subfolders: [String] = []

  /// The folder of its own, if it stands in one.
  package var folder: String? {
    guard assets != nil, let slash = file.lastIndex(of: "/") else { return nil }
    return String(file[..<slash])
  }

  package init(
    name: String,
    origin: Origin,
    file: String,
    content: Content,
    assets: Set<String>? = nil,
    links: Set<String> = [],
    marks: [String: String] = [:],
    subfolders: [String] = []
  ) {
    self.name = name
    self.origin = origin
    self.file = file
    self.content = content
    self.assets = assets
    self.links = links
    self.marks = marks
    self.subfolders = subfolders
  }
}
