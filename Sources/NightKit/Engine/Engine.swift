import Glibc
import NightBus
import NightClient

/// The thread that follows, for as long as anyone keeps this.
final class Engine: Sendable {
  let board: Board

  init(log: @escaping @Sendable (String) -> Void) {
    let board = Board(log: log)
    self.board = board
    // Read here: another thread would read the environment while the program may change it.
    do throws(ClientError) {
      let address = try Client.address { name in getenv(name).map { String(cString: $0) } }
      if !Worker.start({ Line.serve(board, address) }) {
        board.end(.noBus("there is no thread to be had to follow the style on"))
      }
    } catch {
      board.end(error)
    }
  }

  deinit { board.close() }
}
