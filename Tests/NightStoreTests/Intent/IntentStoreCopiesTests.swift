import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("Copies of earlier files")
struct IntentStoreCopiesTests {
  private static let file = "nightd/intent.json"

  private let home: TemporaryFolder
  private let store: IntentStore

  init() throws {
    home = try TemporaryFolder()
    store = IntentStore(folder: home.file("nightd"), home: home.path)
  }

  private func number(_ name: String) -> ino_t? {
    var facts = stat()
    return lstat(home.file(name), &facts) == 0 ? facts.st_ino : nil
  }

  /// Commits the choice `schedule` and then `dark`, so that the last good copy contains `schedule`.
  private func commitTwice() throws -> IntentStore.CommitResult {
    try store.store(.schedule)
    return try store.store(.dark)
  }

  @Test("Each commit keeps the file that it replaces, and no older file")
  func last() throws {
    var before: [UInt8]?
    for choice in [Choice.dark, .light, .schedule, .dark] {
      try store.store(choice)
      #expect(home.read(Self.file + ".last") == before)
      #expect(number(Self.file) != number(Self.file + ".last"))
      before = home.read(Self.file)
    }
    #expect(home.list("nightd") == ["intent.json", "intent.json.last", "intent.lock"])
  }

  @Test("The copy of the stored file has the mode 0600, whatever the mode of the stored file was")
  func rights() throws {
    for mode: mode_t in [0, 0o400, 0o644] {
      let known = try store.store(.dark)
      try #require(chmod(store.path, mode) == 0)
      _ = try store.commit([.choose(.light)], onto: known.intent, known.identity)
      var facts = stat()
      try #require(lstat(store.lastPath, &facts) == 0)
      #expect(facts.st_mode & 0o7777 == 0o600, "\(String(mode, radix: 8))")
      try #require(lstat(store.path, &facts) == 0)
      #expect(facts.st_mode & 0o7777 == 0o600)
    }
  }

  @Test(
    "If the stored file is unusable, the last good copy replaces it, and a note reports this",
    arguments: [
      "", "{\"format\": 2, \"rev", "{\"format\": 99}", "not even JSON",
      "{\"format\": 2, \"hold\": 1}",
    ]
  )
  func serves(text: String) throws {
    _ = try commitTwice()
    let copy = home.read(Self.file + ".last")
    try home.write(text, to: Self.file)
    let loaded = store.load()
    #expect(loaded.intent.choice == .schedule)
    #expect(loaded.fileExists)
    #expect(loaded.notes.count == 2)
    #expect(loaded.notes.last == .lastServes(path: store.lastPath, revision: 1))
    #expect(home.text(Self.file + ".aside-1") == text)
    #expect(loaded.loss?.aside == store.path + ".aside-1")
    var facts = stat()
    try #require(lstat(store.lastPath, &facts) == 0)
    let written = Int64(facts.st_mtim.tv_sec) * 1_000_000 + Int64(facts.st_mtim.tv_nsec / 1_000)
    #expect(
      loaded.loss?.copy == .init(path: store.lastPath, written: Instant(microseconds: written))
    )
    // The lost file's revision number is not used again.
    let revision = "\"revision\": "
    #expect(
      home.text(Self.file)
        == String(decoding: copy ?? [], as: UTF8.self)
        .replacing(revision + "1", with: revision + "3")
    )
    #expect(home.read(Self.file + ".last") == copy)
    #expect(number(Self.file) != number(Self.file + ".last"))
    // The next daemon loads the same intent, without notes.
    let again = store.load()
    #expect(again.intent == loaded.intent)
    #expect(again.identity == loaded.identity)
    #expect(again.notes == [])
    #expect(again.loss == nil)
    let next = try store.commit([.choose(.light)], onto: loaded.intent, loaded.identity)
    #expect(next.intent.revision == 4)
    #expect(next.notes == [])
  }

  @Test(
    "On a full disk, the copy is loaded without a change on disk, and is reported as not stored"
  )
  func fullDisk() throws {
    _ = try commitTwice()
    try home.write("{", to: Self.file)
    let files = home.list("nightd")
    let probe = ProbedDisk(
      root: home.path,
      fault: .init(call: .write, ordinal: 1, code: ENOSPC, isLasting: true)
    )
    let full = IntentStore(folder: home.file("nightd"), home: home.path, disk: probe.disk)
    for _ in 0..<2 {
      let loaded = full.load()
      #expect(loaded.intent.choice == .schedule)
      #expect(!loaded.isStored)
      #expect(home.list("nightd") == files)
      #expect(home.text(Self.file) == "{")
    }
    // Once the disk has free space again, the recovery works as usual.
    let loaded = store.load()
    #expect(loaded.intent.choice == .schedule)
    #expect(loaded.isStored)
  }

  @Test("If another daemon's change breaks the condition of an edit, the edit is not stored")
  func unmet() throws {
    let known = try store.store(.dark)
    let theirs = try store.store(.light)
    let before = number(Self.file)
    let edit = PreferenceEdit(try PreferenceKey("fade"), .integer(5))
    let committed = try store.commit(
      [.prefer([edit], ifRevision: known.intent.revision)],
      onto: known.intent,
      known.identity
    )
    #expect(committed.intent == theirs.intent)
    #expect(number(Self.file) == before)
  }

  @Test("If the path of the stored file leads to a folder, the last good copy is loaded")
  func folder() throws {
    _ = try commitTwice()
    unlink(store.path)
    try home.write("inside", to: Self.file + "/note")
    #expect(store.load().intent.choice == .schedule)
    #expect(home.text(Self.file + ".aside-1/note") == "inside")
    #expect(store.load().notes == [])
  }

  @Test(
    "If the last good copy is also unusable, it is not loaded",
    arguments: ["", "{", "{\"format\": 99}"]
  )
  func bothFlawed(text: String) throws {
    _ = try commitTwice()
    try home.write("{", to: Self.file)
    try home.write(text, to: Self.file + ".last")
    let loaded = store.load()
    #expect(loaded.intent == Intent())
    #expect(loaded.notes.count == 1)
    #expect(store.read() == .missing)
    #expect(home.text(Self.file + ".last") == text)
  }

  @Test("If the stored file was removed, it is not restored from the copy")
  func removed() throws {
    _ = try commitTwice()
    unlink(store.path)
    let loaded = store.load()
    #expect(loaded.intent == Intent())
    #expect(loaded.notes == [])
    #expect(store.read() == .missing)
  }

  @Test("If a commit replaces an unusable file, the existing copy is kept")
  func flawedGround() throws {
    let second = try commitTwice()
    let copy = home.read(Self.file + ".last")
    try home.write("{", to: Self.file)
    _ = try store.commit([.choose(.light)], onto: second.intent, second.identity)
    #expect(home.read(Self.file + ".last") == copy)
  }

  @Test(
    "The last good copy is loaded even if another process has the lock or the disk refuses writes",
    arguments: [true, false]
  )
  func fromMemory(isLocked: Bool) throws {
    _ = try commitTwice()
    try home.write("{", to: Self.file)
    let lock = isLocked ? try store.keepLock() : nil
    let faults: [ProbedDisk.Fault] =
      isLocked
      ? [] : [.rename, .link].map { .init(call: $0, ordinal: 1, code: EROFS, isLasting: true) }
    let probe = ProbedDisk(root: home.path, faults: faults)
    let loaded = IntentStore(
      folder: store.folder,
      timeoutMilliseconds: 0,
      disk: probe.disk
    ).load()
    #expect(loaded.intent.choice == .schedule)
    #expect(!loaded.fileExists)
    #expect(loaded.identity == nil)
    #expect(loaded.notes.last == .lastServes(path: store.lastPath, revision: 1))
    #expect(home.text(Self.file) == "{")
    withExtendedLifetime(lock) {}
  }

  @Test(
    "If a call fails while a copy is restored, the copy is loaded immediately or at the next start"
  )
  func refusedRecovery() throws {
    for call in [ProbedDisk.Call.link, .rename, .create, .write, .sync, .remove, .look] {
      var ordinal = 0
      var wasHit = true
      while wasHit {
        ordinal += 1
        let home = try TemporaryFolder()
        let store = IntentStore(folder: home.file("nightd"), home: home.path)
        try store.store(.schedule)
        try store.store(.dark)
        try home.write("{", to: Self.file)
        let probe = ProbedDisk(
          root: home.path,
          fault: .init(call: call, ordinal: ordinal, code: EIO)
        )
        let loaded = IntentStore(folder: store.folder, disk: probe.disk).load()
        let place = "\(call) \(ordinal): \(loaded)"
        let isUnreadable = loaded.notes.contains {
          if case .unreadable = $0 { true } else { false }
        }
        // If a `look` call fails, either file can seem to be missing.
        if call != .look { #expect(loaded.intent.choice == .schedule, "\(place)") }
        if isUnreadable { #expect(store.load().intent.choice == .schedule, "\(place)") }
        #expect(
          home.list("nightd").contains { home.text("nightd/\($0)") == "{" },
          "what was there is kept: \(place)"
        )
        #expect(probe.isTidy, "\(place)")
        wasHit = probe.wasHit
        let next = try store.commit([.choose(.light)], onto: loaded.intent, loaded.identity)
        #expect(store.load().intent == next.intent, "\(place)")
      }
    }
  }

  @Test("The last good copy is also restored on a file system without hard links")
  func withoutLinks() throws {
    let fault = ProbedDisk.Fault(call: .link, ordinal: 1, code: EPERM, isLasting: true)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = IntentStore(folder: store.folder, home: home.path, disk: probe.disk)
    try store.store(.schedule)
    #expect(try store.store(.dark).intent.revision == 2)
    #expect(home.list("nightd") == ["intent.json", "intent.lock"])
    try home.write("{", to: Self.file)
    #expect(store.load().intent == Intent())
  }

  // MARK: - Older formats

  private static let older = """
    {"format": 1, "revision": 7, "choice": {"what": "dark", "since": "2026-11-21T07:00:00Z"}}
    """

  @Test("If a commit is the first to replace a file in an older format, that file is kept")
  func migration() throws {
    try home.write(Self.older, to: Self.file)
    var known = store.load()
    #expect(known.intent.choice == .dark)
    #expect(known.notes == [])
    #expect(known.fileExists)
    #expect(home.list("nightd") == ["intent.json", "intent.lock"], "a start changes nothing")
    for choice in [Choice.light, .schedule] {
      let done = try store.commit([.choose(choice)], onto: known.intent, known.identity)
      known.intent = done.intent
      known.identity = done.identity
      #expect(home.text(Self.file + ".format-1") == Self.older)
    }
    #expect(known.intent.revision == 9)
    #expect(home.text(Self.file)?.hasPrefix("{\n  \"format\": 2,\n  \"revision\": 9,") == true)
    #expect(home.text(Self.file + ".last")?.contains("\"revision\": 8") == true)
  }

  @Test("If another daemon later writes a different older format, that file is kept as well")
  func migrationAgain() throws {
    let texts = ["7", "8", "9"].map { Self.older.replacing("7", with: $0) }
    for text in texts {
      let known = try store.store(.light)
      try home.write(text, to: Self.file)
      _ = try store.commit([.choose(.light)], onto: known.intent, known.identity)
    }
    let names = ["", "-2", "-3"].map { Self.file + ".format-1" + $0 }
    #expect(names.map { home.text($0) } == texts)
  }

  @Test(
    "If a commit that replaces an older format fails and is repeated, one copy of that file is kept"
  )
  func migrationRefused() throws {
    try home.write(Self.older, to: Self.file)
    let known = store.load()
    // The first rename makes the last good copy, so only the second one fails.
    let fault = ProbedDisk.Fault(call: .rename, ordinal: 2, code: EIO)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = IntentStore(folder: store.folder, home: home.path, disk: probe.disk)
    #expect(throws: StoreFailure.self) {
      try store.commit([.choose(.light)], onto: known.intent, known.identity)
    }
    #expect(probe.wasHit)
    _ = try store.commit([.choose(.light)], onto: known.intent, known.identity)
    #expect(
      home.list("nightd") == [
        "intent.json", "intent.json.format-1", "intent.json.last", "intent.lock",
      ]
    )
    #expect(home.text(Self.file + ".format-1") == Self.older)
    #expect(home.text(Self.file + ".last") == Self.older)
  }

  @Test(
    "If a copy cannot be made, the existing copies are not removed",
    arguments: [EIO, EMLINK, EPERM]
  )
  func lastKept(code: Int32) throws {
    let second = try commitTwice()
    let copy = home.read(Self.file + ".last")
    let fault = ProbedDisk.Fault(call: .link, ordinal: 1, code: code, isLasting: true)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = IntentStore(folder: store.folder, home: home.path, disk: probe.disk)
    _ = try store.commit([.choose(.light)], onto: second.intent, second.identity)
    #expect(probe.wasHit)
    #expect(home.read(Self.file + ".last") == copy)
    #expect(home.list("nightd") == ["intent.json", "intent.json.last", "intent.lock"])
  }

  @Test("If a commit is killed while it copies, the next commit removes the incomplete copy")
  func lastLeft() throws {
    let second = try commitTwice()
    let before = home.read(Self.file)
    try home.write("left", to: Self.file + ".last.new")
    _ = try store.commit([.choose(.light)], onto: second.intent, second.identity)
    #expect(home.read(Self.file + ".last") == before)
    #expect(home.list("nightd") == ["intent.json", "intent.json.last", "intent.lock"])
  }

  @Test(
    "If the file system has no hard links, a file in an older format is copied",
    arguments: [EPERM, ENOTSUP]
  )
  func migrationWithoutLinks(code: Int32) throws {
    try home.write(Self.older, to: Self.file)
    let fault = ProbedDisk.Fault(call: .link, ordinal: 1, code: code, isLasting: true)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = IntentStore(folder: store.folder, home: home.path, disk: probe.disk)
    let known = store.load()
    _ = try store.commit([.choose(.light)], onto: known.intent, known.identity)
    #expect(home.text(Self.file + ".format-1") == Self.older)
    #expect(home.list("nightd") == ["intent.json", "intent.json.format-1", "intent.lock"])
    #expect(probe.isTidy)
  }

  @Test("A last good copy in an older format is loaded")
  func olderCopy() throws {
    try home.write(Self.older, to: Self.file)
    let known = store.load()
    _ = try store.commit([.choose(.light)], onto: known.intent, known.identity)
    try home.write("", to: Self.file)
    let loaded = store.load()
    #expect(loaded.intent == known.intent)
    #expect(loaded.notes.last == .lastServes(path: store.lastPath, revision: 7))
    _ = try store.commit([.choose(.light)], onto: loaded.intent, loaded.identity)
    #expect(home.text(Self.file + ".format-1") == Self.older)
  }
}
