import Glibc
import TestSupport
import Testing

/// Stored files that cannot be used.
@Suite struct FlawedStoreTests {
  static let texts: [(text: String, flaw: String)] = [
    ("", " is empty"),
    (" \n\t\n", " is empty"),
    ("{", ":1:2: expected a name or “}”, found the end of the text, with 1:1 still open"),
    ("[]", ":1:1: an object was expected here"),
    ("{}", ":1:1: the member “format” is missing"),
    (
      "{\"format\": 1,\n  \"choice\": dark}",
      ":2:13: expected a value, found the word “dark”: a string must be in quotes"
    ),
    (
      "{\"format\": 1,\n \"choice\": {\"what\": \"drak\", \"since\": \"2026-11-21T07:00:00Z\"}}",
      ":2:21: the choice must be light, dark, schedule or system"
    ),
    (
      "{\"format\": 1, \"choice\": {\"what\": \"dark\", \"since\": \"today\"}}",
      ":1:51: a time such as 2026-11-21T07:10:00Z was expected for “since”"
    ),
    (
      "{\"format\": 1, \"revision\": -1}",
      ":1:27: the revision must be a whole number of at least 0"
    ),
    ("{\"format\": 0}", ":1:12: the format must be a whole number of at least 1"),
    (
      "{\"format\": 3, \"all\": [\"else\"]}",
      " was written by a newer nightd in format 3; this nightd reads formats up to 2"
    ),
  ]

  @Test(
    "At start-up, a broken store is moved aside and logged, and the style is light",
    arguments: texts
  )
  func start(text: String, flaw: String) throws {
    let desk = try Desk()
    try desk.home.write(text, to: Desk.store)
    let daemon = try desk.launchDaemon()
    let aside = desk.storePath + ".aside-1"
    #expect(
      try daemon.nextErrorLine()
        == "nightd: \(desk.storePath)\(flaw); the file is kept as \(aside), and nightd continues without it"
    )
    #expect(try daemon.nextErrorLine() == "nightd: ready: the style is light (by default)")
    #expect(desk.home.text(Desk.store + ".aside-1") == text)
    #expect(try desk.style() == "light")
    try desk.set("dark")
    #expect(desk.storedStyle == "dark")
    #expect(desk.home.text(Desk.store + ".aside-1") == text)
    #expect(try desk.end(daemon) == "nightd: the style is now dark (as chosen)\n")
  }

  @Test("A stored file of more than 4 MiB is moved aside")
  func large() throws {
    let desk = try Desk()
    try desk.home.write([UInt8](repeating: 0x20, count: (4 << 20) + 1), to: Desk.store)
    let daemon = try desk.launchDaemon()
    #expect(
      try daemon.nextErrorLine()
        == "nightd: \(desk.storePath) is larger than 4 MiB; the file is kept "
        + "as \(desk.storePath).aside-1, and nightd continues without it"
    )
    #expect(try desk.style() == "light")
  }

  @Test("A stored file that is not UTF-8 is moved aside")
  func bytes() throws {
    let desk = try Desk()
    try desk.home.write([0x7b, 0x0a, 0xff, 0x00], to: Desk.store)
    let daemon = try desk.launchDaemon()
    let line = try daemon.nextErrorLine()
    #expect(
      line.contains("intent.json:2:1: expected UTF-8 text, found the byte 0xFF; the file is kept")
    )
    #expect(desk.home.read(Desk.store + ".aside-1") == [0x7b, 0x0a, 0xff, 0x00])
  }

  @Test(
    "A folder, link or pipe in place of the stored file is renamed to a free name",
    arguments: ["d", "l", "p"]
  )
  func odd(kind: String) throws {
    let desk = try Desk()
    try desk.home.write("taken", to: Desk.store + ".aside-1")
    try desk.home.write(Desk.intent("dark"), to: "elsewhere.json")
    switch kind {
    case "d": try desk.home.makeFolder(Desk.store)
    case "l": symlink(desk.home.file("elsewhere.json"), desk.storePath)
    default: mkfifo(desk.storePath, 0o600)
    }
    let daemon = try desk.launchDaemon()
    #expect(
      try daemon.nextErrorLine()
        == "nightd: \(desk.storePath) is not a regular file; the file is kept "
        + "as \(desk.storePath).aside-2, and nightd continues without it"
    )
    try desk.set("dark")
    #expect(desk.home.text("elsewhere.json") == Desk.intent("dark"), "a link is not followed")
    // The daemon writes its history some time after a change.
    #expect(
      desk.home.list(Desk.storeFolder).filter { $0 != "history.jsonl" }
        == ["intent.json", "intent.json.aside-1", "intent.json.aside-2", "intent.lock"]
    )
  }

  @Test(
    "A stored file that belongs to another user is moved aside",
    .enabled(if: geteuid() == 0, "chown needs root")
  )
  func foreign() throws {
    let desk = try Desk()
    try desk.home.write(Desk.intent("dark"), to: Desk.store)
    try #require(chown(desk.storePath, 12345, 12345) == 0)
    let daemon = try desk.launchDaemon()
    #expect(
      try daemon.nextErrorLine().contains("intent.json belongs to another user; the file is kept")
    )
    #expect(try desk.style() == "light")
  }

  @Test(
    "If the stored file breaks while the daemon runs, the log says so; a style change replaces it"
  )
  func whileRunning() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    _ = try daemon.awaitError("the style is now dark (as chosen)")
    try desk.replaceStore("{\n  \"format\": 1,\n  oops\n}")
    #expect(
      try daemon.nextErrorLine()
        == "nightd: \(desk.storePath):4:1: expected “:” after this name, found “}”; "
        + "the last good version stays in force"
    )
    #expect(try desk.style() == "dark")
    // The style stays the same, but it must be stored again, because the file on disk has lost it.
    try desk.set("dark")
    #expect(desk.storedStyle == "dark")
    #expect(desk.home.text(Desk.store + ".aside-1") == "{\n  \"format\": 1,\n  oops\n}")
    #expect(
      try desk.end(daemon)
        == "nightd: \(desk.storePath):4:1: expected “:” after this name, found “}”; the file is kept "
        + "as \(desk.storePath).aside-1, and nightd continues without it\n"
    )
  }

  @Test(
    "If the store is broken, the daemon uses its last good copy and logs this",
    arguments: ["", "{\n  \"format\": 2,\n  \"rev", "{\"format\": 99}"]
  )
  func lastCopy(text: String) throws {
    let desk = try Desk()
    var daemon = try desk.startDaemon()
    for style in ["light", "dark", "light"] { try desk.set(style) }
    _ = try desk.end(daemon)
    try desk.home.write(text, to: Desk.store)
    daemon = try desk.launchDaemon()
    #expect(try daemon.nextErrorLine().hasSuffix("aside-1, and nightd continues without it"))
    #expect(
      try daemon.nextErrorLine()
        == "nightd: the last good copy is used: \(desk.storePath).last, revision 2"
    )
    #expect(try daemon.nextErrorLine() == "nightd: ready: the style is dark (as chosen)")
    _ = try desk.end(daemon)
    daemon = try desk.launchDaemon()
    #expect(try daemon.nextErrorLine() == "nightd: ready: the style is dark (as chosen)")
    #expect(desk.home.text(Desk.store + ".aside-1") == text)
  }

  @Test(
    "If an older nightd wrote the stored file, the first style change keeps a copy of this file"
  )
  func migration() throws {
    let desk = try Desk()
    let text = Desk.intent("dark").replacing("\"format\": 2", with: "\"format\": 1")
    try desk.home.write(text, to: Desk.store)
    let daemon = try desk.startDaemon()
    #expect(try desk.style() == "dark")
    for style in ["light", "dark"] { try desk.set(style) }
    #expect(desk.home.text(Desk.store + ".format-1") == text)
    #expect(try desk.end(daemon).contains("kept") == false)
  }

  @Test("If the stored revision is the highest possible number, the daemon does not crash")
  func revision() throws {
    let desk = try Desk()
    try desk.home.write(Desk.intent("dark", revision: .max), to: Desk.store)
    var daemon = try desk.startDaemon()
    for style in ["light", "dark", "light"] { try desk.set(style) }
    _ = try desk.end(daemon)
    daemon = try desk.startDaemon()
    #expect(try desk.style() == "light")
    #expect(desk.storeLeftovers == [])
  }
}
