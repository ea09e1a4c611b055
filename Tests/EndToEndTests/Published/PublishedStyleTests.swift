import Glibc
import NightBus
import TestSupport
import Testing

/// The style in the runtime folder, which programs can read without a bus.
@Suite struct PublishedStyleTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private static let folder = "run/nightd"

  private static let notPublished =
    "nightd: cannot publish the style in the runtime folder, so programs ask over the bus: "

  private var word: String? { desk.home.text(Self.folder + "/style") }

  /// The inode number, which shows whether a file has been replaced.
  private func inode(_ name: String) throws -> UInt64 {
    var facts = stat()
    try #require(lstat(desk.home.file(name), &facts) == 0)
    return UInt64(facts.st_ino)
  }

  /// An environment without a reachable bus, so a program that calls a bus fails.
  private static let noBus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]

  @Test("While the bus is suspended, `nightctl get` still prints the style")
  func stoppedBus() throws {
    try desk.startDaemon()
    try desk.set("dark")
    let answer = try desk.nightctl("get", "--bus", "--json").output
    try desk.bus.pause()
    defer { desk.bus.resume() }
    #expect(try desk.nightctl("get").output == "dark\n")
    #expect(try desk.nightctl("get", "--json").output == answer)
  }

  @Test("A new style is published in files before the reply and the signal are sent")
  func order() throws {
    try desk.startDaemon()
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "light")
    for style in ["dark", "light", "dark", "light"] {
      try desk.set(style)
      #expect(word == style + "\n")
      #expect(try watch.nextLine() == style)
    }
  }

  @Test(
    "The file appearance.json has the output of `get --json` and the colour of each theme role"
  )
  func line() throws {
    try desk.startDaemon()
    try desk.set("dark")
    let line = try #require(desk.home.text(Self.folder + "/appearance.json"))
    let members = try desk.nightctl("get", "--bus", "--json").output.dropFirst().dropLast(2)
    #expect(line.contains(members))
    #expect(line.contains(##""surface":"#1c2027""##))
    #expect(line.hasPrefix(#"{"format":1,"locked":"#))
  }

  @Test(
    "If only the reason for the style changes, the file with just the style is not replaced"
  )
  func reason() throws {
    try desk.startDaemon()
    try desk.set("dark")
    let identity = try inode(Self.folder + "/style")
    try desk.nightctl("set", "dark", "--for", "2h")
    #expect(try desk.nightctl("get", "--json").output.contains(#""reason":"hold""#))
    #expect(try inode(Self.folder + "/style") == identity)
  }

  @Test(
    "When the daemon ends normally, it removes the published style; `get` then starts a new daemon"
  )
  func orderlyEnd() throws {
    let desk = try Desk.withActivation()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    _ = try desk.end(daemon)
    #expect(desk.home.text(Self.folder + "/style") == nil)
    #expect(try desk.nightctl("get").output == "dark\n")
    #expect(desk.home.text(Self.folder + "/style") == "dark\n")
    try desk.endOwner()
  }

  @Test(
    "`nightctl get` distrusts the files of a killed daemon, and the next daemon replaces them"
  )
  func kill() throws {
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    daemon.send(signal: SIGKILL)
    _ = try daemon.wait()
    #expect(word == "dark\n", "shells may read an old style until the restart")
    try desk.home.write("light\n", to: Self.folder + "/style")
    #expect(try desk.nightctl("get").exit == .exited(3))
    try desk.startDaemon()
    #expect(word == "dark\n")
    #expect(try desk.nightctl("get", adding: Self.noBus).exit == .exited(3))
    #expect(try desk.nightctl("get").output == "dark\n")
  }

  @Test("If two daemons share a runtime folder, the second publishes nothing and logs this once")
  func twoBuses() throws {
    let second = try Desk(home: desk.home)
    try desk.startDaemon()
    let other = try second.launchDaemon(adding: [
      "XDG_STATE_HOME": desk.home.file("other")
    ])
    #expect(
      try other.nextErrorLine() == Self.notPublished
        + "another nightd, perhaps on another bus, holds the lock "
        + desk.home.file("run/nightd/lock")
    )
    try desk.set("dark")
    for style in ["light", "dark", "light"] { try second.set(style) }
    #expect(word == "dark\n")
    #expect(try desk.nightctl("get").output == "dark\n")
    #expect(try second.nightctl("get").output == "light\n", "asked over its own bus")
    let log = try second.end(other)
    #expect(!log.contains("cannot publish"), "said once: \(log)")
  }

  @Test("If no file can be published in the runtime folder, `nightctl set` and `get` still work")
  func noFolder() throws {
    try desk.home.write("", to: Self.folder)
    let daemon = try desk.launchDaemon()
    #expect(
      try daemon.nextErrorLine()
        == Self.notPublished
        + "\(desk.home.file(Self.folder)) is not a folder"
    )
    try desk.set("dark")
    #expect(try desk.nightctl("get").output == "dark\n")
  }

  @Test("`nightctl watch --file` prints changes without a bus, and continues with the next daemon")
  func watchFile() throws {
    let watch = try desk.start("watch", "--file", adding: Self.noBus)
    #expect(
      try watch.nextErrorLine() == "nightctl: no nightd of this user publishes its state in "
        + desk.home.file(Self.folder) + " yet; waiting for one"
    )
    let daemon = try desk.startDaemon()
    #expect(try watch.nextLine() == "light")
    let json = try desk.start("watch", "--file", "--json", adding: Self.noBus)
    #expect(try json.nextLine().contains(#""style":"light""#))
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark")
    #expect(try json.nextLine().contains(#""style":"dark""#))
    try desk.nightctl("set", "dark", "--for", "2h")
    #expect(try json.nextLine().contains(#""reason":"hold""#))
    daemon.send(signal: SIGKILL)
    _ = try daemon.wait()
    try desk.startDaemon()
    try desk.nightctl("resume")
    try desk.set("light")
    #expect(try watch.nextLine() == "light")
    watch.send(signal: SIGINT)
    #expect(try watch.wait() == .exited(0))
  }

  @Test("If a change of the style is already due, `nightctl get` asks the daemon, not the file")
  func due() throws {
    let daemon = try desk.startDaemon()
    try desk.nightctl("set", "dark", "--for", "1s")
    #expect(try desk.nightctl("get").output == "dark\n")
    // The suspended daemon cannot make the change that is due after a second.
    daemon.send(signal: SIGSTOP)
    defer { daemon.send(signal: SIGCONT) }
    while try desk.nightctl("get").exit == .exited(0) {}
    #expect(try desk.nightctl("get").exit == .exited(3))
  }

  /// Whether the programs contain libdbus; with LIBDBUS=shared, they load a shared libdbus.
  private static let hasLibdbus: Bool = {
    let header = try? Program.run("readelf", ["--dynamic", Built.nightctl]).output
    return Built.isRelease && header?.contains("libdbus-1.so.3") == false
  }()

  @Test(
    "`nightctl get` and `nightctl set` load no shared libraries except those of the C library",
    .enabled(if: hasLibdbus, "the programs load the shared libdbus")
  )
  func libraries() throws {
    try desk.startDaemon()
    for words in [["get"], ["set", "dark"]] {
      let finished = try desk.nightctl(words, adding: ["LD_DEBUG": "files"])
      let loaded = finished.errors.split(separator: "\n").filter { $0.contains("calling init: ") }
      let names = Set(loaded.compactMap { $0.split(separator: "/").last.map(String.init) })
      #expect(!names.isEmpty, "\(words)")
      #expect(
        names.isSubset(of: [
          "libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
        ]),
        "\(words): \(names)"
      )
      #expect(finished.exit == .exited(0))
    }
  }

  @Test(
    "An ELF note in nightctl lists the library GIO, which nightctl loads only at run time",
    .enabled(if: Built.isRelease)
  )
  func note() throws {
    let header = try desk.run("readelf", "--dynamic", Built.nightctl).output
    #expect(!header.contains("libgio"))
    #expect(header.contains("libc.so.6"))
    let notes = try desk.run("readelf", "--notes", Built.nightctl).output
    // From binutils 2.44 on, readelf knows the number of these ELF notes.
    let isKnown = ["0x407c0c0a", "FDO_DLOPEN_METADATA"].contains(where: notes.contains)
    #expect(notes.contains("FDO") && isKnown, "\(notes)")
  }
}
