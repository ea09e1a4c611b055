import NightCore
import Testing

@testable import nightctl

@Suite("TOML reader")
struct TomlReaderTests {
  private static func text(_ toml: String) throws(Flaw) -> String {
    try TomlReader.read(Array(toml.utf8)).plain.text(pretty: false)
  }

  @Test(
    "The TOML reader returns a tree of the same values",
    arguments: [
      ("", "{}"), ("a = 1\nb = 'x'\n", #"{"a":1,"b":"x"}"#),
      ("[t.u]\nx = [\"é\", 'y']\n", #"{"t":{"u":{"x":["é","y"]}}}"#),
      ("x = { light = 'l', on = true }\n", #"{"x":{"light":"l","on":true}}"#),
      ("x = '''\na\nb'''\n", #"{"x":"a\nb"}"#), ("x = 1.5\n", #"{"x":1.5}"#),
      ("[[t]]\nx = 1\n[[t]]\nx = 2\n", #"{"t":[{"x":1},{"x":2}]}"#),
      ("d = 1979-05-27\n", #"{"d":""}"#),
    ]
  )
  func read(toml: String, json: String) throws { #expect(try Self.text(toml) == json) }

  @Test("Names and values in TOML have positions in the text")
  func places() throws {
    let node = try TomlReader.read(Array("[templates.bar]\ninput_path = 'x'\n".utf8))
    let bar = try #require(node["templates"]?["bar"])
    #expect(bar["input_path"]?.position == Position(line: 2, column: 14))
    #expect(bar.members?.first?.namePosition == Position(line: 2, column: 1))
  }

  @Test(
    "TOML that is invalid or too large is refused with a position",
    arguments: [
      ("[a\n", 1, "this is not valid TOML"), ("\na = \n", 2, "this is not valid TOML"),
      ("a = 1\na = 2\n", 2, "this is not valid TOML"),
      ("[a]\n[\n", 2, "this is not valid TOML"), ("[[\n", 1, "this is not valid TOML"),
      ("[#]\n", 1, "this is not valid TOML"), ("[=]\n", 1, "this is not valid TOML"),
      ("a = \"\u{1}\"", 1, "this is not valid TOML"),
      ("a = " + String(repeating: "[", count: 60_000), 1, "nested"),
      ("[" + String(repeating: "a.", count: 30_000) + "a]", 1, "at most 256 dots"),
      ("[" + String(repeating: "a.", count: 200) + "a]", 1, "at most 32 nested"),
      (String(repeating: "# comment\n", count: 7_000), 1, "at most 65536 bytes"),
    ]
  )
  func refused(toml: String, line: Int, message: String) {
    let error = #expect(throws: Flaw.self) { _ = try Self.text(toml) }
    #expect(error?.position?.line == line, "\(String(describing: error))")
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }
}
