import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite struct HistoryFileTests {
  private let folder: TemporaryFolder
  private let file: HistoryFile

  init() throws {
    folder = try TemporaryFolder()
    file = HistoryFile(folder: folder.path)
  }

  private static func entry(_ number: Int64, theme: String = "midnight") -> HistoryEntry {
    HistoryEntry(
      time: Instant(microseconds: number * 1_000_000),
      style: .dark,
      theme: theme,
      reason: .choice,
      origin: .caller(.init(number: 7, name: "some\"thing"))
    )
  }

  @Test("Entries that are appended to the history are read with the newest first")
  func told() {
    #expect(file.last(3).isEmpty)
    #expect(file.append([Self.entry(1), Self.entry(2)]) && file.append([Self.entry(3)]))
    #expect(file.last(2) == [Self.entry(3), Self.entry(2)])
    #expect(file.last(9).count == 3)
  }

  @Test("Every field of an entry is read back unchanged")
  func whole() {
    var look = Self.entry(1)
    look.isOfStyle = false
    look.look = LookChange(isHighContrast: true, accent: "#3584E4", isMotionReduced: false)
    var others: [HistoryEntry] = []
    for origin in [HistoryEntry.Origin.desktop, .store, .file, .caller(nil)] {
      var entry = Self.entry(2)
      entry.origin = origin
      others.append(entry)
    }
    var alone = Self.entry(3)
    alone.origin = nil
    let entries = [look] + others + [alone]
    #expect(file.append(entries))
    #expect(file.last(9) == entries.reversed())
  }

  @Test("If a line in the history is incomplete, the other lines are still read")
  func torn() throws {
    #expect(file.append([Self.entry(1)]))
    let text = try #require(folder.text("history.jsonl"))
    try folder.write(text + text.dropLast(9), to: "history.jsonl")
    #expect(file.append([Self.entry(2)]))
    #expect(file.last(9) == [Self.entry(2), Self.entry(1)])
  }

  @Test(
    "The history file stays within its size limit, but keeps more entries than any reader requests"
  )
  func size() throws {
    for batch in 0..<50 {
      #expect(file.append((0..<100).map { Self.entry(Int64(batch * 100 + $0)) }))
    }
    let size = try #require(folder.text("history.jsonl")).utf8.count
    #expect(size < 600 << 10)
    let last = file.last(Contract.historyEntries)
    #expect(last.count == Contract.historyEntries)
    #expect(last == (0..<1_000).map { Self.entry(4_999 - Int64($0)) })
    #expect(folder.list("").sorted() == ["history.jsonl"])
  }

  @Test(
    "A history file with a second hard link is replaced, and the second name keeps its contents"
  )
  func secondName() throws {
    #expect(file.append([Self.entry(1)]))
    let other = folder.file("theirs")
    try #require(Glibc.link(file.path, other) == 0)
    let before = folder.text("theirs")
    #expect(file.append([Self.entry(2)]))
    #expect(folder.text("theirs") == before)
    #expect(file.last(9) == [Self.entry(2), Self.entry(1)])
    #expect(folder.list("").sorted() == ["history.jsonl", "theirs"])
    // An append also works if the shared file ends in the middle of a line.
    let text = try #require(folder.text("history.jsonl"))
    try folder.write(text + text.dropLast(9), to: "history.jsonl")
    unlink(other)
    try #require(Glibc.link(file.path, other) == 0)
    #expect(file.append([Self.entry(3)]))
    #expect(file.last(9) == [3, 1, 2, 1].map { Self.entry($0) })
  }

  @Test("If a history file is not regular or another user owns it, it is neither written nor read")
  func foreign() throws {
    try folder.makeFolder("history.jsonl")
    #expect(!file.append([Self.entry(1)]))
    #expect(file.last(1).isEmpty)
  }
}
