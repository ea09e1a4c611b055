import NightBus
import TestSupport
import Testing

@Suite("Values over a bus")
struct RoundTripTests {
  private static let basic: [BusValue] = [
    .byte(0), .byte(255), .boolean(true), .boolean(false), .int16(.min), .int16(.max),
    .uint16(.max),
    .int32(.min), .int32(.max), .uint32(.max), .int64(.min), .int64(.max), .uint64(.max),
    .double(0),
    .double(-0.0), .double(.infinity), .double(-.infinity), .double(.leastNonzeroMagnitude),
    .double(.greatestFiniteMagnitude), .string(""), .string("a"), .string("\u{FFFF}"),
    .string("é日🌙\u{10FFFF}"), .string("\u{1}\n\u{7F}"), .string("e\u{301}"),
    .string(String(repeating: "日", count: 350_000)), .objectPath("/"),
    .objectPath("/org/nightd/Night1"), .signature(""), .signature("a{sv}(iiv)"),
    .signature(Signature(Array(repeating: .byte, count: 255))),
  ]

  private static let containers: [BusValue] = [
    .variant(.byte(1)), .variant(.variant(.variant(.string("deep")))),
    .array(.string, []), .array(.byte, []), .array(.uint64, []), .array(.array(.string), []),
    .array(.structure([.byte, .uint64]), []), .array(.dictionary(.string, .variant), []),
    .array(.variant, [.variant(.byte(1)), .variant(.string("mixed"))]),
    .array(.byte, (0..<100_000).map { .byte(UInt8(truncatingIfNeeded: $0)) }),
    .array(.array(.string), [.array(.string, []), .strings(["a", ""])]),
    .structure([.byte(1), .uint64(2), .byte(3), .string("x"), .structure([.boolean(true)])]),
    .dictionary(.string, .variant, []), .options([("a", .byte(1)), ("b", .options([]))]),
    .dictionary(
      .string,
      .byte,
      [
        .init(key: .string("twice"), value: .byte(1)),
        .init(key: .string("twice"), value: .byte(2)),
      ]
    ),
    .dictionary(
      .byte,
      .dictionary(.objectPath, .array(.structure([.double]))),
      [
        .init(key: .byte(7), value: .dictionary(.objectPath, .array(.structure([.double])), []))
      ]
    ),
  ]

  @Test("Values of every basic and container type are unchanged after they are sent over a bus")
  func echoed() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    for value in Self.basic + Self.containers {
      let back = try bench.echo(value, by: service, from: client)
      #expect(back == value, "\(value.type.code)")
      #expect(back?.type == value.type)
      // Compare the bytes, because Swift's == treats canonically equivalent strings as equal.
      if case .string(let sent) = value {
        #expect(back?.asString?.utf8.elementsEqual(sent.utf8) == true)
      }
    }
  }

  @Test("A negative zero keeps its sign when it is sent over a bus, and a NaN stays a NaN")
  func oddNumbers() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    guard case .double(let zero)? = try bench.echo(.double(-0.0), by: service, from: client),
      case .double(let none)? = try bench.echo(.double(.nan), by: service, from: client)
    else { throw Bench.Surprise() }
    #expect(zero.sign == .minus)
    #expect(none.isNaN)
  }

  @Test("Random values are unchanged after they are sent over a bus", arguments: [1, 2, 3, 4, 5])
  func random(seed: UInt64) throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    var values = RandomValues(seed: seed)
    for round in 0..<100 {
      let value = values.value()
      #expect(
        try bench.echo(value, by: service, from: client) == value,
        "seed \(seed), round \(round): \(value.type.code)"
      )
    }
  }

  @Test(
    "Values with 32 levels of one kind of container are unchanged after they are sent over a bus",
    arguments: Nest.allCases
  )
  func deep(_ nest: Nest) throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    // The variant around the call's argument counts as one level.
    let value = nest.value(levels: 31)
    #expect(try bench.echo(value, by: service, from: client) == value)
  }

  @Test("Options are read without the variants around them; a repeated key has its last value")
  func options() {
    let value = BusValue.options([("a", .byte(1)), ("b", .string("x")), ("a", .byte(2))])
    #expect(value.asOptions?["a"] == .byte(2))
    #expect(value.asOptions?["b"] == .string("x"))
    #expect(value.asOptions?["c"] == nil)
    #expect(value.asOptions?.keys == ["a", "b", "a"])
    #expect(BusValue.options([]).asOptions?.keys == [])
    #expect(BusValue.dictionary(.string, .byte, []).asOptions == nil)
    #expect(BusValue.string("").asOptions == nil)
    #expect(BusValue.strings(["a"]).asStrings == ["a"])
    #expect(BusValue.array(.byte, []).asStrings == nil)
  }
}
