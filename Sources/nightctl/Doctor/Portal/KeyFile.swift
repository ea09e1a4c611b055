import NightCore

/// A `.portal` or `portals.conf` file: groups of keys with values, as GLib reads them.
struct KeyFile: Equatable, Sendable {
  /// The size limit for a file, in bytes.
  static let bytes = 64 << 10

  private struct Entry: Equatable, Sendable {
    let group: String
    let key: String
    let value: String
  }

  private var entries: [Entry] = []

  /// Parses the text of a file; nil if GLib refuses the text.
  ///
  /// If GLib refuses a file, programs act as if the file were missing.
  init?(_ text: String) {
    var group: String?
    for line in Self.lines(text) {
      switch Self.part(line) {
      case .nothing: break
      case .group(let name): group = name
      case .pair(let key, let value):
        guard let group else { return nil }
        entries.append(Entry(group: group, key: key, value: value))
      case .broken: return nil
      }
    }
  }

  /// The value of a key; if the key occurs twice, its last value.
  subscript(_ key: String, in group: String) -> String? {
    entries.last { $0.group == group && $0.key == key }?.value
  }

  /// The items of a list with semicolons between them; a semicolon at the end is optional.
  func list(_ key: String, in group: String) -> [String]? {
    self[key, in: group].map(Self.items)
  }

  func keys(in group: String) -> [String] {
    entries.filter { $0.group == group }.map(\.key)
  }

  static func items(_ value: String) -> [String] {
    value.split(separator: ";", omittingEmptySubsequences: true).map { trimmed($0) }
      .filter { !$0.isEmpty }
  }
}

// MARK: - Lines

extension KeyFile {
  enum Part: Equatable {
    /// A blank line or a comment.
    case nothing
    case group(String)
    case pair(key: String, value: String)
    case broken
  }

  /// Splits a text into lines.
  ///
  /// This method compares Unicode scalars, because Swift treats CR LF as one character.
  static func lines(_ text: String) -> [Substring] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map(Substring.init)
  }

  static func part(_ line: Substring) -> Part {
    let line = trimmed(line)
    guard let first = line.utf8.first, first != UInt8(ascii: "#") else { return .nothing }
    if first == UInt8(ascii: "[") {
      guard line.utf8.last == UInt8(ascii: "]"), line.utf8.count > 2 else { return .broken }
      return .group(String(line.dropFirst().dropLast()))
    }
    guard let equals = line.firstIndex(of: "="), equals != line.startIndex else { return .broken }
    return .pair(key: trimmed(line[..<equals]), value: trimmed(line[line.index(after: equals)...]))
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.trimmed(where: isBlank)))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\r"
  }
}

extension KeyFile {
  /// Returns the text with a new value for one key; all other text stays the same.
  ///
  /// If the group already has the key, the key's last line is replaced, because GLib uses that
  /// line. A missing key is inserted below the group's line. A missing group is added at the end.
  static func setting(
    _ key: String,
    in group: String,
    to value: String,
    of text: String
  ) -> String {
    var lines = lines(text).map(String.init)
    let pair = "\(key)=\(value)"
    if let place = place(of: key, in: group, lines) {
      // Keep the line ending of the replaced line.
      lines[place] = pair + (lines[place].utf8.last == UInt8(ascii: "\r") ? "\r" : "")
    } else if let heading = lines.lastIndex(where: { part($0[...]) == .group(group) }) {
      lines.insert(pair, at: heading + 1)
    } else {
      if lines.last == "" { lines.removeLast() }
      lines += ["[\(group)]", pair, ""]
    }
    return lines.joined(separator: "\n")
  }

  private static func place(of key: String, in group: String, _ lines: [String]) -> Int? {
    var current: String?
    var place: Int?
    for (number, line) in lines.enumerated() {
      switch part(line[...]) {
      case .group(let name): current = name
      case .pair(key, _) where current == group: place = number
      case .nothing, .pair, .broken: break
      }
    }
    return place
  }
}
