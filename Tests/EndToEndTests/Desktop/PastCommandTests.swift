import TestSupport
import Testing

/// `nightctl history` and `nightctl why` with the real daemon; other tests check the exact
/// sentences.
@Suite("nightctl history and why")
struct PastCommandTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func printed(_ words: String...) throws -> String {
    try desk.printed(words).replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d/#, with: "TIME")
      .replacing(#/"time":"[^"]*"/#, with: #""time":"TIME""#)
      .replacing(#/(process "?:?)\d+/#) { $0.1 + "N" }
      .replacing(#/"process":\d+/#, with: #""process":N"#)
  }

  @Test("When a hold expires, the history lists this as the end of the hold, not as a choice")
  func endedHold() throws {
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    let monitor = try Monitor(desk)
    try desk.nightctl("set", "light", "--for", "1s")
    while try !monitor.next().hasPrefix("Changed light") {}
    while try !monitor.next().hasPrefix("Changed dark") {}
    #expect(
      try printed("history") == """
        TIME  dark   chosen, by nightctl (process N)
        TIME  light  held for a while, by nightctl (process N)
        TIME  dark   hold ended; as chosen before

        """
    )
    let json = try printed("history", "-n", "1", "--json")
    #expect(json.contains(#""reason":"choice","style-changed":true,"hold-ended":true}"#), "\(json)")
    let text = try desk.end(daemon)
    let next = try desk.startDaemon()
    #expect(try printed("history").hasSuffix("hold ended; as chosen before\n"), "\(text)")
    withExtendedLifetime(next) {}
  }

  @Test("`nightctl history` lists the changes in order, with the program that made each of them")
  func history() throws {
    try desk.startDaemon()
    #expect(try printed("history") == "")
    #expect(try printed("history", "--json") == #"{"changes":[]}"# + "\n")
    try desk.set("dark")
    try desk.nightctl("set", "light", "--for", "2h")
    try desk.nightctl("resume")
    #expect(
      try printed("history") == """
        TIME  dark   chosen, by nightctl (process N)
        TIME  light  held for a while, by nightctl (process N)
        TIME  dark   chosen, by nightctl (process N)

        """
    )
    #expect(try printed("history", "-n", "1") == "TIME  dark   chosen, by nightctl (process N)\n")
    #expect(
      try printed("history", "-n=2", "--json") == #"""
        {"changes":[{"time":"TIME","style":"light","theme":"daylight","reason":"hold",\#
        "by":"caller","process":N,"program":"nightctl","style-changed":true},\#
        {"time":"TIME","style":"dark","theme":"midnight","reason":"choice",\#
        "by":"caller","process":N,"program":"nightctl","style-changed":true}]}

        """#
    )
  }

  @Test("`history` lists changes of contrast and accent; `status` says who changed the style")
  func look() throws {
    try desk.startDaemon()
    try desk.set("dark")
    try desk.nightctl("contrast", "high")
    try desk.nightctl("accent", "3584e4")
    #expect(
      try printed("history") == """
        TIME  dark   chosen, by nightctl (process N)
        TIME  contrast high, by nightctl (process N)
        TIME  accent #3584E4, by nightctl (process N)

        """
    )
    #expect(
      try printed("history", "-n=1", "--json").contains(
        ##""style-changed":false,"accent":"#3584E4"}"##
      )
    )
    #expect(try printed("status").contains("\nby       nightctl (process N)\n"))
  }

  @Test(
    "`set --always` makes a style permanent, even while the desktop or a schedule decides"
  )
  func always() throws {
    try desk.startDaemon()
    try desk.nightctl("set", "dark", "--always")
    let json = try printed("get", "--json")
    #expect(json.contains(#""choice":"dark""#) && json.contains(#""reason":"choice""#), "\(json)")
    try desk.set("schedule")
    try desk.nightctl("set", "light", "--always")
    #expect(try printed("get", "--json").contains(#""choice":"light""#))
  }

  @Test("`nightctl history` shows times in the local time zone")
  func zone() throws {
    let line = #"{"time":"2026-11-21T23:10:00Z","style":"dark","theme":"x","reason":"schedule"}"#
    try desk.home.write(line + "\n", to: Desk.storeFolder + "/history.jsonl")
    try desk.startDaemon()
    #expect(
      try desk.nightctl("history", adding: ["TZ": "CET-1"]).output
        == "2026-11-22 00:10  dark   as the schedule says, theme x\n"
    )
  }

  @Test(
    "`nightctl why` first explains the style, and then lists the choice, the rules and the zone"
  )
  func why() throws {
    try desk.startDaemon(adding: ["TZ": "UTC"])
    try desk.set("dark")
    let answer =
      "It is dark because you set it with nightctl a moment ago; it stays dark until you choose "
      + "another."
    #expect(try printed("why") == answer + "\n")
    #expect(try printed("why", "--json").hasSuffix(#","why":["\#(answer)"]}"# + "\n"))
    #expect(
      try printed("why", "--json").contains(
        #""last-change":{"time":"TIME","style":"dark","theme":"midnight","reason":"choice","#
          + #""by":"caller","process":N,"program":"nightctl","style-changed":true}"#
      )
    )
    try desk.nightctl("set", "light", "--app", "org.example.Editor")
    #expect(
      try printed("why", "--app", "org.example.Editor")
        == "org.example.Editor is light because this style was set for this application alone; "
        + "to make it follow the desktop again, run nightctl set follow --app org.example.Editor.\n"
    )
    #expect(
      try printed("why", "--app", "x") == "x has no style of its own.\n" + answer + "\n"
    )
    try desk.nightctl("schedule", "set", "dark 20:00", "light 06:30")
    try desk.set("schedule")
    let lines = try printed("why").split(separator: "\n")
    #expect(
      lines.first?.wholeMatch(
        of: #/It is (light|dark) because the schedule says so by “(light 06:30|dark 20:00)”; at .+/#
      ) != nil
    )
    #expect(
      lines.dropFirst() == [
        "You chose that the schedule decides.", "The rules are “dark 20:00” and “light 06:30”.",
        "The time zone of the rules is UTC.",
      ]
    )
  }

  @Test("`nightctl why` starts the daemon if none runs", arguments: [[], ["--app", "x"]])
  func starts(options: [String]) throws {
    let desk = try Desk.withActivation()
    let finished = try Program.run(
      Built.nightctl,
      ["why"] + options,
      environment: desk.environment
    )
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.output.contains("It is light"))
  }
}
