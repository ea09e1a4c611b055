import Glibc
import NightStore
import TestSupport
import Testing

@Suite("Reading hand-written files")
struct LayerFilesTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func files(_ disk: Disk = .system) throws -> LayerFiles {
    let environment = ["HOME": home.path, "XDG_CONFIG_DIRS": "\(home.path)/s1:\(home.path)/s2"]
    return LayerFiles(
      try #require(StandardFolders(environment: { environment[$0] }, compiledIn: home.file("s3"))),
      disk: disk
    )
  }

  private func read(_ disk: Disk = .system) throws -> FileReading {
    try files(disk).read(home.file("f"))
  }

  /// Runs a shell script that makes the file `f`.
  private func make(_ text: String) throws {
    let made = try Program.run("sh", ["-ec", text], folder: home.path)
    try #require(made.exit == .exited(0), "\(made)")
  }

  @Test("The list of config files begins with the user's file, then has two for each system folder")
  func paths() throws {
    let names = [
      ".config/nightd/config.json5", "s1/nightd/config.json5", "s1/nightd/locks",
      "s2/nightd/config.json5", "s2/nightd/locks", "s3/config.json5", "s3/locks",
    ]
    #expect(try files().paths == names.map(home.file))
  }

  @Test(
    "A hand-written file is read through links, and a missing file is reported as missing",
    arguments: [
      ("printf a >f", .bytes([0x61])),
      (": >f", .bytes([])),
      ("printf '\\377' >f; chmod 444 f", .bytes([0xff])),
      ("printf a >f; chmod 664 f", .bytes([0x61])),
      ("mkdir d; printf a >d/g; ln -s d e; ln -s e/g f", .bytes([0x61])),
      (":", .missing),
      ("ln -s nowhere f", .flawed(.linkToNothing)),
      ("touch g; ln -s g/h f", .missing),
    ] as [(String, FileReading.Content)]
  )
  func contents(text: String, content: FileReading.Content) throws {
    try make(text)
    #expect(try read().content == content)
    #expect(try !read().isChanging)
  }

  @Test(
    "If a file is unusable, the reason is reported, and the reader never waits for the file",
    arguments: [
      ("mkdir f", .folder),
      ("mkdir d; ln -s d f", .folder),
      ("mkfifo f", .notAFile),
      ("mkfifo g; ln -s g f", .notAFile),
      ("ln -s /dev/zero f", .notAFile),
      ("ln -s f f", .linkLoop),
      ("ln -s g f; ln -s f g", .linkLoop),
      ("truncate -s 4194305 f", .tooLarge(limit: 4 << 20)),
      ("truncate -s 1G f", .tooLarge(limit: 4 << 20)),
      ("printf a >f; chmod 602 f", .writableByAll),
      ("printf a >g; chmod 666 g; ln -s g f", .writableByAll),
    ] as [(String, FileFlaw)]
  )
  func flaws(text: String, flaw: FileFlaw) throws {
    try make(text)
    #expect(try read().content == .flawed(flaw))
  }

  @Test("A config file at the size limit is read")
  func limit() throws {
    try make("truncate -s 4194304 f")
    #expect(try read().content == .bytes([UInt8](repeating: 0, count: 4 << 20)))
  }

  @Test(
    "Another user's file is refused, unless the owner is root or unknown in this namespace",
    arguments: [(12_345, .flawed(.notOwn)), (0, .bytes([0x61])), (65_534, .bytes([0x61]))]
      as [(UInt32, FileReading.Content)]
  )
  func owners(owner: UInt32, content: FileReading.Content) throws {
    try make("printf a >f")
    // Only root can give a file to another user, but files of root are trusted; so fake the owner.
    var disk = Disk.system
    disk.lookAt = { file throws(Disk.Refusal) in
      var found = try Disk.system.lookAt(file)
      found.isOwn = false
      found.owner = owner
      return found
    }
    #expect(try read(disk).content == content)
  }

  @Test(
    "A hand-written file is checked again after it has been opened",
    arguments: [
      ("mkfifo g", .notAFile), ("mkdir g", .folder), (": >g; chmod 666 g", .writableByAll),
    ]
      as [(String, FileFlaw)]
  )
  func switched(text: String, flaw: FileFlaw) throws {
    try make("printf a >f; " + text)
    let path = home.file("f")
    let other = home.file("g")
    var disk = Disk.system
    disk.openThroughLinks = { _ throws(Disk.Refusal) in
      try Disk.system.rename(path, path + ".away")
      try Disk.system.rename(other, path)
      return try Disk.system.openThroughLinks(path)
    }
    #expect(try read(disk).content == .flawed(flaw))
  }

  @Test("If a hand-written file changes while it is read, it is reported as changing")
  func changing() throws {
    try make("printf ab >f")
    let home = home
    var disk = Disk.system
    disk.read = { file, most throws(Disk.Refusal) in
      let bytes = try Disk.system.read(file, most)
      try? home.write("abc", to: "f")
      return bytes
    }
    #expect(try read(disk) == .init(.bytes([0x61, 0x62]), isChanging: true))
  }

  @Test("If a config file grows beyond the limit while it is read, the file is refused")
  func growing() throws {
    try make("printf ab >f")
    var disk = Disk.system
    disk.read = { _, most throws(Disk.Refusal) in [UInt8](repeating: 0x20, count: most + 1) }
    #expect(try read(disk).content == .flawed(.tooLarge(limit: 4 << 20)))
  }

  @Test(
    "If a system call fails, the error has the call's name and the path, and every file is closed",
    arguments: [
      (.lookThroughLinks, 1), (.openThroughLinks, 1), (.lookAt, 1), (.read, 1), (.lookAt, 2),
    ] as [(ProbedDisk.Call, Int)],
    [EIO, EACCES, EMFILE]
  )
  func faults(fault: (call: ProbedDisk.Call, ordinal: Int), code: Int32) throws {
    try make("printf a >f")
    let probe = ProbedDisk(
      root: home.path,
      fault: .init(call: fault.call, ordinal: fault.ordinal, code: code)
    )
    let refusal = Disk.Refusal(fault.call.rawValue, home.file("f"), code: code)
    #expect(try read(probe.disk).content == .flawed(.unreadable(refusal)))
    #expect(probe.wasHit)
    #expect(probe.isTidy)
    #expect(try read(probe.disk).content == .bytes([0x61]))
  }

  @Test(
    "If a hand-written file disappears between two calls, it is treated as missing",
    arguments: [ENOENT, ENOTDIR]
  )
  func gone(code: Int32) throws {
    try make("printf a >f")
    let probe = ProbedDisk(
      root: home.path,
      fault: .init(call: .openThroughLinks, ordinal: 1, code: code)
    )
    #expect(try read(probe.disk).content == .missing)
  }
}
