import NightCore
import Testing

@Suite("The schedule preference")
struct SchedulePreferenceTests {
  private let key = PreferenceTable.schedule

  private func summary(_ findings: [PreferenceFinding]) -> [String] {
    findings.map {
      "\($0.kind.rawValue) \($0.position.map(String.init(describing:)) ?? "-") \($0.message)"
    }
  }

  @Test("If no layer has a schedule, the default schedule is in force")
  func registered() throws {
    #expect(try Preferences.made().schedule == .default)
    #expect(try Preferences.made().text(key) == #"["dark sunset","light sunrise"]"#)
  }

  @Test("A schedule that a layer sets is in force and is written in its canonical form")
  func given() throws {
    let preferences = try Preferences.made(user: "{schedule: ['dark  sunset+90m', 'light 07:00']}")
    #expect(preferences.schedule.texts == ["dark sunset+1h30m", "light 07:00"])
    #expect(try preferences.text(key) == #"["dark sunset+1h30m","light 07:00"]"#)
    #expect(preferences.findings.isEmpty)
    let over = try Preferences.made(
      set: "{schedule: ['light 07:00', 'dark 19:30']}",
      user: "{schedule: ['dark sunset']}"
    )
    #expect(over.schedule.texts == ["light 07:00", "dark 19:30"])
  }

  @Test(
    "If one rule is invalid, its layer's schedule is ignored, and the next layer's schedule is used"
  )
  func wrong() throws {
    let below = (config: "{schedule: ['dark 20:30', 'light 06:00']}", locks: String?.none)
    let preferences = try Preferences.made(
      set: "{schedule: ['dark sunset', 'light 7:0']}",
      user: "{schedule: ['dark sunset', 'dark sunset']}",
      [below]
    )
    #expect(preferences.schedule.texts == ["dark 20:30", "light 06:00"])
    let stored = preferences.findings(storedIn: "/intent.json").last
    #expect(
      stored?.message
        == "schedule: rule 2, column 7: “7:0” is not a time; expected HH:MM from 00:00 to 23:59"
    )
    #expect(stored?.advice == "nightctl prefs delete schedule")
    let rows = preferences.rows(try PreferenceKey(key))
    #expect(rows.map { $0.flaw != nil } == [true, true, false, false])
    #expect(rows.map(\.wins) == [false, false, true, false])
  }

  @Test("If a schedule is invalid, it is refused with a message that says why")
  func refused() throws {
    let preferences = try Preferences.made()
    func refusal(_ edit: String) throws -> String? {
      let edits = try edits(edit)
      return #expect(throws: DemandRefusal.self) { try preferences.checked(edits) }?.message
    }
    #expect(
      try refusal("schedule = ['dark sunset on mun']")
        == "schedule: rule 1, column 16: “mun” is not a day; expected one of mon, tue, wed, thu, fri, sat or sun (did you mean mon?)"
    )
    #expect(
      try refusal("schedule = 'dark sunset'")
        == "schedule takes an array of 1 to 64 rules, such as “dark sunset”, and this is the string “dark sunset”"
    )
    #expect(
      try refusal("schedule = ['dark sunset', 5]")
        == "schedule: rule 2: expected a string, found 5"
    )
    #expect(
      try refusal("schedule = []") == "schedule: expected 1 to 64 rules in a schedule, found none"
    )
    let accepted = try preferences.checked(try edits("schedule = ['dark   sunset on mon-tue']"))
    #expect(accepted == (try edits("schedule = ['dark sunset on mon,tue']")))
  }

  private static let clock = "expected HH:MM from 00:00 to 23:59"
  private static let places: [(String, String)] = [
    // The error points at the wrong word itself, because there is no escape before the word in the
    // text.
    (
      "{schedule: ['dark sunset', 'light 7h']}",
      "1:35 rule 2, column 7: “7h” is not a time; \(clock)"
    ),
    (
      "{\n  schedule: [\n    \"dark sunset\",\n    \"light  25:00\",\n  ],\n}",
      "4:13 rule 2, column 8: “25:00” is not a time; \(clock)"
    ),
    (
      "\u{FEFF}{schedule:\r\n  ['light 7h']}", "2:11 rule 1, column 7: “7h” is not a time; \(clock)"
    ),
    ("{/* é🌙 */ schedule: ['light 7h']}", "1:29 rule 1, column 7: “7h” is not a time; \(clock)"),
    ("{schedule: ['é 7h']}", "1:14 rule 1, column 1: “é” is not a style; expected light or dark"),
    // After an escape, the rule's columns differ from the file's, so the error points at the start
    // of the string.
    ("{schedule: ['\\x6cight 7h']}", "1:13 rule 1, column 7: “7h” is not a time; \(clock)"),
    ("{schedule: ['light \\\n7h']}", "1:13 rule 1, column 7: “7h” is not a time; \(clock)"),
    ("{schedule: ['dark sunset',\n5]}", "2:1 rule 2: expected a string, found 5"),
    (
      "{schedule: ['dark sunset',\n 'dark sunset']}",
      "2:2 rule 2: “dark sunset” repeats rule 1, “dark sunset”"
    ),
    (
      "{schedule: ['dark sunset']}",
      "1:12 no rule on any day gives light, so the style would stay dark forever"
    ),
    ("{schedule:  []}", "1:13 expected 1 to 64 rules in a schedule, found none"),
  ]

  @Test(
    "If a schedule in a file has a mistake, the report gives the mistake's rule and position",
    arguments: places
  )
  func position(text: String, finding: String) throws {
    let preferences = try Preferences.made(user: text)
    let place = finding.prefix { $0 != " " }
    let message = "schedule: " + finding.dropFirst(place.count + 1)
    #expect(summary(preferences.findings) == ["value \(place) \(message)"])
    let row = try #require(preferences.rows(try PreferenceKey(key)).first { $0.origin == .user })
    #expect(row.flaw == message)
    #expect(row.position.map(String.init(describing:)) == String(place))
    #expect(preferences.schedule == .default)
  }

  @Test("A mistake in a file's schedule keeps its position when the file later becomes malformed")
  func kept() throws {
    let before = Layers.made(user: "{schedule: ['light 7h']}")
    let after = Layers.made(user: "{", after: before)
    let preferences = Preferences(Intent(), after)
    let row = try #require(preferences.rows(try PreferenceKey(key)).first { $0.origin == .user })
    #expect(row.position == Position(line: 1, column: 13))
  }

  @Test("If an imported schedule has a mistake, the report gives the mistake's rule and position")
  func imported() throws {
    let root = try JSONReader.read(Array("{schedule: ['dark sunset', 'light 7h']}".utf8))
    let flaw = #expect(throws: Flaw.self) { try PreferenceTree(root) }
    #expect(flaw?.position == Position(line: 1, column: 28))
    #expect(flaw?.message == "schedule: rule 2, column 7: “7h” is not a time; \(Self.clock)")
  }
}
