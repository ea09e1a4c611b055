import NightCore
import Testing

@testable import nightctl

@Suite("Replies of a terminal")
struct TerminalReplyTests {
  private static let escape = "\u{1B}"

  private static func found(_ text: String) -> TerminalReplyReader.Found {
    var reader = TerminalReplyReader()
    return reader.read(Array(text.utf8))
  }

  private static func color(_ text: String) -> Color? {
    guard case .background(let color) = found("\(escape)]11;\(text)\u{7}").replies.first else {
      return nil
    }
    return color
  }

  static let rows: [(text: String, replies: [TerminalReply], leftover: String)] = [
    ("", [], ""), ("ls\n", [], "ls\n"),
    ("\u{1B}[?997;1n", [.colorScheme(.dark)], ""), ("\u{1B}[?997;2n", [.colorScheme(.light)], ""),
    ("\u{1B}[?2031;1$y", [.changeReports(isSupported: true)], ""),
    ("\u{1B}[?2031;2$y", [.changeReports(isSupported: true)], ""),
    ("\u{1B}[?2031;3$y", [.changeReports(isSupported: true)], ""),
    ("\u{1B}[?2031;0$y", [.changeReports(isSupported: false)], ""),
    ("\u{1B}[?2031;4$y", [.changeReports(isSupported: false)], ""),
    ("\u{1B}[?2031;$y", [.changeReports(isSupported: false)], ""),
    ("\u{1B}[?1;2c", [.deviceAttributes], ""), ("\u{1B}[?64;1;2;6;22c", [.deviceAttributes], ""),
    // Here the replies are mixed with keys that the user pressed.
    (
      "a\u{1B}[A\u{1B}[?997;1nb\u{1B}OP\u{1B}[?62c\r", [.colorScheme(.dark), .deviceAttributes],
      "a\u{1B}[Ab\u{1B}OP\r"
    ),
    // nightctl sends no query to which these sequences would be replies.
    ("\u{1B}[?997;3n", [], "\u{1B}[?997;3n"), ("\u{1B}[?997n", [], "\u{1B}[?997n"),
    ("\u{1B}[?2026;1$y", [], "\u{1B}[?2026;1$y"), ("\u{1B}[0n", [], "\u{1B}[0n"),
    ("\u{1B}[>1;10;0c", [], "\u{1B}[>1;10;0c"), ("\u{1B}[?c", [], "\u{1B}[?c"),
    ("\u{1B}]10;rgb:0/0/0\u{7}", [], "\u{1B}]10;rgb:0/0/0\u{7}"),
    ("\u{1B}]11;?\u{1B}\\", [], "\u{1B}]11;?\u{1B}\\"),
    // Here another sequence begins before the first one is complete.
    ("\u{1B}\u{1B}[?997;1n", [.colorScheme(.dark)], "\u{1B}"),
    ("\u{1B}[?99\u{1B}[?997;1n", [.colorScheme(.dark)], "\u{1B}[?99"),
    ("\u{1B}]11;rgb\u{1B}[?997;1n", [.colorScheme(.dark)], "\u{1B}]11;rgb"),
    ("\u{1B}[?99\u{18}7;1n", [], "\u{1B}[?99\u{18}7;1n"),
  ]

  @Test(
    "The terminal's replies are separated from pressed keys and from other escape sequences",
    arguments: rows
  )
  func table(text: String, replies: [TerminalReply], leftover: String) {
    let found = Self.found(text)
    #expect(found.replies == replies)
    #expect(found.leftover == Array(leftover.utf8))
  }

  @Test("A terminal's reply is recognised even if it is split at any byte")
  func split() {
    let text = Self.rows.map(\.text).joined() + "\u{1B}]11;rgba:1/2/3/4\u{1B}\\"
    let bytes = Array(text.utf8)
    let whole = Self.found(text)
    for index in bytes.indices {
      var reader = TerminalReplyReader()
      var found = reader.read(bytes[..<index])
      let rest = reader.read(bytes[index...])
      found.replies += rest.replies
      found.leftover += rest.leftover
      #expect(found == whole, "split at \(index)")
    }
    var reader = TerminalReplyReader()
    var found = TerminalReplyReader.Found()
    for byte in bytes {
      let next = reader.read([byte])
      found.replies += next.replies
      found.leftover += next.leftover
    }
    #expect(found == whole)
  }

  @Test(
    "An endless escape sequence uses little memory, and a reply after it is found",
    arguments: ["[", "]"]
  )
  func endless(start: String) {
    var reader = TerminalReplyReader()
    var leftover = reader.read(Array("\u{1B}\(start)".utf8)).leftover.count
    for _ in 1...1000 {
      let found = reader.read(Array(repeating: UInt8(ascii: "1"), count: 100))
      #expect(found.replies.isEmpty)
      leftover += found.leftover.count
      #expect(reader.unfinished.count < TerminalReplyReader.limit)
    }
    #expect(leftover + reader.unfinished.count == 100_002)
    #expect(reader.read(Array("\u{1B}[?62c".utf8)).replies == [.deviceAttributes])
  }

  @Test("Whatever bytes a terminal sends, each of them is returned exactly once")
  func arbitrary() {
    // The random input consists only of bytes that begin, continue or end sequences.
    let alphabet = Array("\u{1B}\u{1B}[]?;01nyc$\\\u{7}\u{18}x".utf8)
    var state: UInt64 = 1
    for _ in 1...2000 {
      var bytes: [UInt8] = []
      for _ in 1...40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      var reader = TerminalReplyReader()
      let found = reader.read(bytes)
      guard found.replies.isEmpty else { continue }
      #expect(found.leftover + reader.unfinished == bytes)
    }
  }

  @Test(
    "A reported background colour has one to four hexadecimal digits each for red, green and blue",
    arguments: [
      ("rgb:0/0/0", "#000000"), ("rgb:f/f/f", "#ffffff"), ("rgb:80/80/80", "#808080"),
      ("rgb:808/808/808", "#808080"), ("rgb:8080/8080/8080", "#808080"),
      ("rgb:1e1e/1e1e/2e2e", "#1e1e2e"), ("rgb:FFFF/8000/0", "#ff8000"),
      ("rgba:1e1e/1e1e/2e2e/cccc", "#1e1e2e"), ("rgba:1/2/3/f", "#112233"),
      ("rgb:0/0", nil), ("rgb:0/0/0/0", nil), ("rgba:0/0/0", nil), ("rgb:0/0/", nil),
      ("rgb:00000/0/0", nil), ("rgb:+1/0/0", nil), ("rgb:-1/0/0", nil), ("rgb:g/0/0", nil),
      ("#000000", nil), ("black", nil), ("", nil), ("hsl:0/0/0", nil), ("rgb:é/0/0", nil),
    ]
  )
  func backgrounds(text: String, color: String?) {
    #expect(Self.color(text)?.text == color)
  }

  @Test(
    "The style is the reported colour scheme, or else is derived from the background's lightness"
  )
  func style() {
    let answers = { (text: String) in TerminalAnswers(Self.found(text).replies) }
    let black = "\u{1B}]11;rgb:0/0/0\u{7}"
    #expect(answers("").style == nil)
    #expect(answers("\u{1B}[?62c").style == nil)
    #expect(answers(black).style?.style == .dark)
    #expect(answers(black).style?.origin == .background)
    #expect(answers("\u{1B}[?997;2n" + black).style?.style == .light)
    #expect(answers(black + "\u{1B}[?997;2n").style?.origin == .colorScheme)
    for (text, style) in [("63/63/63", Style.dark), ("64/64/64", .light), ("00/00/ff", .dark)] {
      #expect(answers("\u{1B}]11;rgb:\(text)\u{7}").style?.style == style, "\(text)")
    }
  }
}
