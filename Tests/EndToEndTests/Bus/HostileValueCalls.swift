import NightBus
import TestSupport

/// Invalid values, options and application identifiers.
extension HostileCallTests {
  private static let schedule: InterfaceName = "org.nightd.Night1.Schedule"
  private static let ends =
    "next, an event such as sunset or civil-dawn, a time such as 22:30, tomorrow, tomorrow 07:00, "
    + "a date such as 2026-12-24 or 2026-12-24 07:00, or a moment such as 2026-12-24T06:00:00Z"

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
      "“drak” is not a style; expected light, dark, schedule or system"
    ),
    set("", none, "InvalidValue", "“” is not a style; expected light, dark, schedule or system"),
    set(
      "Dark",
      none,
      "InvalidValue",
      "“Dark” is not a style; expected light, dark, schedule or system"
    ),
    set(
      "dark\n\u{1b}[0m",
      none,
      "InvalidValue",
      "“dark\\u{a}\\u{1b}[0m” is not a style; expected light, dark, schedule or system"
    ),
    set(
      million,
      none,
      "InvalidValue",
      "“\(shown)…” is not a style; expected light, dark, schedule or system"
    ),
    set(
      "schedule",
      .options([("for", .uint64(60))]),
      "InvalidValue",
      "“schedule” cannot be held for a limited time; only “light” and “dark” can"
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
      "“25:00” is not a valid end of a hold: expected \(ends)"
    ),
    set(
      "dark",
      .options([("until", .uint64(60))]),
      "InvalidValue",
      "“until” takes a string: \(ends)"
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
      "“for” takes a number of seconds, at least 1, of type t"
    ),
    set(
      "dark",
      .options([("for", .int32(60))]),
      "InvalidValue",
      "“for” takes a number of seconds, at least 1, of type t"
    ),
    set(
      "dark",
      .options([("for", .uint64(60)), ("until", .string("next"))]),
      "InvalidValue",
      "give only one of “until”, “for” and “always”"
    ),
    Bad(
      interface: schedule,
      member: "Upcoming",
      arguments: [.uint32(0)],
      name: night("InvalidValue"),
      sentence: "ask for 1 to 400 days of the schedule"
    ),
    Bad(
      interface: schedule,
      member: "Upcoming",
      arguments: [.uint32(.max)],
      name: night("InvalidValue"),
      sentence: "ask for 1 to 400 days of the schedule"
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
    useFor("", "midnight", "InvalidValue", noControls),
    useFor("a\u{1}b", "midnight", "InvalidValue", noControls),
    useFor("a\nb", "", "InvalidValue", noControls),
    useFor(
      million,
      "midnight",
      "LimitExceeded",
      "an application's identifier has at most 255 bytes"
    ),
    useFor("X", "midnigth", "UnknownTheme", "there is no theme “midnigth”; did you mean midnight?"),
    useFor("X", "../../etc/passwd", "UnknownTheme", "there is no theme “../../etc/passwd”"),
    useFor("X", "a\u{1}b", "UnknownTheme", "there is no theme “a\\u{1}b”"),
    useFor("X", "follow", "UnknownTheme", "there is no theme “follow”"),
    useFor(
      "a\u{202E}b",
      "midnight",
      "InvalidValue",
      "an application's identifier must have no invisible characters, but this one has U+202E"
    ),
    useFor(
      "X",
      "midnight",
      "UnknownOption",
      "“until” is not an option of this call; nothing was changed",
      with: [("until", .string("next"))]
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
      sentence: "“purple” is not a choice for an application; expected light, dark or follow"
    ),
  ]

  private static let noControls =
    "an application's identifier must be a non-empty text without control characters"

  private static func useFor(
    _ app: String,
    _ theme: String,
    _ name: String,
    _ sentence: String,
    with options: [(String, BusValue)] = []
  ) -> Bad {
    Bad(
      member: "UseThemeFor",
      arguments: [.string(app), .string(theme), .options(options)],
      name: night(name),
      sentence: sentence
    )
  }

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
    "an application's identifier must be a non-empty text without control characters"

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
}
