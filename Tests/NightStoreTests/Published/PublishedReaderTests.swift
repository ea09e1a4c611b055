import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

/// How a reader treats files that no daemon wrote, or that were changed.
@Suite struct PublishedReaderTests {
  private let home: TemporaryFolder
  private let publisher: StatePublisher
  private let folder: String

  init() throws {
    home = try TemporaryFolder()
    let runtime = RuntimeFolder(parent: try home.makeFolder("run"))
    folder = runtime.path
    publisher = StatePublisher(in: runtime)
    try publish()
  }

  private func publish(bus: BusIdentity? = nil, next: Instant? = nil) throws {
    try publisher.publish(.dark) { locked in
      var appearance = Appearance(
        style: .dark,
        choice: .dark,
        isChosen: true,
        reason: .choice,
        since: Instant(microseconds: 0)
      )
      appearance.next = next
      return PublishedState(
        locked: locked,
        bus: bus,
        snapshot: Snapshot(serial: 1, appearance: appearance),
        palette: .unknown
      ).line
    }
  }

  private func read(_ environment: [String: String] = [:], at now: Int64 = 1) -> Style? {
    let environment = environment.merging(["XDG_RUNTIME_DIR": home.file("run")]) { $1 }
    let reader = PublishedReader { environment[$0] }
    return reader.read(at: Instant(microseconds: now))?.snapshot.appearance.style
  }

  @Test("Without a bus, a reader trusts the published files if a daemon holds the lock")
  func noBus() { #expect(read() == .dark) }

  @Test("On the daemon's bus, a reader trusts the published files, whichever address the bus has")
  func ownBus() throws {
    try home.write("", to: "run/bus")
    var facts = stat()
    try #require(stat(home.file("run/bus"), &facts) == 0)
    #expect(read() == nil)
    try publish(bus: .socket(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino)))
    #expect(read() == .dark)
    try #require(Glibc.link(home.file("run/bus"), home.file("second")) == 0)
    let address = "unix:path=\(home.file("second")),guid=00"
    #expect(read(["DBUS_SESSION_BUS_ADDRESS": address]) == .dark)
  }

  @Test(
    "A reader trusts no published files if its bus is a different one or cannot be compared",
    arguments: [
      "unix:path=/dev/null", "unix:abstract=other", "unix:path=/nowhere",
      "tcp:host=localhost,port=1", "unix:abstract=own;unix:abstract=own", "autolaunch:",
    ]
  )
  func otherBus(address: String) throws {
    try publish(bus: .abstract("own"))
    #expect(read(["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=own"]) == .dark)
    #expect(read(["DBUS_SESSION_BUS_ADDRESS": address]) == nil)
  }

  @Test("If the next change of a published state is due, the state is not trusted")
  func due() throws {
    try publish(next: Instant(microseconds: 1_000))
    #expect(read(at: 999) == .dark)
    #expect(read(at: 1_000) == nil)
  }

  @Test(
    "Published files and folders are not trusted if other users can write to them",
    arguments: ["", "/appearance.json", "/lock"],
    [0o602, 0o620, 0o722]
  )
  func writable(name: String, mode: Int) throws {
    try #require(chmod(folder + name, mode_t(mode)) == 0)
    #expect(read() == nil)
  }

  @Test(
    "Published files and folders are not trusted if another user owns them",
    .enabled(if: geteuid() == 0),
    arguments: ["", "/appearance.json", "/lock"]
  )
  func foreign(name: String) throws {
    try #require(chown(folder + name, 54_321, 54_321) == 0)
    #expect(read() == nil)
  }

  @Test(
    "If a link replaces a published file, a reader does not follow it, even to the right file",
    arguments: ["", "/appearance.json", "/lock"]
  )
  func link(name: String) throws {
    try #require(rename(folder + name, home.file("moved")) == 0)
    try #require(symlink(home.file("moved"), folder + name) == 0)
    #expect(read() == nil)
  }

  @Test(
    "If a fifo replaces a published file, the reader does not wait",
    arguments: ["appearance.json", "lock"]
  )
  func fifo(name: String) throws {
    try #require(unlink("\(folder)/\(name)") == 0)
    try #require(mkfifo("\(folder)/\(name)", 0o600) == 0)
    #expect(read() == nil)
  }

  @Test("A published file that is empty, truncated or very large is not trusted")
  func sizes() throws {
    let line = try #require(home.text("run/nightd/appearance.json"))
    for text in ["", "\n", String(line.dropLast()), String(repeating: " ", count: 70_000) + line] {
      try home.write(text, to: "run/nightd/appearance.json")
      #expect(read() == nil)
    }
    try home.write(line, to: "run/nightd/appearance.json")
    #expect(read() == .dark)
  }

  @Test(
    "A lock that another program holds does not make the published files trusted",
    arguments: [true, false]
  )
  func otherLock(isOfProcess: Bool) throws {
    let line = try #require(home.text("run/nightd/appearance.json"))
    publisher.end()
    try home.write(line, to: "run/nightd/appearance.json")
    chmod("\(folder)/appearance.json", 0o600)
    // Neither of these locks is the daemon's: flock(1) takes another kind of lock, and a program
    // may lock the whole file.
    let file = open("\(folder)/lock", O_RDWR | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    if isOfProcess {
      let isTaken = flock(file, LOCK_EX) == 0
      #expect(isTaken)
    } else {
      var range = flock()
      range.l_type = Int16(F_WRLCK)
      range.l_whence = Int16(SEEK_SET)
      let isTaken = fcntl(file, OpenFileLock.set, &range) == 0
      #expect(isTaken)
    }
    #expect(read() == nil)
  }

  @Test("If the runtime folder is missing, the reader finds no published state")
  func missing() {
    let reader = PublishedReader { _ in nil }
    #expect(reader.folder == "/run/user/\(geteuid())/nightd")
    let other = PublishedReader { $0 == "XDG_RUNTIME_DIR" ? "/nowhere" : nil }
    #expect(other.read(at: Instant(microseconds: 0)) == nil)
  }
}
