import Glibc
import NightStore
import TestSupport
import Testing

@Suite struct RuntimeFolderTests {
  private let home: TemporaryFolder
  private let folder: RuntimeFolder

  init() throws {
    home = try TemporaryFolder()
    folder = RuntimeFolder(parent: try home.makeFolder("run"))
  }

  private func flaw() -> RuntimeFolder.Flaw? {
    do throws(RuntimeFolder.Flaw) { _ = try folder.secure() } catch { return error }
    return nil
  }

  private func mode() throws -> mode_t {
    var found = stat()
    try #require(lstat(folder.path, &found) == 0)
    return found.st_mode & 0o7777
  }

  @Test(
    "The runtime folder is XDG_RUNTIME_DIR, or else the folder that a login makes",
    arguments: [
      (["XDG_RUNTIME_DIR": "/run/ada"], "/run/ada/nightd"),
      ([:], "/run/user/7/nightd"),
      (["XDG_RUNTIME_DIR": ""], "/run/user/7/nightd"),
      (["XDG_RUNTIME_DIR": "run"], "/run/user/7/nightd"),
      (["XDG_RUNTIME_DIR": "/a\0b"], "/run/user/7/nightd"),
    ] as [([String: String], String)]
  )
  func place(environment: [String: String], path: String) {
    #expect(RuntimeFolder(environment: { environment[$0] }, user: 7).path == path)
  }

  @Test("Only the user can enter nightd's runtime folder, which is made once and then used again")
  func made() throws {
    for _ in 1...2 {
      #expect(try folder.secure() == home.file("run/nightd"))
      #expect(try mode() == 0o700)
    }
  }

  @Test("nightd never makes the user's runtime folder itself")
  func noParent() throws {
    try #require(rmdir(folder.parent) == 0)
    #expect(flaw() == .missing(path: folder.parent))
    #expect(home.list() == [])
  }

  @Test("The user's runtime folder may be a link, but nightd's folder in it may not")
  func links() throws {
    try #require(rename(folder.parent, home.file("real")) == 0)
    try #require(symlink(home.file("real"), folder.parent) == 0)
    #expect(try folder.secure() == home.file("run/nightd"))
    try #require(rename(home.file("real/nightd"), home.file("elsewhere")) == 0)
    try #require(symlink(home.file("elsewhere"), home.file("real/nightd")) == 0)
    #expect(flaw() == .notAFolder(path: folder.path))
  }

  @Test(
    "A runtime folder open to others is made private if its parent is private, or else refused",
    arguments: [0o750, 0o701, 0o777]
  )
  func open(mode: Int) throws {
    _ = try folder.secure()
    try #require(chmod(folder.path, mode_t(mode)) == 0)
    try #require(chmod(folder.parent, 0o755) == 0)
    #expect(flaw() == .open(path: folder.path))
    try #require(chmod(folder.parent, 0o700) == 0)
    #expect(flaw() == nil)
    #expect(try self.mode() == 0o700)
  }

  @Test("A runtime folder that belongs to another user is refused", .enabled(if: geteuid() == 0))
  func foreign() throws {
    _ = try folder.secure()
    try #require(chown(folder.path, 54_321, 54_321) == 0)
    #expect(flaw() == .notOwn(path: folder.path))
    try #require(rmdir(folder.path) == 0 && chown(folder.parent, 54_321, 54_321) == 0)
    #expect(flaw() == .foreignParent(path: folder.parent))
    #expect(home.list("run") == [])
  }

  @Test("If two daemons make the runtime folder at the same time, both can use it")
  func race() throws {
    var disk = Disk.system
    disk.makeFolder = { path throws(Disk.Refusal) in
      try Disk.system.makeFolder(path)
      try Disk.system.makeFolder(path)
    }
    #expect(try folder.secure(on: disk) == folder.path)
  }

  @Test("If a system call fails, the error mentions the call")
  func refused() throws {
    let refusal = Disk.Refusal("mkdir", folder.path, code: EROFS)
    var disk = Disk.system
    disk.makeFolder = { _ throws(Disk.Refusal) in throw refusal }
    #expect(throws: RuntimeFolder.Flaw.refused(refusal)) { try folder.secure(on: disk) }
  }
}
