import NightBus
import Testing

@Suite("Argument reader")
struct ArgumentReaderTests {
  private func message(_ arguments: [BusValue]) throws -> Message {
    try .signal(from: "/", "org.example.Echo", "Changed", arguments)
  }

  @Test("The argument reader returns nil for a message without arguments")
  func empty() throws {
    let read = try message([]).read { arguments in
      (0..<3).contains { _ in
        arguments.string() != nil || arguments.bool() != nil || arguments.uint32() != nil
          || arguments.uint64() != nil || arguments.double() != nil
          || arguments.structure { _ in true } != nil
          || arguments.members { _, _ in Issue.record("a member of nothing") }
      }
    }
    #expect(!read)
  }

  @Test("The argument reader skips a whole value if its type is not the expected one")
  func passedOver() throws {
    let other: [BusValue] = [
      .byte(1), .boolean(true), .int16(1), .uint16(1), .int32(1), .uint32(1), .int64(1),
      .uint64(1), .double(1), .string("other"), .objectPath("/other"), .signature("a{sv}(iiv)"),
      .variant(.variant(.options([("a", .strings(["b", "c"]))]))), .array(.uint64, []),
      .strings(["a", "b"]), .array(.structure([.byte, .uint64]), []),
      .structure([.byte(1), .structure([.string("inner")]), .variant(.double(1))]),
      .dictionary(.byte, .array(.string), []), .options([("a", .options([])), ("b", .byte(1))]),
      .dictionary(.string, .string, [.init(key: .string("a"), value: .string("b"))]),
      .dictionary(.uint32, .variant, [.init(key: .uint32(1), value: .variant(.byte(1)))]),
    ]
    for value in other {
      let message = try message([value, .string("next"), value])
      func next(_ pass: (inout ArgumentReader) -> Bool) -> String? {
        message.read { arguments in pass(&arguments) ? nil : arguments.string() }
      }
      if value.type != .string { #expect(next { $0.string() != nil } == "next", "\(value)") }
      if value.type != .boolean { #expect(next { $0.bool() != nil } == "next", "\(value)") }
      if value.type != .uint32 { #expect(next { $0.uint32() != nil } == "next", "\(value)") }
      if value.type != .uint64 { #expect(next { $0.uint64() != nil } == "next", "\(value)") }
      if value.type != .double { #expect(next { $0.double() != nil } == "next", "\(value)") }
      #expect(next { $0.structure { _ in Bool?.none } != nil } == "next", "\(value)")
      guard value.type != .dictionary(.string, .variant), value.type.code != "a{yas}" else {
        continue
      }
      #expect(next { $0.members { _, _ in } } == "next", "\(value)")
    }
  }

  @Test(
    "A handler need not read all members of a dictionary, and may try to read more values than exist"
  )
  func members() throws {
    let message = try message([
      .options([
        ("left", .strings(["a"])), ("", .string("b")), ("overread", .string("c")),
        ("inner", .options([("x", .string("y"))])),
        ("fields", .structure([.double(1), .double(2)])), ("last", .uint64(9)),
      ]),
      .string("behind"),
    ])
    var seen: [String] = []
    let behind = message.read { arguments in
      let isRead = arguments.members { key, value in
        switch key {
        case "left": seen.append(key)
        case "inner":
          #expect(value.members { key, value in seen.append(key + (value.string() ?? "")) })
        case "fields": seen.append("\(value.structure { [$0.double(), $0.double()] } ?? [])")
        case "last": seen.append("\(value.uint64() ?? 0)")
        default:
          seen.append(key + (value.string() ?? "none"))
          #expect(value.string() == nil)
          #expect(value.uint32() == nil)
        }
      }
      #expect(isRead)
      defer { #expect(arguments.string() == nil) }
      return arguments.string()
    }
    #expect(
      seen == ["left", "b", "overreadc", "xy", "[Optional(1.0), Optional(2.0)]", "9"]
    )
    #expect(behind == "behind")
  }

  @Test("If a structure has more fields than expected, the reader treats it as a different type")
  func wholeStructure() throws {
    let message = try message([.structure([.double(1), .double(2)]), .string("behind")])
    let (part, behind) = message.read { arguments in
      (arguments.structure { $0.double() }, arguments.string())
    }
    #expect(part == nil)
    #expect(behind == "behind")
  }
}
