import Glibc
import NightBus
import NightClient
import NightContract
import NightCore
import TestSupport
import Testing

@Suite("Appearance follower: themes of applications")
struct ApplicationThemeFollowerTests {
  private static let folder = ".local/share/nightd/themes"
  private static let name = "org.example.Editor"

  /// Follows one application and the desktop, and records all notifications.
  private final class Watcher {
    let runner: Runner
    private let connection: Connection
    private var follower: AppearanceFollower?
    private(set) var shown: [Subject: [String]] = [:]

    init(_ desk: Desk, _ subjects: [Subject]) throws {
      runner = try Runner()
      connection = try Client(address: desk.bus.address).connect()
      try connection.attach(to: runner.loop)
      follower = try AppearanceFollower(on: connection, runner.loop, .forbidden) { [weak self] in
        guard let self, case .appearance(let subject, let appearance) = $0 else { return }
        let theme = appearance.theme.theme
        let color = theme.origin == .builtIn ? "" : " \(theme.color("surface")?.text ?? "")"
        // Each notification has an appearance together with the theme that belongs to it.
        #expect(theme.style == appearance.style)
        shown[subject, default: []].append(theme.name + color)
        runner.loop.stop()
      }
      for subject in subjects { follower?.follow(subject) }
    }

    func wait(_ subject: Subject, for theme: String) throws {
      try runner.run(until: { shown[subject]?.last == theme }, known: "\(theme): \(shown)")
    }
  }

  private static let editor = Subject.application(name)

  private func put(_ desk: Desk, _ name: String, _ text: String) throws {
    try desk.home.write(text, to: "\(Self.folder)/.\(name).new")
    let path = desk.home.file(Self.folder)
    #expect(rename("\(path)/.\(name).new", "\(path)/\(name).json5") == 0)
  }

  private func run(_ desk: Desk, _ words: String...) throws {
    let finished = try desk.nightctl(words)
    #expect(finished.exit == .exited(0), "\(finished)")
  }

  private func desk() throws -> Desk {
    let desk = try Desk()
    try put(desk, "own", "{style: 'dark', parent: 'base', colors: {surface: '#000001'}}")
    try put(desk, "base", "{style: 'dark'}")
    try put(desk, "spare", "{style: 'dark', colors: {surface: '#000002'}}")
    try put(desk, "day", "{style: 'light', colors: {surface: '#fffff1'}}")
    return desk
  }

  @Test("An application with its own themes never shows a theme of the desktop")
  func own() throws {
    let desk = try desk()
    var daemon = try desk.startDaemon()
    try run(desk, "theme", "use", "--dark", "own", "--light", "day", "--app", Self.name)
    let watcher = try Watcher(desk, [Self.editor, .desktop, .application("org.example.Plain")])
    try watcher.wait(Self.editor, for: "day #fffff1")
    try run(desk, "set", "dark")
    try watcher.wait(Self.editor, for: "own #000001")
    try run(desk, "set", "light")
    try watcher.wait(Self.editor, for: "day #fffff1")
    try run(desk, "set", "dark")
    try watcher.wait(Self.editor, for: "own #000001")
    try put(desk, "own", "{style: 'dark', parent: 'base', colors: {surface: '#000003'}}")
    try watcher.wait(Self.editor, for: "own #000003")
    try put(desk, "base", "{style: 'dark', colors: {link: '#000004'}}")
    try watcher.runner.run(until: { watcher.shown[Self.editor]?.count == 6 })
    try run(desk, "theme", "use", "spare", "--app", Self.name)
    try watcher.wait(Self.editor, for: "spare #000002")
    daemon.send(signal: SIGTERM)
    #expect(try daemon.wait() == .exited(0))
    daemon = try desk.startDaemon()
    try watcher.runner.run(until: { watcher.shown[Self.editor]?.count == 8 })
    try run(desk, "set", "light")
    try watcher.wait(.desktop, for: "daylight")
    try run(desk, "set", "follow", "--app", Self.name)
    try watcher.wait(Self.editor, for: "day #fffff1")
    #expect(
      watcher.shown[Self.editor] == [
        "day #fffff1", "own #000001", "day #fffff1", "own #000001", "own #000003", "own #000003",
        "spare #000002", "spare #000002", "day #fffff1",
      ],
      "each change is reported once; the first report after a restart repeats the last one"
    )
    try run(desk, "theme", "use", "follow", "--app", Self.name)
    try watcher.wait(Self.editor, for: "daylight")
    try run(desk, "set", "dark")
    try watcher.wait(Self.editor, for: "midnight")
    #expect(
      watcher.shown[.application("org.example.Plain")] == watcher.shown[.desktop],
      "an application without a theme of its own follows the desktop"
    )
  }

  @Test(
    "When the style changes, an application shows its own theme for the new style at once"
  )
  func other() throws {
    let desk = try desk()
    try desk.startDaemon()
    try run(desk, "theme", "use", "--dark", "own", "--app", Self.name)
    let watcher = try Watcher(desk, [Self.editor])
    try watcher.wait(Self.editor, for: "daylight")
    for _ in 0..<5 {
      try run(desk, "set", "dark")
      try watcher.wait(Self.editor, for: "own #000001")
      try run(desk, "set", "light")
      try watcher.wait(Self.editor, for: "daylight")
    }
    try run(desk, "theme", "use", "day")
    try watcher.wait(Self.editor, for: "day #fffff1")
    try run(desk, "theme", "use", "spare", "--for", "1h")
    try watcher.wait(Self.editor, for: "own #000001")
    #expect(watcher.shown[Self.editor]?.contains("midnight") == false)
    #expect(watcher.shown[Self.editor]?.contains("spare #000002") == false)
  }

  @Test("An application keeps the last good version of a broken theme, but drops a removed theme")
  func broken() throws {
    let desk = try desk()
    try desk.startDaemon()
    try run(desk, "theme", "use", "own", "--app", Self.name)
    let watcher = try Watcher(desk, [Self.editor])
    try watcher.wait(Self.editor, for: "own #000001")
    try put(desk, "own", "{style: 'dark', colors: {surface: '#0")
    while try !desk.nightctl("status").output.contains("\nbroken ") {}
    try put(desk, "own", "{style: 'dark', colors: {surface: '#000005'}}")
    try watcher.wait(Self.editor, for: "own #000005")
    #expect(unlink(desk.home.file("\(Self.folder)/own.json5")) == 0)
    try watcher.wait(Self.editor, for: "midnight")
    try put(desk, "own", "{style: 'dark', colors: {surface: '#000006'}}")
    try watcher.wait(Self.editor, for: "own #000006")
    #expect(
      watcher.shown[Self.editor] == ["own #000001", "own #000005", "midnight", "own #000006"]
    )
  }

  @Test("A client that asks for an application's theme gets the application's appearance")
  func demand() throws {
    let desk = try desk()
    try desk.startDaemon()
    let client = Client(address: desk.bus.address)
    let runner = try Runner()
    try client.connect().attach(to: runner.loop)
    var answers: [Result<Snapshot, ClientError>] = []
    for theme in ["own", "onw", ""] {
      client.start(Request.useThemeFor.with((NamedApplication(Self.name), theme, NoOptions()))) {
        answers.append($0)
        runner.done()
      }
      try runner.run()
    }
    let used = try answers[0].get().appearance
    #expect(used.theme == "own" && used.isThemeOwn == true && used.reason == .app)
    #expect(
      answers[1]
        == .failure(.refused(.unknownTheme, "there is no theme “onw”; did you mean own?"))
    )
    let removed = try answers[2].get().appearance
    #expect(removed.theme == "midnight" && removed.isThemeOwn == nil)
    #expect(try client.applicationThemes().isEmpty)
  }
}
