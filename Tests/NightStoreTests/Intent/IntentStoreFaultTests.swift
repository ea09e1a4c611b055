import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("A disk on which a call fails")
struct IntentStoreFaultTests {
  /// The state of the folder before a commit.
  enum Ground: String, CaseIterable, CustomTestStringConvertible {
    case freshHome, ownFile, twinsFile, leftover, brokenFile, lostFile

    var testDescription: String { rawValue }

    /// A folder in memory, because this test makes thousands of commits that need not survive a
    /// power cut.
    static let fastDisk = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil

    /// Puts the store's folder into this state; returns the intent that the daemon remembers.
    func make(_ store: IntentStore, _ home: TemporaryFolder) throws -> (Intent, FileIdentity?) {
      guard self != .freshHome else { return (Intent(), nil) }
      let first = try store.store(.schedule)
      switch self {
      case .freshHome, .ownFile: break
      case .twinsFile:
        var theirs = first.intent
        theirs.revision = 6
        theirs.unknown = [.init(name: "later", value: .string("kept"))]
        try home.write(IntentFile.bytes(theirs), to: "a/nightd/intent.json")
      case .leftover: try home.write("{", to: "a/nightd/intent.json.new")
      case .brokenFile: try home.write("{", to: "a/nightd/intent.json")
      case .lostFile: try Disk.system.remove(store.path)
      }
      return (first.intent, first.identity)
    }
  }

  private static let codes = [ENOSPC, EIO, EDQUOT, EROFS, EMFILE]

  @Test(
    "Whichever system call fails, once or always, the stored file is entirely old or new",
    arguments: ProbedDisk.Call.allCases,
    Ground.allCases
  )
  func everyFault(call: ProbedDisk.Call, ground: Ground) throws {
    var hits = 0
    for code in Self.codes {
      for isLasting in [false, true] {
        var ordinal = 1
        while try meets(
          .init(call: call, ordinal: ordinal, code: code, isLasting: isLasting),
          ground
        ) {
          ordinal += 1
          hits += 1
        }
      }
    }
    // These kinds of calls occur if the folder is in this state, so each must have failed at least
    // once.
    switch (call, ground) {
    case (.makeFolder, .freshHome), (.open, .twinsFile), (.read, .twinsFile),
      (.remove, .leftover):
      #expect(hits > 0)
    case (.link, .brokenFile): #expect(hits > 0)
    case (.link, _), (.makeFolder, _), (.open, _), (.read, _), (.remove, _), (.removeFolder, _):
      break
    // Only the code that reads hand-written files makes these calls.
    case (.list, _), (.lookThroughLinks, _), (.readLink, _):
      #expect(hits == 0)
    default: #expect(hits > 0)
    }
  }

  @Test("If a commit moves a folder aside and then fails, the folder is put back")
  func folderBack() throws {
    let home = try TemporaryFolder()
    try home.write("inside", to: "nightd/intent.json/note")
    let fault = ProbedDisk.Fault(call: .syncFolder, ordinal: 2, code: EIO)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = IntentStore(folder: home.file("nightd"), home: home.path, disk: probe.disk)
    #expect(throws: StoreFailure.self) { try store.store(.dark) }
    #expect(home.list("nightd") == ["intent.json", "intent.lock"])
    #expect(home.text("nightd/intent.json/note") == "inside")
  }

  /// Commits on a disk with this fault; returns false if the fault did not occur.
  private func meets(_ fault: ProbedDisk.Fault, _ ground: Ground) throws -> Bool {
    let home = try TemporaryFolder(below: Ground.fastDisk)
    let store = IntentStore(folder: home.file("a/nightd"), home: home.path)
    let (known, identity) = try ground.make(store, home)
    let before = store.read()
    let probe = ProbedDisk(root: home.path, fault: fault)
    let faulty = IntentStore(folder: store.folder, home: home.path, disk: probe.disk)
    let comment = "\(fault.call) \(fault.ordinal) on \(ground), lasting \(fault.isLasting)"
    let old = before.intent ?? known
    var isSaid = false
    do throws(StoreFailure) {
      let committed = try faulty.commit([.choose(.dark)], onto: known, identity)
      #expect(store.read().intent == committed.intent, "success is new: \(comment)")
      #expect(committed.intent.choice == .dark)
      isSaid = !committed.notes.isEmpty
      #expect(committed.intent.unknown == old.unknown, "nothing is lost: \(comment)")
    } catch {
      let refusal = Self.refusal(error)
      #expect(refusal?.code == fault.code, "\(comment)")
      #expect(refusal?.path.hasPrefix(home.path) == true, "it says where: \(comment)")
      let after = store.read()
      #expect(
        after == before || after.intent == before.intent && after.intent != nil,
        "an error is old: \(comment)"
      )
    }
    #expect(probe.isTidy, "files are closed: \(comment)")
    if fault.call != .remove, ground != .leftover {
      #expect(!home.list("a/nightd").contains("intent.json.new"), "\(comment)")
    }
    if ground == .brokenFile {
      let kept = ["intent.json", "intent.json.aside-1"].filter {
        home.text("a/nightd/\($0)") == "{"
      }
      #expect(kept.count == 1, "what was there is kept: \(comment)")
    }
    // After the fault, the next commit succeeds and continues from the stored intent.
    let next = try store.commit([.choose(.light)], onto: known, identity)
    #expect(next.intent.choice == .light)
    if ground == .brokenFile {
      #expect(isSaid != !next.notes.isEmpty, "said once: \(comment)")
    }
    #expect(next.intent.unknown == old.unknown, "\(comment)")
    #expect(store.load().intent == next.intent)
    #expect(!home.list("a/nightd").contains("intent.json.new"), "\(comment)")
    return probe.wasHit
  }

  private static func refusal(_ failure: StoreFailure) -> Disk.Refusal? {
    switch failure {
    case .refused(let refusal), .unsettled(let refusal): refusal
    case .locked, .lockless, .inTheWay: nil
    }
  }
}
