import Glibc
import Testing

@testable import nightctl

/// Reads and stores records in a temporary folder.
@Suite("Records of nightd's changes")
final class RecordFileTests {
  private let path: String
  private let home: String

  init() throws {
    var template = Array("/tmp/nightctl-record-XXXXXX".utf8CString)
    home = String(cString: try #require(mkdtemp(&template)))
    path = home + "/record.json"
  }

  deinit { _ = system("rm -rf \(home)") }

  private func read() throws -> RecordFile<ProgramRecord> { try RecordFile(path, keepsAside: true) }

  private func text(_ path: String) throws -> String? {
    try UserFile.own(path).bytes().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "If another program has replaced a record, nightctl neither overwrites nor removes the record",
    arguments: [("", "foot"), ("kitty", "foot"), ("kitty", "")]
  )
  func restored(before: String, after: String) throws {
    var first = try read()
    if !before.isEmpty { try first.store(ProgramRecord.Entry(), for: before) }
    var file = try read()
    try UserFile.own(path).write(Array("the restored record".utf8))
    file.content.entries = after.isEmpty ? [:] : [after: ProgramRecord.Entry()]
    #expect(throws: Failure.self) { try file.store() }
    #expect(try text(path) == "the restored record")
  }

  @Test("If a record becomes empty, it is removed together with its folder")
  func removed() throws {
    var file = try read()
    try file.store(ProgramRecord.Entry(), for: "kitty")
    #expect(try read().content.entries.keys.sorted() == ["kitty"])
    try file.store(nil, for: "kitty")
    #expect(access(home, F_OK) != 0)
  }

  @Test("A damaged record is moved aside, and is reported until the user removes it")
  func aside() throws {
    try UserFile.own(path).write(Array("{".utf8))
    #expect(try read().damage?.hasPrefix("\(path) is damaged (") == true)
    #expect(try text(path + ".aside-1") == "{")
    #expect(try read().damage?.hasPrefix("\(path).aside-1 is a damaged record") == true)
    unlink(path + ".aside-1")
    #expect(try read().damage == nil)
  }
}
