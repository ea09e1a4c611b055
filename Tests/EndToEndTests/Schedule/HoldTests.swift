import TestSupport
import Testing

/// Holds, made on the command line.
@Suite struct HoldTests {
  /// A time zone in which it is now about noon.
  ///
  /// In this zone, neither midnight nor a change of the schedule comes between two answers, because
  /// without a place the schedule follows the clock.
  private static let noon: [String: String] = {
    // In the names of these zones, positive hours are west.
    let west = MachineClock.now / 3_600_000_000 % 24 - 12
    return ["TZ": "Etc/GMT\(west < 0 ? "" : "+")\(west)"]
  }()

  private let desk: Desk
  private let daemon: Program

  init() throws {
    desk = try Desk()
    let system = ["XDG_CONFIG_DIRS": desk.home.file("system")]
    daemon = try desk.startDaemon(adding: system.merging(Self.noon) { $1 })
  }

  private func nightctl(_ words: String...) throws -> Finished { try nightctl(words) }

  private func nightctl(_ words: [String]) throws -> Finished {
    try desk.nightctl(words, adding: Self.noon)
  }

  private func json(_ words: String...) throws -> String {
    let finished = try nightctl(words + ["--json"])
    #expect(finished.exit == .exited(0), "\(finished)")
    return finished.output
  }

  /// The time that the JSON gives for this name, in the form `2026-11-21T16:05`.
  private func time(_ name: String, _ json: String) throws -> String {
    let parts = json.split(separator: "\"\(name)\":\"")
    return String(try #require(parts.count == 2 ? parts.last?.prefix(16) : nil))
  }

  /// Runs nightctl on a terminal, and returns its output.
  private func told(_ words: String) throws -> String {
    let zone = Self.noon.map { "\($0)=\($1)" }.joined()
    let finished = try desk.shell("\(zone) script -qec \"$NIGHTCTL \(words)\" /dev/null")
    #expect(finished.exit == .exited(0), "\(finished)")
    return finished.output
  }

  @Test("A hold overrides the choice, and `nightctl resume` restores the choice")
  func overChoice() throws {
    try desk.set("dark")
    let held = try json("set", "light", "--for", "2h")
    #expect(held.contains(#""style":"light""#))
    #expect(held.contains(#""choice":"dark""#))
    #expect(held.contains(#""reason":"hold""#))
    #expect(held.contains(#""next-style":"dark""#))
    #expect(try time("hold-until", held) == time("next", held))
    #expect(try time("since", held) < time("hold-until", held))
    let status = try nightctl("status").output
    #expect(
      status.contains(#/\nheld     until \d\d:\d\d (today|tomorrow); then it is dark, as chosen\n/#)
    )
    #expect(status.contains(#/\nnext     dark at \d\d:\d\d (today|tomorrow)\n/#))
    let back = try json("resume")
    #expect(back.contains(#""style":"dark""#))
    #expect(!back.contains("hold-until"))
    #expect(try json("resume") == back)
    #expect(try nightctl("resume").output == "")
  }

  static let ends = [
    ["--until", "tomorrow"], ["--until", "tomorrow 07:00"], ["--until", "23:59"],
    ["--until", "sunset"], ["--until=dusk@-4"], ["--until=sunrise"], ["--for=400d"],
    ["--for", "1m"],
  ]

  @Test(
    "`set` and `toggle` accept every form in which the end of a hold can be written",
    arguments: ends
  )
  func ways(words: [String]) throws {
    try desk.set("light")
    for way in [["set", "dark"], ["toggle"]] {
      let finished = try nightctl(way + words + ["--json"])
      #expect(finished.output.contains(#""reason":"hold""#), "\(finished)")
    }
    #expect(try desk.style() == "light", "a toggle during a hold is a hold too")
  }

  static let futile = [
    (["--until", "2020-01-01"], "the end of the hold is in the past"),
    (["--until", "2020-01-01T00:00:00Z"], "the end of the hold is in the past"),
    (["--until", "9999-12-31"], "a hold lasts 400 days at most"),
    (
      ["--until", "next"],
      "no automatic change is due, so there is no next time"
    ),
  ]

  @Test(
    "If the end of a hold is past, too far away or unknown, the hold is refused without any change",
    arguments: futile
  )
  func refused(words: [String], sentence: String) throws {
    try desk.set("light")
    let before = desk.storeIdentity
    let finished = try nightctl(["set", "dark"] + words)
    #expect(finished.exit == .exited(1))
    #expect(finished.errors == "nightctl: \(sentence)\n")
    #expect(try desk.style() == "light")
    #expect(desk.storeIdentity == before)
  }

  @Test("A lock overrides a hold; until the lock is removed, new holds, `toggle` and `resume` fail")
  func locked() throws {
    _ = try nightctl("set", "dark", "--for", "2h")
    try desk.home.write("choice\n", to: "system/nightd/locks")
    #expect(try daemon.awaitError("the style is now light (by default)"))
    for words in [["set", "dark", "--for", "1h"], ["toggle", "--until", "23:59"], ["resume"]] {
      let finished = try nightctl(words)
      #expect(finished.exit == .exited(1), "\(finished)")
      #expect(finished.errors.hasPrefix("nightctl: choice is locked by "))
    }
  }

  @Test(
    "Under a schedule, `set` and `toggle` hold a style until the next change, and print its time"
  )
  func schedule() throws {
    // The second line of the output says that the place is unknown.
    let first = try #require(told("set schedule").split(separator: "\r\n").first)
    let plain = first + "\r\n"
    let style = try desk.style()
    let other = style == "dark" ? "light" : "dark"
    let line = try #require(plain.wholeMatch(of: #/(light|dark) until (\d\d:\d\d)\r\n/#))
    #expect(line.1 == style)
    // When this hold ends, the schedule has the same style as the hold. So the style changes only
    // some time after the end of the hold.
    func isHeld(_ answer: String) -> Bool {
      guard let held = answer.wholeMatch(of: #/(\w+) until .+, held until (\d\d:\d\d)\r\n/#) else {
        return false
      }
      return held.1 == other && held.2 == line.2
    }
    #expect(try isHeld(told("set \(other)")))
    // Choosing the style that the schedule has now ends the hold.
    #expect(try told("set \(style)") == plain)
    #expect(try isHeld(told("toggle")))
    #expect(try told("toggle") == plain)
    #expect(try isHeld(told("set \(other) --until next")))
    #expect(try told("resume") == plain)
    #expect(try told("set \(other) --until tomorrow").hasSuffix("until 00:00\r\n"))
    let longer = try told("set \(style) --for 3d")
    let days = #/until [A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d \(3 days\)/#
    #expect(longer.contains(days), "\(longer)")
    #expect(try told("set \(style)") == plain)
    #expect(try told("set system") == "light\r\n")
  }

  @Test("`set --by-clock` changes nothing while a schedule or a hold decides")
  func byClock() throws {
    _ = try nightctl("set", "schedule")
    let said = try nightctl("set", "--by-clock", "00:00=dark")
    #expect(said.output == "Nothing was done: the schedule decides.\n")
    _ = try nightctl("set", "light", "--for", "1h")
    let held = try nightctl("set", "--by-clock", "00:00=dark")
    #expect(held.output == "Nothing was done: a temporary hold keeps the style light.\n")
  }
}
