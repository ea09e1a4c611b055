/// The last of what a program said, and how much that was in all.
package struct OutputTail {
  private static let mostBytes = 4_096
  private static let mostLines = 20

  private var bytes: [UInt8] = []
  package private(set) var count = 0

  package init() {}

  package mutating func take(_ more: [UInt8]) {
    count += more.count
    bytes += more
    if bytes.count > 2 * Self.mostBytes { bytes.removeFirst(bytes.count - Self.mostBytes) }
  }

  /// Whole lines where they are not too long, and nothing that a terminal or the bus would trip over.
  package var text: String {
    var kept = bytes.suffix(Self.mostBytes)
    if kept.count < bytes.count || count > bytes.count,
      let end = kept.firstIndex(of: UInt8(ascii: "\n"))
    {
      kept = kept[(end + 1)...]
    }
    let lines = kept.split(separator: UInt8(ascii: "\n")).suffix(Self.mostLines)
    return lines.map { Self.plain(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }

  private static func plain(_ line: String) -> String {
    var text = ""
    for scalar in line.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      text.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return text
  }
}
