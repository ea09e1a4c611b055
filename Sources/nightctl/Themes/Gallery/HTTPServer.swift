import Glibc
import NightBus

/// Serves HTTP to the user's own programs, on a port of 127.0.0.1 that the kernel chooses.
///
/// Programs of other users can also connect to the port, but the server closes their connections
/// before it reads from them.
final class HTTPServer {
  /// The most connections at a time; further connections wait in the kernel's queue.
  private static let mostConnections = 16

  fileprivate let loop: Loop
  private let listener: FileDescriptor
  private let name: sockaddr_in
  private let answer: (HTTPRequest, String) throws(HTTPRefusal) -> HTTPResponse
  private var watch: Watch?
  private var connections: [HTTPConnection] = []

  /// The host and port in the server's addresses.
  var host: String { "127.0.0.1:\(UInt16(bigEndian: name.sin_port))" }

  /// Serves requests until the server is released; `answer` is called with each request and the
  /// server's host.
  init(
    on loop: Loop,
    answer: @escaping (HTTPRequest, String) throws(HTTPRefusal) -> HTTPResponse
  ) throws(BusError) {
    self.loop = loop
    self.answer = answer
    let kind = Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK
    listener = try FileDescriptor(socket(AF_INET, kind, 0), from: "socket")
    let number = listener.number
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    guard name.withPointer({ bind(number, $0, $1.pointee) }) == 0,
      listen(number, Int32(Self.mostConnections)) == 0,
      name.withPointer({ getsockname(number, $0, $1) }) == 0
    else { throw .system(call: "listen", errno: errno) }
    self.name = name
    watch = loop.watch(number, events: Int16(POLLIN)) { [unowned self] _ in accept() }
  }

  private func accept() {
    var peer = sockaddr_in()
    let number = peer.withPointer { Glibc.accept(listener.number, $0, $1) }
    guard let descriptor = try? FileDescriptor(number, from: "accept"), isOwn(peer) else { return }
    connections.append(HTTPConnection(descriptor, of: self))
    if connections.count == Self.mostConnections { watch?.events = 0 }
  }

  /// Whether the other end of a connection belongs to this user.
  ///
  /// The secret in the page's address does not keep out other users: they can see the address among
  /// the arguments of the browser.
  private func isOwn(_ peer: sockaddr_in) -> Bool {
    guard let table = try? InputFile("/proc/net/tcp").bytes() else { return false }
    return table.split(separator: UInt8(ascii: "\n")).contains { row in
      let columns = String(decoding: row, as: UTF8.self).split(separator: " ")
      return columns.count > 7 && columns[1] == peer.text && columns[2] == name.text
        && columns[7] == "\(geteuid())"
    }
  }

  fileprivate func response(to request: HTTPRequest) throws(HTTPRefusal) -> HTTPResponse {
    try answer(request, host)
  }

  /// Releases the connection, which closes it.
  fileprivate func end(_ connection: HTTPConnection) {
    connections.removeAll { $0 === connection }
    watch?.events = Int16(POLLIN)
  }
}

/// A connection for one request and its answer.
private final class HTTPConnection {
  /// The time limit for receiving a request, and again for sending its answer.
  private static let milliseconds = 5_000

  private let descriptor: FileDescriptor
  private unowned let server: HTTPServer
  private var watch: Watch?
  private var timer: Timer?
  private var received: [UInt8] = []
  /// The rest of the answer; nil while the request is incomplete.
  private var unsent: ArraySlice<UInt8>?

  init(_ descriptor: consuming FileDescriptor, of server: HTTPServer) {
    self.descriptor = descriptor
    self.server = server
    let number = self.descriptor.number
    watch = server.loop.watch(number, events: Int16(POLLIN)) { [unowned self] events in
      if events & Int16(POLLOUT) != 0 { send() } else { receive() }
    }
    timer = server.loop.timer { [unowned self] in self.server.end(self) }
    timer?.set(milliseconds: Self.milliseconds)
  }

  private func receive() {
    guard let bytes = descriptor.readSome(most: 4_096) else { return }
    guard !bytes.isEmpty else { return server.end(self) }
    // Read and ignore bytes that follow the request: if unread bytes are left when the connection
    // is closed, the kernel discards the answer.
    guard unsent == nil else { return }
    received += bytes
    do throws(HTTPRefusal) {
      guard let request = try HTTPRequest(reading: received) else { return }
      unsent = try server.response(to: request).bytes[...]
    } catch {
      unsent = HTTPResponse(status: error.rawValue).bytes[...]
    }
    timer?.set(milliseconds: Self.milliseconds)
    watch?.events = Int16(POLLOUT)
  }

  private func send() {
    let count = descriptor.writeSome(Array((unsent ?? []).prefix(65_536)))
    guard count > 0 else { return server.end(self) }
    unsent = unsent?.dropFirst(count)
    guard unsent?.isEmpty == true else { return }
    shutdown(descriptor.number, Int32(SHUT_WR))
    watch?.events = Int16(POLLIN)
  }
}

extension sockaddr_in {
  /// The address and port as in /proc/net/tcp, such as `0100007F:1F90`.
  fileprivate var text: String {
    func digits(_ number: UInt32, _ count: Int) -> String {
      let digits = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: count - digits.utf8.count) + digits
    }
    return digits(sin_addr.s_addr, 8) + ":" + digits(UInt32(UInt16(bigEndian: sin_port)), 4)
  }

  fileprivate mutating func withPointer(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int32 {
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &self) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
    }
  }
}
