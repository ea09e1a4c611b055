import NightCore
import Testing

@Suite("The end of a program's output")
struct OutputTailTests {
  @Test(
    "A short output of a program is kept in full, except for empty lines and control characters",
    arguments: [
      ("", ""),
      ("one\ntwo", "one\ntwo"),
      ("one\n\n\ntwo\n", "one\ntwo"),
      ("a\u{1B}[31mb\0c\td\r\n", "a\u{FFFD}[31mb\u{FFFD}c\u{FFFD}d\u{FFFD}"),
    ]
  )
  func kept(said: String, text: String) {
    var tail = OutputTail()
    for byte in said.utf8 { tail.append([byte]) }
    #expect(tail.text == text)
    #expect(tail.count == said.utf8.count)
  }

  @Test("Of a program's output, at most 20 lines and 4 KiB are kept, in whole lines if possible")
  func limits() {
    var lines = OutputTail()
    for number in 1...100 { lines.append(Array("line \(number)\n".utf8)) }
    #expect(lines.text == (81...100).map { "line \($0)" }.joined(separator: "\n"))
    var long = OutputTail()
    for _ in 1...7 { long.append([UInt8](repeating: UInt8(ascii: "x"), count: 1_000) + [10]) }
    #expect(long.text.utf8.count == 4 * 1_000 + 3)
    var endless = OutputTail()
    for _ in 1...100 { endless.append([UInt8](repeating: UInt8(ascii: "x"), count: 1_000)) }
    #expect(endless.text == String(repeating: "x", count: 4_096))
    #expect(endless.count == 100_000)
  }

  @Test("Malformed UTF-8 in a program's output becomes replacement characters")
  func noText() {
    var tail = OutputTail()
    tail.append([0x61, 0xFF, 0xC3, 0x28])
    #expect(tail.text == "a\u{FFFD}\u{FFFD}(")
  }
}
