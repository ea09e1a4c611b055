import Glibc
import NightBus
import TestSupport
import Testing

/// The history of changes, which names the program behind each change.
@Suite struct HistoryTests {
  private static let file = Desk.storeFolder + "/history.jsonl"
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func words(_ changes: [Members]) -> [String] {
    changes.map { change in
      ["style", "reason", "by", "program"].compactMap { change[$0]?.asString }
        .joined(separator: " ")
    }
  }

  @Test("The history lists changes with their callers, newest first, and survives a restart")
  func told() throws {
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    try desk.set("dark")
    try desk.set("light")
    let caller = try Caller(desk)
    #expect(
      try words(caller.history()) == [
        "light choice caller nightctl", "dark choice caller nightctl",
      ]
    )
    #expect(try words(caller.history(1)) == ["light choice caller nightctl"])
    _ = try desk.end(daemon)
    try desk.startDaemon()
    #expect(try words(Caller(desk).history()).count == 2)
    let monitor = try Monitor(desk)
    try desk.home.write("{choice: 'dark'}", to: ".config/nightd/config.json5")
    // Once the daemon answers this call, it has read config.json5.
    try desk.nightctl("prefs", "check")
    try desk.nightctl("prefs", "delete", "choice")
    while try monitor.next() != "Changed dark 2" {}
    #expect(try words(Caller(desk).history(1)) == ["dark choice caller nightctl"])
    try desk.home.write("{choice: 'light'}", to: ".config/nightd/config.json5")
    while try monitor.next() != "Changed light 3" {}
    #expect(try words(Caller(desk).history(1)) == ["light choice file"])
  }

  @Test("In the history, an automatic change has no caller")
  func alone() throws {
    try desk.startDaemon()
    try desk.set("light")
    let monitor = try Monitor(desk)
    let caller = try Caller(desk)
    _ = try caller.hold("dark", seconds: 1)
    while try monitor.next() != "Changed light 3" {}
    #expect(try words(caller.history(2)).first == "light choice")
  }

  @Test("If the history's file has incomplete or invalid lines, these lines are ignored")
  func torn() throws {
    let whole = #"{"time":"2026-11-21T07:10:00Z","style":"dark","theme":"x","reason":"choice"}"#
    try desk.home.write(
      whole + "\n\n{\"time\":\"20\nnull\n\(whole.replacing("dark", with: "grey"))\n",
      to: Self.file
    )
    try desk.startDaemon()
    #expect(try words(Caller(desk).history()) == ["dark choice"])
    try desk.set("dark")
    #expect(try words(Caller(desk).history()).count == 2)
  }

  @Test("The history is kept in memory if its file cannot be written")
  func unwritable() throws {
    try desk.home.makeFolder(Self.file)
    try desk.startDaemon()
    try desk.set("dark")
    let caller = try Caller(desk)
    #expect(try words(caller.history()) == ["dark choice caller nightctl"])
    try desk.set("light")
    #expect(try words(caller.history()).count == 2)
  }

  @Test(
    "The method `History` refuses a count below 1 or above 1,000",
    arguments: [0, 1_001, .max] as [UInt32]
  )
  func count(_ count: UInt32) throws {
    try desk.startDaemon()
    guard case .failure(let refusal) = try Caller(desk).call(.control, "History", [.uint32(count)])
    else {
      Issue.record("it was answered")
      return
    }
    #expect(refusal.name.text == "org.nightd.Night1.Error.InvalidValue")
  }

  @Test("The history does not show a change of contrast, accent or motion as a change of the style")
  func look() throws {
    try desk.startDaemon()
    try desk.set("dark")
    for words in [["contrast", "high"], ["accent", "#3584e4"], ["motion", "reduced"]] {
      #expect(try desk.nightctl(words).exit == .exited(0))
    }
    let changes = try Caller(desk).history()
    #expect(changes.map { $0["style-changed"]?.asBool } == [false, false, false, true])
    #expect(changes[0]["reduced-motion"]?.asBool == true && changes[0]["contrast"] == nil)
    #expect(changes[1]["accent"]?.asString == "#3584E4")
    #expect(changes[2]["contrast"]?.asUInt32 == 1)
  }

  @Test(
    "With `always`, `Set` makes a style the permanent choice even while a schedule decides"
  )
  func always() throws {
    try desk.startDaemon()
    let caller = try Caller(desk)
    try desk.set("schedule")
    let other = try caller.shown().style == "light" ? "dark" : "light"
    let options = BusValue.options([("always", .boolean(true))])
    let shown = try Shown(caller.call(.control, "Set", [.string(other), options]).get())
    #expect(shown.style == other && shown.reason == "choice")
    for wrong in [
      BusValue.options([("always", .string("yes"))]),
      .options([("always", .boolean(true)), ("for", .uint64(60))]),
    ] {
      guard case .failure(let refusal) = try caller.call(.control, "Set", [.string("dark"), wrong])
      else {
        Issue.record("it was answered")
        continue
      }
      #expect(refusal.name.text == "org.nightd.Night1.Error.InvalidValue")
    }
  }
}
