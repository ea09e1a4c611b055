import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("Moving an unusable file aside")
struct IntentStoreAsideTests {
  /// What exists at the path of intent.json.
  enum EntryKind: String, CaseIterable, CustomTestStringConvertible {
    case empty, broken, torn, newer, tooLarge, folder, link, danglingLink, fifo

    var testDescription: String { rawValue }

    var flaw: StoreFlaw {
      switch self {
      case .empty: .empty
      case .broken:
        .broken(Position(line: 2, column: 11), "the choice must be light, dark, schedule or system")
      case .torn:
        .broken(
          Position(line: 1, column: 13),
          "expected “,” or “}” after this value, found the end of the text, with 1:1 still open"
        )
      case .newer: .newer(format: 9)
      case .tooLarge: .tooLarge(limit: 4 << 20)
      case .folder, .link, .danglingLink, .fifo: .notAFile
      }
    }
  }

  private let home: TemporaryFolder
  private let store: IntentStore

  init() throws {
    home = try TemporaryFolder()
    store = IntentStore(folder: home.file("nightd"))
    try home.makeFolder("nightd")
  }

  private func put(_ entry: EntryKind) throws {
    let file = "nightd/intent.json"
    switch entry {
    case .empty: try home.write("", to: file)
    case .broken:
      let text = "{\"format\": 1, \"choice\": {\n  \"what\": \"grey\"}}"
      try home.write(text, to: file)
    case .torn: try home.write("{\"format\": 1", to: file)
    case .newer: try home.write("{\"format\": 9, \"choice\": []}", to: file)
    case .tooLarge:
      try home.write("{\"format\": 1}", to: file)
      #expect(truncate(store.path, 5 << 20) == 0)
    case .folder: try home.write("inside", to: file + "/note")
    case .link:
      try home.write("{\"format\": 1}", to: "elsewhere")
      #expect(symlink(home.file("elsewhere"), store.path) == 0)
    case .danglingLink: #expect(symlink(home.file("nowhere"), store.path) == 0)
    case .fifo: #expect(mkfifo(store.path, 0o600) == 0)
    }
  }

  /// The file's inode number, which does not change when the file is renamed.
  private func number(_ path: String) -> ino_t? {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_ino : nil
  }

  private func note(_ count: Int, _ flaw: StoreFlaw) -> StoreNote {
    .movedAside(path: store.path, to: "\(store.path).aside-\(count)", flaw)
  }

  @Test(
    "At start-up, an unusable store is moved aside unchanged, and a note reports it",
    arguments: EntryKind.allCases
  )
  func atStart(entry: EntryKind) throws {
    try put(entry)
    let before = number(store.path)
    let text = entry == .fifo ? nil : home.read("nightd/intent.json")
    let loaded = store.load()
    #expect(loaded.intent == Intent())
    #expect(loaded.identity == nil)
    #expect(loaded.notes == [note(1, entry.flaw)])
    #expect(store.read() == .missing)
    #expect(number("\(store.path).aside-1") == before)
    if let text { #expect(home.read("nightd/intent.json.aside-1") == text) }
    // The second start finds nothing to report.
    #expect(store.load().notes == [])
    #expect(try store.store(.dark).notes == [])
    #expect(store.load().intent.choice == .dark)
  }

  @Test(
    "If a file is unusable, a commit moves it aside and stores the intent that is in memory",
    arguments: EntryKind.allCases
  )
  func byCommit(entry: EntryKind) throws {
    let first = try store.store(.schedule)
    #expect(unlink(store.path) == 0)
    try put(entry)
    let before = number(store.path)
    let second = try store.commit([], onto: first.intent, first.identity)
    #expect(second.notes == [note(1, entry.flaw)])
    #expect(second.intent.choice == .schedule)
    #expect(second.intent.revision == 2)
    #expect(number("\(store.path).aside-1") == before)
    #expect(store.load().intent == second.intent)
    #expect(
      home.list("nightd") == ["intent.json", "intent.json.aside-1", "intent.lock"]
    )
  }

  @Test("If the stored file is a link, the link's target is neither read nor changed")
  func linkTarget() throws {
    try put(.link)
    #expect(store.load().intent == Intent())
    try store.store(.dark)
    #expect(home.text("elsewhere") == "{\"format\": 1}")
  }

  @Test("Unusable files get numbered names, so none of them is lost")
  func counted() throws {
    try home.makeFolder("nightd/intent.json.aside-2")
    for (count, text) in [(1, "first"), (3, "second"), (4, "third")] {
      try home.write(text, to: "nightd/intent.json")
      #expect(
        store.load().notes == [
          note(
            count,
            .broken(
              Position(line: 1, column: 1),
              "expected a value, found the word “\(text)”: a string must be in quotes"
            )
          )
        ]
      )
      #expect(home.text("nightd/intent.json.aside-\(count)") == text)
    }
  }

  @Test(
    "A stored file that belongs to another user is moved aside, too",
    .enabled(if: geteuid() == 0)
  )
  func notOwn() throws {
    try store.store(.dark)
    #expect(chown(store.path, 12_345, 12_345) == 0)
    #expect(store.load().notes == [note(1, .notOwn)])
  }

  @Test("A stored file of exactly 4 MiB is read, but a file that is one byte larger is rejected")
  func limit() throws {
    let limit = 4 << 20
    let text = Array("{\"format\": 1}".utf8)
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: limit - text.count)
    try home.write(text + blanks, to: "nightd/intent.json")
    #expect(store.read().intent == Intent())
    try home.write(text + blanks + [10], to: "nightd/intent.json")
    #expect(store.read() == .flawed(.tooLarge(limit: limit)))
  }
}
