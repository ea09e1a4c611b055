import TestSupport
import Testing

/// What commands report after a start-up at which the stored choice could not be read.
@Suite struct UnreadStoreTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func why() -> String {
    "\(desk.storePath):1:2: expected a name or “}”, found the end of the text, with 1:1 still open"
  }

  @Test(
    "If a broken store has no copy, `status`, `why` and `doctor` say that defaults are in effect"
  )
  func defaults() throws {
    try desk.home.write("{", to: Desk.store)
    let daemon = try desk.startDaemon()
    let status = try desk.printed("status")
    #expect(
      status.contains(
        "unread   \(why()); the file is kept as \(desk.storePath).aside-1\n"
          + "         the defaults are in effect until the next change\n"
      ),
      "\(status)"
    )
    #expect(status.contains("decides  nobody: the stored choice could not be read\n"), "\(status)")
    let sentences = try desk.printed("why")
    #expect(sentences.contains("because the stored choice could not be read"), "\(sentences)")
    #expect(
      sentences.contains(
        "The stored choice could not be read: \(why()); the file is kept as \(desk.storePath).aside-1.\n"
          + "The defaults are in effect until the next change.\n"
      ),
      "\(sentences)"
    )
    let json = try desk.printed("status", "--json")
    #expect(json.contains(#""unread":{"path":"\#(desk.storePath)","why":"\#(why())""#), "\(json)")
    #expect(
      json.contains(#""in-effect":"defaults","aside":"\#(desk.storePath).aside-1"}"#),
      "\(json)"
    )
    let doctor = try desk.nightctl("doctor")
    #expect(
      doctor.output.contains("choice-unread: the stored choice could not be read: \(why())\n"),
      "\(doctor)"
    )
    #expect(doctor.output.contains("  run: nightctl set system\n"), "\(doctor)")
    try desk.set("system")
    try expectNothing()
    withExtendedLifetime(daemon) {}
  }

  @Test(
    "If a broken store has a copy, `status` and `why` print the copy's date until a style is chosen"
  )
  func copy() throws {
    let daemon = try desk.startDaemon()
    for style in ["dark", "light"] { try desk.set(style) }
    _ = try desk.end(daemon)
    try desk.home.write("{", to: Desk.store)
    let next = try desk.startDaemon()
    let time = #/\d{4}-\d\d-\d\d \d\d:\d\d/#
    let status = try desk.printed("status")
    #expect(
      status.replacing(time, with: "TIME").contains(
        "\n         the copy from TIME is in effect: \(desk.storePath).last\n"
      ),
      "\(status)"
    )
    #expect(
      try desk.printed("why").replacing(time, with: "TIME").contains(
        "The copy from TIME is in effect: \(desk.storePath).last.\n"
      )
    )
    let json = try desk.printed("status", "--json")
    #expect(
      json.contains(#""in-effect":"copy""#) && json.contains(#""copy":"\#(desk.storePath).last""#)
    )
    let doctor = try desk.nightctl("doctor")
    #expect(doctor.codes.contains("choice-unread"), "\(doctor)")
    #expect(doctor.output.contains("  run: nightctl set dark --always\n"), "\(doctor)")
    // Choose the style that the copy of the stored file has.
    #expect(try desk.nightctl("set", "dark", "--always").exit == .exited(0))
    try expectNothing()
    withExtendedLifetime(next) {}
  }

  @Test(
    "If the stored file breaks while nightd runs, `status` reports this until the file is valid"
  )
  func whileRunning() throws {
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    try desk.replaceStore("{")
    while try !daemon.nextErrorLine().hasSuffix("the last good version stays in force") {}
    let status = try desk.printed("status")
    #expect(
      status.contains("unread   \(why())\n         the last good version is in effect\n"),
      "\(status)"
    )
    try desk.replaceStore(Desk.intent("light", revision: 9))
    _ = try daemon.awaitError("the style is now light (as chosen)")
    try expectNothing()
  }

  private func expectNothing() throws {
    #expect(try desk.printed("status").contains("unread") == false)
    #expect(try desk.printed("why").contains("could not be read") == false)
    #expect(try desk.nightctl("doctor").codes.contains("choice-unread") == false)
    #expect(try desk.printed("status", "--json").contains("unread") == false)
  }
}
