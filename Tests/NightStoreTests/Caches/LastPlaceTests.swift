import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("The file of the last place")
struct LastPlaceTests {
  private static let when = Instant(microseconds: 1_795_290_000_000_000)

  @Test("A new place file is on disk before it replaces the old one")
  func order() throws {
    let home = try TemporaryFolder()
    let probe = ProbedDisk(root: home.path)
    let store = LastPlace(folder: home.path, disk: probe.disk)
    try store.write(try Place(text: "52.52,13.41"), at: Self.when)
    #expect(store.read() == .place(try Place(text: "52.52,13.41")))
    let calls = probe.lines.prefix(5)
    let kinds = calls.map { $0.prefix { $0 != " " } }
    #expect(kinds == ["create", "write", "sync", "close", "rename"])
  }

  @Test(
    "If any system call fails, the old place file stays intact, and no part of a new file is left",
    arguments: [ProbedDisk.Call.look, .create, .write, .sync, .rename]
  )
  func refused(call: ProbedDisk.Call) throws {
    let home = try TemporaryFolder()
    try LastPlace(folder: home.path).write(try Place(text: "52.52,13.41"), at: Self.when)
    // A killed daemon can leave this file behind, which must not prevent the next write.
    try home.write("half", to: "place.json.new")
    let fault = ProbedDisk.Fault(call: call, ordinal: 1, code: EIO)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = LastPlace(folder: home.path, disk: probe.disk)
    #expect(throws: Disk.Refusal.self) {
      try store.write(try Place(text: "40.42,-3.7"), at: Self.when)
    }
    #expect(LastPlace(folder: home.path).read() == .place(try Place(text: "52.52,13.41")))
    #expect(probe.isTidy)
    if call != .look { #expect(home.list() == ["place.json"]) }
    try store.write(try Place(text: "40.42,-3.7"), at: Self.when)
    #expect(home.list() == ["place.json"])
  }
}
