import Glibc
import NightCore
import NightStore
import Synchronization
import TestSupport
import Testing

/// A runtime folder with a publisher in it, and a reader that trusts a daemon on any bus.
private struct Stage {
  let home: TemporaryFolder
  let folder: RuntimeFolder
  let publisher: StatePublisher
  let reader: PublishedReader

  init(disk: Disk = .system, home: TemporaryFolder? = nil) throws {
    self.home = try home ?? TemporaryFolder()
    folder = RuntimeFolder(parent: try self.home.makeFolder("run"))
    publisher = StatePublisher(in: folder, disk: disk)
    reader = PublishedReader(anyBusIn: folder.path)
  }

  static func state(_ style: Style, _ locked: Int64, next: Instant? = nil) -> PublishedState {
    var appearance = Appearance(
      style: style,
      choice: Choice(style),
      isChosen: true,
      reason: .choice,
      since: Instant(microseconds: 0)
    )
    appearance.next = next
    return PublishedState(
      locked: locked,
      bus: nil,
      snapshot: Snapshot(serial: 1, appearance: appearance),
      palette: .unknown
    )
  }

  func publish(_ style: Style, next: Instant? = nil) -> RuntimeFolder.Flaw? {
    do throws(RuntimeFolder.Flaw) {
      try publisher.publish(style) { Self.state(style, $0, next: next).line }
    } catch { return error }
    return nil
  }

  func read(at now: Int64 = 1) -> Style? {
    reader.read(at: Instant(microseconds: now))?.snapshot.appearance.style
  }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }
  var files: [String] { home.list("run/nightd") }
  var word: String? { home.text("run/nightd/style") }
}

@Suite struct StatePublisherTests {
  @Test("A reader finds each published state, but none after the publisher has ended")
  func published() throws {
    let stage = try Stage()
    #expect(stage.read() == nil)
    for style in [Style.dark, .light, .dark] {
      #expect(stage.publish(style) == nil)
      #expect(stage.read() == style)
      #expect(stage.word == style.rawValue + "\n")
    }
    #expect(stage.files == ["appearance.json", "lock", "style"])
    stage.publisher.end()
    #expect(stage.read() == nil)
    #expect(stage.files == ["lock"])
  }

  @Test("The published file that contains only the style is replaced only if the style changes")
  func wordChange() throws {
    let stage = try Stage()
    func inode(_ name: String) throws -> UInt64 {
      var facts = stat()
      try #require(lstat(stage.path(name), &facts) == 0)
      return UInt64(facts.st_ino)
    }
    #expect(stage.publish(.dark) == nil)
    let (word, line) = (try inode("style"), try inode("appearance.json"))
    let kept = open(stage.path("appearance.json"), O_RDONLY | O_CLOEXEC)
    defer { close(kept) }
    #expect(stage.publish(.dark, next: Instant(microseconds: 5)) == nil)
    #expect(try inode("style") == word)
    #expect(try inode("appearance.json") != line)
  }

  @Test("Only the user can access the published files")
  func mode() throws {
    let stage = try Stage()
    #expect(stage.publish(.dark) == nil)
    for name in stage.files {
      var facts = stat()
      try #require(lstat(stage.path(name), &facts) == 0)
      #expect(facts.st_mode & 0o7777 == 0o600)
    }
  }

  @Test("A second publisher publishes nothing while the first one runs")
  func second() throws {
    let first = try Stage()
    let second = try Stage(home: first.home)
    #expect(first.publish(.dark) == nil)
    #expect(second.publish(.light) == .taken(path: first.path("lock")))
    second.publisher.end()
    #expect(first.read() == .dark)
    #expect(first.word == "dark\n")
    first.publisher.end()
    #expect(second.publish(.light) == nil)
    #expect(first.read() == .light)
  }

  @Test(
    "If a killed daemon left a state, the state is not trusted, and the next daemon replaces it"
  )
  func leftBehind() throws {
    let stage = try Stage()
    #expect(stage.publish(.dark) == nil)
    let line = try #require(stage.home.text("run/nightd/appearance.json"))
    stage.publisher.end()
    try stage.home.write(line, to: "run/nightd/appearance.json")
    try stage.home.write("dark\n", to: "run/nightd/style")
    try stage.home.write("x", to: "run/nightd/appearance.json.new")
    try stage.home.write("x", to: "run/nightd/style.new")
    for name in ["appearance.json", "style"] { chmod(stage.path(name), 0o600) }
    #expect(stage.read() == nil)
    let next = try Stage(home: stage.home)
    #expect(next.publish(.light) == nil)
    #expect(next.word == "light\n")
    #expect(next.files == ["appearance.json", "lock", "style"])
    // Although the next daemon holds the lock, a file of an earlier daemon is not trusted.
    let file = try #require(next.home.text("run/nightd/appearance.json"))
    try stage.home.write(line, to: "run/nightd/appearance.json")
    #expect(next.read() == nil)
    try stage.home.write(file, to: "run/nightd/appearance.json")
    #expect(next.read() == .light)
  }

  @Test("If the folder or the lock file is removed, the next change makes it again")
  func removed() throws {
    let stage = try Stage()
    #expect(stage.publish(.dark) == nil)
    try #require(unlink(stage.path("lock")) == 0)
    #expect(stage.read() == nil)
    #expect(stage.publish(.light) == nil)
    #expect(stage.read() == .light)
    for name in stage.files { try #require(unlink(stage.path(name)) == 0) }
    try #require(rmdir(stage.folder.path) == 0)
    #expect(stage.publish(.dark) == nil)
    #expect(stage.read() == .dark)
    #expect(stage.word == "dark\n")
  }

  @Test(
    "If something other than a file is in place of the lock file, the published style is removed"
  )
  func blockedLock() throws {
    let stage = try Stage()
    #expect(stage.publish(.dark) == nil)
    try #require(unlink(stage.path("lock")) == 0)
    try stage.home.makeFolder("run/nightd/lock")
    #expect(stage.publish(.light) != nil)
    #expect(stage.files == ["lock"])
    try #require(rmdir(stage.path("lock")) == 0)
    #expect(stage.publish(.light) == nil)
    #expect(stage.word == "light\n")
  }

  @Test(
    "If a link is in place of a published file, the link is replaced, and its target is left alone"
  )
  func link() throws {
    let stage = try Stage()
    #expect(stage.publish(.dark) == nil)
    try stage.home.write("mine", to: "target")
    for name in ["style", "appearance.json", "style.new", "appearance.json.new"] {
      unlink(stage.path(name))
      try #require(symlink(stage.home.file("target"), stage.path(name)) == 0)
    }
    #expect(stage.read() == nil)
    #expect(stage.publish(.light) == nil)
    #expect(stage.read() == .light)
    #expect(stage.home.text("target") == "mine")
  }

  @Test("If others can reach an open runtime folder, it is refused; otherwise, it is made private")
  func openFolder() throws {
    let stage = try Stage()
    try stage.home.makeFolder("run/nightd")
    chmod(stage.folder.path, 0o777)
    chmod(stage.folder.parent, 0o755)
    #expect(stage.publish(.dark) == .open(path: stage.folder.path))
    #expect(stage.files == [])
    chmod(stage.folder.parent, 0o700)
    #expect(stage.publish(.dark) == nil)
    #expect(stage.read() == .dark)
  }
}

/// A disk on which chosen calls fail.
private final class FailingDisk: Sendable {
  private let failing = Mutex<[String: Int32]>([:])

  func fail(_ codes: [String: Int32]) { failing.withLock { $0 = codes } }

  private func check(_ call: String, _ path: String) throws(Disk.Refusal) {
    if let code = failing.withLock({ $0[call] }) { throw Disk.Refusal(call, path, code: code) }
  }

  var disk: Disk {
    var disk = Disk.system
    let system = Disk.system
    disk.create = { [self] path throws(Disk.Refusal) in
      try check("create", path)
      return try system.create(path)
    }
    disk.write = { [self] file, bytes throws(Disk.Refusal) in
      try check("write", "")
      try system.write(file, bytes)
    }
    disk.rename = { [self] from, to throws(Disk.Refusal) in
      try check("rename", to)
      try system.rename(from, to)
    }
    disk.remove = { [self] path throws(Disk.Refusal) in
      try check("remove", path)
      try system.remove(path)
    }
    return disk
  }
}

@Suite struct StatePublisherFaultTests {
  @Test(
    "If a published file cannot be replaced, it is removed, and the next change is published again",
    arguments: [["create": EROFS], ["write": ENOSPC], ["rename": EIO]]
  )
  func replaced(codes: [String: Int32]) throws {
    let failing = FailingDisk()
    let stage = try Stage(disk: failing.disk)
    #expect(stage.publish(.dark) == nil)
    failing.fail(codes)
    guard case .refused(let refusal)? = stage.publish(.light) else {
      Issue.record("the state was published")
      return
    }
    #expect(refusal.code == codes.values.first)
    #expect(refusal.path == stage.path("appearance.json"))
    #expect(stage.read() == nil)
    #expect(stage.files == ["lock"])
    failing.fail([:])
    #expect(stage.publish(.light) == nil)
    #expect(stage.read() == .light)
    #expect(stage.word == "light\n")
  }

  @Test(
    "If an outdated file cannot be removed, the lock is released, so that nobody trusts the file"
  )
  func kept() throws {
    let failing = FailingDisk()
    let stage = try Stage(disk: failing.disk)
    #expect(stage.publish(.dark) == nil)
    failing.fail(["create": EROFS, "remove": EROFS])
    #expect(stage.publish(.light) != nil)
    #expect(stage.files == ["appearance.json", "lock", "style"])
    #expect(stage.read() == nil)
    failing.fail([:])
    #expect(stage.publish(.light) == nil)
    #expect(stage.read() == .light)
  }
}
