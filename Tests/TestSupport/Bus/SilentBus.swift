import Glibc

/// A socket at which nobody takes those who come, though some may wait there.
package final class SilentBus {
  package struct Refused: Error {}

  package let address: String
  private let folder: TemporaryFolder
  private var socket: Int32
  private var visitors: [Int32] = []

  /// So many and one more may wait.
  package init(queue: Int32 = 0) throws {
    folder = try TemporaryFolder(below: "/tmp")
    address = "unix:path=\(folder.file("bus"))"
    socket = SocketAddress.newSocket()
    let number = socket
    guard SocketAddress.with(path: folder.file("bus"), { bind(number, $0, $1) }) == 0,
      listen(number, queue) == 0, fcntl(number, F_SETFL, O_NONBLOCK) == 0
    else { throw Refused() }
  }

  /// Sends visitors until the next one would wait to be let in.
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

  /// Lets in all who wait, and says how many.
  package func letIn() -> Int {
    var count = 0
    while case let visitor = accept(socket, nil, nil), visitor >= 0 {
      visitors.append(visitor)
      count += 1
    }
    return count
  }

  /// Sends those away who wait; they hear that nobody is there.
  package func goAway() {
    for number in visitors + [socket] { close(number) }
    visitors = []
    socket = -1
  }

  deinit { goAway() }
}
