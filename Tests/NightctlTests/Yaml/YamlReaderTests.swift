import NightCore
import Testing

@testable import nightctl

@Suite("YAML reader")
struct YamlReaderTests {
  private static func text(_ yaml: String) throws(Flaw) -> String {
    try YamlReader.read(Array(yaml.utf8)).plain.text(pretty: false)
  }

  @Test(
    "Each YAML leaf is a string, and members keep their order",
    arguments: [
      ("b: 1\na: 'x'\n", #"{"b":"1","a":"x"}"#),
      ("- 1\n- [true, null]\n", #"["1",["true","null"]]"#),
      ("# c\nbase00: \"#000000\" # black\n", ##"{"base00":"#000000"}"##),
      ("base00: #000000\n", #"{"base00":""}"#), ("a: 012345\n", #"{"a":"012345"}"#),
      ("a: 1e2345\n", #"{"a":"1e2345"}"#),
      ("---\na: {b: \"\\u00e9\", c: é}\n...\n", #"{"a":{"b":"é","c":"é"}}"#),
      ("a: &x 1\nb: !!str 2\n", #"{"a":"1","b":"2"}"#),
      ("\u{FEFF}a: 1\r\nb: 2\r\n", #"{"a":"1","b":"2"}"#),
      ("just words", #""just words""#),
    ]
  )
  func read(yaml: String, json: String) throws { #expect(try Self.text(yaml) == json) }

  @Test("In YAML, a position is a line and a column, counted in characters")
  func places() throws {
    let node = try YamlReader.read(Array("é: 1\npalette:\n  base00: \"x\"\n".utf8))
    #expect(node["palette"]?["base00"]?.position == Position(line: 3, column: 11))
    #expect(node.members?.last?.namePosition == Position(line: 2, column: 1))
    #expect(node["é"]?.position == Position(line: 1, column: 4))
  }

  @Test(
    "Invalid or unsupported YAML is rejected with a position",
    arguments: [
      ("", 1, 1, "found nothing"), ("a: b: c", 1, 5, "this is not valid YAML"),
      ("a: [1, 2\nb: 3", 2, 2, "this is not valid YAML"),
      ("a: \"x", 1, 6, "this is not valid YAML"),
      ("a: &x 1\nb: *x\n", 2, 4, "found an alias"), ("a: 1\n---\nb: 2\n", 2, 1, "a second one"),
      ("a: 1\na: 2\n", 2, 1, "“a” is already at 1:1"),
      ("? [1]\n: 2\n", 1, 3, "a string as a name"),
      ("a: \u{1}", 1, 4, "this is not valid YAML text"), ("\ta: 1", 1, 1, "this is not valid YAML"),
    ]
  )
  func refused(yaml: String, line: Int, column: Int, message: String) {
    let error = #expect(throws: Flaw.self) { _ = try Self.text(yaml) }
    #expect(error?.position == Position(line: line, column: column), "\(String(describing: error))")
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  @Test("YAML that is too large or not UTF-8 is rejected at once")
  func limits() {
    let cases = [
      String(repeating: "[", count: 1 << 19), String(repeating: "- ", count: 1 << 19),
      String(repeating: "a: 1\n", count: 1 << 20), String(repeating: "{a: ", count: 1 << 17),
      "[" + String(repeating: "1,", count: 20_000) + "]", String(repeating: "? ", count: 1 << 18),
      String(repeating: "\"", count: 1 << 19), String(repeating: "&a ", count: 1 << 18),
    ]
    for yaml in cases {
      #expect(throws: Flaw.self) { _ = try Self.text(yaml) }
    }
    #expect(throws: Flaw.self) { _ = try YamlReader.read([0xC3, 0x28]) }
    #expect(throws: Flaw.self) { _ = try YamlReader.read([0x61, 0x00]) }
  }
}

@Suite("YAML directives")
struct YamlDirectiveTests {
  @Test(
    "A YAML directive is rejected with its line, because libyaml is slow with many of them",
    arguments: [
      ("%TAG !a! x\n---\na: 1\n", 1), ("# c\n\n%YAML 1.1\n%FOO\n---\na: 1\n", 4),
      ("a: 1\n...\n%TAG !a! x\n---\nb: 2", 3), ("\u{FEFF}%TAG !a! x\n---\na: 1\n", 1),
      ("# c\r%TAG !a! x\n---\na: 1\n", 2), ("# c\u{85}%TAG !a! x\n---\na: 1\n", 2),
      ("# c\u{2028}%TAG !a! x\n---\na: 1\n", 2),
    ]
  )
  func refused(yaml: String, line: Int) {
    let error = #expect(throws: Flaw.self) { _ = try YamlReader.read(Array(yaml.utf8)) }
    #expect(error?.position == Position(line: line, column: 1), "\(String(describing: error))")
    #expect(error?.message.contains("directive") == true, "\(String(describing: error))")
  }

  @Test("YAML can contain a directive for its version, and percent signs in any other place")
  func accepted() throws {
    let node = try YamlReader.read(Array("%YAML 1.1\n---\na: '5 %'\nb: |\n %TAG\n".utf8))
    #expect(node["a"]?.value == .string("5 %"))
    #expect(node["b"]?.value == .string("%TAG\n"))
  }

  @Test("YAML in UTF-16 is rejected, because it could hide a directive")
  func wide() {
    for bytes in [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61]] as [[UInt8]] {
      #expect(throws: Flaw.self) { _ = try YamlReader.read(bytes) }
    }
  }
}
