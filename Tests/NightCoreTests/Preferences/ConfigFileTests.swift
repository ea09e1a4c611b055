import NightCore
import Testing

@Suite("Hand-written config files")
struct ConfigFileTests {
  private static let path = "/home/me/config.json5"

  private static func file(_ content: LayerTexts.File.Content, after last: ConfigFile? = nil)
    -> ConfigFile
  {
    ConfigFile(.init(path: path, content: content), after: last)
  }

  private static func file(_ text: String, after last: ConfigFile? = nil) -> ConfigFile {
    file(.bytes(Array(text.utf8)), after: last)
  }

  struct Flawed: Sendable, CustomTestStringConvertible {
    let text: String
    let kind: PreferenceFinding.Kind
    let place: String
    let key: String?
    let message: String
    var testDescription: String { text }

    init(
      _ text: String,
      _ kind: PreferenceFinding.Kind,
      _ place: String,
      _ key: String?,
      _ message: String
    ) {
      self.text = text
      self.kind = kind
      self.place = place
      self.key = key
      self.message = message
    }
  }

  private static let none = "; nothing in this file is in force"
  private static let section =
    "expected the name of an application, followed by an object with preferences"
  private static let nest =
    "a name in this file must not contain dots: write an object for each part of the name"

  @Test(
    "A mistake in a config file is reported with its position and what was expected",
    arguments: [
      Flawed(
        "",
        .broken,
        "1:1",
        nil,
        "it is empty; write {} for a file without preferences" + none
      ),
      Flawed(
        " // {}\n",
        .broken,
        "2:1",
        nil,
        "it is empty; write {} for a file without preferences" + none
      ),
      Flawed("5", .broken, "1:1", nil, "expected “{” with preferences in it" + none),
      Flawed(" []", .broken, "1:2", nil, "expected “{” with preferences in it" + none),
      Flawed(
        "{fade: 1",
        .broken,
        "1:9",
        nil,
        "expected “,” or “}” after this value, found the end of the text, with 1:1 still open"
          + none
      ),
      Flawed(
        "{fade: 1}\n}",
        .broken,
        "2:1",
        nil,
        "expected the end of the text after this value, found “}”" + none
      ),
      Flawed(
        "{fade: 1, fade: 2}",
        .broken,
        "1:11",
        nil,
        "expected each name once in an object, found “fade” again after 1:2" + none
      ),
      Flawed(
        "{format: 2, fade: 1}",
        .broken,
        "1:10",
        nil,
        "it was written for a newer nightd in format 2; this nightd reads formats up to 1" + none
      ),
      Flawed(
        "{format: 0}",
        .broken,
        "1:10",
        nil,
        "the format must be a whole number of at least 1" + none
      ),
      Flawed(
        "{format: '1'}",
        .broken,
        "1:10",
        nil,
        "the format must be a whole number of at least 1" + none
      ),
      Flawed(
        "{fdae: 1}",
        .unknown,
        "1:2",
        "fdae",
        "“fdae” is not a key that nightd knows; nightd keeps the key but ignores it; did you mean fade?"
      ),
      Flawed(
        "{theme: {\n  lihgt: 'x'}}",
        .unknown,
        "2:3",
        "theme.lihgt",
        "“theme.lihgt” is not a key that nightd knows; nightd keeps the key but ignores it; did you mean theme.light?"
      ),
      Flawed(
        "{fade: '1'}",
        .value,
        "1:8",
        "fade",
        "fade takes a whole number from 0 to 10000 (milliseconds), and this is the string “1”"
      ),
      Flawed(
        "{fade: 10001}",
        .value,
        "1:8",
        "fade",
        "fade takes a whole number from 0 to 10000 (milliseconds), and this is 10001"
      ),
      Flawed(
        "{fade: null}",
        .value,
        "1:8",
        "fade",
        "fade: null is not allowed: leave the name out"
      ),
      Flawed("{fade: NaN}", .value, "1:8", "fade", "fade: a number must be finite"),
      Flawed(
        "{choice: 'drak'}",
        .value,
        "1:10",
        "choice",
        "choice takes light, dark, schedule or system, and this is the string “drak”"
      ),
      Flawed(
        "{theme: 'sand'}",
        .value,
        "1:9",
        "theme",
        "theme must be an object, because the names of other keys begin with “theme.”"
      ),
      Flawed(
        "{theme: {light: 'a\\u0000'}}",
        .value,
        "1:17",
        "theme.light",
        "theme.light: a string must not contain NUL"
      ),
      Flawed("{'theme.light': 'sand'}", .value, "1:2", "theme.light", nest),
      Flawed(
        "{app: 5}",
        .value,
        "1:7",
        nil,
        "an object with a member for each application was expected here"
      ),
      Flawed("{app: {X: 5}}", .value, "1:11", nil, section),
      Flawed("{app: {'': {fade: 1}}}", .value, "1:12", nil, section),
      Flawed(
        "{app: {'a\\nb': {}}}",
        .value,
        "1:8",
        nil,
        "an application's identifier must be a non-empty text without control characters"
      ),
      Flawed(
        "{app: {X: {'a b': 1}}}",
        .value,
        "1:12",
        nil,
        "“a b” is not a key: a key has letters, digits, - and _, in parts with dots between them"
      ),
      Flawed("{app: {X: {'a.b': 1}}}", .value, "1:12", "a.b", nest),
      Flawed(
        "{app: {X: {choice: 'system'}}}",
        .value,
        "1:20",
        "choice",
        "choice takes light, dark or follow, and this is the string “system”"
      ),
      Flawed(
        "{app: {X: {fade: true}}}",
        .value,
        "1:18",
        "fade",
        "fade takes a whole number from 0 to 10000 (milliseconds), and this is true"
      ),
      Flawed(
        "{app: {X: {a: [1,\n null]}}}",
        .value,
        "2:2",
        "a",
        "a: null is not allowed: leave the name out"
      ),
      Flawed(
        "{app: {X: {a: {$date: 'now'}}}}",
        .value,
        "1:23",
        "a",
        "a: a time such as 2026-11-21T07:10:00Z was expected"
      ),
      Flawed(
        "{app: {X: {a: {$data: '='}}}}",
        .value,
        "1:23",
        "a",
        "a: bytes in base64 were expected"
      ),
      Flawed(
        "{app: {X: {a: {$dat: ''}}}}",
        .value,
        "1:16",
        "a",
        "a: “$dat” is not a tag; the tags are $date and $data, each with a string"
      ),
      Flawed(
        "{app: {X: {a: [[[[[[[[[]]]]]]]]]}}}",
        .value,
        "1:15",
        "a",
        "a has more than 8 nested levels"
      ),
    ]
  )
  func findings(example: Flawed) throws {
    let file = Self.file(example.text)
    #expect(file.findings.map(\.message) == [example.message])
    #expect(file.findings.first?.kind == example.kind)
    #expect(file.findings.first?.place == "\(Self.path):\(example.place)")
    #expect(file.findings.first?.key?.name == example.key)
    #expect(file.findings.first?.advice == nil)
  }

  @Test(
    "A valid config file causes no findings",
    arguments: [
      "{}", "{format: 1}", "\u{FEFF}{fade: 0,} // done", "{theme: {}}", "{app: {}}",
      "{app: {X: {}}}", "{app: {X: {fade: 1, window: {width: 1, 'a b': {}}}}}",
      "{location: {latitude: 52, longitude: 13.4}}", "{choice: 'schedule'}",
      "{app: {'é': {a: 1}, 'e\u{301}': {a: 2}}}",
    ]
  )
  func right(text: String) {
    #expect(Self.file(text).findings == [])
  }

  @Test(
    "No message about the location contains a coordinate",
    arguments: [
      "{location: {latitude: 152.52}}", "{location: {latitude: '52.52 N'}}",
      "{location: {latitude: [52.52]}}", "{location: {longitude: -1052.52}}", "{location: 52.52}",
      "{'location.latitude': 52.52}", "{location: {lattitude: 52.52}}",
      "{location: {latitude: {'52': 52.52}}}",
    ]
  )
  func privacy(text: String) throws {
    let preferences = try Preferences.made(set: text, user: text)
    let findings = preferences.findings(storedIn: "/home/me/intent.json")
    #expect(findings.count >= 2)
    for finding in findings {
      #expect(!finding.message.contains("52"))
      #expect(finding.advice?.contains("52") != true)
    }
    for edit in ["location.latitude = 152.52", "location.longitude = '52'"] {
      let refusal = #expect(throws: DemandRefusal.self) {
        try preferences.checked(edits(edit))
      }
      #expect(refusal?.message.contains("52") == false)
    }
  }

  @Test("If a config file becomes invalid, the values that were read before stay in force")
  func lastGood() throws {
    let good = "{fade: 100, app: {X: {a: 1}}}"
    let bad: [(LayerTexts.File.Content, String)] = [
      (.bytes([]), "it is empty; write {} for a file without preferences"),
      (.bytes(Array("{fade: ".utf8)), "expected a value, found the end of the text"),
      (
        .bytes(Array("{format: 7}".utf8)),
        "it was written for a newer nightd in format 7; this nightd reads formats up to 1"
      ),
      (.bytes([0x7B, 0xFF, 0x7D]), "expected UTF-8 text, found the byte 0xFF"),
      (.flawed("is larger than 4 MiB"), "it is larger than 4 MiB"),
    ]
    for (content, why) in bad {
      func texts(_ content: LayerTexts.File.Content) -> LayerTexts {
        LayerTexts(user: .init(path: Self.path, content: content), systems: [])
      }
      let first = Layers(texts(.bytes(Array(good.utf8))))
      let second = Layers(texts(content), after: first)
      let third = Layers(texts(content), after: second)
      #expect(second == third)
      for layers in [second, third] {
        let preferences = Preferences(Intent(), layers)
        #expect(try preferences.text("fade") == "100")
        #expect(try preferences.text("a", "X") == "1")
        #expect(
          preferences.findings.map(\.message) == [why + "; nightd still uses the earlier version"]
        )
      }
      // If the file was never valid, none of its values is in force. If the file is deleted, its
      // values are no longer in force.
      #expect(
        Preferences(Intent(), Layers(texts(content))).findings.map(\.message) == [why + Self.none]
      )
      let gone = Layers(texts(.missing), after: second)
      #expect(try Preferences(Intent(), gone).text("fade") == "300")
      #expect(Preferences(Intent(), gone).findings == [])
      // When the valid file is back, the finding about the file disappears.
      #expect(
        Preferences(Intent(), Layers(texts(.bytes(Array(good.utf8))), after: third)).findings == []
      )
    }
  }

  @Test("A config file with 100,000 mistakes has at most 101 findings")
  func many() {
    let text = "{" + (0..<100_000).map { "k\($0): 1" }.joined(separator: ",") + "}"
    let file = Self.file(text)
    #expect(file.findings.count == 101)
    #expect(
      file.findings.last?.message == "more problems were found in this file, but are not listed"
    )
    #expect(file.findings.last?.position == nil)
  }
}
