import Glibc
import NightBus
import NightClient
import NightCore

/// The thread that follows the bus: it opens one session after the other.
final class BusThread {
  /// The milliseconds between two attempts to reach the bus; each pause doubles, up to the longest.
  private static let firstPause = 100
  private static let longestPause = 5_000

  private let shared: SharedState
  private let address: String
  private let loop: Loop
  private var session: Session?
  private var parting: Timer?
  private var retry: Timer?
  private var pause = BusThread.firstPause
  /// Why there is no session now.
  private var absence = ClientError.noBus("the bus has not been reached yet")

  /// Follows until the shared state is closed; runs on a thread of its own.
  static func run(_ shared: SharedState, _ address: String) {
    // Signals belong to the program's own threads.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    do throws(BusError) {
      try BusThread(shared, address).run()
    } catch {
      shared.end(ClientError(error))
    }
  }

  private init(_ shared: SharedState, _ address: String) throws(BusError) {
    self.shared = shared
    self.address = address
    loop = try Loop()
    loop.onRing = { [unowned self] in attend() }
    parting = loop.timer { [unowned self] in part() }
    retry = loop.timer { [unowned self] in connect() }
    shared.opened(loop.mailbox)
  }

  private func run() throws(BusError) {
    defer { session?.close() }
    connect()
    try loop.run()
  }

  private func connect() {
    do throws(ClientError) {
      // Only an answer shortens the pause: a bus that accepts us and does nothing more is not tried in a loop.
      session = try Session(
        shared,
        address,
        loop,
        onAnswered: { [unowned self] in pause = Self.firstPause },
        onLost: { [unowned self] in lost() }
      )
      attend()
    } catch {
      absence = error
      missed()
    }
  }

  private func lost() {
    absence = ClientError(.disconnected)
    // Later, because this is called by the connection that is to be closed.
    parting?.set(milliseconds: 0)
  }

  private func part() {
    session?.close()
    session = nil
    missed()
  }

  private func missed() {
    shared.showAll(.nobody) { $1 }
    shared.markKnown()
    attend()
    retry?.set(milliseconds: pause)
    pause = min(pause * 2, Self.longestPause)
  }

  /// Handles what the program's threads left in the shared state.
  private func attend() {
    if shared.hasEnded { return loop.stop() }
    session?.follow(shared.subjects, preferencesOf: shared.applications)
    // Without a bus, new channels need not wait.
    if session == nil { shared.markKnown() }
    for request in shared.removeRequests() {
      if let session { session.run(request) } else { request.refuse(absence) }
    }
  }
}
