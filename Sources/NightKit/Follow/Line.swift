import NightBus
import NightClient
import NightCore

/// The following thread's end of things: one bus connection, one follower.
final class Line {
  private let board: Board
  private let client: Client
  private let connection: Connection
  private let loop: Loop
  private var follower: Follower?
  /// Asked and not answered yet.
  private var asked: [UInt64: Request] = [:]
  private var lastAsked: UInt64 = 0

  /// Follows until the board is closed or the bus is gone; runs on a thread of its own.
  static func serve(_ board: Board, _ address: String) {
    do throws(ClientError) {
      try Line(board, Client(address: address)).run()
    } catch {
      board.end(error)
    }
  }

  private init(_ board: Board, _ client: Client) throws(ClientError) {
    self.board = board
    self.client = client
    connection = try client.connect()
    do throws(BusError) {
      loop = try Loop()
      try connection.attach(to: loop)
    } catch {
      throw ClientError(error)
    }
    loop.onRing = { [unowned self] in attend() }
    connection.onLost = { [unowned self] in
      board.end(ClientError(.disconnected))
      loop.stop()
    }
    follower = try Follower(on: connection, .allowed) { [unowned self] in heard($0) }
    board.opened(loop.mailbox)
  }

  private func run() throws(ClientError) {
    defer {
      follower = nil
      connection.close()
      // A closed connection forgets its calls; those who wait are not forgotten.
      for request in asked.values { request.answer(.failure(ClientError(.disconnected))) }
    }
    do throws(BusError) { try loop.run() } catch { throw ClientError(error) }
  }

  /// Looks at what the program's threads left on the board.
  private func attend() {
    for request in board.takeRequests() {
      lastAsked += 1
      let number = lastAsked
      asked[number] = request
      client.start(request.demand) { [unowned self] outcome in
        asked.removeValue(forKey: number)?.answer(outcome)
      }
    }
    if board.hasEnded { loop.stop() }
  }

  private func heard(_ news: Follower.News) {
    switch news {
    case .style(let standing): board.show(Appearance(standing.appearance))
    case .absent, .trouble: board.known()
    }
  }
}
