import TestSupport
import Testing

/// How `nightctl status` reports whose choice is in effect: the person's, a file's or the
/// administrator's.
@Suite("nightctl status with files and locks")
struct StatusLayerTests {
  private let desk: Desk
  private let user: String
  private let system: String
  private let locks: String

  init() throws {
    desk = try Desk()
    user = desk.home.file(".config/nightd/config.json5")
    system = desk.home.file("system/nightd/config.json5")
    locks = desk.home.file("system/nightd/locks")
  }

  private func start() throws -> Program {
    try desk.startDaemon(adding: ["XDG_CONFIG_DIRS": desk.home.file("system")])
  }

  /// The lines of `status` from `why` to the one before `kept in`.
  private func told() throws -> String {
    let finished = try desk.nightctl("status")
    #expect(finished.exit == .exited(0), "\(finished)")
    return finished.output.split(separator: "\n").drop { !$0.hasPrefix("why") }
      .prefix { !$0.hasPrefix("kept in") }.joined(separator: "\n")
      .replacing(#/process \d+/#, with: "process …")
  }

  @Test("If config.json5 sets the choice, `status` prints the file, line and column of the choice")
  func userFile() throws {
    try desk.home.write("{choice: 'dark'}", to: ".config/nightd/config.json5")
    _ = try start()
    #expect(
      try told() == """
        why      your config.json5 says so (\(user):1:10)
        decides  your config.json5 says dark (\(user):1:10)
        """
    )
    #expect(
      try desk.nightctl("status", "--json").output
        .contains(#""choice-origin":"user","choice-place":"\#(user):1:10""#)
    )
    try desk.nightctl("set", "light")
    #expect(
      try told() == """
        why      you set it with nightctl a moment ago
        by       nightctl (process …)
        decides  your choice of light
        """
    )
  }

  @Test(
    "If a lock overrides the user's choice, `status` says so and shows the administrator's file"
  )
  func locked() throws {
    try desk.home.write("{choice: 'dark'}", to: "system/nightd/config.json5")
    try desk.home.write(Desk.intent("light"), to: Desk.store)
    try desk.home.write("choice", to: "system/nightd/locks")
    _ = try start()
    #expect(
      try told() == """
        why      the system-wide config.json5 says so (\(system):1:10)
        decides  the system-wide config.json5 says dark (\(system):1:10)
        locked   \(locks):1:1
                 your choice of light has no effect because of the lock
        """
    )
    let json = try desk.nightctl("status", "--json").output
    #expect(json.contains(#""choice-origin":"system","choice-place":"\#(system):1:10""#))
    #expect(json.contains(#""choice-lock":"\#(locks):1:1""#))
  }

  @Test(
    "If a lock hides the user's choice, `status` shows the lock and says that the desktop decides"
  )
  func bare() throws {
    try desk.home.write(Desk.intent("dark"), to: Desk.store)
    try desk.home.write("choice", to: "system/nightd/locks")
    _ = try start()
    #expect(
      try told() == """
        why      the desktop decides, and nothing reports what it prefers
        decides  the desktop; the administrator has locked this (\(locks), line 1)
        desktop  unknown: nothing reports its preference
        locked   \(locks):1:1
                 your choice of dark has no effect because of the lock
        """
    )
  }
}
