import Synchronization

/// Whether someone is to be told: shared by who is told and who may end it.
final class Ticket: Sendable {
  private struct State {
    var isCancelled = false
    var isPaused = false
  }

  private let state = Mutex(State())

  func cancel() { state.withLock { $0.isCancelled = true } }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set { state.withLock { $0.isPaused = newValue } }
  }

  /// Whether they are to be told now.
  var isOpen: Bool { state.withLock { !$0.isCancelled && !$0.isPaused } }
}
