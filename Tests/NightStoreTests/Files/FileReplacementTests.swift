import CFiles
import Glibc
import TestSupport
import Testing

@testable import NightStore

@Suite("Replacing a file")
struct FileReplacementTests {
  private let home: TemporaryFolder
  private var path: String { home.file("file") }

  init() throws {
    home = try TemporaryFolder()
    try home.write("old", to: "file")
  }

  /// What another program does to the file while nightd replaces it.
  enum Deed: CaseIterable {
    case renames, writes, removes

    func carryOut(in home: TemporaryFolder) {
      let path = home.file("file")
      switch self {
      case .renames:
        try? home.write("saved", to: "save")
        _ = rename(home.file("save"), path)
      case .writes:
        // The other program opens the file with O_NONBLOCK, so the lease makes open fail instead of
        // wait.
        let file = Glibc.open(path, O_WRONLY | O_TRUNC | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        write(file, "saved", 5)
        close(file)
      case .removes: unlink(path)
      }
    }

    var text: String? {
      switch self {
      case .renames: "saved"
      case .writes: "old"
      case .removes: nil
      }
    }
  }

  private func replace(
    _ expected: FileReplacement.Expected,
    with bytes: String?,
    canExchange: Bool = true,
    _ reached: @escaping (FileReplacement.Moment) -> Void = { _ in }
  ) throws(FileReplacement.Failure) {
    let replacement = try FileReplacement(
      path,
      if: expected,
      canExchange: canExchange,
      reached: reached
    )
    // Between fork and exec, a child process of another test holds copies of all open files. So the
    // file may still be open for writing; in that case, retry.
    var attempts = 1
    while true {
      do throws(FileReplacement.Failure) {
        guard let bytes else { return try replacement.remove() }
        return try replacement.write(Array(bytes.utf8))
      } catch {
        guard error == .isBeingWritten, attempts < Self.mostAttempts else { throw error }
        attempts += 1
        Disk.system.pause(attempts)
      }
    }
  }

  private static let mostAttempts = 20

  private static let old = FileReplacement.Expected.contents(Array("old".utf8))

  @Test(
    "A file is replaced, made or removed, and no temporary file is left",
    arguments: [true, false]
  )
  func replaces(canExchange: Bool) throws {
    try replace(Self.old, with: "new", canExchange: canExchange)
    #expect(home.text("file") == "new")
    try replace(.anything, with: "newer", canExchange: canExchange)
    #expect(home.text("file") == "newer")
    try replace(.contents(Array("newer".utf8)), with: nil, canExchange: canExchange)
    #expect(home.list() == [])
    try replace(.contents(nil), with: "first", canExchange: canExchange)
    #expect(home.text("file") == "first")
    #expect(home.list() == ["file"])
  }

  @Test("If a file has unexpected contents, it stays unchanged")
  func unexpected() throws {
    let others: [FileReplacement.Expected] = [.contents(nil), .contents(Array("other".utf8))]
    for expected in others {
      #expect(throws: FileReplacement.Failure.changed) { try replace(expected, with: "new") }
      #expect(throws: FileReplacement.Failure.changed) { try replace(expected, with: nil) }
    }
    #expect(home.text("file") == "old")
    #expect(home.list() == ["file"])
  }

  @Test(
    "If another program changes a file while it is replaced, this change is kept",
    arguments: Deed.allCases,
    FileReplacement.Moment.allCases
  )
  func between(_ deed: Deed, _ moment: FileReplacement.Moment) throws {
    for (bytes, canExchange) in [("new", true), ("new", false), (nil, true)] {
      if moment == .isReplaced, !canExchange { continue }
      // After the replacement, the path leads to a new file. So any action other than a rename
      // would not change the old file; skip it.
      if moment == .isReplaced, deed != .renames || bytes == nil { continue }
      try home.write("old", to: "file")
      #expect(throws: FileReplacement.Failure.changed, "\(bytes ?? "-"), \(canExchange)") {
        try replace(Self.old, with: bytes, canExchange: canExchange) { now in
          if now == moment { deed.carryOut(in: home) }
        }
      }
      #expect(home.text("file") == deed.text, "\(bytes ?? "-"), \(canExchange)")
      #expect(home.list() == (deed == .removes ? [] : ["file"]))
    }
  }

  @Test(
    "If a file gets a second hard link while it is replaced, it stays unchanged under both names",
    arguments: ["new", nil],
    FileReplacement.Moment.allCases
  )
  func secondName(bytes: String?, moment: FileReplacement.Moment) throws {
    #expect(throws: FileReplacement.Failure.changed) {
      try replace(Self.old, with: bytes) { reached in
        guard reached == moment else { return }
        let source = home.list().first { home.text($0) == "old" } ?? ""
        #expect(Glibc.link(home.file(source), home.file("other")) == 0)
      }
    }
    #expect(home.text("file") == "old" && home.text("other") == "old")
    let facts = try ["file", "other"].map { name in
      var facts = stat()
      try #require(stat(home.file(name), &facts) == 0)
      return facts.st_ino
    }
    #expect(facts[0] == facts[1])
    #expect(home.list().sorted() == ["file", "other"])
  }

  @Test(
    "A killed replacement's temporary file is removed unless it has what another program saved",
    arguments: [nil, .isCompared] as [FileReplacement.Moment?],
    [("new", .isCompared), ("new", .isReplaced), (nil, .isReplaced)]
      as [(String?, FileReplacement.Moment)]
  )
  func killed(save: FileReplacement.Moment?, _ end: (String?, FileReplacement.Moment)) throws {
    let (bytes, kill) = end
    let copy = try TemporaryFolder()
    _ = Result { () throws(FileReplacement.Failure) in
      try replace(Self.old, with: bytes) { moment in
        // Copies the files as they are at the moment of the kill.
        defer {
          if moment == kill {
            for name in home.list() { try? copy.write(home.text(name) ?? "", to: name) }
          }
        }
        guard moment == save else { return }
        try? home.write("saved", to: "save")
        _ = rename(home.file("save"), path)
      }
    }
    let isKept = save != nil && kill == .isReplaced
    let names = copy.list().filter { $0 != "file" }
    try #require(names.count == 1)
    let kept = try FileReplacement(copy.file("file"), if: .anything).removeLeftovers()
    // If the replacement was to remove the file (`bytes` is nil), the file no longer exists. In
    // that case, nothing shows which file the leftover belongs to, so the leftover stays.
    let isLeft = isKept && bytes == nil
    #expect(kept == (isLeft ? [copy.file(names[0])] : []))
    #expect(copy.text(names[0]) == (isLeft ? "saved" : nil))
    if isKept, bytes != nil { #expect(copy.text("file") == "saved") }
  }

  @Test("A user's file whose name resembles a generated name is not treated as a leftover")
  func likeTemporary() throws {
    let mine = ".nightctl-new-abcdef123456"
    try home.write("mine", to: mine)
    let made = TemporaryFile.freePath(in: home.path)
    try home.write("half", to: String(made.dropFirst(home.path.count + 1)))
    #expect(try FileReplacement(path).removeLeftovers() == [home.file(mine)])
    try replace(Self.old, with: "new")
    #expect(home.list() == [mine, "file"])
    #expect(home.text(mine) == "mine")
    #expect(home.text("file") == "new")
  }

  @Test("If a program saves a file twice while it is replaced, the second save is kept")
  func twice() throws {
    #expect(throws: FileReplacement.Failure.changed) {
      try replace(Self.old, with: "new") { moment in
        try? home.write("saved \(moment)", to: "save")
        _ = rename(home.file("save"), path)
      }
    }
    #expect(home.text("file") == "saved isReplaced")
    #expect(home.list() == ["file"])
  }

  @Test("If a program has a file open for writing, the file is not replaced")
  func open() throws {
    let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    #expect(throws: FileReplacement.Failure.isBeingWritten) { try replace(Self.old, with: "new") }
    #expect(throws: FileReplacement.Failure.isBeingWritten) { try replace(Self.old, with: nil) }
    #expect(home.text("file") == "old")
  }

  @Test(
    "A program that writes to a file during its replacement waits, and then writes the new file"
  )
  func waits() throws {
    var writer: Program?
    let isDone = Result { () throws(FileReplacement.Failure) in
      try replace(Self.old, with: "new") { moment in
        guard moment == .isCompared else { return }
        writer = try? Program.start("/bin/sh", ["-c", #"printf saved >"$1""#, "sh", path])
      }
    }
    #expect(try writer?.wait() == .exited(0))
    #expect(home.text("file") == "saved", "\(isDone)")
  }

  @Test(
    "If a file is a link, the link is kept, and its target is replaced in the target's own folder"
  )
  func link() throws {
    try home.write("old", to: "there/target")
    try #require(symlink("there/target", home.file("link")) == 0)
    try FileReplacement(home.file("link"), if: Self.old).write(Array("new".utf8))
    #expect(home.text("there/target") == "new")
    #expect(home.list("there") == ["target"])
    var facts = stat()
    #expect(lstat(home.file("link"), &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
  }

  // MARK: - What is kept

  private func attribute(_ name: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = getxattr(path, name, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  private func mode() -> mode_t {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o7777 : 0
  }

  /// An access list, as the kernel stores it: user 12345 may read, and the mask is `rw`.
  private static let accessList: [UInt8] =
    [2, 0, 0, 0] + entry(1, 6) + entry(2, 4, 12_345) + entry(4, 4) + entry(16, 6) + entry(32, 0)

  private static func entry(_ tag: UInt8, _ rights: UInt8, _ user: UInt32 = .max) -> [UInt8] {
    [tag, 0, rights, 0] + (0..<4).map { UInt8(truncatingIfNeeded: user >> (8 * $0)) }
  }

  @Test("A replaced file keeps its mode, its extended attributes and its access list")
  func attributes() throws {
    let list = "system.posix_acl_access"
    try #require(chmod(path, 0o640) == 0)
    // Not every file system supports extended attributes.
    let hasAttribute = setxattr(path, "user.mine", "value", 5, 0) == 0
    try replace(Self.old, with: "new")
    #expect(mode() == 0o640)
    #expect(attribute("user.mine") == (hasAttribute ? Array("value".utf8) : nil))
    #expect(attribute(list) == nil)
    let set = setxattr(path, list, Self.accessList, Self.accessList.count, 0)
    try #require(set == 0)
    try replace(.anything, with: "newer")
    #expect(attribute(list) == Self.accessList)
    #expect(mode() == 0o660)
  }

  @Test(
    "If a person changes a file's attributes while it is replaced, this change is kept",
    arguments: FileReplacement.Moment.allCases,
    [true, false]
  )
  func changedAttributes(_ moment: FileReplacement.Moment, canExchange: Bool) throws {
    let hasAttributes = setxattr(path, "user.gone", "value", 5, 0) == 0
    // If the two files cannot be exchanged, the last comparison is before the replacement.
    let moment = canExchange ? moment : .isCompared
    try replace(Self.old, with: "new", canExchange: canExchange) { now in
      guard now == moment else { return }
      chmod(path, 0o640)
      chown(path, geteuid() == 0 ? 12_345 : geteuid(), getegid())
      setxattr(path, "user.mine", "value", 5, 0)
      removexattr(path, "user.gone")
    }
    #expect(home.text("file") == "new")
    #expect(home.list() == ["file"])
    #expect(mode() == 0o640)
    #expect(attribute("user.mine") == (hasAttributes ? Array("value".utf8) : nil))
    #expect(attribute("user.gone") == nil)
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_uid == (geteuid() == 0 ? 12_345 : geteuid()))
  }

  @Test("If a file has no access list, its replacement does not inherit one from the folder")
  func inherited() throws {
    let list = "system.posix_acl_default"
    let set = setxattr(home.path, list, Self.accessList, Self.accessList.count, 0)
    try #require(set == 0)
    try replace(Self.old, with: "new")
    #expect(attribute("system.posix_acl_access") == nil)
    #expect(mode() == 0o600)
  }

  @Test(
    "A replaced file keeps its owner and its group",
    .enabled(if: geteuid() == 0, "only root can give a file away")
  )
  func owner() throws {
    try #require(chown(path, 12_345, 23_456) == 0)
    try #require(chmod(path, 0o4750) == 0)
    try replace(Self.old, with: "new")
    var facts = stat()
    try #require(stat(path, &facts) == 0)
    #expect(facts.st_uid == 12_345 && facts.st_gid == 23_456 && mode() == 0o4750)
  }
}
