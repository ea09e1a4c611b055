import NightBus
import TestSupport
import Testing

/// A program that owns nightd's name, and puts hostile characters into every string of its replies.
///
/// The program writes its messages itself, so that it can send what no nightd would send. The
/// program exits when its bus exits.
enum HostileDaemon {
  /// Control characters that change what a terminal shows.
  ///
  /// The characters set a title, erase the screen (also with a single C1 character), delete a
  /// character, and reverse text. The characters also overwrite a line and hide text. The last
  /// characters have no width, or end a line for some programs.
  static let text =
    "evil\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}2J\u{7F}\u{202E}\u{2066}\u{85}\roverwritten\u{1B}[8m"
    + "\u{200B}\u{2028}\u{2029}\u{FEFF}"

  static func start(_ desk: Desk) throws {
    let address = desk.bus.address
    let ready = Handover<Bool>()
    _ = Worker.start {
      guard let client = try? RawClient(address: address) else { return ready.give(nil) }
      var request = RawMessage(
        path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus",
        member: "RequestName",
        destination: "org.freedesktop.DBus"
      )
      request.signature = "su"
      request.body = Wire.body([.string(Caller.night.text), .uint32(0)])
      let asked = client.send(request)
      while !client.isCutOff {
        for message in client.pump(milliseconds: -1) {
          if message.replySerial == asked { ready.give(true) }
          if message.kind == .call { client.send(answer(to: message)) }
        }
      }
    }
    try #require(ready.take() == true)
  }

  private static func answer(to call: RawReply) -> RawMessage {
    var answer = RawMessage(kind: .answer, replySerial: call.serial, destination: call.sender)
    guard let values = values(call) else {
      answer.kind = .error
      answer.errorName = "org.nightd.Error.Failed"
      answer.signature = "s"
      answer.body = Wire.body([.string(text)])
      return answer
    }
    answer.signature = values.map(\.type.code).joined()
    answer.body = Wire.body(values)
    return answer
  }

  private static func row(_ members: [(String, BusValue)]) -> BusValue { .options(members) }

  private static func rows(_ members: [(String, BusValue)]) -> [BusValue] {
    [.array(.dictionary(.string, .variant), [row(members)])]
  }

  private static let snapshot: [BusValue] = [
    .string("dark"), .uint64(7),
    row([
      ("reason", .string("choice")), ("choice", .string("dark")), ("theme", .string(text)),
      ("by", .string(text)), ("desktop", .string("dark")), ("inhibited", .boolean(true)),
    ]),
  ]

  private static let layer: [(String, BusValue)] = [
    ("layer", .string("user")), ("own", .boolean(true)), ("file", .string("/" + text)),
    ("value", .string(text)), ("flaw", .string(text)), ("lock", .string("/" + text)),
    ("wins", .boolean(true)), ("passed-over", .boolean(false)),
  ]

  private static var why: BusValue {
    let change: [(String, BusValue)] = [
      ("time", .uint64(1)), ("style", .string("dark")), ("theme", .string(text)),
      ("reason", .string("choice")), ("by", .string("caller")), ("process", .uint32(1)),
      ("program", .string(text)),
    ]
    return row([
      ("style", snapshot[0]), ("serial", snapshot[1]), ("appearance", snapshot[2]),
      ("store", .string("/" + text)),
      ("unread", row([("path", .string("/" + text)), ("why", .string(text))])),
      ("choice", rows(layer)[0]),
      (
        "findings",
        rows([
          ("kind", .string("broken")), ("file", .string("/" + text)), ("message", .string(text)),
          ("advice", .string(text)),
        ])[0]
      ), ("theme-mistakes", .strings([text])),
      (
        "schedule",
        row([
          ("rules", .strings([text])), ("causes", .strings([text])),
        ])
      ),
      (
        "place",
        row([
          ("zone", .string(text)), ("from", .string("set")), ("latitude", .double(50)),
          ("longitude", .double(10)),
          ("geoclue", .string(text)), ("layer", .string("user")), ("file", .string("/" + text)),
        ])
      ), ("desktop", row([("source", .string(text)), ("style", .string("dark"))])),
      ("sources", .strings([text])),
      (
        "inhibitors",
        rows([("app", .string(text)), ("why", .string(text)), ("program", .string(text))])[0]
      ), ("beginning", row(change)), ("last-change", row(change)),
    ])
  }

  private static func values(_ call: RawReply) -> [BusValue]? {
    switch call.member {
    case "Ping": []
    case "Get" where call.signature.isEmpty, "GetFor", "Subscribe": snapshot
    // The value of a property: a list of mistakes if the interface is Themes, and otherwise the
    // path of the store.
    case "Get" where call.text?.hasSuffix("Themes") == true: [.variant(.strings([text]))]
    case "Get": [.variant(.string("/" + text))]
    case "GetAll":
      [row([("Rules", .strings([text])), ("Zone", .string(text)), ("PlaceFrom", .string("set"))])]
    case "Introspect": ["<node name=\"\(text)\"/>"].map(BusValue.string)
    case "Read" where call.signature.isEmpty:
      [row([("source", .string(text)), ("style", .string("dark")), ("ignored", .boolean(true))])]
    case "Read": [.variant(.string(text)), .uint64(1)]
    case "ReadAll": [row([(text, .string(text)), ("fade", .string(text))]), .uint64(1)]
    case "Origin": [.string("user"), .string(text)]
    case "Explain": rows(layer)
    case "Applications" where call.interface == "org.nightd.Night1.Themes":
      [
        .dictionary(
          .string,
          .dictionary(.string, .string),
          [
            .init(
              key: .string(text),
              value: .dictionary(
                .string,
                .string,
                [.init(key: .string("dark"), value: .string(text))]
              )
            )
          ]
        )
      ]
    case "Applications":
      [
        .dictionary(
          .string,
          .string,
          [.init(key: .string(text), value: .string("dark" + text))]
        )
      ]
    case "Next": [.string("dark"), .uint64(0), .string("")]
    case "Upcoming": [.string("dark"), .array(.structure([.uint64, .string]), [])]
    case "Place": [.string("set"), .double(50), .double(10)]
    case "GeoClue": [.string(text)]
    case "Why": [why]
    case "List" where call.interface == "org.nightd.Night1.Themes":
      rows([
        ("name", .string(text)), ("origin", .string("user")), ("file", .string(text)),
        ("style", .string("dark")), ("parent", .string(text)), ("description", .string(text)),
        ("author", .string(text)), ("flaw", .string(text)), ("in-use", .boolean(true)),
      ])
    case "List", "History", "Reactions", "Check":
      rows([
        ("app", .string(text)), ("why", .string(text)), ("process", .uint32(1)),
        ("program", .string(text)), ("time", .uint64(1)), ("style", .string("dark")),
        ("theme", .string(text)), ("by", .string("caller")), ("accent", .string(text)),
        ("name", .string(text)), ("failed", .boolean(true)), ("words", .string(text)),
        ("output", .string(text + "\n" + text)), ("kind", .string("broken")),
        ("file", .string("/" + text)), ("message", .string(text)), ("advice", .string(text)),
      ])
    case "Resolve":
      [
        row([("name", .string(text)), ("style", .string("dark")), ("author", .string(text))]),
        .array(
          .dictionary(.string, .variant),
          [
            row([
              ("kind", .string("color")), ("name", .string(text)), ("from", .string(text)),
              ("value", .structure([.double(1), .double(0), .double(0), .double(1)])),
            ]),
            row([
              ("kind", .string("string")), ("name", .string(text)), ("value", .string(text)),
            ]),
          ]
        ),
      ]
    case "Export": [.string(#"{"fade": ""# + "evil\u{9B}2J" + #""}"#), .uint64(1)]
    default: nil
    }
  }
}
