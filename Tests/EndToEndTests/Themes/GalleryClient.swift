import Glibc
import TestSupport
import Testing

/// The real `nightctl theme gallery`, and connections to it.
struct Gallery {
  let program: Program
  /// The page's address without its scheme, such as `127.0.0.1:4711`, and the token.
  let host: String
  let token: String

  init(_ desk: Desk, _ words: String..., adding more: [String: String] = [:]) throws {
    program = try Program.start(
      Built.nightctl,
      ["theme", "gallery"] + words,
      environment: desk.environment.merging(more) { $1 }
    )
    let address = try program.nextLine()
    let parts = address.split(separator: "/").map(String.init)
    try #require(parts.count == 3 && parts[0] == "http:" && parts[2].count == 48, "\(address)")
    (host, token) = (parts[1], parts[2])
  }

  func connect() throws -> GalleryConnection {
    try GalleryConnection(port: UInt16(host.split(separator: ":")[1]) ?? 0)
  }

  /// Sends a request as a browser does, and returns the status code and the rest of the answer.
  func ask(_ method: String, _ path: String, _ body: String = "") throws -> (Int, String) {
    let connection = try connect()
    try connection.send(
      "\(method) /\(token)/\(path) HTTP/1.1\r\nHost: \(host)\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
    let answer = try connection.readAll()
    return (Int(answer.dropFirst(9).prefix(3)) ?? 0, String(answer.dropFirst(13)))
  }
}

/// A connection that sends any bytes.
final class GalleryConnection {
  struct Failure: Error { let call: String }

  private let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

  init(port: UInt16) throws {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let code = withUnsafePointer(to: &name) { start in
      start.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure(call: "connect") }
  }

  deinit { close(number) }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    let count = Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    guard count == bytes.count else { throw Failure(call: "send") }
  }

  /// Reads until the server closes the connection, for at most 20 seconds.
  func readAll() throws -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 20_000) > 0 else { throw Failure(call: "poll") }
      let count = recv(number, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += buffer.prefix(count)
    }
  }
}
