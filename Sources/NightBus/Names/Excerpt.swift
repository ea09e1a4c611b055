/// A foreign text as it may stand in a message to people: quoted, short, without control characters.
package struct Excerpt: CustomStringConvertible, Sendable {
  package static let limit = 60
  /// As long as a path of Linux can be.
  private static let longestPath = 4_096
  private let text: String
  private let limit: Int

  package init(_ text: String) {
    self.text = text
    limit = Self.limit
  }

  /// A path is shown whole: its end matters most.
  package init(path: String) {
    text = path
    limit = Self.longestPath
  }

  package var description: String {
    var shown = "“"
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    let isWhole = text.unicodeScalars.dropFirst(limit).isEmpty
    return shown + (isWhole ? "”" : "…”")
  }
}
