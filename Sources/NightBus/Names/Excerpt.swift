/// A foreign text as it may stand in a message to people: quoted, short, without control characters.
package struct Excerpt: CustomStringConvertible, Sendable {
  package static let limit = 60
  private let text: String

  package init(_ text: String) { self.text = text }

  package var description: String {
    var shown = "“"
    for scalar in text.unicodeScalars.prefix(Self.limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    let isWhole = text.unicodeScalars.dropFirst(Self.limit).isEmpty
    return shown + (isWhole ? "”" : "…”")
  }
}
