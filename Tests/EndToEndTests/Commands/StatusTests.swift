import NightBus
import TestSupport
import Testing

@Suite struct StatusTests {
  /// The time `2026-11-21T07:38:00…` as `status` shows it in UTC.
  private func shown(_ json: String) throws -> String {
    let match = try #require(json.firstMatch(of: #/"since":"(.{10})T(.{5})/#))
    return "\(match.1) \(match.2)"
  }

  @Test("Until somebody chooses a style, `status` reports that the fallback is in effect")
  func fallback() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let json = try desk.nightctl("status", "--json").output
    let store =
      #","store":"\#(desk.storePath)","findings":[],"theme-mistakes":[],"choice-origin":"registered","desktop-ignored":false}"#
    let expected = GetAndSetTests.fallback.dropLast(2) + store + "\n"
    #expect(json.timeless == expected)
    let finished = try desk.nightctl("status")
    #expect(finished.exit == .exited(0))
    #expect(
      finished.output == """
        style    light
        since    \(try shown(json))
        why      nobody has chosen anything yet
        decides  nobody yet, because no choice has been made
        desktop  unknown: nothing reports its preference; use nightctl set light, dark or schedule to decide without the desktop
        kept in  \(desk.storePath)

        """
    )
  }

  @Test(
    "`status` reports a stored choice, and prints times in the local time zone",
    arguments: ["dark", "light"]
  )
  func chosen(style: String) throws {
    let desk = try Desk()
    try desk.startDaemon()
    let monitor = try Monitor(desk)
    try desk.replaceStore(Desk.intent(style))
    while try monitor.next() != "PropertiesChanged" {}
    for (zone, time) in ["UTC": "07:00", "CET-1": "08:00", "XXX+8": "23:00"] {
      let status = try desk.nightctl("status", adding: ["TZ": zone]).output
      // The style was already light, so storing light changes nothing, and `status` names no
      // program. The age of the choice depends on the date, so the test leaves it out.
      let why = try #require(status.firstMatch(of: #/why      (.+)\n/#)).1
      #expect(why.hasPrefix(style == "dark" ? "another nightd stored it" : "you set it at "))
      let who = style == "dark" ? "by       another nightd\n" : ""
      let day = zone == "XXX+8" ? "2026-11-20" : "2026-11-21"
      #expect(
        status == """
          style    \(style)
          since    \(day) \(time)
          why      \(why)
          \(who)decides  your choice of \(style)
          kept in  \(desk.storePath)

          """
      )
    }
  }

  @Test(
    "`nightctl status` starts the daemon if none runs",
    arguments: [["status"], ["status", "--json"]]
  )
  func starts(arguments: [String]) throws {
    let desk = try Desk.withActivation()
    let finished = try Program.run(Built.nightctl, arguments, environment: desk.environment)
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.output.contains("light"))
    #expect(finished.errors == "")
  }

  /// The interface that every daemon has, but without the method `Why`.
  private static let style = Interface<Void>(
    .style,
    methods: [
      Method(
        "Get",
        [],
        gives: [
          Argument("style", .string), Argument("serial", .uint64),
          Argument("appearance", .dictionary(.string, .variant)),
        ]
      ) { _, call in
        call.answer([.string("dark"), .uint64(1), .options([("choice", .string("schedule"))])])
      }
    ]
  )

  @Test(
    "If the running daemon is too old for `status` or `why`, the command advises a restart",
    arguments: ["status", "why"]
  )
  func older(command: String) throws {
    let desk = try Desk()
    let address = desk.bus.address
    let opened = Handover<Mailbox>()
    _ = Worker.start {
      do throws(BusError) {
        let connection = try Connection(address: address)
        let loop = try Loop()
        connection.server.export(Self.style, (), at: Caller.object)
        connection.server.export(Interface<Void>(.control), (), at: Caller.object)
        _ = try connection.request(Caller.night, milliseconds: 10_000)
        try connection.attach(to: loop)
        opened.give(loop.mailbox)
        try loop.run()
        connection.close()
      } catch {
        opened.give(nil)
      }
    }
    let mailbox = try #require(opened.take())
    defer { mailbox.post { $0.stop() } }
    #expect(try desk.nightctl("get").output == "dark\n")
    for words in [[command], [command, "--json"]] {
      let finished = try Program.run(Built.nightctl, words, environment: desk.environment)
      #expect(finished.exit == .exited(1), "\(finished)")
      #expect(finished.output == "")
      #expect(
        finished.errors
          == "nightctl: org.nightd.Night1.Control has no method Why: this nightd is older than "
          + "nightctl; to start the new one, run systemctl --user restart nightd\n"
      )
    }
  }
}
