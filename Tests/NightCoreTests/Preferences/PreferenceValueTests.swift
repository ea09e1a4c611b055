import NightCore
import Testing

@Suite struct PreferenceValueTests {
  @Test(
    "Preference values with different types or bytes are not equal",
    arguments: [
      (.integer(1), .double(1)), (.integer(1), .bool(true)), (.double(0), .double(-0.0)),
      (.string("é"), .string("e\u{301}")), (.string(""), .data([])), (.array([]), .data([])),
      (.date(seconds: 0), .integer(0)), (.array([]), .dictionary([])),
      (.array([.bool(true)]), .array([.bool(true), .bool(true)])),
      (
        .dictionary([.init(name: "é", value: .bool(true))]),
        .dictionary([.init(name: "e\u{301}", value: .bool(true))])
      ),
      (
        .dictionary([.init(name: "a", value: .double(0))]),
        .dictionary([.init(name: "a", value: .double(-0.0))])
      ),
    ] as [(PreferenceValue, PreferenceValue)]
  )
  func unequal(_ left: PreferenceValue, _ right: PreferenceValue) {
    #expect(left != right)
    #expect(left == left && right == right)
  }

  @Test("A dictionary sorts its names by their bytes")
  func order() {
    let names = ["b", "", "é", "e\u{301}", "a.b", "a", "Z", "😀", "\u{FFFD}"]
    let value = PreferenceValue.dictionary(
      unordered: names.map { .init(name: $0, value: .string($0)) }
    )
    guard case .dictionary(let members)? = value else { return #expect(Bool(false)) }
    let ordered = ["", "Z", "a", "a.b", "b", "e\u{301}", "é", "\u{FFFD}", "😀"]
    #expect(members.map { Array($0.name.utf8) } == ordered.map { Array($0.utf8) })
  }

  @Test("A dictionary with a repeated name is rejected")
  func twice() {
    let members = ["a", "b", "a"].map {
      PreferenceValue.Member(name: $0, value: .bool(true))
    }
    #expect(PreferenceValue.dictionary(unordered: members) == nil)
    #expect(PreferenceValue.dictionary(unordered: []) == .dictionary([]))
  }

  @Test("The depth of a value says how many levels of arrays and dictionaries are nested in it")
  func depth() {
    #expect(PreferenceValue.string("[[[").depth == 0)
    #expect(PreferenceValue.array([]).depth == 1)
    #expect(PreferenceValue.array([.bool(true), .array([.dictionary([])])]).depth == 3)
    let inner = PreferenceValue.Member(name: "a", value: .array([]))
    #expect(PreferenceValue.dictionary([inner]).depth == 2)
  }

  @Test("A date value is always within the years 1 to 9999")
  func dates() {
    #expect(PreferenceValue.isDate(-62_135_596_800) && PreferenceValue.isDate(253_402_300_799))
    #expect(!PreferenceValue.isDate(-62_135_596_801) && !PreferenceValue.isDate(253_402_300_800))
    #expect(PreferenceValue.iso(.min) == "0001-01-01T00:00:00Z")
    #expect(PreferenceValue.iso(.max).hasPrefix("9999-12-31T23:59:59"))
  }
}
