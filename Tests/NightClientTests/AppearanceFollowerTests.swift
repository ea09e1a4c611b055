import Glibc
import NightBus
import NightClient
import NightCore
import TestSupport
import Testing

@Suite("Appearance follower")
struct AppearanceFollowerTests {
  @Test("If the daemon sends a theme again unchanged, the theme remains the same object")
  func same() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let runner = try Runner()
    let connection = try Client(address: desk.bus.address).connect()
    try connection.attach(to: runner.loop)
    var reported: [(subject: Subject, appearance: ThemedAppearance)] = []
    let follower = try AppearanceFollower(on: connection, runner.loop, .forbidden) { news in
      guard case .appearance(let subject, let appearance) = news else { return }
      reported.append((subject, appearance))
      runner.done()
    }
    for subject in [Subject.desktop, .style(.light), .style(.dark)] { follower.follow(subject) }
    while reported.count < 3 { try runner.run() }
    for style in ["dark", "light", "dark"] {
      let known = reported.count
      _ = try desk.nightctl("set", style)
      while reported.count == known { try runner.run() }
      let last = try #require(reported.last)
      #expect(last.subject == .desktop)
      let theme = last.appearance.theme
      let pinned = try #require(reported.first { $0.subject == .style(theme.theme.style) })
      #expect(theme === pinned.appearance.theme, "\(style)")
    }
    #expect(reported.count == 6)
    withExtendedLifetime(follower) {}
  }

  @Test("An application with its own style gets every change of that style's theme")
  func ownStyle() throws {
    let desk = try Desk()
    let folder = ".local/share/nightd/themes"
    try desk.home.write("{style: 'dark', colors: {surface: '#000001'}}", to: "\(folder)/mine.json5")
    try desk.home.write(
      "{style: 'dark', colors: {surface: '#000002'}}",
      to: "\(folder)/spare.json5"
    )
    try desk.startDaemon()
    #expect(try desk.nightctl("set", "light").exit == .exited(0))
    #expect(try desk.nightctl("prefs", "write", "theme.dark", "mine").exit == .exited(0))
    #expect(try desk.nightctl("set", "dark", "--app", "org.example.Editor").exit == .exited(0))
    let runner = try Runner()
    let connection = try Client(address: desk.bus.address).connect()
    try connection.attach(to: runner.loop)
    var shown: [Subject: [String]] = [:]
    let editor = Subject.application("org.example.Editor")
    let follower = try AppearanceFollower(on: connection, runner.loop, .forbidden) { news in
      guard case .appearance(let subject, let appearance) = news else { return }
      let theme = appearance.theme.theme
      let color = theme.origin == .builtIn ? "" : " \(theme.color("surface")?.text ?? "")"
      shown[subject, default: []].append(theme.name + color)
      runner.loop.stop()
    }
    for subject in [editor, .application("org.example.Plain")] { follower.follow(subject) }
    func wait(for theme: String) throws {
      try runner.run(until: { shown[editor]?.last == theme }, known: "\(theme): \(shown)")
    }
    try wait(for: "mine #000001")
    try desk.home.write("{style: 'dark', colors: {surface: '#000003'}}", to: "\(folder)/mine.json5")
    try wait(for: "mine #000003")
    #expect(unlink(desk.home.file("\(folder)/mine.json5")) == 0)
    try wait(for: "midnight")
    try desk.home.write("{style: 'dark', colors: {surface: '#000004'}}", to: "\(folder)/mine.json5")
    try wait(for: "mine #000004")
    #expect(try desk.nightctl("prefs", "write", "theme.dark", "spare").exit == .exited(0))
    try wait(for: "spare #000002")
    #expect(try desk.nightctl("prefs", "delete", "theme.dark").exit == .exited(0))
    try wait(for: "midnight")
    #expect(
      shown[editor] == [
        "mine #000001", "mine #000003", "midnight", "mine #000004", "spare #000002", "midnight",
      ],
      "each theme is reported once"
    )
    #expect(shown[.application("org.example.Plain")] == ["daylight"])
    withExtendedLifetime(follower) {}
  }

  @Test("If a theme changes too often to be fetched, the appearance is still reported")
  func endless() throws {
    let bus = try PrivateBus()
    let runner = try Runner()
    let restless = try Restless(bus.address, runner.loop)
    defer { restless.leave() }
    let connection = try Client(address: bus.address).connect()
    try connection.attach(to: runner.loop)
    var styles: [Style] = []
    let follower = try AppearanceFollower(
      on: connection,
      runner.loop,
      .forbidden,
      timeout: 250
    ) { news in
      guard case .appearance(_, let appearance) = news else { return }
      styles.append(appearance.theme.theme.style)
      runner.done()
    }
    follower.follow(.desktop)
    try runner.run()
    // Each subject requests its theme at a different change, so that there is always a pending
    // request.
    for subject in [Subject.style(.light), .style(.dark), .theme("night-vision")] {
      let known = restless.serial
      try runner.run(until: { restless.serial > known })
      follower.follow(subject)
    }
    var isSettled = false
    follower.whenSettled {
      isSettled = true
      runner.done()
    }
    try runner.run(until: { isSettled })
    #expect(!styles.isEmpty)
    withExtendedLifetime(follower) {}
  }
}

/// A fake nightd whose theme changes so often that its replies are always outdated.
private final class Restless {
  private let connection: Connection
  private var timer: Timer?
  private let loop: Loop
  private(set) var serial: UInt64 = 1
  private var unanswered: [Call] = []

  init(_ address: String, _ loop: Loop) throws {
    self.loop = loop
    connection = try Connection(address: address)
    let subscribe = Method<Restless>(
      "Subscribe",
      [],
      gives: [
        Argument("style", .string), Argument("serial", .uint64),
        Argument("appearance", .dictionary(.string, .variant)),
      ]
    ) { restless, call in call.answer(restless.snapshot) }
    let resolve = Method<Restless>("Resolve", [Argument("word", .string)], gives: []) {
      $0.unanswered.append($1)
    }
    connection.server.export(
      Interface<Restless>("org.nightd.Night1.Style", methods: [subscribe]),
      self,
      at: "/org/nightd/Night1"
    )
    connection.server.export(
      Interface<Restless>("org.nightd.Night1.Themes", methods: [resolve]),
      self,
      at: "/org/nightd/Night1"
    )
    try connection.attach(to: loop)
    _ = try connection.request("org.nightd.Night1", milliseconds: 5_000)
    timer = loop.timer { [unowned self] in change() }
    timer?.set(milliseconds: 100)
  }

  private var snapshot: [BusValue] {
    [
      .string("dark"), .uint64(serial),
      .options([("theme", .string("theme-\(serial)")), ("theme-digest", .string("\(serial)"))]),
    ]
  }

  func leave() {
    timer = nil
    connection.close()
  }

  private func change() {
    serial += 1
    if let signal = try? Message.signal(
      from: "/org/nightd/Night1",
      "org.nightd.Night1.Style",
      "Changed",
      snapshot
    ) {
      try? connection.send(signal)
    }
    timer?.set(milliseconds: 100)
    loop.stop()
  }
}
