/// The lines in what a program says.
///
/// A line of more than 4 KiB is dropped, so that no program fills our memory.
package struct LineSplitter {
  private static let limit = 4_096

  private var line: [UInt8] = []
  private var isTooLong = false

  package init() {}

  /// The lines that these bytes end.
  package mutating func take(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        if line.count < Self.limit { line.append(byte) } else { isTooLong = true }
        continue
      }
      if !isTooLong { lines.append(String(decoding: line, as: UTF8.self)) }
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    return lines
  }
}
