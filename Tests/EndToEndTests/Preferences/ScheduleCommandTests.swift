import TestSupport
import Testing

@Suite("nightctl prefs and the schedule")
struct ScheduleCommandTests {
  private static let config = ".config/nightd/config.json5"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.startDaemon()
  }

  private func prefs(_ words: String...) throws -> Finished {
    try Program.run(Built.nightctl, ["prefs"] + words, environment: desk.environment)
  }

  @Test("`prefs` can write, read, explain, export, import and delete the rules of the schedule")
  func ways() throws {
    #expect(try prefs("write", "schedule", "-array", "dark  sunset", "light 07:00").output == "")
    #expect(try prefs("read", "schedule").output == #"["dark sunset","light 07:00"]"# + "\n")
    #expect(
      try prefs("explain", "schedule").output.contains(#"  ["dark sunset","light 07:00"]"#)
    )
    for format in ["json5", "plist"] {
      let exported = try prefs("export", "--format", format).output
      try desk.home.write(exported, to: "exported")
      #expect(try prefs("delete", "schedule").output == "")
      #expect(try prefs("read", "schedule").output == #"["dark sunset","light sunrise"]"# + "\n")
      #expect(try prefs("import", desk.home.file("exported")).exit == .exited(0))
      #expect(try prefs("read", "schedule").output == #"["dark sunset","light 07:00"]"# + "\n")
    }
    #expect(try prefs("write", "schedule", "-array", "light 06:00 on mon").output == "")
    #expect(try prefs("read", "schedule").output == #"["light 06:00 on mon"]"# + "\n")
    #expect(try prefs("write", "schedule", "['dark 20:30', 'light 06:00']").output == "")
    #expect(try prefs("read", "schedule").output == #"["dark 20:30","light 06:00"]"# + "\n")
  }

  @Test("`prefs write` refuses an invalid rule of the schedule, and stores nothing")
  func refused() throws {
    let refused = try prefs("write", "schedule", "-array", "dark 19:30", "light 7:0")
    #expect(refused.exit == .exited(2))
    #expect(
      refused.errors.hasPrefix(
        "nightctl: schedule: rule 2, column 7: “7:0” is not a time; expected HH:MM from 00:00 to 23:59"
      ),
      "\(refused.errors)"
    )
    #expect(try prefs("read", "schedule").output == #"["dark sunset","light sunrise"]"# + "\n")
  }

  @Test("`prefs check` and `status` report an invalid rule in a file until somebody corrects it")
  func file() throws {
    try desk.home.write("{\n  schedule: ['dark 19:30', 'light 7:0'],\n}\n", to: Self.config)
    let place =
      desk.home.file(Self.config) + ":2:35: schedule: rule 2, column 7: “7:0” is not a time"
    let check = try prefs("check")
    #expect(check.exit == .exited(1))
    #expect(check.output.contains(place), "\(check.output)")
    #expect(try desk.nightctl("status").output.contains(place))
    #expect(try prefs("read", "schedule").output == #"["dark sunset","light sunrise"]"# + "\n")
    try desk.home.write("{\n  schedule: ['dark 19:30', 'light 07:00'],\n}\n", to: Self.config)
    #expect(try prefs("check").exit == .exited(0))
    #expect(try prefs("read", "schedule").output == #"["dark 19:30","light 07:00"]"# + "\n")
  }
}
