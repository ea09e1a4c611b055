import Glibc
import TestSupport
import Testing

@Suite(
  "Hanging file system below a watched path",
  .enabled(if: HangingFolder.isPossible, "no file system can be mounted and served here")
)
struct HangingWatchTests {
  /// A change after which nightd must access a path that hangs.
  struct Change: CustomTestStringConvertible, Sendable {
    let what: String
    /// Shell code that prepares the home folder; `$slow` is a folder with config.json5 and
    /// theme.json5, and may hang.
    let before: String
    let change: String
    /// A command, and a string that its output contains once the disk answers again.
    let later: (words: [String], text: String)
    var testDescription: String { what }
  }

  private static let themes = ".local/share/nightd/themes"
  private static let fade = (words: ["prefs", "read", "fade"], text: "7\n")

  static let changes = [
    Change(
      what: "config.json5 becomes a link to a file that hangs",
      before: "mkdir -p .config/nightd; echo '{fade: 5}' >.config/nightd/config.json5",
      change: "cd .config/nightd; rm config.json5; ln -s $slow/config.json5 config.json5",
      later: fade
    ),
    Change(
      what: "the folder of config.json5 becomes a link to a folder that hangs",
      before:
        "mkdir -p .config/old; ln -s old .config/nightd; echo '{fade: 5}' >.config/old/config.json5",
      change: "ln -s $slow l; mv -T l .config/nightd",
      later: fade
    ),
    Change(
      what: "a folder above is moved away and back",
      before: "mkdir -p .config; ln -s $slow .config/nightd",
      change: "mv .config other; mv other .config",
      later: fade
    ),
    Change(
      what: "a theme is added next to a theme that hangs",
      before: "mkdir -p \(themes); ln -s $slow \(themes)/slow",
      change: "mkdir \(themes)/other; echo '{style: \"dark\"}' >\(themes)/other/theme.json5",
      later: (["theme", "list"], "other")
    ),
    Change(
      what: "the link to the theme in use is replaced",
      before: "mkdir -p \(themes); ln -s $slow \(themes)/slow",
      change: "ln -s $slow/. l; mv -T l \(themes)/slow",
      later: (["theme", "show", "slow"], "slow")
    ),
  ]

  @Test(
    "While a watched disk hangs, nightd answers all calls; afterwards, it reads the watched files",
    .timeLimit(.minutes(2)),
    arguments: changes
  )
  func change(_ change: Change) throws {
    let desk = try Desk()
    let slow = try desk.home.makeFolder("slow")
    let files = ["config.json5": "{fade: 7}", "theme.json5": "{style: 'dark'}"]
    let hanging = try HangingFolder(slow, files)
    defer { hanging.end() }
    func run(_ text: String) throws {
      let done = try desk.shell("set -e; cd; slow='\(slow)'; \(text)")
      try #require(done.exit == .exited(0), "\(done)")
    }
    try run(change.before)
    // Turn off the search for leaks: at the daemon's end it would stop all threads, but one of them
    // waits for the disk.
    let daemon = try desk.startDaemon(adding: Strace.environment([:]))
    _ = try desk.nightctl("theme", "list")
    _ = try desk.nightctl("theme", "use", "slow")
    try desk.set("light")
    let watch = try desk.start("watch")
    defer { watch.killGroup() }
    _ = try watch.nextLine()
    hanging.hang()
    try run(change.change)
    for style in ["dark", "light", "dark", "light"] {
      try Self.soon("set") { try desk.set(style) }
      try Self.soon("get") {
        let shown = try desk.style()
        #expect(shown == style)
      }
      try Self.soon("watch") {
        while try watch.nextLine() != style { continue }
      }
    }
    hanging.goOn()
    try Self.soon("read", within: .seconds(20)) {
      while try !desk.nightctl(change.later.words).output.contains(change.later.text) { continue }
    }
    hanging.hang()
    try run(
      "mkdir -p .config .local/share; for f in .config .local/share; do mv $f f; mv f $f; done"
    )
    try Self.soon("SIGTERM") {
      daemon.send(signal: SIGTERM)
      let exit = try daemon.wait(timeout: .seconds(15))
      #expect(exit == .exited(0))
    }
  }

  /// Checks that a step is quick: it takes a few milliseconds, or more on a busy machine.
  private static func soon(
    _ what: String,
    within limit: Duration = .seconds(3),
    _ body: () throws -> Void
  ) throws {
    let began = ContinuousClock.now
    try body()
    let took = ContinuousClock.now - began
    #expect(took < limit, "\(what) took \(took)")
  }
}
