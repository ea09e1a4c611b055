import NightCore
import NightStore
import Testing

@Suite struct PublishedStateTests {
  private static let noon = Instant(iso: "2026-11-25T12:00:00.25Z")

  /// A state in which every member differs from its default.
  private static func full() throws -> PublishedState {
    var appearance = Appearance(
      style: .dark,
      choice: .schedule,
      isChosen: true,
      reason: .hold,
      since: try #require(noon),
      next: noon?.adding(microseconds: 60_000_000),
      nextStyle: .light
    )
    appearance.theme = "sea"
    appearance.themeDigest = "0123456789abcdef"
    appearance.isHighContrast = true
    appearance.accent = Accent(red: 1, green: 0.1, blue: 1 / 3.0)
    appearance.isMotionReduced = true
    appearance.holdUntil = noon?.adding(microseconds: 30_000_000)
    appearance.fade = 120
    appearance.desktop = .dark
    appearance.isByDesktop = true
    appearance.isInhibited = true
    return PublishedState(
      locked: 1 << 61,
      version: "1.2.3",
      bus: .socket(device: 26, inode: .max),
      snapshot: Snapshot(serial: 7, appearance: appearance),
      palette: PublishedPalette(
        members: [.init(name: "surface", value: .string("#123456"))],
        ancestors: ["midnight"],
        isComplete: true
      )
    )
  }

  @Test("A published state is read as it was written")
  func roundTrip() throws {
    let state = try Self.full()
    #expect(PublishedState(state.line) == state)
    var abstract = state
    abstract.bus = .abstract("/tmp/dbus-x,y z")
    #expect(PublishedState(abstract.line) == abstract)
    var unknown = state
    unknown.bus = nil
    unknown.palette = .unknown
    #expect(PublishedState(unknown.line) == unknown)
  }

  @Test("The published line contains every member of `get --json`, and ends with its only line end")
  func members() throws {
    let state = try Self.full()
    let members = state.snapshot.json().text(pretty: false).dropFirst().dropLast()
    let line = state.text
    #expect(line.contains(members))
    #expect(line.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(line.hasSuffix("\"colors\":{\"surface\":\"#123456\"}}\n"))
  }

  @Test("If a published line is truncated, it is not read as a state")
  func cutOff() throws {
    let line = try Self.full().line
    for count in 0..<line.count { #expect(PublishedState(Array(line.prefix(count))) == nil) }
  }

  @Test(
    "A published line is not read if it has another format or lacks a required member",
    arguments: [
      ("\"format\":1", "\"format\":2"), ("\"format\":1", "\"format\":\"1\""),
      ("\"locked\":2305843009213693952", "\"locked\":0"),
      ("\"locked\":2305843009213693952", "\"locked\":-1"),
      ("\"style\":\"dark\"", "\"style\":\"dusk\""), ("\"style\":\"dark\",", ""),
      ("\"serial\":7", "\"serial\":\"7\""), ("\"version\":\"1.2.3\",", ""), ("}}", "}}x"),
      ("{\"format\"", "[{\"format\""),
      ("\"hold-until\":\"2026-", "\"hold-until\":\"soon-"),
      ("\"next\":\"2026-11-25T", "\"next\":\"2026-02-31T"),
    ]
  )
  func malformed(old: String, new: String) throws {
    let line = try Self.full().text
    try #require(line.contains(old))
    #expect(PublishedState(Array(line.replacing(old, with: new).utf8)) == nil)
  }

  @Test("Unknown members of a published line are ignored, because a newer version may write them")
  func unknownMembers() throws {
    let state = try Self.full()
    let line = state.text.replacing("{\"format\"", with: "{\"new\":[{\"x\":1}],\"format\"")
    #expect(PublishedState(Array(line.utf8)) == state)
  }

  @Test("If a built-in theme is published, the palette has exactly the theme's colours")
  func builtIn() throws {
    var line = ThemeLine("midnight", find: BuiltInThemes.text)
    let resolved = line.resolve()
    let theme = try #require(resolved)
    let palette = PublishedPalette(theme)
    #expect(palette.isComplete)
    #expect(palette.ancestors == [])
    for (role, color) in palette.colors { #expect(theme.color(role) == color) }
    #expect(palette.colors.count == theme.entries.count)
  }

  @Test("A published theme is treated as complete even if it lacks its colours' descriptions")
  func described() {
    func isComplete(_ description: String?, definedBy name: String) -> Bool {
      let entry = Theme.Entry(
        ThemeKey(.color, "surface"),
        .color(Color(red: 0, green: 0, blue: 0)),
        description: description,
        definedBy: name
      )
      return PublishedPalette(
        Theme(
          name: "sea",
          style: .dark,
          origin: .user,
          description: nil,
          author: nil,
          ancestors: ["midnight"],
          entries: [entry],
          digest: "x",
          folders: [:]
        )
      ).isComplete
    }
    #expect(isComplete("pages", definedBy: "sea"))
    #expect(isComplete(nil, definedBy: "sea"))
    #expect(isComplete("pages", definedBy: "midnight"))
  }

  @Test("If a theme has values other than colours, it is published as incomplete")
  func incomplete() {
    let ink = Color(red: 0.1, green: 0.2, blue: 1 / 3.0)
    let palette = PublishedPalette(
      Theme(
        name: "sea",
        style: .dark,
        origin: .user,
        description: nil,
        author: nil,
        ancestors: ["midnight"],
        entries: [
          .init(ThemeKey(.color, "surface"), .color(ink), description: nil, definedBy: "sea"),
          .init(ThemeKey(.number, "radius"), .number(4), description: nil, definedBy: "sea"),
        ],
        digest: "x",
        folders: [:]
      )
    )
    #expect(!palette.isComplete)
    #expect(palette.colors.map(\.color) == [ink])
  }
}

@Suite struct BusIdentityTests {
  private static let sockets = ["/run/ada/bus": 1, "/run/ada/b us": 2, "/tmp/other": 3]

  private static func look(_ path: String) -> (device: UInt64, inode: UInt64)? {
    sockets[path].map { (5, UInt64($0)) }
  }

  private static func socket(_ number: UInt64) -> SessionBusOfEnvironment {
    .identified(.socket(device: 5, inode: number))
  }

  @Test(
    "If a bus address leads to no socket, the bus is treated as unidentified",
    arguments: [
      ("unix:path=/run/ada/bus", socket(1)),
      ("unix:path=/run/ada/bus,guid=0123456789abcdef0123456789abcdef", socket(1)),
      ("unix:guid=0,path=/run/ada/bus", socket(1)), ("unix:path=/run/ada/b%20us", socket(2)),
      ("unix:runtime=yes", socket(1)), ("autolaunch:;unix:path=/tmp/other", socket(3)),
      ("unix:path=/tmp/other;", socket(3)),
      ("unix:abstract=/tmp/dbus-1,guid=0", .identified(.abstract("/tmp/dbus-1"))),
      ("unix:abstract=/tmp/dbus%2d1", .identified(.abstract("/tmp/dbus-1"))),
      ("unix:path=/run/ada/gone", .unidentified),
      ("unix:path=/run/ada/bus;unix:path=/tmp/other", .unidentified),
      ("tcp:host=localhost,port=1", .unidentified), ("unix:tmpdir=/tmp", .unidentified),
      ("unix:", .unidentified), ("unix:path", .unidentified), ("autolaunch:", .unidentified),
      ("unix:path=%", .unidentified), ("unix:path=%2", .unidentified),
      ("unix:path=/run/ada/b%zzus", .unidentified), ("unix:path=/run/%00", .unidentified),
      ("unix:path=/%ff", .unidentified), ("x", .unidentified),
    ]
  )
  func address(text: String, bus: SessionBusOfEnvironment) {
    let environment = ["XDG_RUNTIME_DIR": "/run/ada", "DBUS_SESSION_BUS_ADDRESS": text]
    #expect(SessionBusOfEnvironment(environment: { environment[$0] }, look: Self.look) == bus)
  }

  @Test(
    "Without DBUS_SESSION_BUS_ADDRESS, the bus is the usual socket in the runtime folder",
    arguments: [
      (["XDG_RUNTIME_DIR": "/run/ada"], socket(1)),
      (["XDG_RUNTIME_DIR": "/run/ada", "DBUS_SESSION_BUS_ADDRESS": ""], socket(1)),
      (["XDG_RUNTIME_DIR": "/run/eve"], .none), (["XDG_RUNTIME_DIR": "run/ada"], .none),
      ([:], .none),
    ] as [([String: String], SessionBusOfEnvironment)]
  )
  func usual(environment: [String: String], bus: SessionBusOfEnvironment) {
    #expect(SessionBusOfEnvironment(environment: { environment[$0] }, look: Self.look) == bus)
  }
}

extension PublishedState {
  fileprivate var text: String { String(decoding: line, as: UTF8.self) }
}
