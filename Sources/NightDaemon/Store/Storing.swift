import NightBus
import NightCore
import NightStore

/// Does the store's work off the loop's thread, one piece after the other, and watches its folder.
final class Storing {
  typealias Outcome = Result<IntentStore.Committed, StoreFailure>

  /// Called when someone else may have changed the file, before it is read.
  var onTouched: () -> Void = {}
  /// Called with what the file holds after someone else changed it, or nobody knew what it holds.
  var onForeignChange: (IntentStore.Contents) -> Void = { _ in }

  private let store: IntentStore
  private let loop: Loop
  private let log: Log
  /// The file that memory agrees with, and that a commit need not read again.
  private var identity: FileIdentity?
  private var isThere = false
  /// The folder as the last commit left it.
  private var folder: FileIdentity?
  private var queue: [() -> Void] = []
  /// What changes meanwhile is looked at afterwards, so there is no need to wake for it; most of it
  /// is the writer's own doing.
  private var isWorking = false {
    didSet { watch?.isPaused = isWorking }
  }
  private var isLookQueued = false
  private var watch: FolderWatch?
  /// Set once the log names the lock that does the work of the one in the folder.
  private var isSecondLockSaid = false
  /// Set once nobody else is to write before this process has ended.
  private var kept: KeptLock?

  var path: String { store.path }

  init(_ store: IntentStore, on loop: Loop, log: Log) {
    self.store = store
    self.loop = loop
    self.log = log
  }

  /// Reads at the start.
  ///
  /// The folder is watched before that: another daemon, such as one that this one takes over from,
  /// may store something at any time.
  func load() -> IntentStore.Loaded {
    _ = try? store.makeFolders()
    watchFolder(isSecondTry: false)
    var loaded = store.load()
    loaded.notes = unsaid(loaded.notes)
    identity = loaded.identity
    isThere = loaded.isThere
    return loaded
  }

  /// Leaves out what the log has said before.
  private func unsaid(_ notes: [StoreNote]) -> [StoreNote] {
    notes.filter { note in
      guard case .lockedElsewhere = note else { return true }
      defer { isSecondLockSaid = true }
      return !isSecondLockSaid
    }
  }

  /// `known` is asked when its turn comes: a look at the file may stand before it.
  func commit(
    _ edits: [IntentEdit],
    onto known: @escaping () -> Intent,
    then deliver: @escaping (Outcome) -> Void
  ) {
    enqueue { [unowned self, store] in
      let identity = identity
      let folder = folder
      let known = known()
      let kept = kept
      loop.offload { () -> (Outcome, IntentStore.Contents?) in
        do throws(StoreFailure) {
          return (
            .success(try store.commit(edits, onto: known, identity, folder: folder, under: kept)),
            nil
          )
        } catch {
          // Nobody knows what stands there now, and the folder may not be watched yet.
          guard case .unsettled = error else { return (.failure(error), nil) }
          return (.failure(error), store.read())
        }
      } then: { [unowned self] outcome, contents in
        var outcome = outcome
        if case .success(var committed) = outcome {
          committed.notes = unsaid(committed.notes)
          outcome = .success(committed)
          self.identity = committed.identity
          isThere = true
          self.folder = committed.folder
          if watch == nil {
            watchFolder(isSecondTry: true)
            // Whoever was quicker than the watch was not told of.
            look()
          }
        }
        // First the queue, then the news: the news may bring the next commit.
        isWorking = false
        // Whoever is refused finds in force what stands there.
        if let contents { found(contents) }
        deliver(outcome)
        startNext()
      }
    }
  }

  /// Keeps the store's lock from now to the end of the process.
  ///
  /// Where a twin has it for longer, it is done without.
  func keepLock(milliseconds: Int, then done: @escaping () -> Void) {
    enqueue { [unowned self, store] in
      loop.offload { () -> KeptLock? in
        try? store.keepLock(patience: milliseconds)
      } then: { [unowned self] lock in
        kept = lock
        isWorking = false
        done()
        startNext()
      }
    }
  }

  /// Looks at the file again, unless it is still the one that memory agrees with.
  ///
  /// However often it changes while something else is being done, one look afterwards sees it all.
  private func look() {
    guard !isLookQueued else { return }
    isLookQueued = true
    enqueue { [unowned self, store] in
      isLookQueued = false
      if let identity, store.isStill(identity) {
        isWorking = false
        return startNext()
      }
      // Where there was no file, nothing was ever answered as stored in it.
      if isThere { onTouched() }
      loop.offload {
        store.read()
      } then: { [unowned self] contents in
        isWorking = false
        found(contents)
        startNext()
      }
    }
  }

  private func found(_ contents: IntentStore.Contents) {
    let wasThere = isThere
    identity = nil
    isThere = false
    if case .intent(_, let found) = contents {
      identity = found
      isThere = true
    }
    if contents != .missing || wasThere { onForeignChange(contents) }
  }

  private func enqueue(_ work: @escaping () -> Void) {
    queue.append(work)
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
        // Too much happened to be told, or another folder may stand here now.
        if names == nil {
          watch = nil
          // A new folder may even have the number of the old one.
          folder = nil
          watchFolder(isSecondTry: true)
        }
        if names?.contains("intent.json") ?? true { look() }
      }
    } catch {
      // At the start the folder may not be there yet; the first commit makes it.
      if isSecondTry { log.warning(Messages.notWatched(store.folder, error)) }
    }
  }
}
