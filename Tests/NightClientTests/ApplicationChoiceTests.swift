import NightBus
import NightClient
import NightCore
import TestSupport
import Testing

@Suite("Appearance follower: choice of an application")
struct ApplicationChoiceTests {
  @Test(
    "An application gets its choice even if the desktop's theme changes before the reply arrives"
  )
  func overtaken() throws {
    let bus = try PrivateBus()
    let runner = try Runner()
    let daemon = try ChoosingDaemon(bus.address, runner.loop)
    defer { daemon.leave() }
    let connection = try Client(address: bus.address).connect()
    try connection.attach(to: runner.loop)
    var styles: [Style] = []
    let follower = try AppearanceFollower(
      on: connection,
      runner.loop,
      .forbidden,
      timeout: 100
    ) { news in
      guard case .appearance(_, let appearance) = news else { return }
      styles.append(appearance.theme.theme.style)
      runner.loop.stop()
    }
    follower.follow(.application(ChoosingDaemon.application))
    try runner.run(until: { styles == [.dark] }, known: "\(styles)")
    daemon.choose()
    try runner.run(until: { styles.last == .light }, known: "\(styles)")
    withExtendedLifetime(follower) {}
  }
}

/// A fake nightd that replies to `GetFor` only after the desktop's theme has changed.
///
/// This daemon never sends a theme, so the follower uses the built-in themes.
private final class ChoosingDaemon {
  static let application = "org.example.Editor"

  private let connection: Connection
  private var hasChosen = false
  private var hasChanged = false
  private var unanswered: [Call] = []
  private var unsent: [Call] = []

  init(_ address: String, _ loop: Loop) throws {
    connection = try Connection(address: address)
    let gives = [
      Argument("style", .string), Argument("serial", .uint64),
      Argument("appearance", .dictionary(.string, .variant)),
    ]
    connection.server.export(
      Interface<ChoosingDaemon>(
        "org.nightd.Night1.Style",
        methods: [
          Method("Subscribe", [], gives: gives) { $1.answer($0.snapshot) },
          Method("GetFor", [Argument("app", .string)], gives: gives) { $0.getFor($1) },
        ]
      ),
      self,
      at: "/org/nightd/Night1"
    )
    connection.server.export(
      Interface<ChoosingDaemon>(
        "org.nightd.Night1.Themes",
        methods: [Method("Resolve", [Argument("word", .string)], gives: []) { $0.resolve($1) }]
      ),
      self,
      at: "/org/nightd/Night1"
    )
    try connection.attach(to: loop)
    _ = try connection.request("org.nightd.Night1", milliseconds: 5_000)
  }

  func leave() { connection.close() }

  /// Changes the application's choice to light.
  func choose() {
    hasChosen = true
    send("AppChanged", [.string(Self.application)])
  }

  private var snapshot: [BusValue] {
    let serial: UInt64 = hasChanged ? 2 : 1
    return [
      .string("dark"), .uint64(serial),
      .options([("theme", .string("mine")), ("theme-digest", .string("\(serial)"))]),
    ]
  }

  private func getFor(_ call: Call) {
    guard hasChosen else { return call.answer(snapshot) }
    unanswered.append(call)
    guard !hasChanged else { return answer() }
    hasChanged = true
    send("Changed", snapshot)
  }

  private func resolve(_ call: Call) {
    unsent.append(call)
    // The follower has received the new theme's name before this reply.
    if hasChanged { answer() }
  }

  private func answer() {
    for call in unanswered {
      call.answer([
        .string("light"), .uint64(2),
        .options([("theme", .string("daylight")), ("reason", .string("app"))]),
      ])
    }
    unanswered = []
  }

  private func send(_ member: MemberName, _ values: [BusValue]) {
    guard
      let signal = try? Message.signal(
        from: "/org/nightd/Night1",
        "org.nightd.Night1.Style",
        member,
        values
      )
    else { return }
    try? connection.send(signal)
  }
}
