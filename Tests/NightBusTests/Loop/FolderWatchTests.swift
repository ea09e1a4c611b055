import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Folder watches")
struct FolderWatchTests {
  @Test(
    "A folder watch reports the name of a changed file as soon as the change is complete",
    arguments: Change.allCases
  )
  func change(_ change: Change) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("watched")
    try folder.write("old", to: "watched/old")
    try folder.write("new", to: "outside")
    let reports = try Self.changes(in: folder.file("watched")) { change.make(in: folder) }
    #expect(reports == [change.names])
  }

  enum Change: String, CaseIterable {
    case renamedInto, renamedWithin, movedOut, written, removed, linked, hardLinked, folderMade

    func make(in folder: TemporaryFolder) {
      let (old, new) = (folder.file("watched/old"), folder.file("watched/new"))
      switch self {
      case .renamedInto: rename(folder.file("outside"), new)
      case .renamedWithin: rename(old, new)
      case .movedOut: rename(old, folder.file("gone"))
      case .written: try? folder.write("more", to: "watched/old")
      case .removed: unlink(old)
      case .linked: symlink(folder.file("outside"), new)
      case .hardLinked: link(folder.file("outside"), new)
      case .folderMade: mkdir(new, 0o700)
      }
    }

    var names: Set<String> {
      switch self {
      case .renamedInto, .linked, .hardLinked, .folderMade: ["new"]
      case .renamedWithin: ["old", "new"]
      case .movedOut, .written, .removed: ["old"]
      }
    }
  }

  @Test("A folder watch does not report a file while it is being written")
  func unfinished() throws {
    let folder = try TemporaryFolder()
    var file: Int32 = -1
    let reports = try Self.changes(in: folder.path) {
      file = open(folder.file("new"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
      _ = write(file, "half", 4)
      try? folder.write("", to: "other")
    }
    close(file)
    #expect(reports == [["other"]])
  }

  @Test(
    "When a watched folder is removed, the watch reports this once, and then uses no CPU time",
    arguments: [true, false]
  )
  func goes(isRemoved: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeFolder("watched")
    let runner = try Runner()
    var reports: [Set<String>?] = []
    var watch: FolderWatch?
    watch = try FolderWatch(path, on: runner.loop) { names in
      reports.append(names)
      watch = nil
    }
    if isRemoved { rmdir(path) } else { rename(path, folder.file("elsewhere")) }
    let cost = try ThreadCost.measure { try runner.run(milliseconds: 50) }
    #expect(reports == [nil])
    #expect(watch == nil)
    #expect(cost.processorMilliseconds < 25)
  }

  @Test(
    "If a watched folder is removed, this is reported once, even if the handler keeps its watch"
  )
  func keptWatch() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeFolder("watched")
    let runner = try Runner()
    var reports: [Set<String>?] = []
    let watch = try FolderWatch(path, on: runner.loop) { reports.append($0) }
    rmdir(path)
    try runner.run(milliseconds: 20)
    #expect(reports == [nil])
    withExtendedLifetime(watch) {}
  }

  @Test(
    "A folder watch reports quick changes together, even if it must read the events in parts"
  )
  func many() throws {
    let folder = try TemporaryFolder()
    let names = (0..<500).map { "a name of some length, so that buffers fill, number \($0)" }
    let reports = try Self.changes(in: folder.path) {
      for name in names { symlink("anywhere", folder.file(name)) }
    }
    #expect(reports == [Set(names)])
  }

  @Test(
    "A paused folder watch reports nothing; when it resumes, it reports all changes together"
  )
  func resting() throws {
    let folder = try TemporaryFolder()
    let runner = try Runner()
    var reports: [Set<String>?] = []
    let watch = try FolderWatch(folder.path, on: runner.loop) { names in
      reports.append(names)
      runner.done()
    }
    watch.isPaused = true
    for name in ["one", "two"] {
      symlink("anywhere", folder.file(name))
      try runner.run(milliseconds: 5)
    }
    #expect(reports == [])
    watch.isPaused = false
    try runner.run()
    #expect(reports == [["one", "two"]])
  }

  @Test("Neither a file nor a missing folder can be watched as a folder")
  func refused() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let runner = try Runner()
    #expect(throws: BusError.system(call: "inotify_add_watch", errno: ENOENT)) {
      try FolderWatch(folder.file("missing"), on: runner.loop) { _ in }
    }
    #expect(throws: BusError.system(call: "inotify_add_watch", errno: ENOTDIR)) {
      try FolderWatch(folder.file("file"), on: runner.loop) { _ in }
    }
  }

  /// Returns the notifications about all changes that were made before the loop ran.
  ///
  /// Waits for the first notification: another test may be starting a child, which may keep a
  /// written file open for a moment.
  private static func changes(
    in path: String,
    _ change: () -> Void
  ) throws -> [Set<String>?] {
    let runner = try Runner()
    var reports: [Set<String>?] = []
    let watch = try FolderWatch(path, on: runner.loop) { names in
      reports.append(names)
      runner.done()
    }
    change()
    try runner.run()
    try runner.run(milliseconds: 5)
    withExtendedLifetime(watch) {}
    return reports
  }
}
