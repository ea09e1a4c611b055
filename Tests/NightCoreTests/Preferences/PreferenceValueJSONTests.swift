import NightCore
import Testing

@Suite("Preference values as JSON")
struct PreferenceValueJSONTests {
  @Test(
    "Each preference value is written in only one JSON form, and is read back from this form",
    arguments: [
      (.bool(true), "true"), (.bool(false), "false"),
      (.integer(0), "0"), (.integer(.min), "-9223372036854775808"),
      (.integer(.max), "9223372036854775807"),
      (.double(1), "1.0"), (.double(-0.0), "-0.0"), (.double(0.1), "0.1"),
      (.double(1e-300), "1e-300"), (.double(.leastNonzeroMagnitude), "5e-324"),
      (.double(1e22), "1e+22"),
      (.double(.greatestFiniteMagnitude), "1.7976931348623157e+308"),
      (.string(""), #""""#), (.string("a\n\"\\é😀"), #""a\n\"\\é😀""#),
      (.string("$date"), #""$date""#),
      (.array([]), "[]"), (.array([.integer(1), .array([.string("a")])]), #"[1,["a"]]"#),
      (.dictionary([]), "{}"),
      (
        .dictionary([.init(name: "", value: .bool(true)), .init(name: "a.b", value: .integer(1))]),
        #"{"":true,"a.b":1}"#
      ),
      // A name that begins with a dollar sign gets a second dollar sign, so that it does not look
      // like a tag.
      (.dictionary([.init(name: "$date", value: .string("x"))]), #"{"$$date":"x"}"#),
      (.dictionary([.init(name: "$$data", value: .bool(true))]), #"{"$$$data":true}"#),
      (.dictionary([.init(name: "$", value: .bool(true))]), #"{"$$":true}"#),
      (.dictionary([.init(name: "a$", value: .bool(true))]), #"{"a$":true}"#),
      (.date(seconds: 0), #"{"$date":"1970-01-01T00:00:00Z"}"#),
      (.date(seconds: -1), #"{"$date":"1969-12-31T23:59:59Z"}"#),
      (.date(seconds: 978_307_199), #"{"$date":"2000-12-31T23:59:59Z"}"#),
      (.date(seconds: -62_135_596_800), #"{"$date":"0001-01-01T00:00:00Z"}"#),
      (.date(seconds: 253_402_300_799), #"{"$date":"9999-12-31T23:59:59Z"}"#),
      (.data([]), #"{"$data":""}"#), (.data([72, 105]), #"{"$data":"SGk="}"#),
    ] as [(PreferenceValue, String)]
  )
  func roundTrip(_ value: PreferenceValue, _ text: String) throws {
    #expect(value.json.text(pretty: false) == text)
    for text in [text, value.json.text(pretty: true)] {
      let node = try JSONReader.read(Array(text.utf8))
      #expect(try PreferenceValue(node) == value)
      #expect(try PreferenceValue(node.plain) == value)
    }
  }

  @Test("The names in a JSON object are written in sorted order, in whatever order they were read")
  func order() throws {
    let node = try JSONReader.read(Array("{b: 1, $$a: 2, a: 3}".utf8))
    #expect(try PreferenceValue(node).json.text(pretty: false) == #"{"$$a":2,"a":3,"b":1}"#)
  }

  @Test(
    "If two names look equal but have different bytes, they stay different when written and read"
  )
  func lookalikes() throws {
    let value = PreferenceValue.dictionary(unordered: [
      .init(name: "é", value: .integer(1)), .init(name: "e\u{301}", value: .integer(2)),
    ])
    let text = try #require(value).json.text(pretty: false)
    #expect(try PreferenceValue(JSONReader.read(Array(text.utf8))) == value)
  }

  @Test(
    "If the JSON of a preference is invalid, the error gives the position of the mistake",
    arguments: [
      ("null", "1:1", "null is not allowed: leave the name out"),
      ("[1, null]", "1:5", "null is not allowed: leave the name out"),
      ("{\n a: {b: NaN}}", "2:9", "a number must be finite"),
      ("[-Infinity]", "1:2", "a number must be finite"),
      (#"{a: "b\0"}"#, "1:5", "a string must not contain NUL"),
      (#"{"a\0": 1}"#, "1:2", "a name must not contain NUL"),
      (
        #"{$date: "2026-11-21T07:10:00Z", a: 1}"#, "1:1",
        "a tag must be the only member of its object"
      ),
      (
        #"{a: 1, $date: "2026-11-21T07:10:00Z"}"#, "1:8",
        "a tag must be the only member of its object"
      ),
      (#"{$data: "", $date: ""}"#, "1:1", "a tag must be the only member of its object"),
      (
        #"[{$date: "yesterday"}]"#, "1:10",
        "a time such as 2026-11-21T07:10:00Z was expected"
      ),
      (
        #"{$date: "2026-11-21T07:10:00.5Z"}"#, "1:9",
        "a time such as 2026-11-21T07:10:00Z was expected"
      ),
      (
        #"{$date: "2026-02-30T00:00:00Z"}"#, "1:9",
        "a time such as 2026-11-21T07:10:00Z was expected"
      ),
      (
        #"{$date: "0000-01-01T00:00:00Z"}"#, "1:9",
        "a time such as 2026-11-21T07:10:00Z was expected"
      ),
      (#"{$data: "SGk"}"#, "1:9", "bytes in base64 were expected"),
      (
        "{$date: 0}", "1:2",
        "“$date” is not a tag; the tags are $date and $data, each with a string"
      ),
      (
        "{$data: [1]}", "1:2",
        "“$data” is not a tag; the tags are $date and $data, each with a string"
      ),
      (#"{$: "a"}"#, "1:2", "“$” is not a tag; the tags are $date and $data, each with a string"),
      (
        #"{$real: "1"}"#, "1:2",
        "“$real” is not a tag; the tags are $date and $data, each with a string"
      ),
    ]
  )
  func flaw(_ text: String, _ place: String, _ message: String) throws {
    let node = try JSONReader.read(Array(text.utf8))
    var flaw = #expect(throws: Flaw.self) { try PreferenceValue(node) }
    #expect(flaw?.position?.description == place)
    #expect(flaw?.message == message)
    // The message is the same for a value that has no position in a text.
    flaw = #expect(throws: Flaw.self) { try PreferenceValue(node.plain) }
    #expect(flaw?.position == nil)
    #expect(flaw?.message == message)
  }
}
