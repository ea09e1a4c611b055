import Glibc
import NightBus
import TestSupport
import Testing

/// A client of the bus that writes raw bytes, so that it can send messages that libraries refuse to
/// send.
final class RawPeer {
  private let bench: Bench
  private let socket: Int32
  private var serial: UInt32 = 0
  private var received: [UInt8] = []
  private var watch: Watch?
  private var awaited: UInt32?
  private(set) var isCutOff = false
  /// All received messages, in order.
  private(set) var replies: [RawReply] = []
  private(set) var uniqueName = ""
  /// The number of replies so far; signals do not count, because the bus may send them at any time.
  var answerCount: Int { replies.filter { $0.replySerial != nil }.count }

  init(_ bench: Bench) throws {
    self.bench = bench
    socket = try Self.connected(to: bench.bus.address)
    // Ignore SIGPIPE: a write error must end only the peer, not the tests.
    signal(SIGPIPE, SIG_IGN)
    let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    try write(Array("\0AUTH EXTERNAL \(user)\r\n".utf8))
    try #require(line().hasPrefix("OK"))
    try write(Array("NEGOTIATE_UNIX_FD\r\n".utf8))
    try #require(line().hasPrefix("AGREE_UNIX_FD"))
    try write(Array("BEGIN\r\n".utf8))
    listen()
    let greeting = try exchange(
      RawMessage(
        path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus",
        member: "Hello",
        destination: "org.freedesktop.DBus"
      )
    )
    uniqueName = String(decoding: greeting.body.dropFirst(4).dropLast(), as: UTF8.self)
  }

  deinit { close(socket) }

  /// Starts reading whenever the bench's loop runs; a peer without this call never reads.
  func listen() {
    watch = bench.loop.watch(socket, events: Int16(POLLIN)) { [unowned self] _ in readSome() }
  }

  func stopListening() { watch = nil }

  /// Sends a message; returns its serial.
  @discardableResult
  func send(_ message: RawMessage, descriptors: [Int32] = []) throws -> UInt32 {
    serial += 1
    try write(message.bytes(serial: serial), descriptors: descriptors)
    return serial
  }

  /// Sends a call, and runs the loop until the reply arrives.
  func exchange(_ message: RawMessage, descriptors: [Int32] = []) throws -> RawReply {
    let serial = try send(message, descriptors: descriptors)
    awaited = serial
    try bench.run()
    guard let reply = replies.first(where: { $0.replySerial == serial }) else {
      throw Bench.Surprise()
    }
    return reply
  }

  /// Returns when the bus has handled all messages that were sent before, without running the loop.
  func settle() throws {
    let serial = try send(
      RawMessage(
        path: "/",
        interface: "org.freedesktop.DBus.Peer",
        member: "Ping",
        destination: "org.freedesktop.DBus"
      )
    )
    while !isCutOff, !replies.contains(where: { $0.replySerial == serial }) { readSome() }
  }

  /// Runs the loop until the bus has closed the connection.
  func awaitCutOff() throws {
    awaited = .max
    try bench.run()
  }

  private func readSome() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(socket, &buffer, buffer.count)
    guard count > 0 else {
      isCutOff = true
      watch = nil
      if awaited != nil { bench.done() }
      return
    }
    received += buffer.prefix(count)
    while let length = RawReply.length(of: received), received.count >= length {
      let reply = RawReply(Array(received.prefix(length)))
      received.removeFirst(length)
      replies.append(reply)
      guard let serial = reply.replySerial, serial == awaited else { continue }
      awaited = nil
      bench.done()
    }
  }
}

// MARK: - The socket

extension RawPeer {
  private static func connected(to address: String) throws -> Int32 {
    let path = address.split(separator: ",").first?.split(separator: "=").last.map(String.init)
    let number = SocketAddress.newSocket()
    let result = SocketAddress.with(path: path ?? "") { connect(number, $0, $1) }
    try #require(result == 0)
    return number
  }

  private func line() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.last != UInt8(ascii: "\n"), read(socket, &byte, 1) == 1 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  func write(_ bytes: [UInt8], descriptors: [Int32] = []) throws {
    var rest = bytes
    var control: [UInt8] = []
    if !descriptors.isEmpty {
      // The control data is a cmsghdr: its length, SOL_SOCKET, SCM_RIGHTS, and the descriptors.
      withUnsafeBytes(of: UInt64(16 + 4 * descriptors.count)) { control += $0 }
      for number in [1, 1] + descriptors { withUnsafeBytes(of: number) { control += $0 } }
      while !control.count.isMultiple(of: 8) { control.append(0) }
    }
    while !rest.isEmpty {
      let sent = rest.withUnsafeMutableBytes { data in
        control.withUnsafeMutableBytes { ancillary in
          var part = iovec(iov_base: data.baseAddress, iov_len: data.count)
          return withUnsafeMutablePointer(to: &part) { part in
            var header = msghdr()
            header.msg_iov = part
            header.msg_iovlen = 1
            header.msg_control = ancillary.baseAddress
            header.msg_controllen = ancillary.count
            return sendmsg(socket, &header, 0)
          }
        }
      }
      guard sent > 0 else { throw Bench.Surprise() }
      rest.removeFirst(sent)
      control = []
    }
  }
}
