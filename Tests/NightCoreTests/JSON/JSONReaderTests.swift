import NightCore
import Testing

@Suite("Reading JSON5")
struct JSONReaderTests {
  @Test(
    "The JSON reader accepts every form of a JSON5 value",
    arguments: [
      ("null", .null),
      ("true", .bool(true)),
      ("false", .bool(false)),
      ("0", .integer(0)),
      ("-0", .integer(0)),
      ("+7", .integer(7)),
      ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .double(9_223_372_036_854_775_808)),
      ("-9223372036854775809", .double(-9_223_372_036_854_775_808)),
      ("0x0", .integer(0)),
      ("0XfF", .integer(255)),
      ("-0x10", .integer(-16)),
      ("0x00000000000000000000001", .integer(1)),
      ("0x7fffffffffffffff", .integer(.max)),
      ("-0x8000000000000000", .integer(.min)),
      ("0xffffffffffffffff", .double(18_446_744_073_709_551_616)),
      ("1.0", .double(1)),
      ("5.", .double(5)),
      (".5", .double(0.5)),
      ("-.5e1", .double(-5)),
      ("0.1", .double(0.1)),
      ("1e3", .double(1000)),
      ("1E-2", .double(0.01)),
      ("2.5e+2", .double(250)),
      ("1e-999", .double(0)),
      ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
      ("5e-324", .double(.leastNonzeroMagnitude)),
      ("Infinity", .double(.infinity)),
      ("+Infinity", .double(.infinity)),
      ("-Infinity", .double(-.infinity)),
      (#""""#, .string("")),
      (#""a'b""#, .string("a'b")),
      (#"'a"b'"#, .string("a\"b")),
      (#""\" \' \\ \/ \b\f\n\r\t\v\0""#, .string("\" ' \\ / \u{8}\u{C}\n\r\t\u{B}\0")),
      (#""\x41\u00e9\q\é""#, .string("A\u{E9}q\u{E9}")),
      (#""\ud83d\uDE00 😀""#, .string("😀 😀")),
      ("'one\\\ntwo\\\r\nthree\\\rfour\\\u{2028}five'", .string("onetwothreefourfive")),
      ("'\u{2028}\u{2029}\u{7F}'", .string("\u{2028}\u{2029}\u{7F}")),
      ("[]", .array([])),
      ("[1,]", .array([.integer(1)])),
      ("[ 1 , [ ] , {} ]", .array([.integer(1), .array([]), .object([])])),
      ("\u{FEFF} 1", .integer(1)),
      ("\u{A0}\u{3000}\u{FEFF}\u{B}\u{C}\t1\u{2028}", .integer(1)),
      ("// a\n/* b **/ 1 // c", .integer(1)),
      ("// a\u{2028}1", .integer(1)),
      ("/**/1/*/ */", .integer(1)),
    ] as [(String, JSON)]
  )
  func value(text: String, expected: JSON) throws {
    #expect(try JSONReader.read(Array(text.utf8)).plain == expected)
  }

  @Test("The JSON reader accepts NaN with any sign", arguments: ["NaN", "-NaN", "+NaN"])
  func notANumber(text: String) throws {
    guard case .double(let value) = try JSONReader.read(Array(text.utf8)).value else {
      Issue.record("\(text) is no double")
      return
    }
    #expect(value.isNaN)
  }

  @Test("Names in JSON5 may be unquoted, and members keep their order")
  func names() throws {
    let text = #"{z: 1, $a_9: 2, größe: 3, null: 4, 'two words': 5, "\u0061": 6, 名: 7,}"#
    let node = try JSONReader.read(Array(text.utf8))
    #expect(
      node.members?.map(\.name) == ["z", "$a_9", "größe", "null", "two words", "a", "名"]
    )
    #expect(node["größe"]?.plain == .integer(3))
    #expect(node["absent"] == nil)
    #expect(try JSONReader.read(Array("[1]".utf8))["0"] == nil)
  }

  @Test(
    "Each name and value in JSON has its position in the text",
    arguments: [
      ("{a: 1}", "1:1 a@1:2=1:5"),
      ("\u{FEFF}{a: 1}", "1:1 a@1:2=1:5"),
      ("{\n\ta: 1,\n  'b'\n:\n2}", "1:1 a@2:2=2:5 b@3:3=5:1"),
      ("{\r\n a: 1,\r b: 2\r\r\n, c: 3}", "1:1 a@2:2=2:5 b@3:2=3:5 c@5:3=5:6"),
      (
        "/* é\n 😀 */ {a: /* é😀 */ 1, 'é😀': 'é\u{301}', b: 2}",
        "2:7 a@2:8=2:20 é😀@2:23=2:29 b@2:35=2:38"
      ),
      ("{é: 1, b: 'x\\\n  é', c: 3}", "1:1 é@1:2=1:5 b@1:8=1:11 c@2:7=2:10"),
      ("\n\n// é\n\u{A0}{a: 1}", "4:2 a@4:3=4:6"),
    ]
  )
  func positions(text: String, expected: String) throws {
    let node = try JSONReader.read(Array(text.utf8))
    let members = (node.members ?? []).map { "\($0.name)@\($0.namePosition)=\($0.node.position)" }
    #expect(([node.position.description] + members).joined(separator: " ") == expected)
  }

  @Test("Each element of a JSON array has its position in the text")
  func items() throws {
    let node = try JSONReader.read(Array("[1,\n [true, 'é', null]]".utf8))
    guard case .array(let outer) = node.value, case .array(let inner) = outer[1].value else {
      Issue.record("not the arrays of the text")
      return
    }
    #expect((outer + inner).map(\.position.description) == ["1:2", "2:2", "2:3", "2:9", "2:14"])
  }

  @Test("The JSON reader accepts a string of a megabyte")
  func longString() throws {
    let long = String(repeating: "nightfall é ", count: 90_000)
    #expect(try JSONReader.read(Array("'\(long)'".utf8)).plain == .string(long))
  }

  @Test("The JSON reader accepts a number with a megabyte of digits")
  func longNumber() throws {
    let zeros = String(repeating: "0", count: 1 << 20)
    #expect(try JSONReader.read(Array("0.\(zeros)1".utf8)).plain == .double(0))
    #expect(try JSONReader.read(Array("1.5\(zeros)1".utf8)).plain == .double(1.5))
  }
}
