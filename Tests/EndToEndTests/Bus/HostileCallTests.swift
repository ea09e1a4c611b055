import NightBus
import TestSupport
import Testing

/// Calls that nobody should make: each has its own answer, and does no harm.
@Suite struct HostileCallTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    var path = Caller.object
    var interface: InterfaceName = .control
    let member: MemberName
    var arguments: [BusValue] = []
    let name: ErrorName
    let sentence: String

    var testDescription: String { "\(interface).\(member): \(sentence)" }
  }

  static let none = BusValue.options([])
  static let million = String(repeating: "x", count: 1_000_000)
  static let shown = String(repeating: "x", count: 60)
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  private static let schedule: InterfaceName = "org.nightd.Night1.Schedule"
  private static let ends =
    "next, an event such as sunset or civil-dawn, a time such as 22:30, tomorrow, tomorrow 07:00, "
    + "a date such as 2026-12-24 or 2026-12-24 07:00, or a moment such as 2026-12-24T06:00:00Z"

  static func night(_ name: String) -> ErrorName {
    ErrorName(unchecked: "org.nightd.Night1.Error." + name)
  }

  private static func dbus(_ name: String) -> ErrorName {
    ErrorName(unchecked: "org.freedesktop.DBus.Error." + name)
  }

  private static func set(_ what: String, _ options: BusValue, _ name: String, _ sentence: String)
    -> Bad
  {
    Bad(
      member: "Set",
      arguments: [.string(what), options],
      name: night(name),
      sentence: sentence
    )
  }

  static let values: [Bad] = [
    set(
      "drak",
      none,
      "InvalidValue",
      "“drak” is no style; light, dark, schedule or system was expected"
    ),
    set("", none, "InvalidValue", "“” is no style; light, dark, schedule or system was expected"),
    set(
      "Dark",
      none,
      "InvalidValue",
      "“Dark” is no style; light, dark, schedule or system was expected"
    ),
    set(
      "dark\n\u{1b}[0m",
      none,
      "InvalidValue",
      "“dark\\u{a}\\u{1b}[0m” is no style; light, dark, schedule or system was expected"
    ),
    set(
      million,
      none,
      "InvalidValue",
      "“\(shown)…” is no style; light, dark, schedule or system was expected"
    ),
    set(
      "schedule",
      .options([("for", .uint64(60))]),
      "InvalidValue",
      "schedule is chosen for good; light and dark alone can be held for a while"
    ),
    set(
      "dark",
      .options([("unitl", .string("20:00"))]),
      "UnknownOption",
      "“unitl” is not an option of this call; nothing was changed"
    ),
    set(
      "dark",
      .options([("", .byte(0))]),
      "UnknownOption",
      "“” is not an option of this call; nothing was changed"
    ),
    set(
      "dark",
      .options([(million, .string(million))]),
      "UnknownOption",
      "“\(shown)…” is not an option of this call; nothing was changed"
    ),
    set(
      "dark",
      .options([("until", .string("25:00"))]),
      "InvalidValue",
      "'25:00' is not an end of a hold: expected \(ends)"
    ),
    set(
      "dark",
      .options([("until", .uint64(60))]),
      "InvalidValue",
      "until takes a text: \(ends)"
    ),
    set(
      "dark",
      .options([("until", .string("2020-01-01"))]),
      "InvalidValue",
      "the end of the hold is in the past"
    ),
    set(
      "dark",
      .options([("until", .string("next"))]),
      "InvalidValue",
      "no automatic change is due, so there is no next time"
    ),
    set(
      "dark",
      .options([("for", .uint64(.max))]),
      "InvalidValue",
      "a hold lasts 400 days at most"
    ),
    set(
      "dark",
      .options([("for", .uint64(0))]),
      "InvalidValue",
      "for takes a number of seconds from 1, of the type t"
    ),
    set(
      "dark",
      .options([("for", .int32(60))]),
      "InvalidValue",
      "for takes a number of seconds from 1, of the type t"
    ),
    set(
      "dark",
      .options([("for", .uint64(60)), ("until", .string("next"))]),
      "InvalidValue",
      "a style has one end: until, for or always, and one of them only"
    ),
    Bad(
      interface: schedule,
      member: "Upcoming",
      arguments: [.uint32(0)],
      name: night("InvalidValue"),
      sentence: "the schedule is told for 1 to 400 days"
    ),
    Bad(
      interface: schedule,
      member: "Upcoming",
      arguments: [.uint32(.max)],
      name: night("InvalidValue"),
      sentence: "the schedule is told for 1 to 400 days"
    ),
    Bad(
      member: "Toggle",
      arguments: [.options([("force", .boolean(true))])],
      name: night("UnknownOption"),
      sentence: "“force” is not an option of this call; nothing was changed"
    ),
    Bad(
      member: "UseTheme",
      arguments: [.string("midnigth"), none],
      name: night("UnknownTheme"),
      sentence: "there is no theme “midnigth”; did you mean midnight?"
    ),
    Bad(
      member: "UseTheme",
      arguments: [.string("midnight"), .options([("always", .boolean(true))])],
      name: night("UnknownOption"),
      sentence: "“always” is not an option of this call; nothing was changed"
    ),
    Bad(
      interface: .themes,
      member: "Resolve",
      arguments: [.string("../../etc/passwd")],
      name: night("UnknownTheme"),
      sentence: "there is no theme “../../etc/passwd”"
    ),
    Bad(
      member: "SetFor",
      arguments: [.string("org.example.One"), .string("purple")],
      name: night("InvalidValue"),
      sentence: "“purple” is no choice for an application; light, dark or follow was expected"
    ),
  ]

  private static func getFor(_ app: String, _ name: String, _ sentence: String) -> Bad {
    Bad(
      interface: .style,
      member: "GetFor",
      arguments: [.string(app)],
      name: night(name),
      sentence: sentence
    )
  }

  private static let plain =
    "an application's identifier is a text without control characters, not empty"

  static let applications: [Bad] = [
    getFor("", "InvalidValue", plain),
    getFor("a\u{7}", "InvalidValue", plain),
    getFor("a\nb", "InvalidValue", plain),
    getFor("\u{85}", "InvalidValue", plain),
    getFor(
      String(repeating: "a", count: 256),
      "LimitExceeded",
      "an application's identifier has at most 255 bytes"
    ),
    getFor(
      String(repeating: "é", count: 150),
      "LimitExceeded",
      "an application's identifier has at most 255 bytes"
    ),
    getFor(million, "LimitExceeded", "an application's identifier has at most 255 bytes"),
  ]

  static func types(
    _ interface: InterfaceName,
    _ member: MemberName,
    _ expected: String,
    _ arguments: [BusValue]
  ) -> Bad {
    let given = arguments.map(\.type.code).joined()
    return Bad(
      interface: interface,
      member: member,
      arguments: arguments,
      name: dbus("InvalidArgs"),
      sentence: "\(member) takes “\(expected)”, but was called with “\(given)”"
    )
  }

  static let shapes: [Bad] = [
    types(.control, "Set", "sa{sv}", []),
    types(.control, "Set", "sa{sv}", [.string("dark")]),
    types(.control, "Set", "sa{sv}", [.byte(1), none]),
    types(.control, "Set", "sa{sv}", [.variant(.string("dark")), none]),
    types(.control, "Set", "sa{sv}", [.string("dark"), .dictionary(.string, .string, [])]),
    types(.control, "Set", "sa{sv}", [.string("dark"), none, none]),
    types(.control, "Toggle", "a{sv}", [.string("dark")]),
    types(.style, "Get", "", [.string("dark")]),
    types(.style, "GetFor", "s", [.objectPath("/a")]),
    types(.style, "Subscribe", "", [.structure([.double(.nan), .int64(.min)])]),
    types(properties, "Get", "ss", [.string("Style")]),
    types(properties, "GetAll", "s", []),
  ]

  private static func property(
    _ member: MemberName,
    _ arguments: [BusValue],
    _ name: String,
    _ sentence: String
  ) -> Bad {
    Bad(
      interface: properties,
      member: member,
      arguments: arguments,
      name: dbus(name),
      sentence: sentence
    )
  }

  private static let style = BusValue.string("org.nightd.Night1.Style")
  private static let longPath = ObjectPath(unchecked: "/" + million)

  static let places: [Bad] = [
    Bad(
      path: "/",
      member: "Set",
      arguments: [.string("dark"), none],
      name: dbus("UnknownObject"),
      sentence: "there is no object “/”"
    ),
    Bad(
      path: "/org/nightd/Night1/x",
      interface: .style,
      member: "Get",
      name: dbus("UnknownObject"),
      sentence: "there is no object “/org/nightd/Night1/x”"
    ),
    Bad(
      path: longPath,
      interface: .style,
      member: "Get",
      name: dbus("UnknownObject"),
      sentence: "there is no object “/\(shown.dropLast())…”"
    ),
    Bad(
      interface: "org.nightd.Night2",
      member: "Get",
      name: dbus("UnknownInterface"),
      sentence: "/org/nightd/Night1 has no interface org.nightd.Night2"
    ),
    Bad(
      interface: .style,
      member: "get",
      name: dbus("UnknownMethod"),
      sentence: "org.nightd.Night1.Style has no method get"
    ),
    Bad(
      interface: .style,
      member: "Set",
      arguments: [.string("dark"), none],
      name: dbus("UnknownMethod"),
      sentence: "org.nightd.Night1.Style has no method Set"
    ),
    Bad(
      interface: .style,
      member: "Changed",
      name: dbus("UnknownMethod"),
      sentence: "org.nightd.Night1.Style has no method Changed"
    ),
    Bad(
      interface: "org.freedesktop.DBus.Introspectable",
      member: "Inspect",
      name: dbus("UnknownMethod"),
      sentence: "org.freedesktop.DBus.Introspectable has no method Inspect"
    ),
    property(
      "Set",
      [style, .string("Style"), .variant(.string("dark"))],
      "PropertyReadOnly",
      "Style is read-only"
    ),
    property(
      "Set",
      [style, .string("Nothing"), .variant(.byte(1))],
      "UnknownProperty",
      "org.nightd.Night1.Style has no property “Nothing”"
    ),
    property(
      "Get",
      [style, .string(million)],
      "UnknownProperty",
      "org.nightd.Night1.Style has no property “\(shown)…”"
    ),
    property(
      "Get",
      [.string(million), .string("Style")],
      "UnknownInterface",
      "there is no interface “\(shown)…” here"
    ),
    property("GetAll", [.string("")], "UnknownInterface", "there is no interface “” here"),
    property(
      "Reset",
      [],
      "UnknownMethod",
      "org.freedesktop.DBus.Properties has no method Reset"
    ),
  ]

  static let all = values + applications + shapes + places + preferences + preferenceShapes

  @Test("bad calls are answered by name and sentence, and the daemon keeps its size")
  func all() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    let caller = try Caller(desk)
    let before = try desk.nightctl("get", "--json").output
    for bad in Self.all {
      let answer = try caller.call(bad.interface, bad.member, bad.arguments, at: bad.path)
      guard case .failure(let refusal) = answer else {
        Issue.record("\(bad.testDescription): it was done")
        continue
      }
      #expect(refusal.name == bad.name, "\(bad.testDescription)")
      #expect(refusal.message == bad.sentence)
    }

    let small = Self.all.filter { bad in
      bad.path != Self.longPath
        && bad.arguments.allSatisfy { "\($0)".utf8.count < 10_000 }
    }
    func callAll(_ count: Int) throws {
      for index in 0..<count {
        let bad = small[index % small.count]
        _ = try caller.call(bad.interface, bad.member, bad.arguments, at: bad.path)
      }
    }
    try callAll(200)
    let size = try daemon.privateKilobytes()
    try callAll(2_000)
    // What was freed is kept back there, so that its use would be seen.
    #expect(try Built.isSanitized || daemon.privateKilobytes() - size < 1024)

    #expect(try desk.nightctl("get", "--json").output == before)
    #expect(try desk.end(daemon) == "nightd: the style is now dark (as chosen)\n", "nothing logged")
  }

  @Test("a call that wants no answer is done, and one that is wrong does no harm")
  func noReply() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let monitor = try Monitor(desk)
    let caller = try Caller(desk)
    for style in ["drak", "dark", "", "light"] {
      let call = try Message.call(
        to: Caller.night,
        at: Caller.object,
        .control,
        "Set",
        [.string(style), .options([])]
      )
      call.setNoReply()
      try caller.connection.send(call)
    }
    caller.connection.flush(milliseconds: 10_000)
    #expect(
      try monitor.next(4) == [
        "Changed dark 2", "PropertiesChanged", "Changed light 3", "PropertiesChanged",
      ]
    )
    #expect(try desk.style() == "light")
  }

  @Test("an identifier as long as it may be gets what everyone gets")
  func application() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let caller = try Caller(desk)
    let everyone = try caller.call(.style, "Get")
    for app in ["a", "org.example.One", String(repeating: "é", count: 127), "a b/c'\"<>"] {
      #expect(try caller.call(.style, "GetFor", [.string(app)]) == everyone)
    }
    #expect(try caller.call(.style, "Subscribe") == everyone)
  }
}
