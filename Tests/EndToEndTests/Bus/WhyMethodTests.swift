import Glibc
import NightBus
import TestSupport
import Testing

/// The method `Why`, which explains the style in one reply.
@Suite("The method Why")
struct WhyMethodTests {
  private func why(_ caller: Caller, _ options: [(String, BusValue)] = []) throws -> Members {
    let values = try caller.call(.control, "Why", [.options(options)]).get()
    return try #require(values.first?.asOptions)
  }

  private func refusal(_ caller: Caller, _ option: String, _ value: BusValue) throws -> String? {
    guard
      case .failure(let refusal) = try caller.call(.control, "Why", [.options([(option, value)])])
    else { return nil }
    return refusal.name.text
  }

  private func rows(_ value: BusValue?) -> [Members] {
    guard case .array(_, let elements)? = value else { return [] }
    return elements.compactMap(\.asOptions)
  }

  @Test(
    "The commands `nightctl why` and `nightctl status` each make a single call to the daemon",
    .enabled(if: Tool.path("dbus-monitor") != nil, "there is no dbus-monitor on this machine")
  )
  func one() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    try desk.nightctl("set", "schedule")
    let monitor = try Program.start(
      "dbus-monitor",
      ["--session", "type='method_call',destination='org.nightd.Night1'"],
      environment: desk.environment
    )
    while try !monitor.nextLine().contains("member=NameLost") {}
    let commands = [
      ["why"], ["why", "--json"], ["why", "--app", "x"], ["status"], ["status", "--json"],
      ["status", "--app", "x"],
    ]
    for command in commands {
      let finished = try Program.run(Built.nightctl, command, environment: desk.environment)
      #expect(finished.exit == .exited(0), "\(finished)")
    }
    _ = try desk.nightctl("get", "--bus")
    var members: [Substring] = []
    while members.last != "Get" {
      let line = try monitor.nextLine()
      // With dbus-broker, the monitor also prints the calls to the bus itself.
      guard line.hasPrefix("method call"), !line.contains("destination=org.freedesktop.DBus "),
        let member = line.split(separator: "member=").last
      else { continue }
      members.append(member)
    }
    #expect(members == Array(repeating: "Why", count: commands.count) + ["Get"])
    #expect(daemon.exit == nil)
  }

  @Test(
    "All facts in a reply to `Why` describe one moment, even if the state changes during the call"
  )
  func moment() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    try desk.set("dark")
    let changes = try desk.startShell(
      "for i in 1 2 3 4 5 6 7 8; do $NIGHTCTL toggle; $NIGHTCTL set schedule; done >/dev/null"
    )
    var seen: Set<String> = []
    while changes.exit == nil {
      let facts = try why(caller)
      let style = try #require(facts["style"]?.asString)
      let appearance = try #require(facts["appearance"]?.asOptions)
      let choice = try #require(appearance["choice"]?.asString)
      seen.insert(choice)
      let winner = rows(facts["choice"]).first { $0["wins"]?.asBool == true }
      #expect(winner?["value"]?.asString == choice)
      #expect((facts["schedule"] != nil) == (choice == "schedule"))
      #expect((facts["place"] != nil) == (choice == "schedule"))
      #expect(facts["last-change"]?.asOptions?["style"]?.asString == style)
    }
    #expect(seen.count > 1, "\(seen)")
    #expect(daemon.exit == nil)
  }

  @Test("busctl can call `Why` and read its reply", .enabled(if: Tool.path("busctl") != nil))
  func busctl() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    func call(_ words: String...) throws -> Finished {
      try Program.run(
        "busctl",
        [
          "--user", "call", "org.nightd.Night1", "/org/nightd/Night1",
          "org.nightd.Night1.Control", "Why", "a{sv}",
        ] + words,
        environment: desk.environment
      )
    }
    let answer = try call("0").output
    #expect(answer.hasPrefix(#"a{sv} 12 "style" s "dark" "serial" t 2 "appearance" a{sv} 10 "#))
    #expect(
      answer.contains(#" "store" s "\#(desk.storePath)" "choice" aa{sv} 5 5 "layer" s "set""#)
    )
    #expect(answer.contains(#" "findings" aa{sv} 0 "theme-mistakes" as 0 "desktop" a{sv} 2 "#))
    #expect(answer.contains(#" "beginning" a{sv} 8 "time" t "#))
    let own = try call("1", "app", "s", "org.example.Editor").output
    #expect(own == answer)
    let refused = try call("1", "apx", "s", "org.example.Editor")
    #expect(refused.errors.contains("“apx” is not an option of this call; nothing was changed"))
    #expect(daemon.exit == nil)
  }

  @Test(
    "For an application, `Why` returns the application's style and the desktop's last style change"
  )
  func application() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    try desk.nightctl("set", "light", "--app", "org.example.Editor")
    let caller = try Caller(desk)
    let own = try why(caller, [("app", .string("org.example.Editor"))])
    #expect(own["style"]?.asString == "light")
    #expect(own["appearance"]?.asOptions?["reason"]?.asString == "app")
    #expect(own["beginning"] == nil && own["last-change"] != nil)
    #expect(try why(caller)["style"]?.asString == "dark")
    #expect(daemon.exit == nil)
  }

  @Test("While the schedule decides, `Why` returns the schedule's rules and the coordinates in use")
  func schedule() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.nightctl("location", "52.5,13.25")
    try desk.nightctl("schedule", "set", "dark 20:00", "light 07:00")
    let caller = try Caller(desk)
    #expect(try why(caller)["schedule"] == nil)
    try desk.nightctl("set", "schedule")
    let facts = try why(caller)
    let style = try #require(facts["style"]?.asString)
    let schedule = try #require(facts["schedule"]?.asOptions)
    #expect(schedule["rules"]?.asStrings == ["dark 20:00", "light 07:00"])
    #expect(schedule["causes"]?.asStrings == [style == "dark" ? "dark 20:00" : "light 07:00"])
    #expect(schedule["uses-sun"]?.asBool == false)
    #expect(schedule["planned"]?.asString == style)
    let place = try #require(facts["place"]?.asOptions)
    #expect(place["zone"]?.asString?.isEmpty == false)
    #expect(place["from"]?.asString == "set" && place["layer"]?.asString == "set")
    #expect(place["latitude"] == .double(52.5) && place["longitude"] == .double(13.25))
    #expect(place["geoclue"]?.asString == "off" && place["file"]?.asString == "")
    #expect(daemon.exit == nil)
  }

  @Test("The method `Why` refuses an unknown option and an option whose value has the wrong type")
  func refused() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    let error = "org.nightd.Night1.Error."
    #expect(try refusal(caller, "application", .string("x")) == error + "UnknownOption")
    #expect(try refusal(caller, "app", .uint32(1)) == error + "InvalidValue")
    #expect(try refusal(caller, "app", .string("")) == error + "InvalidValue")
    #expect(try refusal(caller, "app", .string("a\nb")) == error + "InvalidValue")
    #expect(daemon.exit == nil)
  }

  @Test("After a restart, `Why` still reports the change that set the current style")
  func restart() throws {
    let desk = try Desk()
    var daemon = try desk.startDaemon()
    try desk.set("dark")
    let before = try why(Caller(desk))
    daemon.send(signal: SIGTERM)
    _ = try daemon.wait()
    daemon = try desk.startDaemon()
    let after = try why(Caller(desk))
    #expect(before["beginning"]?.asOptions?["program"]?.asString == "nightctl")
    #expect(after["beginning"] == before["beginning"])
    #expect(after["last-change"] == before["last-change"])
    #expect(daemon.exit == nil)
  }
}
