import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("Committing an intent")
struct IntentStoreCommitTests {
  private let home: TemporaryFolder
  private let store: IntentStore

  init() throws {
    home = try TemporaryFolder()
    store = IntentStore(folder: home.file("a/b/nightd"))
  }

  private func mode(_ name: String) -> mode_t? {
    var facts = stat()
    return lstat(home.file(name), &facts) == 0 ? facts.st_mode & 0o7777 : nil
  }

  @Test("The first commit makes the folders and the file, which only their owner can access")
  func firstCommit() throws {
    let committed = try store.store(.dark)
    #expect(committed.intent.revision == 1)
    #expect(committed.intent.choice == .dark)
    #expect(committed.notes == [])
    for folder in ["a", "a/b", "a/b/nightd"] { #expect(mode(folder) == 0o700) }
    for file in ["intent.json", "intent.lock"] { #expect(mode("a/b/nightd/\(file)") == 0o600) }
    #expect(home.list("a/b/nightd") == ["intent.json", "intent.lock"])
    #expect(
      home.text("a/b/nightd/intent.json") == #"""
        {
          "format": 2,
          "revision": 1,
          "choice": {
            "what": "dark",
            "since": "2025-11-21T00:01:00Z"
          }
        }

        """#
    )
  }

  @Test("If another program replaces the file right after a commit, the next commit notices this")
  func replacedAtOnce() throws {
    let path = store.path
    let foreign = try store.store(.dark).intent.revision + 40
    let text = try #require(home.text("a/b/nightd/intent.json"))
    var disk = Disk.system
    disk.rename = { (from, to) throws(Disk.Refusal) in
      try Disk.system.rename(from, to)
      guard to == path, let file = try? Disk.system.create(path + ".edited") else { return }
      let edited = text.replacing("\"revision\": 1", with: "\"revision\": \(foreign)")
      try Disk.system.write(file, Array(edited.utf8))
      Disk.system.close(file)
      try Disk.system.rename(path + ".edited", path)
    }
    let first = try IntentStore(folder: store.folder, disk: disk)
      .commit([.choose(.light)], onto: Intent(), nil)
    let second = try store.commit([.choose(.dark)], onto: first.intent, first.identity)
    #expect(second.intent.revision == foreign + 1)
  }

  @Test("The next daemon loads the stored intent")
  func loadAfterCommit() throws {
    let committed = try store.store(.dark)
    let loaded = IntentStore(folder: store.folder).load()
    #expect(loaded.intent == committed.intent)
    #expect(loaded.identity == committed.identity)
    #expect(loaded.notes == [])
    #expect(try store.isStill(#require(committed.identity)))
  }

  @Test("Every commit increases the revision by one, and leaves a single complete file")
  func revisions() throws {
    var known = Intent()
    var identity: FileIdentity?
    for count: Int64 in 1...20 {
      let choice = Choice.allCases[Int(count) % Choice.allCases.count]
      let committed = try store.commit([.choose(choice)], onto: known, identity)
      #expect(committed.intent.revision == count)
      #expect(store.read().intent == committed.intent)
      known = committed.intent
      identity = committed.identity
    }
    #expect(home.list("a/b/nightd") == ["intent.json", "intent.json.last", "intent.lock"])
  }

  @Test("Another daemon's changes are kept, and both daemons count the same revisions")
  func twoStores() throws {
    let first = try store.store(.dark)
    let twin = IntentStore(folder: store.folder)
    var theirs = first.intent
    theirs.revision = 7
    theirs.hold = Hold(style: .light, since: .minute(0), end: .minute(9))
    theirs.unknown = [.init(name: "later", value: .bool(true))]
    try home.write(IntentFile.bytes(theirs), to: "a/b/nightd/intent.json")
    #expect(try !store.isStill(#require(first.identity)))

    let second = try twin.commit([], onto: Intent(), nil)
    #expect(second.intent.hold == theirs.hold)
    #expect(second.intent.revision == 8)
    // By now, the intent that the first daemon has in memory is outdated.
    let third = try store.commit([.choose(.schedule)], onto: first.intent, first.identity)
    #expect(third.intent.revision == 9)
    #expect(third.intent.choice == .schedule)
    #expect(third.intent.unknown == theirs.unknown)
    #expect(twin.read().intent == third.intent)
  }

  @Test("If the stored file is removed, a commit makes it again from memory")
  func goneAway() throws {
    var first = try store.store(.dark)
    first.intent.unknown = [.init(name: "later", value: .bool(true))]
    #expect(unlink(store.path) == 0)
    let second = try store.commit([], onto: first.intent, first.identity)
    #expect(second.intent.choice == .dark)
    #expect(second.intent.unknown == first.intent.unknown)
    #expect(second.intent.revision == 2)
    #expect(store.read().intent == second.intent)
  }

  @Test("If the state folder is removed, a commit makes it again")
  func folderGoneAway() throws {
    let first = try store.store(.dark)
    for name in ["intent.json", "intent.lock"] { #expect(unlink("\(store.folder)/\(name)") == 0) }
    #expect(rmdir(store.folder) == 0)
    let second = try store.commit([.choose(.light)], onto: first.intent, first.identity)
    #expect(store.read().intent == second.intent)
  }

  @Test("The revision never decreases, even if an older file is put in place")
  func olderFile() throws {
    var known = Intent()
    known.revision = 40
    try store.store(.dark)
    #expect(try store.commit([.choose(.light)], onto: known, nil).intent.revision == 41)
  }

  @Test(
    "A commit replaces a killed daemon's temporary file, but does not follow a link in its place"
  )
  func leftovers() throws {
    try home.write("half of it", to: "a/b/nightd/intent.json.new")
    try store.store(.dark)
    try home.write("not ours", to: "other")
    #expect(symlink(home.file("other"), store.path + ".new") == 0)
    try store.store(.light)
    #expect(home.text("other") == "not ours")
    #expect(home.list("a/b/nightd") == ["intent.json", "intent.json.last", "intent.lock"])
    #expect(store.read().intent?.choice == .light)
  }

  @Test(
    "If a file is in place of the state folder, a commit fails with the path, and the file stays"
  )
  func folderIsFile() throws {
    try home.write("not ours", to: "a/b/nightd")
    let failure = #expect(throws: StoreFailure.self) { try store.store(.dark) }
    #expect(
      failure == .refused(Disk.Refusal("open", store.folder + "/intent.lock", code: ENOTDIR))
    )
    #expect(home.text("a/b/nightd") == "not ours")
    // The path goes through a file, so the missing folder cannot be made either.
    let below = IntentStore(folder: store.folder + "/c")
    #expect(throws: StoreFailure.refused(Disk.Refusal("lstat", below.folder, code: ENOTDIR))) {
      try below.store(.dark)
    }
  }

  @Test("While a folder is in place of the temporary file, each commit is refused")
  func newIsFolder() throws {
    try home.makeFolder("a/b/nightd/intent.json.new")
    let new = store.path + ".new"
    #expect(throws: StoreFailure.inTheWay(path: new, .folder)) {
      try store.store(.dark)
    }
    #expect(store.read() == .missing)
    #expect(rmdir(new) == 0)
    try store.store(.dark)
  }

  @Test(
    "When the revision reaches the largest possible number, it stays there",
    arguments: [1, 0] as [Int64]
  )
  func lastRevision(before: Int64) throws {
    var intent = Intent()
    intent.revision = .max - before
    try home.write(IntentFile.bytes(intent), to: "a/b/nightd/intent.json")
    var known = store.load()
    #expect(known.intent == intent)
    for choice in [Choice.dark, .light, .dark] {
      let committed = try store.commit([.choose(choice)], onto: known.intent, known.identity)
      #expect(committed.intent.revision == .max)
      #expect(store.load().intent == committed.intent)
      known.intent = committed.intent
      known.identity = committed.identity
    }
  }

  @Test(
    "If the preferences of two daemons do not fit into one file, those stored later are refused"
  )
  func tooLargeTogether() throws {
    let first = store.load()
    func filling(_ application: String) throws -> IntentEdit {
      let text = PreferenceValue.string(String(repeating: "x", count: 60_000))
      let edits = try (0..<40).map {
        PreferenceEdit(try PreferenceKey("k\($0)", of: application), text)
      }
      return .prefer(edits, ifRevision: nil)
    }
    let stored = try store.commit([try filling("a")], onto: first.intent, first.identity)
    #expect(throws: StoreFailure.refused(Disk.Refusal("write", store.path, code: EFBIG))) {
      // The second daemon does not know the stored preferences; its own preferences would fit
      // together with those in its memory.
      try store.commit([try filling("b")], onto: first.intent, first.identity)
    }
    #expect(store.load().intent == stored.intent)
  }

  @Test("An intent that would be too large to be read again is not written")
  func tooLargeToReadAgain() throws {
    // The stored file indents every value by its depth, so it is larger than this text.
    let zeros = String(repeating: "0,", count: 40_000)
    let opening = String(repeating: "[", count: 60)
    let closing = String(repeating: "]", count: 60)
    let text = "{\"format\": 1, \"later\": \(opening)\(zeros)\(closing)}"
    try home.write(text, to: "a/b/nightd/intent.json")
    let known = store.load()
    #expect(known.notes == [])
    #expect(throws: StoreFailure.refused(Disk.Refusal("write", store.path, code: EFBIG))) {
      try store.commit([.choose(.dark)], onto: known.intent, known.identity)
    }
    #expect(home.text("a/b/nightd/intent.json") == text)
    #expect(home.list("a/b/nightd") == ["intent.json", "intent.lock"])
  }
}
