import Glibc
import NightBus
import NightClient
import NightCore

/// The following thread's end of things: one session after the other with the bus.
final class Line {
  /// Between two tries to reach the bus; each is twice as long as the one before, up to the last.
  private static let firstPause = 100
  private static let longestPause = 5_000

  private let board: Board
  private let address: String
  private let loop: Loop
  private var session: Session?
  private var parting: Timer?
  private var retry: Timer?
  private var pause = Line.firstPause
  /// Why there is no session.
  private var absence = ClientError.noBus("the bus was not reached yet")

  /// Follows until the board is closed; runs on a thread of its own.
  static func serve(_ board: Board, _ address: String) {
    // What signals do is the affair of the program's own threads.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    do throws(BusError) {
      try Line(board, address).run()
    } catch {
      board.end(ClientError(error))
    }
  }

  private init(_ board: Board, _ address: String) throws(BusError) {
    self.board = board
    self.address = address
    loop = try Loop()
    loop.onRing = { [unowned self] in attend() }
    parting = loop.timer { [unowned self] in part() }
    retry = loop.timer { [unowned self] in connect() }
    board.opened(loop.mailbox)
  }

  private func run() throws(BusError) {
    defer { session?.close() }
    connect()
    try loop.run()
  }

  private func connect() {
    do throws(ClientError) {
      // A bus that lets us in and nothing more is not to be tried without end.
      session = try Session(
        board,
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
    // Not from within the very connection that is to be closed.
    parting?.set(milliseconds: 0)
  }

  private func part() {
    session?.close()
    session = nil
    missed()
  }

  private func missed() {
    board.showAll(.nobody) { $1 }
    board.known()
    attend()
    retry?.set(milliseconds: pause)
    pause = min(pause * 2, Self.longestPause)
  }

  /// Looks at what the program's threads left on the board.
  private func attend() {
    if board.hasEnded { return loop.stop() }
    session?.follow(board.subjects, preferencesOf: board.applications)
    // Whoever came meanwhile need not wait for a bus that is not there.
    if session == nil { board.known() }
    for errand in board.takeErrands() {
      if let session { session.run(errand) } else { errand.refuse(absence) }
    }
  }
}
