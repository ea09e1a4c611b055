import NightBus
import NightCore
import NightStore

/// Hands commits to the store, and reports their results as events to the core.
///
/// Changes that other programs make to the store are reported as events too.
final class StoreLink {
  private let writer: StoreWriter
  private let work: PendingWork
  private let log: Log
  private var lastFailure = ""
  /// Whether a power cut may still destroy the stored file; if so, even an unchanged choice is
  /// written.
  private var isInDoubt = false

  /// Why the stored choice could not be read.
  ///
  /// The value becomes nil when an intent (what people set) is stored, or when the file can be read
  /// again.
  var problem: StoreProblem?

  /// The core's function that handles each event that the store reports.
  var onEvent: (Event) -> Void = { _ in }

  init(_ writer: StoreWriter, _ work: PendingWork, log: Log) {
    self.writer = writer
    self.work = work
    self.log = log
    writer.onTouched = { [unowned self] in onEvent(.storeTouched) }
    writer.onForeignChange = { [unowned self] contents in foreignChange(contents) }
  }

  /// The path of the store's file; only callers of `Control` may read it, because it contains the
  /// path of the user's home.
  var path: String { writer.path }

  /// Holds the store's lock until this process ends, so that the next daemon reads the last commit.
  func keepLock(milliseconds: Int, then done: @escaping () -> Void) {
    writer.keepLock(milliseconds: milliseconds, then: done)
  }

  /// Commits the edits to the store.
  ///
  /// `known` returns the stored intent; it is called just before the commit, because the intent may
  /// change while the commit waits.
  func commit(_ edits: [IntentEdit], onto known: @escaping () -> Intent) {
    let piece = work.begin()
    writer.commit(edits, onto: known) { [weak self] outcome in
      self?.commitEnded(outcome)
      piece.end()
    }
  }

  private func commitEnded(_ outcome: StoreWriter.Outcome) {
    switch outcome {
    case .success(let committed):
      lastFailure = ""
      isInDoubt = false
      problem = nil
      committed.notes.forEach { log.warning(Messages.note($0)) }
      onEvent(.committed(committed.intent))
    case .failure(let failure):
      let why = Messages.notDurable(failure)
      // If commits fail repeatedly for the same reason, log the failure only once.
      if why != lastFailure { log.error(why) }
      lastFailure = why
      onEvent(.commitFailed(why))
      guard case .unsettled = failure else { return }
      isInDoubt = true
      onEvent(.storeLost)
    }
  }

  private func foreignChange(_ contents: IntentStore.Contents) {
    switch contents {
    case .intent(let intent, _):
      problem = nil
      onEvent(.found(intent))
      if isInDoubt { onEvent(.storeLost) }
    case .missing: onEvent(.storeLost)
    case .flawed(let flaw):
      log.warning(Messages.foundFlawed(writer.path, flaw))
      problem = Messages.problem(flaw, at: writer.path)
      onEvent(.storeLost)
    }
  }
}
