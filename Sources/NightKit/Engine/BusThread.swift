import Glibc
import NightBus
import NightClient
import NightCore

/// The thread that follows the bus: when a session with the bus ends, it opens the next session.
final class BusThread {
  /// The milliseconds before the second attempt to reach the bus; each later pause doubles.
  private static let firstPause = 100
  private static let longestPause = 5_000

  private let shared: SharedState
  private let address: String
  private let loop: Loop
  private var session: Session?
  private var parting: Timer?
  private var retry: Timer?
  private var pause = BusThread.firstPause
  /// The reason why no session exists now.
  private var absence = ClientError.noBus("the bus has not been reached yet")

  /// Follows the bus until the shared state is closed; runs on its own thread.
  static func run(_ shared: SharedState, _ address: String) {
    // All signals are blocked on this thread, so that they reach the program's own threads.
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
      // Only an answer from the bus resets the pause. If a bus only accepts the connection and
      // never answers, the pauses between the attempts grow.
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
    // The session is closed later, because the connection to be closed is calling this function.
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

  /// Handles what the program's threads have added to the shared state.
  private func attend() {
    if shared.hasEnded { return loop.stop() }
    session?.follow(shared.subjects, preferencesOf: shared.applications)
    // Without a bus, no caller needs to wait for the first value of a new channel.
    if session == nil { shared.markKnown() }
    for request in shared.removeRequests() {
      if let session { session.run(request) } else { request.refuse(absence) }
    }
  }
}
