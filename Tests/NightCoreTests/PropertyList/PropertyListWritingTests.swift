import NightCore
import TestSupport
import Testing

@Suite("Writing property lists")
struct PropertyListWritingTests {
  private func body(_ value: PreferenceValue) throws -> String {
    let text = try PropertyList.text(value)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == #"<?xml version="1.0" encoding="UTF-8"?>"#)
    #expect(lines.suffix(2) == ["</plist>", ""])
    return lines.dropFirst(3).dropLast(2).joined(separator: "\n")
  }

  @Test(
    "Each value is written as the XML element of its type",
    arguments: [
      (.bool(true), "<true/>"),
      (.integer(.min), "<integer>-9223372036854775808</integer>"),
      (.double(0.1), "<real>0.1</real>"),
      (.double(-0.0), "<real>-0.0</real>"),
      (.double(1e-300), "<real>1e-300</real>"),
      (.double(1.0 / 3), "<real>0.3333333333333333</real>"),
      (.string(""), "<string></string>"),
      (.string("<&>\"' 😀\t\n"), "<string>&lt;&amp;&gt;\"' 😀\t\n</string>"),
      (.string("a\r\nb"), "<string>a&#13;\nb</string>"),
      (.string("]]>"), "<string>]]&gt;</string>"),
      (.date(seconds: -1), "<date>1969-12-31T23:59:59Z</date>"),
      (.data([]), "<data>\n</data>"),
      (.data([255]), "<data>\n/w==\n</data>"),
      (.array([]), "<array/>"),
      (
        .array([.array([.data([0])])]),
        "<array>\n\t<array>\n\t\t<data>\n\t\tAA==\n\t\t</data>\n\t</array>\n</array>"
      ),
      (.dictionary([]), "<dict/>"),
      (
        .dictionary([.init(name: "", value: .bool(false)), .init(name: "<", value: .bool(true))]),
        "<dict>\n\t<key></key>\n\t<false/>\n\t<key>&lt;</key>\n\t<true/>\n</dict>"
      ),
    ] as [(PreferenceValue, String)]
  )
  func element(_ value: PreferenceValue, _ text: String) throws {
    #expect(try body(value) == text)
    #expect(try PropertyList.value(Array(PropertyList.text(value).utf8)) == value)
  }

  @Test("Data is written in several lines, which are shorter at deeper levels")
  func lines() throws {
    let data = PreferenceValue.data([UInt8](repeating: 0, count: 100))
    #expect(try body(data).split(separator: "\n").map(\.count) == [6, 76, 60, 7])
    let deep = (0..<12).reduce(data) { value, _ in .array([value]) }
    let longest = try body(deep).split(separator: "\n").map { $0.count { $0 != "\t" } }.max()
    #expect(longest == 16)
  }

  @Test(
    "If XML cannot represent a value, the error mentions the key of the value",
    arguments: [
      (.string("a\u{1}"), "the value contains “U+0001”, which XML cannot represent"),
      (.string("\u{FFFE}"), "the value contains “U+FFFE”, which XML cannot represent"),
      (.string("\u{FFFF}"), "the value contains “U+FFFF”, which XML cannot represent"),
      (
        .dictionary([.init(name: "window", value: .array([.bool(true), .string("\u{1B}")]))]),
        "“window.1” contains “U+001B”, which XML cannot represent"
      ),
      (
        .dictionary([
          .init(name: "a", value: .bool(true)), .init(name: "b\u{7}", value: .bool(true)),
        ]),
        "“bU+0007” contains “U+0007”, which XML cannot represent"
      ),
      (.double(.nan), "the value is not a finite number"),
      (.date(seconds: .max), "the value is outside the years 1 to 9999"),
    ] as [(PreferenceValue, String)]
  )
  func refused(_ value: PreferenceValue, _ message: String) {
    let flaw = #expect(throws: Flaw.self) { try PropertyList.text(value) }
    #expect(flaw?.description == message)
  }

  @Test("Characters at the limits of XML are unchanged after they are written and read")
  func edges() throws {
    let value = PreferenceValue.string(
      "\t\n\r \u{7F}\u{85}\u{2028}\u{D7FF}\u{E000}\u{FFFD}\u{10FFFF}"
    )
    #expect(try PropertyList.value(Array(PropertyList.text(value).utf8)) == value)
  }
}
