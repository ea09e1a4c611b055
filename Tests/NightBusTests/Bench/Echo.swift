import NightBus

/// The object that tests call.
final class Echo {
  static let path: ObjectPath = "/org/example/Echo"
  static let name: InterfaceName = "org.example.Echo"

  var count: UInt32 = 0
  /// The calls of `Keep` that have no reply yet; the test replies to them later.
  var kept: [Call] = []
  var onCall: (Call) -> Void = { _ in }

  static let interface = Interface<Echo>(
    name,
    properties: [
      Property("Count", .uint32, .emitsChange) { .uint32($0.count) },
      Property("Kind", .string, .constant) { _ in .string("echo") },
    ],
    methods: [
      Method("Echo", [Argument("value", .variant)], gives: [Argument("value", .variant)]) {
        echo,
        call in
        echo.onCall(call)
        call.answer(call.arguments)
      },
      Method("Keep", [Argument("number", .uint32)], gives: [Argument("number", .uint32)]) {
        echo,
        call in
        echo.kept.append(call)
        echo.onCall(call)
      },
      Method("Drop", [], gives: []) { _, _ in },
      Method("Mistake", [], gives: [Argument("text", .string)]) { _, call in
        call.answer([.uint32(1)])
      },
      Method("Refuse", [Argument("why", .string)], gives: []) { (_, call) throws(Refusal) in
        throw Refusal("org.example.Error.Refused", call.arguments.first?.asString ?? "")
      },
    ],
    signals: [Signal("Changed", [Argument("count", .uint32)])]
  )
}

extension Message {
  static func echo(
    _ member: MemberName,
    at service: Connection,
    _ arguments: [BusValue] = []
  ) throws(BusError) -> Message {
    try .call(to: service.uniqueName, at: Echo.path, Echo.name, member, arguments)
  }
}
