import NightDaemon
import Testing

@Suite("The last of what a program said")
struct OutputTailTests {
  @Test(
    "what is kept",
    arguments: [
      ("", ""),
      ("one\ntwo", "one\ntwo"),
      ("one\n\n\ntwo\n", "one\ntwo"),
      ("a\u{1B}[31mb\0c\td\r\n", "a\u{FFFD}[31mb\u{FFFD}c\u{FFFD}d\u{FFFD}"),
    ]
  )
  func kept(said: String, text: String) {
    var tail = OutputTail()
    for byte in said.utf8 { tail.take([byte]) }
    #expect(tail.text == text)
    #expect(tail.count == said.utf8.count)
  }

  @Test("no more than 20 lines and 4 KiB, and whole lines where there are any")
  func limits() {
    var lines = OutputTail()
    for number in 1...100 { lines.take(Array("line \(number)\n".utf8)) }
    #expect(lines.text == (81...100).map { "line \($0)" }.joined(separator: "\n"))
    var long = OutputTail()
    for _ in 1...7 { long.take([UInt8](repeating: UInt8(ascii: "x"), count: 1_000) + [10]) }
    #expect(long.text.utf8.count == 4 * 1_000 + 3)
    var endless = OutputTail()
    for _ in 1...100 { endless.take([UInt8](repeating: UInt8(ascii: "x"), count: 1_000)) }
    #expect(endless.text == String(repeating: "x", count: 4_096))
    #expect(endless.count == 100_000)
  }

  @Test("bytes that are no text are shown as such")
  func noText() {
    var tail = OutputTail()
    tail.take([0x61, 0xFF, 0xC3, 0x28])
    #expect(tail.text == "a\u{FFFD}\u{FFFD}(")
  }
}
