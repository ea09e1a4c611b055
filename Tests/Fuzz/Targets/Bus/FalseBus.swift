import Glibc
@testable import NightBus
import Synchronization

/// The bus's end of a connection.
final class FalseBus {
  /// The time after which a silent client counts as hung.
  static let timeoutMilliseconds: Int32 = 20_000

  let address: String
  private let listener: Int32
  /// The first client; its socket is set before the handshake, and so before its connection exists.
  private let visitor = Visitor()
  private let second = Visitor()
  private var received: [UInt8] = []
  private var lastSerial: UInt32 = 1

  private final class Visitor: Sendable {
    let socket = Mutex<Int32>(-1)
  }

  private static let count = Atomic(0)

  var socket: Int32 { visitor.socket.withLock { $0 } }

  init() throws(Finding) {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let name = Array("\0nightd-fuzz-\(getpid())-\(number)".utf8)
    address = "unix:abstract=" + String(decoding: name.dropFirst(), as: UTF8.self)
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let bound = withUnsafePointer(to: &place) { start in
      start.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
    }
    try assure(bound == 0 && listen(listener, 1) == 0, "cannot listen at \(address)")
  }

  deinit {
    close(listener)
    close(socket)
    close(second.socket.withLock { $0 })
  }

  /// Ends the connections, so that the client can end too.
  func hangUp() {
    for visitor in [visitor, second] { shutdown(visitor.socket.withLock { $0 }, Int32(SHUT_RDWR)) }
  }

  /// Answers the handshake of the next client.
  ///
  /// Use `greetElsewhere` if the client connects from the same thread, because that answers on
  /// another thread.
  func greet() {
    let (listener, visitor) = (listener, visitor)
    Greeting.perform(listener) { socket in visitor.socket.withLock { $0 = socket } }
  }

  func greetElsewhere() { greetElsewhere(visitor) }

  /// Answers the handshake of the next client, and sends it nothing more.
  func greetSecond() { greetElsewhere(second) }

  private func greetElsewhere(_ visitor: Visitor) {
    let listener = listener
    _ = Worker.start {
      Greeting.perform(listener) { socket in visitor.socket.withLock { $0 = socket } }
    }
  }

  /// The size of the largest message that is sent to a client on this same thread.
  ///
  /// A larger message would fill the socket, so the thread would wait for itself.
  static let mostUnread = 8_192

  /// Sends a message, and returns its serial.
  @discardableResult
  func send(_ message: consuming Message, from sender: String) throws(Finding) -> UInt32 {
    lastSerial += 1
    message.stamp(sender: sender, serial: lastSerial)
    var rest = message.wire[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Finding("the other side has gone") }
      rest = rest.dropFirst(count)
    }
    return lastSerial
  }

  /// Waits for messages, and handles each message.
  func receive(
    milliseconds: Int32 = FalseBus.timeoutMilliseconds,
    _ handle: (borrowing Message) throws(Finding) -> Void
  ) throws(Finding) {
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    var found = poll(&ready, 1, milliseconds)
    // libFuzzer's timer can interrupt the call.
    while found < 0, errno == EINTR { found = poll(&ready, 1, milliseconds) }
    guard found == 1 else { throw Finding("the other side is silent") }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(socket, &buffer, buffer.count)
    guard count > 0 else { throw Finding("the other side has gone") }
    received += buffer.prefix(count)
    while let length = Message.length(of: received), received.count >= length {
      let bytes = Array(received.prefix(length))
      received.removeFirst(length)
      guard let message = Message.read(bytes) else {
        throw Finding("what came is no message: \(bytes)")
      }
      try handle(message)
    }
  }
}

/// The handshake between a bus and a client.
private enum Greeting {
  static func perform(_ listener: Int32, _ accepted: (Int32) -> Void) {
    let socket = accept(listener, nil, nil)
    accepted(socket)
    while true {
      let line = line(socket)
      if line.contains("AUTH") {
        say("OK 0123456789abcdef0123456789abcdef\r\n", socket)
      } else if line.hasPrefix("NEGOTIATE") {
        say("ERROR\r\n", socket)
      } else {
        break
      }
    }
    let head = bytes(16, socket)
    guard let length = Message.length(of: head),
      let hello = Message.read(head + bytes(length - head.count, socket)),
      let answer = try? hello.answer([.string(":1.1")])
    else { return }
    answer.stamp(sender: "org.freedesktop.DBus", serial: 1)
    _ = answer.wire.withUnsafeBytes {
      send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  private static func say(_ text: String, _ socket: Int32) {
    _ = send(socket, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  }

  private static func line(_ socket: Int32) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.last != UInt8(ascii: "\n"), read(socket, &byte, 1) == 1 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  private static func bytes(_ count: Int, _ socket: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < count, read(socket, &byte, 1) == 1 { bytes.append(byte) }
    return bytes
  }
}
