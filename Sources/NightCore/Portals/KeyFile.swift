/// A file of groups with keys, as GLib reads `.portal` and `portals.conf` files.
package struct KeyFile: Equatable, Sendable {
  /// What a file of that kind never comes to.
  package static let bytes = 64 << 10

  private struct Entry: Equatable, Sendable {
    let group: String
    let key: String
    let value: String
  }

  private var entries: [Entry] = []

  /// Nil for a text that GLib refuses: it takes such a file for one that is not there.
  package init?(_ text: String) {
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

  /// Of a key that stands there twice the last one counts.
  package subscript(_ key: String, in group: String) -> String? {
    entries.last { $0.group == group && $0.key == key }?.value
  }

  /// A list with semicolons; the last one may be left out.
  package func list(_ key: String, in group: String) -> [String]? {
    self[key, in: group].map(Self.items)
  }

  package func keys(in group: String) -> [String] {
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

  /// By bytes: to Swift a carriage return and a line feed are one character.
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
    return .pair(
      key: trimmed(line[..<equals]),
      value: trimmed(line[line.index(after: equals)...])
    )
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\r"
  }
}
