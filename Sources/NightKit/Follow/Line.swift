import NightBus
import NightClient
import NightCore

/// The following thread's end of things: one bus connection, one follower.
final class Line {
  private let board: Board
  private let client: Client
  private let loop: Loop
  private var follower: Follower?

  /// Follows until the board is closed or the bus is gone; runs on a thread of its own.
  static func serve(_ board: Board, environment: (String) -> String?) {
    do throws(ClientError) {
      try Line(board, try Client(environment: environment)).run()
    } catch {
      board.end(error)
    }
  }

  private init(_ board: Board, _ client: Client) throws(ClientError) {
    self.board = board
    self.client = client
    do throws(BusError) {
      loop = try Loop()
      try client.connection.attach(to: loop)
    } catch {
      throw ClientError(error)
    }
    loop.onRing = { [unowned self] in attend() }
    client.connection.onLost = { [unowned self] in
      board.end(ClientError(.disconnected))
      loop.stop()
    }
    follower = try Follower(on: client.connection, .allowed) { [unowned self] in heard($0) }
    board.opened(loop.mailbox)
  }

  private func run() throws(ClientError) {
    do throws(BusError) { try loop.run() } catch { throw ClientError(error) }
    follower = nil
    client.connection.close()
  }

  /// Looks at what the program's threads left on the board.
  private func attend() {
    for request in board.takeRequests() { client.start(request.demand, then: request.answer) }
    if board.hasEnded { loop.stop() }
  }

  private func heard(_ news: Follower.News) {
    switch news {
    case .style(let standing): board.show(Appearance(standing.appearance))
    case .absent, .trouble: board.known()
    }
  }
}
