/// The end of a program's output, and the size of all its output.
package struct OutputTail {
  private static let mostBytes = 4_096
  private static let mostLines = 20

  private var bytes: [UInt8] = []
  /// The size of the program's whole output in bytes.
  package private(set) var count = 0

  package init() {}

  package mutating func append(_ more: [UInt8]) {
    count += more.count
    bytes += more
    if bytes.count > 2 * Self.mostBytes { bytes.removeFirst(bytes.count - Self.mostBytes) }
  }

  /// The last lines of the output, without control characters or malformed UTF-8.
  ///
  /// The text begins with a complete line, unless that line is too long to be kept as a whole.
  package var text: String {
    var kept = bytes.suffix(Self.mostBytes)
    if kept.count < bytes.count || count > bytes.count,
      let end = kept.firstIndex(of: UInt8(ascii: "\n"))
    {
      kept = kept[(end + 1)...]
    }
    let lines = kept.split(separator: UInt8(ascii: "\n")).suffix(Self.mostLines)
    return lines.map { TerminalText.line(String(decoding: $0, as: UTF8.self)) }.joined(
      separator: "\n"
    )
  }
}
