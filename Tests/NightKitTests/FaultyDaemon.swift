import NightBus
import TestSupport

extension Desktop {
  /// The faults of a program that has nightd's name.
  enum Fault: String, CaseIterable {
    case repliesWithOtherTypes
    case reportsUnknownStyle
    case sendsKeysOfOtherTypes
    case sendsUnknownKeys
    case sendsThemeWithoutRoles
    case sendsThemeOfOtherTypes
    case sendsThemeOfOtherName
    case sendsTooManyKeys
    case refusesTheme
    case neverSendsTheme
    case neverReplies
  }

  private static let dark = BusValue.options([
    ("theme", .string("shore")), ("theme-digest", .string("0123")), ("contrast", .uint32(0)),
  ])

  private static func entry(_ kind: String, _ name: String, _ value: BusValue) -> BusValue {
    .options([
      ("kind", .string(kind)), ("name", .string(name)), ("from", .string("shore")),
      ("value", value),
    ])
  }

  private static let facts: [(String, BusValue)] = [
    ("name", .string("shore")), ("style", .string("dark")), ("digest", .string("0123")),
  ]

  private static let row = BusType.dictionary(.string, .variant)

  private static func theme(_ entries: [BusValue]) -> [BusValue] {
    [.options(facts), .array(row, entries)]
  }

  private static let white = BusValue.structure([.double(1), .double(1), .double(1), .double(1)])

  /// Starts a program in place of nightd that reports dark but has one fault.
  func startFaultyDaemon(_ fault: Fault) throws -> MadeUpService {
    var reply: [BusValue]? = [.string("dark"), .uint64(1), Self.dark]
    var theme: [BusValue]? = Self.theme([Self.entry("color", "surface", Self.white)])
    var preferences: [BusValue]? = [.uint32(7)]
    switch fault {
    case .repliesWithOtherTypes: reply = [.uint32(7), .string("dark")]
    case .reportsUnknownStyle: reply = [.string("sepia"), .uint64(1), Self.dark]
    case .sendsKeysOfOtherTypes:
      let members: [(String, BusValue)] = [
        ("theme", .uint32(7)), ("theme-digest", .double(1)), ("contrast", .string("high")),
        ("accent-color", .structure([.double(7), .double(.nan), .double(-1)])),
        ("reduced-motion", .string("")), ("fade", .string("slow")), ("since", .boolean(true)),
      ]
      reply = [.string("dark"), .uint64(1), .options(members)]
      theme = nil
    case .sendsUnknownKeys:
      reply = [
        .string("dark"), .uint64(1),
        .options([
          ("theme", .string("shore")), ("theme-digest", .string("0123")),
          ("moon", .structure([.string("full"), .array(.int64, [.int64(1)])])),
        ]),
      ]
    case .sendsThemeWithoutRoles: theme = Self.theme([])
    case .sendsThemeOfOtherTypes:
      theme = Self.theme([
        Self.entry("color", "surface", .string("#fff")),
        Self.entry("color", "link", .structure([.double(1)])),
        Self.entry("font", "title", .double(3)), Self.entry("image", "logo", .boolean(true)),
        Self.entry("number", "gap", .string("4")), Self.entry("smell", "rose", .int32(1)),
        Self.entry("view", "card", .array(.string, [])), .options([("kind", .uint32(1))]),
      ])
    case .sendsThemeOfOtherName:
      theme = [
        .options([
          ("name", .string("reef")), ("style", .string("dark")), ("digest", .string("9")),
        ]),
        .array(Self.row, [Self.entry("color", "surface", Self.white)]),
      ]
    case .sendsTooManyKeys:
      theme = Self.theme((0..<70_000).map { Self.entry("color", "c\($0)", Self.white) })
    case .refusesTheme: theme = [.uint32(0)]
    case .neverSendsTheme: theme = nil
    case .neverReplies:
      reply = nil
      theme = nil
      preferences = nil
    }
    var answers: [MadeUpService.Answer] = [
      .init("org.nightd.Night1.Style", "Subscribe", [], reply),
      .init("org.nightd.Night1.Themes", "Resolve", [.string], theme),
      .init("org.nightd.Night1.Preferences", "ReadAll", [.string], preferences),
    ]
    if fault == .neverReplies {
      // Without these methods, the bus library would reply with an error.
      let options = BusType.dictionary(.string, .variant)
      answers.append(.init("org.nightd.Night1.Control", "Set", [.string, options], nil))
      answers.append(.init("org.nightd.Night1.Themes", "List", [], nil))
    }
    return try MadeUpService(
      "org.nightd.Night1",
      at: "/org/nightd/Night1",
      bus.address,
      answers
    )
  }

  /// Waits, so that a test can show that something does not happen in this time.
  func pass(milliseconds: Int) throws { try Runner().run(milliseconds: milliseconds) }

  /// Returns once no program owns nightd's name.
  func awaitNoOwner() throws {
    let caller = try Caller(address: bus.address)
    while try caller.askBus("NameHasOwner", [.string(Caller.night.text)]) != [.boolean(false)] {}
  }

  /// Starts a portal that reports dark and high contrast, and no other setting.
  func startPortal() throws -> MadeUpService {
    try MadeUpService(
      "org.freedesktop.portal.Desktop",
      at: "/org/freedesktop/portal/desktop",
      bus.address,
      [
        // Older portals wrap the value in two variants.
        .init(
          "org.freedesktop.portal.Settings",
          "Read",
          [.string, .string],
          [.variant(.variant(.uint32(1)))]
        )
      ]
    )
  }
}

extension MadeUpService {
  func leave() { end() }
}
