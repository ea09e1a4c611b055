import NightBus
import NightContract
import NightCore
import Testing

@Suite("Preference values on the bus")
struct PreferenceValueBusTests {
  private static func member(
    _ name: String,
    _ value: PreferenceValue
  ) -> PreferenceValue.Member { .init(name: name, value: value) }

  @Test(
    "Each type of preference value has one D-Bus type, and is read back from this type",
    arguments: [
      (.bool(true), .boolean(true)), (.integer(.min), .int64(.min)),
      (.integer(.max), .int64(.max)), (.double(-0.0), .double(-0.0)),
      (.double(.leastNonzeroMagnitude), .double(.leastNonzeroMagnitude)),
      (.string(""), .string("")),
      (.string("é😀\u{FFFE}"), .string("é😀\u{FFFE}")),
      (.array([]), .array(.variant, [])),
      (
        .array([.integer(1), .array([])]),
        .array(.variant, [.variant(.int64(1)), .variant(.array(.variant, []))])
      ),
      (.dictionary([]), .options([])),
      (
        .dictionary([member("", .bool(true)), member("$date", .data([0]))]),
        .options([("", .boolean(true)), ("$date", .array(.byte, [.byte(0)]))])
      ),
      (.date(seconds: -62_135_596_800), .structure([.int64(-62_135_596_800)])),
      (.date(seconds: 253_402_300_799), .structure([.int64(253_402_300_799)])),
      (.data([]), .array(.byte, [])), (.data([0, 255]), .array(.byte, [.byte(0), .byte(255)])),
    ] as [(PreferenceValue, BusValue)]
  )
  func roundTrip(_ value: PreferenceValue, _ bus: BusValue) {
    #expect(value.bus == bus)
    #expect(PreferenceValue(bus) == value)
    #expect(PreferenceValue(.variant(.variant(bus))) == value)
  }

  @Test(
    "Callers may send values of further D-Bus types, which are converted to preference values",
    arguments: [
      (.byte(255), .integer(255)), (.int16(-1), .integer(-1)), (.uint16(65_535), .integer(65_535)),
      (.int32(.min), .integer(-2_147_483_648)), (.uint32(.max), .integer(4_294_967_295)),
      (.uint64(9_223_372_036_854_775_807), .integer(.max)),
      (.array(.string, [.string("a"), .string("b")]), .array([.string("a"), .string("b")])),
      (.array(.int32, []), .array([])),
      (
        .array(.array(.byte), [.array(.byte, [.byte(1)])]),
        .array([.data([1])])
      ),
      (
        .dictionary(
          .string,
          .int32,
          [.init(key: .string("b"), value: .int32(2)), .init(key: .string("a"), value: .int32(1))]
        ),
        .dictionary([member("a", .integer(1)), member("b", .integer(2))])
      ),
    ] as [(BusValue, PreferenceValue)]
  )
  func converted(_ bus: BusValue, _ value: PreferenceValue) {
    #expect(PreferenceValue(bus) == value)
  }

  @Test(
    "Values of types that a preference cannot have are rejected",
    arguments: [
      .uint64(9_223_372_036_854_775_808), .double(.nan), .double(.infinity),
      .double(-.infinity), .objectPath("/"), .signature(""), .structure([]),
      .structure([.int32(1)]), .structure([.int64(1), .int64(1)]),
      .structure([.int64(253_402_300_800)]), .structure([.int64(-62_135_596_801)]),
      .structure([.variant(.int64(1))]), .structure([.int64(.max)]),
      .dictionary(.int32, .int32, []),
      .dictionary(.string, .signature, [.init(key: .string("a"), value: .signature(""))]),
      .array(.variant, [.variant(.int64(1)), .variant(.objectPath("/"))]),
      .array(.double, [.double(.nan)]),
      .options([("a", .int64(1)), ("a", .int64(2))]),
      .variant(.structure([])),
    ] as [BusValue]
  )
  func refused(_ bus: BusValue) { #expect(PreferenceValue(bus) == nil) }

  @Test(
    "A preference value and the message reader count the value's inner values in the same way",
    arguments: [
      .bool(true), .string("x"), .array([]), .array([.integer(1), .array([.double(0.5)])]),
      .dictionary([member("a", .integer(1)), member("b", .dictionary([]))]),
      .date(seconds: 0), .data([]), .data([1, 2, 3]),
    ] as [PreferenceValue]
  )
  func counted(_ value: PreferenceValue) throws {
    let message = try Message.call(
      to: "org.nightd.Test",
      at: "/",
      "org.nightd.Test",
      "Test",
      [.variant(value.bus)]
    )
    #expect(throws: Never.self) { try message.values(most: value.count + 1) }
    #expect(throws: BusError.self) { try message.values(most: value.count) }
  }

  @Test("One message can contain the maximum number of preferences")
  func room() {
    // An import may list every member of a dictionary, and the options need a few values more.
    let edits = 3 * PreferenceLimits.keys + 16
    #expect(PreferenceLimits.allValues + edits <= Message.readingCount)
  }
}
