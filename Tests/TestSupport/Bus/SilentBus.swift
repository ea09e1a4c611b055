import Glibc

/// A listening socket that never accepts connections, although some can wait in its queue.
package final class SilentBus {
  package struct Refused: Error {}

  package let address: String
  private let folder: TemporaryFolder
  private var socket: Int32
  private var visitors: [Int32] = []

  /// Makes the socket; its queue has room for `queue` connections and one more.
  package init(queue: Int32 = 0) throws {
    folder = try TemporaryFolder(below: "/tmp")
    address = "unix:path=\(folder.file("bus"))"
    socket = SocketAddress.newSocket()
    let number = socket
    guard SocketAddress.with(path: folder.file("bus"), { bind(number, $0, $1) }) == 0,
      listen(number, queue) == 0, fcntl(number, F_SETFL, O_NONBLOCK) == 0
    else { throw Refused() }
  }

  /// Connects clients until another client would have to wait.
  package func fill() throws {
    while true {
      let visitor = SocketAddress.newSocket()
      visitors.append(visitor)
      guard fcntl(visitor, F_SETFL, O_NONBLOCK) == 0 else { throw Refused() }
      guard SocketAddress.with(path: folder.file("bus"), { connect(visitor, $0, $1) }) != 0 else {
        continue
      }
      guard errno == EAGAIN else { throw Refused() }
      return
    }
  }

  /// Accepts all waiting connections, and returns their number.
  package func letIn() -> Int {
    var count = 0
    while case let visitor = accept(socket, nil, nil), visitor >= 0 {
      visitors.append(visitor)
      count += 1
    }
    return count
  }

  /// Closes the socket and all connections; the waiting clients get an error.
  package func goAway() {
    for number in visitors + [socket] { close(number) }
    visitors = []
    socket = -1
  }

  deinit { goAway() }
}
