import NightBus
import NightCore
import NightStore

/// Reads and writes the store on a thread other than the loop's, one job at a time, and watches the
/// store's folder.
final class StoreWriter {
  typealias Outcome = Result<IntentStore.CommitResult, StoreFailure>

  /// Called when another program may have changed the store's file, before the file is read again.
  var onTouched: () -> Void = {}
  /// Called with the contents of the store's file after another program changed the file.
  ///
  /// The closure is also called if a failed commit left the store's file in an unknown state.
  var onForeignChange: (IntentStore.Contents) -> Void = { _ in }

  private let store: IntentStore
  private let loop: Loop
  private let log: Log
  /// Identifies the file whose contents are in memory; if the file is still the same, a commit need
  /// not read it again.
  private var identity: FileIdentity?
  private var fileExists = false
  /// Identifies the store's folder, as it was after the last commit.
  private var folder: FileIdentity?
  private var queue: [() -> Void] = []
  /// Whether a job of the writer is running.
  ///
  /// The watch is paused during a job, because most changes during a job are the writer's own.
  /// After the job, the watch reports all other changes.
  private var isWorking = false {
    didSet { watch?.isPaused = isWorking }
  }
  private var isReadQueued = false
  private var watch: FolderWatch?
  /// Whether the log already has the note that the store's lock is kept in the runtime folder.
  private var isSecondLockLogged = false
  /// The lock that `keepLock` has taken, so that other daemons cannot write until this process
  /// ends.
  private var lock: KeptLock?

  var path: String { store.path }

  init(_ store: IntentStore, on loop: Loop, log: Log) {
    self.store = store
    self.loop = loop
    self.log = log
  }

  /// Reads the store at the start.
  ///
  /// The folder is watched before the store is read. Otherwise a commit of another daemon, such as
  /// the one that this daemon replaces, could be missed.
  func load() -> IntentStore.LoadResult {
    _ = try? store.makeFolders()
    watchFolder(isSecondTry: false)
    var loaded = store.load()
    loaded.notes = unlogged(loaded.notes)
    identity = loaded.identity
    fileExists = loaded.fileExists
    return loaded
  }

  /// Returns `notes` without the note about the lock in the runtime folder if that note was logged
  /// before.
  private func unlogged(_ notes: [StoreNote]) -> [StoreNote] {
    notes.filter { note in
      guard case .lockedElsewhere = note else { return true }
      defer { isSecondLockLogged = true }
      return !isSecondLockLogged
    }
  }

  /// Commits the edits to the intent that `known` returns after all earlier jobs have ended.
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
          // Read the store's file, because its state is unknown and its folder is perhaps not
          // watched yet.
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
        // The watch did not report changes that came before the watch started, so check the store's
        // file now.
        readIfChanged()
      }
    }
    // Mark the job as ended before the calls below, because they may start the next commit.
    isWorking = false
    // Report the contents of the store's file first, so that the stored intent is already in effect
    // when the caller learns of the failure.
    if let contents { update(contents) }
    deliver(outcome)
    startNext()
  }

  /// Holds the store's lock from now to the end of the process.
  ///
  /// If another daemon holds the lock for longer than `milliseconds`, `done` is called anyway.
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

  /// Reads the store's file again, unless it is still the file whose contents are in memory.
  ///
  /// If the file changes several times during another job, it is read only once after the job.
  private func readIfChanged() {
    guard !isReadQueued else { return }
    isReadQueued = true
    enqueue { [unowned self, store] in
      isReadQueued = false
      if let identity, store.isStill(identity) {
        isWorking = false
        return startNext()
      }
      // If no file existed before, nightd has never reported a request as stored, so no such
      // request can be lost.
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
        // `names` is nil if the watch's queue overflowed, or if the path may now lead to a
        // different folder.
        if names == nil {
          watch = nil
          // Forget the folder's identity: a new folder may even have the inode number of the old
          // one.
          folder = nil
          watchFolder(isSecondTry: true)
        }
        if names?.contains("intent.json") ?? true { readIfChanged() }
      }
    } catch {
      // Do not log a failure at the start, because the first commit may have to make the folder.
      if isSecondTry { log.warning(Messages.notWatched(store.folder, error)) }
    }
  }
}
