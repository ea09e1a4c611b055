import NightBus
import TestSupport
import Testing

@Suite("Limits of values")
struct ValueLimitsTests {
  /// Without a check in the library, each of these values would make libdbus end the process, or
  /// make the bus close the connection.
  private static let malformed: [(String, BusValue)] = [
    ("a NUL in a text", .string("a\0b")),
    ("a NUL below", .options([("key", .strings(["a", "\0"]))])),
    ("a NUL in a key", .options([("\0", .byte(1))])),
    ("an array with a wrong element", .array(.string, [.string("a"), .byte(1)])),
    ("an array whose inner type differs", .array(.array(.byte), [.array(.string, [])])),
    ("a wrong key", .dictionary(.string, .byte, [.init(key: .byte(1), value: .byte(1))])),
    ("a wrong value", .dictionary(.string, .byte, [.init(key: .string(""), value: .string(""))])),
    ("a key that is a container", .dictionary(.array(.byte), .byte, [])),
    ("a key that is a variant", .dictionary(.variant, .byte, [])),
    ("an empty structure", .structure([])),
    ("an empty array of empty structures", .array(.structure([]), [])),
    ("an empty array of impossible dictionaries", .array(.dictionary(.variant, .byte), [])),
    ("an empty dictionary of impossible values", .dictionary(.string, .structure([]), [])),
    ("an impossible signature", .signature(Signature([.structure([])]))),
    ("a signature with an impossible key", .signature(Signature([.dictionary(.variant, .byte)]))),
    ("a signature of 256 bytes", .signature(Signature(Array(repeating: .byte, count: 256)))),
    ("33 arrays in a signature", .signature(Signature([arrays(33)]))),
    ("an empty array of 32 arrays", .array(arrays(32), [])),
    ("a structure of 254 fields", .structure(Array(repeating: .byte(1), count: 254))),
    ("a structure of 70,000 fields", .structure(Array(repeating: .byte(1), count: 70_000))),
    (
      "an empty array of a type too long",
      .array(.structure(Array(repeating: .byte, count: 254)), [])
    ),
  ]

  private static func arrays(_ levels: Int) -> BusType {
    (0..<levels).reduce(.byte) { inner, _ in .array(inner) }
  }

  private static let tooLarge: [(String, BusValue)] = [
    ("17 MiB of text", .string(String(repeating: "x", count: 17 << 20))),
    (
      "17 MiB of texts",
      .strings(Array(repeating: String(repeating: "x", count: 1 << 20), count: 17))
    ),
    (
      "a million structures",
      .array(.structure([.byte]), Array(repeating: .structure([.byte(1)]), count: 1_000_000))
    ),
    ("33 variants", Nest.variants.value(levels: 33)),
    ("33 arrays", Nest.arrays.value(levels: 33)),
    ("33 structures", Nest.structures.value(levels: 33)),
    ("200 variants", Nest.variants.value(levels: 200)),
  ]

  @Test(
    "A value that D-Bus or libdbus cannot carry is refused, even inside another value"
  )
  func refused() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    for (name, value) in Self.malformed {
      for arguments in [
        [value], [.byte(1), value], [.variant(value)], [.options([("key", value)])],
      ] {
        #expect([.malformed, .tooLarge].contains(Self.refusal(arguments)), "\(name)")
      }
      #expect(throws: BusError.self, "\(name)") {
        _ = try Message.signal(from: "/", "org.example.Any", "Any", [value])
      }
    }
    for (name, value) in Self.tooLarge { #expect(Self.refusal([value]) == .tooLarge, "\(name)") }
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
  }

  private enum Kind { case malformed, tooLarge, sent, other }

  private static func refusal(_ arguments: [BusValue]) -> Kind {
    do throws(BusError) {
      _ = try Message.call(to: .bus, at: .bus, .bus, "Any", arguments)
      return .sent
    } catch {
      switch error {
      case .malformed: return .malformed
      case .tooLarge: return .tooLarge
      default: return .other
      }
    }
  }

  @Test("More than 255 arguments are refused, because a signature has at most 255 bytes")
  func manyArguments() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let most = try Message.echo("Echo", at: service, Array(repeating: .byte(1), count: 255))
    #expect(most.signature.utf8.count == 255)
    #expect(throws: BusError.tooLarge("a signature exceeds 255 bytes")) {
      _ = try Message.echo("Echo", at: service, Array(repeating: .byte(1), count: 256))
    }
  }

  @Test("A value just below 16 MiB can be sent over the bus")
  func largest() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    let value = BusValue.string(String(repeating: "x", count: (16 << 20) - 100))
    #expect(try bench.echo(value, by: service, from: client) == value)
  }

  @Test("If a reply cannot be sent, the caller gets an error and the service continues")
  func answer() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    echo.onCall = { $0.answer([.variant(.string("a\0"))]) }
    #expect(
      throws: BusError.refused(
        .failed(
          "the reply could not be sent: the string “a\\u{0}” contains a NUL, which D-Bus cannot carry"
        )
      )
    ) { try bench.echo(.byte(1), by: service, from: client) }
    echo.onCall = { $0.answer([.variant(.string(String(repeating: "x", count: 17 << 20)))]) }
    #expect(
      throws: BusError.refused(
        .failed("the reply could not be sent: a message exceeds 16 MiB")
      )
    ) { try bench.echo(.byte(1), by: service, from: client) }
    echo.onCall = { _ in }
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
  }
}
