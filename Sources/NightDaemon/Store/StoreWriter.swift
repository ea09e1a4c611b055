import NightBus
import NightCore
import NightStore

/// Reads and writes the store off the loop's thread, one job at a time, and watches its folder.
final class StoreWriter {
  typealias Outcome = Result<IntentStore.CommitResult, StoreFailure>

  /// Called when another program may have changed the file, before it is read.
  var onTouched: () -> Void = {}
  /// Called with the file's contents after another program changed it, or a commit left it unknown.
  var onForeignChange: (IntentStore.Contents) -> Void = { _ in }

  private let store: IntentStore
  private let loop: Loop
  private let log: Log
  /// The file that memory agrees with, and that a commit need not read again.
  private var identity: FileIdentity?
  private var fileExists = false
  /// The folder as the last commit left it.
  private var folder: FileIdentity?
  private var queue: [() -> Void] = []
  /// Whether a job is under way.
  ///
  /// The watch is paused meanwhile: most changes are the writer's own, and it sees the others
  /// later.
  private var isWorking = false {
    didSet { watch?.isPaused = isWorking }
  }
  private var isReadQueued = false
  private var watch: FolderWatch?
  /// Whether the log has named the lock that replaces the one in the folder.
  private var isSecondLockLogged = false
  /// Set once no other daemon may write before this process has ended.
  private var lock: KeptLock?

  var path: String { store.path }

  init(_ store: IntentStore, on loop: Loop, log: Log) {
    self.store = store
    self.loop = loop
    self.log = log
  }

  /// Reads the store at the start.
  ///
  /// The folder is watched before that: another daemon, such as the one that this one replaces, may
  /// commit at any time.
  func load() -> IntentStore.LoadResult {
    _ = try? store.makeFolders()
    watchFolder(isSecondTry: false)
    var loaded = store.load()
    loaded.notes = unlogged(loaded.notes)
    identity = loaded.identity
    fileExists = loaded.fileExists
    return loaded
  }

  /// Leaves out the note of the second lock if the log has it already.
  private func unlogged(_ notes: [StoreNote]) -> [StoreNote] {
    notes.filter { note in
      guard case .lockedElsewhere = note else { return true }
      defer { isSecondLockLogged = true }
      return !isSecondLockLogged
    }
  }

  /// Commits the edits; `known` is called when the commit's turn comes, after earlier reads.
  func commit(
    _ edits: [IntentEdit],
    onto known: @escaping () -> Intent,
    then deliver: @escaping (Outcome) -> Void
  ) {
    enqueue { [unowned self, store] in
      let known = known()
      loop.offload { [identity, folder, lock] () -> (Outcome, IntentStore.Contents?) in
        do throws(StoreFailure) {
          return (
            .success(try store.commit(edits, onto: known, identity, folder: folder, under: lock)),
            nil
          )
        } catch {
          // The file is in an unknown state, and the folder may not be watched yet.
          guard case .unsettled = error else { return (.failure(error), nil) }
          return (.failure(error), store.read())
        }
      } then: { [weak self] outcome, contents in
        self?.commitEnded(outcome, contents, deliver)
      }
    }
  }

  private func commitEnded(
    _ outcome: Outcome,
    _ contents: IntentStore.Contents?,
    _ deliver: (Outcome) -> Void
  ) {
    var outcome = outcome
    if case .success(var result) = outcome {
      result.notes = unlogged(result.notes)
      outcome = .success(result)
      identity = result.identity
      fileExists = true
      folder = result.folder
      if watch == nil {
        watchFolder(isSecondTry: true)
        // A change before the watch began was not reported.
        readIfChanged()
      }
    }
    // Before the calls below, since they may bring the next commit.
    isWorking = false
    // The contents first: a refused caller then finds the stored intent in force.
    if let contents { update(contents) }
    deliver(outcome)
    startNext()
  }

  /// Keeps the store's lock from now to the end of the process.
  ///
  /// If another daemon has the lock for longer than this, `done` is called without it.
  func keepLock(milliseconds: Int, then done: @escaping () -> Void) {
    enqueue { [unowned self, store] in
      loop.offload { () -> KeptLock? in
        try? store.keepLock(timeout: milliseconds)
      } then: { [weak self] lock in
        self?.lock = lock
        self?.isWorking = false
        done()
        self?.startNext()
      }
    }
  }

  /// Reads the file again, unless it is still the one that memory agrees with.
  ///
  /// However often the file changes during another job, it is read once afterwards.
  private func readIfChanged() {
    guard !isReadQueued else { return }
    isReadQueued = true
    enqueue { [unowned self, store] in
      isReadQueued = false
      if let identity, store.isStill(identity) {
        isWorking = false
        return startNext()
      }
      // Without a file, no request was ever confirmed as stored.
      if fileExists { onTouched() }
      loop.offload {
        store.read()
      } then: { [weak self] contents in
        self?.isWorking = false
        self?.update(contents)
        self?.startNext()
      }
    }
  }

  private func update(_ contents: IntentStore.Contents) {
    let existed = fileExists
    identity = nil
    fileExists = false
    if case .intent(_, let found) = contents {
      identity = found
      fileExists = true
    }
    if contents != .missing || existed { onForeignChange(contents) }
  }

  private func enqueue(_ job: @escaping () -> Void) {
    queue.append(job)
    startNext()
  }

  private func startNext() {
    guard !isWorking, !queue.isEmpty else { return }
    isWorking = true
    queue.removeFirst()()
  }

  private func watchFolder(isSecondTry: Bool) {
    do throws(BusError) {
      watch = try FolderWatch(store.folder, on: loop) { [unowned self] names in
        // The kernel's queue overflowed, or another folder may have taken this one's place.
        if names == nil {
          watch = nil
          // A new folder may even have the inode number of the old one.
          folder = nil
          watchFolder(isSecondTry: true)
        }
        if names?.contains("intent.json") ?? true { readIfChanged() }
      }
    } catch {
      // At the start the folder may not exist yet; the first commit makes it.
      if isSecondTry { log.warning(Messages.notWatched(store.folder, error)) }
    }
  }
}
