import NightCore
import Testing

@Suite struct PreferenceTypeTests {
  private static let integer = PreferenceType.integer(0...10_000, unit: "milliseconds")
  private static let double = PreferenceType.double(-90...90, unit: "degrees north")
  private static let words = PreferenceType.words(["light", "dark", "follow"])

  @Test(
    "Each preference type accepts valid values, and `double` also accepts whole numbers",
    arguments: [
      (.bool, .bool(true), .bool(true)),
      (integer, .integer(0), .integer(0)),
      (integer, .integer(10_000), .integer(10_000)),
      (double, .double(-90), .double(-90)),
      (double, .double(-0.0), .double(-0.0)),
      (double, .double(90), .double(90)),
      (double, .integer(52), .double(52)),
      (words, .string("dark"), .string("dark")),
      (.theme, .string("a"), .string("a")),
      (.theme, .string("Solarized Dark"), .string("Solarized Dark")),
      (.theme, .string("écru"), .string("écru")),
      (.text(bytes: 4), .string(""), .string("")),
      (.text(bytes: 4), .string("éé"), .string("éé")),
      (.foreignName(bytes: 9), .string(""), .string("")),
      (.foreignName(bytes: 9), .string("a..b:dark"), .string("a..b:dark")),
      (.rules, ["dark  sunset+90m on mon-tue"], ["dark sunset+1h30m on mon,tue"]),
    ] as [(PreferenceType, PreferenceValue, PreferenceValue)]
  )
  func accepts(_ type: PreferenceType, _ value: PreferenceValue, _ taken: PreferenceValue) {
    #expect(type.accepts(value) == taken)
    #expect(taken.kind == type.kind)
  }

  @Test(
    "A preference type rejects values of another kind or outside its range",
    arguments: [
      (.bool, .integer(1)), (.bool, .string("true")), (.bool, .array([.bool(true)])),
      (integer, .integer(-1)), (integer, .integer(10_001)), (integer, .integer(.min)),
      (integer, .double(1)), (integer, .string("1")), (integer, .bool(true)),
      (double, .double(90.000001)), (double, .double(.nan)), (double, .double(.infinity)),
      (double, .integer(91)), (double, .integer(.max)), (double, .integer(.min)),
      (double, .string("52")), (double, .bool(false)),
      (words, .string("Dark")), (words, .string("")), (words, .string("dark ")),
      (words, .bool(true)),
      (.theme, .string("")), (.theme, .string("../x")), (.theme, .string("light")),
      (.theme, .string("a\n")), (.theme, .string("\u{1B}")), (.theme, .string("\u{85}")),
      (.theme, .string(String(repeating: "x", count: 256))),
      (.theme, .integer(1)), (.theme, .data([65])), (.theme, .date(seconds: 0)),
      (.theme, .dictionary([])), (.theme, .array([])),
      (.text(bytes: 4), .string("abcde")), (.text(bytes: 4), .string("\t")),
      (.text(bytes: 4), .integer(1)), (.foreignName(bytes: 9), .string("a/b")),
      (.foreignName(bytes: 9), .string("../x")), (.foreignName(bytes: 9), .string(".")),
      (.foreignName(bytes: 9), .string("..")), (.foreignName(bytes: 9), .string("a\u{1B}")),
      (.foreignName(bytes: 9), .string("0123456789")), (.foreignName(bytes: 9), .string("a\nb")),
      (.names, ["waybar", "waybar"]), (.names, [""]), (.names, ["a_b"]), (.names, ["../x"]),
      (.names, ["ê"]), (.names, ["a", 5]), (.names, .string("waybar")),
      (.rules, .string("dark sunset")), (.rules, .array([])), (.rules, ["dark sunste"]),
      (.rules, ["dark sunset", 5]), (.rules, .array([["dark sunset"]])),
    ] as [(PreferenceType, PreferenceValue)]
  )
  func refuses(_ type: PreferenceType, _ value: PreferenceValue) {
    #expect(type.accepts(value) == nil)
  }

  @Test("Each preference type describes its valid values in words")
  func inWords() {
    #expect(PreferenceType.bool.words == "true or false")
    #expect(Self.integer.words == "a whole number from 0 to 10000 (milliseconds)")
    #expect(Self.double.words == "a number from -90 to 90 (degrees north)")
    #expect(
      PreferenceType.double(0.5...1.5, unit: "times").words == "a number from 0.5 to 1.5 (times)"
    )
    #expect(Self.words.words == "light, dark or follow")
    #expect(PreferenceType.words(["one"]).words == "one")
    #expect(
      PreferenceType.text(bytes: 4).words
        == "a string of at most 4 bytes without control characters"
    )
    #expect(
      PreferenceType.theme.words
        == "a theme's name (neither a path nor a keyword of nightctl set)"
    )
  }
}
