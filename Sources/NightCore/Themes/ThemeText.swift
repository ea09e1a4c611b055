// Swift has no public function for a string's NFC form; `_nfc` needs this SPI.
@_spi(_Unicode) import Swift

/// A theme before it is parsed: the bytes of its file, or why the file cannot be used.
package struct ThemeText: Equatable, Sendable {
  /// Where the file comes from; a theme of the user hides the system's theme with the same name.
  package enum Origin: String, Wire, CaseIterable, Sendable {
    case user
    case system
    case builtIn = "built-in"
  }

  package enum Content: Equatable, Sendable {
    case bytes([UInt8])
    /// The reason why the file cannot be used, as the rest of a sentence that begins with `it`.
    case flawed(String)
  }

  /// The name of the theme, which is the name of its file or folder.
  package var name: String
  package var origin: Origin
  /// The file's path; for a built-in theme, a description instead of a path.
  package var file: String
  package var content: Content
  /// The relative paths of the files beside the theme file in the theme's own folder; nil if the
  /// theme has no folder of its own.
  package var assets: Set<String>?
  /// For each file in `assets`, a string that changes when the file changes.
  package var marks: [String: String] = [:]
  /// The relative paths of the symbolic links in the theme's folder; nightd does not follow these
  /// links.
  package var links: Set<String> = []
  /// The subfolders of the theme's folder, in which more files may appear.
  package var subfolders: [String] = []

  /// The theme's own folder; nil if the theme has no folder of its own, or if the folder is
  /// unknown.
  package var folder: String? {
    // A theme that was passed as text has only a file name, without a folder.
    guard assets != nil, file.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return file.parentFolder
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

/// A parsed theme file with its findings.
struct ParsedTheme {
  /// The `ThemeText` that was parsed, without the bytes of its file, which are no longer needed.
  let text: ThemeText
  let bytes: Int
  /// The content of the theme's file; nil if the file cannot be used.
  let file: ThemeFile?
  let findings: [ThemeFinding]

  /// Parses a theme; with `evenIfFlawed`, keeps the usable values of a file that has errors.
  init(_ text: ThemeText, evenIfFlawed: Bool = false) {
    var read = text
    switch text.content {
    case .flawed(let why):
      bytes = 0
      file = nil
      findings = [ThemeFinding(.error, in: text.file, "it \(why)")]
    case .bytes(let content):
      var reader = ThemeFileReader(file: text.file, assets: text.assets, links: text.links)
      bytes = content.count
      let whole = reader.read(content, named: text.name)
      file = evenIfFlawed ? whole ?? reader.draft : whole
      findings = reader.findings
      read.content = .bytes([])
    }
    self.text = read
  }
}

extension ThemeFile {
  /// Whether the theme can be checked without the files of its parents.
  package var isSelfContained: Bool {
    guard parent.map({ BuiltInThemes.fact($0) != nil }) ?? true else { return false }
    var names: Set<String> = []
    for entry in palette {
      guard case .color = entry.term.base else { return false }
      names.insert(entry.name)
    }
    return entries.allSatisfy { entry in
      switch entry.written {
      case .value(.sheet): false
      case .value: true
      case .color(let term):
        switch term.base {
        case .color: true
        case .reference(let name): names.contains(name)
        }
      }
    }
  }
}

/// The rules for the names of themes.
///
/// A theme's name is also the name of its file or folder.
package enum ThemeName {
  /// The longest name of a theme, in bytes.
  package static let bytesAtMost = 255

  /// Words that a theme cannot have as its name, because nightctl uses them for something else.
  package static let reserved =
    Choice.allCases.map(\.rawValue)
    + [ApplicationChoice.follow.rawValue, "next", "previous", "none", "theme"]

  /// Returns why a string is not a valid theme name; nil if the string is valid.
  ///
  /// The reason is the rest of a sentence that begins with `a theme's name`.
  package static func flaw(_ name: String) -> String? {
    let bytes = name.utf8.count
    if bytes == 0 { return "may not be empty" }
    if bytes > ThemeName.bytesAtMost { return "may have at most \(ThemeName.bytesAtMost) bytes" }
    if name.unicodeScalars.contains(where: isControl) { return "may have no control characters" }
    if !isComposed(name) {
      return "must be in Unicode's NFC form, with each letter and its accents as one "
        + "character, but here the accents are characters of their own, as macOS writes them"
    }
    if name.utf8.contains(UInt8(ascii: "/")) { return "may not have a slash" }
    if name.utf8.first == UInt8(ascii: ".") { return "may not begin with a dot" }
    if name.utf8.first == UInt8(ascii: "-") { return "may not begin with a dash" }
    if name.utf8.first == UInt8(ascii: " ") || name.utf8.last == UInt8(ascii: " ") {
      return "may neither begin nor end with a space"
    }
    let word = MessageText.lowercased(name)
    if reserved.contains(where: word.isSameText) {
      return "may not be a word that means something else to nightctl"
    }
    return nil
  }

  /// The name converted to NFC, the Unicode form that theme names must have; the converted name
  /// looks the same.
  ///
  /// In file names and archives, macOS writes an accent as a separate character (NFD).
  package static func composed(_ name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } ? name : String(String.UnicodeScalarView(name._nfc))
  }

  /// Whether the string is in NFC; in this form, names that are equal in Swift have the same bytes.
  ///
  /// Without this check, two names could be the same key in a dictionary, but different files in a
  /// folder.
  private static func isComposed(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 } || name.unicodeScalars.elementsEqual(name._nfc)
  }

  /// The scalars of a text in NFD, in which accents follow their letters.
  package static func decomposed(_ text: String) -> [Unicode.Scalar] { Array(text._nfd) }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Returns the theme whose name matches `word`; nil if no theme or more than one matches.
  ///
  /// An exact match has priority. If no name matches exactly, the search ignores upper and lower
  /// case, and whether an accent is a separate character.
  package static func meant(by word: String, among names: [String]) -> String? {
    if let exact = names.first(where: { $0.isSameText(as: word) }) { return exact }
    let folded = word.lowercased()
    let alike = names.filter { $0.lowercased() == folded }
    return alike.count == 1 ? alike[0] : nil
  }
}
