import Glibc
import NightBus
import TestSupport
import Testing

/// A server that sends a string to its first client, and then closes the connection.
final class FalseBus {
  let address: String
  private let folder: TemporaryFolder
  private let socket: Int32

  init(sending text: String) throws {
    folder = try TemporaryFolder(below: "/tmp")
    address = "unix:path=\(folder.file("bus"))"
    let number = SocketAddress.newSocket()
    socket = number
    try #require(SocketAddress.with(path: folder.file("bus")) { bind(number, $0, $1) } == 0)
    try #require(listen(number, 1) == 0)
    _ = Worker.start {
      let visitor = accept(number, nil, nil)
      // Read the request first: closing a socket with unread bytes discards what was sent.
      var buffer = [UInt8](repeating: 0, count: 4_096)
      _ = read(visitor, &buffer, buffer.count)
      _ = send(visitor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
      close(visitor)
    }
  }

  // Shut down the socket, which wakes the thread if no client has connected.
  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }
}
