import NightBus
import NightCore
import NightStore

/// Hands commits to the store, and turns the store's answers and other programs' changes into events.
final class StoreLink {
  private let storing: Storing
  private let work: PendingWork
  private let log: Log
  private var lastFailure = ""
  /// Whether the file on disk may be lost in a power cut.
  ///
  /// The same set is then written again.
  private var isInDoubt = false

  /// Why the stored choice could not be read; nil once something is stored, or can be read again.
  var problem: StoreProblem?

  /// Called with each event; set by the core.
  var onEvent: (Event) -> Void = { _ in }

  init(_ storing: Storing, _ work: PendingWork, log: Log) {
    self.storing = storing
    self.work = work
    self.log = log
    storing.onTouched = { [unowned self] in onEvent(.storeTouched) }
    storing.onForeignChange = { [unowned self] contents in changed(contents) }
  }

  /// Only for callers that may change something: the path names the user's home.
  var path: String { storing.path }

  /// Keeps the lock until this process has ended, so that the next daemon reads what is stored last.
  func keepLock(milliseconds: Int, then done: @escaping () -> Void) {
    storing.keepLock(milliseconds: milliseconds, then: done)
  }

  /// `known` is called when the commit's turn comes: the file may be read before it.
  func commit(_ edits: [IntentEdit], onto known: @escaping () -> Intent) {
    let piece = work.begin()
    storing.commit(edits, onto: known) { [unowned self] outcome in
      stored(outcome)
      piece.end()
    }
  }

  private func stored(_ outcome: Result<IntentStore.Committed, StoreFailure>) {
    switch outcome {
    case .success(let committed):
      lastFailure = ""
      isInDoubt = false
      problem = nil
      committed.notes.forEach { log.warning(Messages.note($0)) }
      onEvent(.committed(committed.intent))
    case .failure(let failure):
      let why = Messages.notDurable(failure)
      // The log says it once, however often it is tried.
      if why != lastFailure { log.error(why) }
      lastFailure = why
      onEvent(.commitFailed(why))
      guard case .unsettled = failure else { return }
      isInDoubt = true
      onEvent(.storeLost)
    }
  }

  private func changed(_ contents: IntentStore.Contents) {
    switch contents {
    case .intent(let intent, _):
      problem = nil
      onEvent(.found(intent))
      if isInDoubt { onEvent(.storeLost) }
    case .missing: onEvent(.storeLost)
    case .flawed(let flaw):
      log.warning(Messages.foundFlawed(storing.path, flaw))
      problem = Messages.problem(flaw, at: storing.path)
      onEvent(.storeLost)
    }
  }
}
