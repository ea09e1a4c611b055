import NightCore
import Testing

@testable import nightctl

@Suite("YAML as schemes have it")
struct YamlReaderTests {
  private static func text(_ yaml: String) throws(YamlError) -> String {
    try YamlReader.read(Array(yaml.utf8)).plain.text(pretty: false)
  }

  @Test(
    "each leaf is a text, and members keep their order",
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

  @Test("places are those of an editor")
  func places() throws {
    let node = try YamlReader.read(Array("é: 1\npalette:\n  base00: \"x\"\n".utf8))
    #expect(node["palette"]?["base00"]?.position == Position(line: 3, column: 11))
    #expect(node.members?.last?.namePosition == Position(line: 2, column: 1))
    #expect(node["é"]?.position == Position(line: 1, column: 4))
  }

  @Test(
    "what is refused has its place",
    arguments: [
      ("", 1, 1, "found nothing"), ("a: b: c", 1, 5, "this is no YAML"),
      ("a: [1, 2\nb: 3", 2, 2, "this is no YAML"), ("a: \"x", 1, 6, "this is no YAML"),
      ("a: &x 1\nb: *x\n", 2, 4, "found an alias"), ("a: 1\n---\nb: 2\n", 2, 1, "a second one"),
      ("a: 1\na: 2\n", 2, 1, "“a” is already at 1:1"),
      ("? [1]\n: 2\n", 1, 3, "a text as a name"),
      ("a: \u{1}", 1, 4, "this is no text"), ("\ta: 1", 1, 1, "this is no YAML"),
    ]
  )
  func refused(yaml: String, line: Int, column: Int, message: String) {
    let error = #expect(throws: YamlError.self) { _ = try Self.text(yaml) }
    #expect(error?.position == Position(line: line, column: column), "\(String(describing: error))")
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  @Test("what is too much is refused at once")
  func limits() {
    let cases = [
      String(repeating: "[", count: 1 << 19), String(repeating: "- ", count: 1 << 19),
      String(repeating: "a: 1\n", count: 1 << 20), String(repeating: "{a: ", count: 1 << 17),
      "[" + String(repeating: "1,", count: 20_000) + "]", String(repeating: "? ", count: 1 << 18),
      String(repeating: "\"", count: 1 << 19), String(repeating: "&a ", count: 1 << 18),
    ]
    for yaml in cases {
      #expect(throws: YamlError.self) { _ = try Self.text(yaml) }
    }
    #expect(throws: YamlError.self) { _ = try YamlReader.read([0xC3, 0x28]) }
    #expect(throws: YamlError.self) { _ = try YamlReader.read([0x61, 0x00]) }
  }
}
