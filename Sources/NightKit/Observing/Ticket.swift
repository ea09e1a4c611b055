import Synchronization

/// Whether someone is to be told: shared by who is told and who may end it.
final class Ticket: Sendable {
  private struct State {
    var isCancelled = false
    var isPaused = false
    /// Lets go of what is kept for those who are told.
    var release: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Answers whether it was not cancelled before; what was kept for it goes at once.
  @discardableResult
  func cancel() -> Bool {
    let (isFirst, release) = state.withLock { state in
      defer {
        state.isCancelled = true
        state.release = nil
      }
      return (!state.isCancelled, state.release)
    }
    release?()
    return isFirst
  }

  func whenCancelled(_ release: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.release = release }
      return state.isCancelled
    }
    if isCancelled { release() }
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set { state.withLock { $0.isPaused = newValue } }
  }

  /// Whether they are to be told now.
  var isOpen: Bool { state.withLock { !$0.isCancelled && !$0.isPaused } }
}
