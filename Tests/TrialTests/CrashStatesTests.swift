import Testing

@testable import Trials

/// The model of a disk, on which all crash trials are based.
@Suite struct CrashStatesTests {
  private static let old = Array("old".utf8)
  private static let new = Array("newer!".utf8)

  private static let careful: [DiskAction] = [
    .create("d/new", file: 1), .write(file: 1, new), .sync(file: 1), .rename("d/new", to: "d/file"),
    .syncFolder("d"), .tell,
  ]

  private func states(
    without left: DiskAction? = nil,
    folders: Set<String> = ["", "d"],
    before: [DiskAction] = []
  ) throws -> Set<CrashState> {
    let files = folders.contains("d") ? ["d/file": Self.old] : [:]
    let actions = before + Self.careful.filter { $0 != left }
    return try CrashStates(folders: folders, files: files, actions: actions).all()
  }

  private func isOldOrNew(_ state: CrashState) -> Bool {
    [Self.old, Self.new].contains(state.files["d/file"])
  }

  @Test("A crash leaves the old or the new file, and after the reply, it always leaves the new one")
  func careful() throws {
    let states = try states()
    #expect(states.allSatisfy(isOldOrNew))
    #expect(states.filter(\.isTold).allSatisfy { $0.files == ["d/file": Self.new] })
    #expect(states.contains { $0.files["d/file"] == Self.old && $0.files["d/new"] == [] })
    #expect(states.contains { $0.files["d/new"] == Self.new })
  }

  @Test("If a folder was not synced, a crash may lose a change that was already answered")
  func noFolderSync() throws {
    let states = try states(without: .syncFolder("d"))
    #expect(states.contains { $0.isTold && $0.files["d/file"] == Self.old })
    #expect(states.allSatisfy(isOldOrNew))
  }

  @Test("If the file was not synced, a crash may leave it empty or incomplete")
  func noFileSync() throws {
    let states = try states(without: .sync(file: 1))
    for count in [0, 3] {
      #expect(states.contains { $0.isTold && $0.files["d/file"] == Array(Self.new.prefix(count)) })
    }
  }

  @Test("If a folder's entry was not synced, a crash loses everything in the folder")
  func madeFolder() throws {
    let lost = try states(folders: [""], before: [.makeFolder("d")])
    #expect(lost.contains { $0.isTold && $0.folders == [""] && $0.files == [:] })
    let kept = try states(folders: [""], before: [.makeFolder("d"), .syncFolder("")])
    #expect(kept.filter(\.isTold).allSatisfy { $0.files["d/file"] == Self.new })
  }

  @Test("If a file is renamed aside, it is missing for a moment, but a hard link avoids this")
  func aside() throws {
    let ways: [(DiskAction, Bool)] = [
      (.rename("d/file", to: "d/aside"), true), (.link("d/file", to: "d/aside"), false),
    ]
    for (way, isGone) in ways {
      let states = try states(before: [way, .syncFolder("d")])
      #expect(states.contains { $0.files["d/file"] == nil } == isGone)
      #expect(states.filter(\.isTold).allSatisfy { $0.files["d/aside"] == Self.old })
    }
  }

  @Test("The output of strace is parsed, even if a call is split into two lines")
  func record() {
    func hex(_ text: String) -> String {
      text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let new = hex("/h/d/new")
    let record = """
      7  openat(AT_FDCWD<\(hex("/"))>, "\(new)", O_WRONLY|O_CREAT|O_EXCL, 0600) = 9<\(new)>
      7  write(9<\(new)>, "\(hex("newer!"))", 6 <unfinished ...>
      8  openat(AT_FDCWD<\(hex("/"))>, "\(hex("/etc/x"))", O_RDONLY) = -1 ENOENT (No such file)
      7  <... write resumed>) = 6
      7  fsync(9<\(new)>) = 0
      7  rename("\(new)", "\(hex("/h/d/file"))") = 0
      7  openat(AT_FDCWD<\(hex("/"))>, "\(hex("/h/d"))", O_RDONLY|O_CLOEXEC|O_DIRECTORY) = 9<x>
      7  fsync(9<x>) = 0
      7  sendmsg(3<s>, {msg_iov=[{iov_base="\\x6c\\x01", iov_len=2}]}, 0) = 2
      7  sendmsg(3<s>, {msg_iov=[{iov_base="\\x6c\\x02", iov_len=2}]}, 0) = 2
      7  +++ exited with 0 +++
      """
    #expect(DiskRecord(record, home: "/h", files: ["d/file"]).actions == Self.careful)
  }
}
