import Glibc
import NightBus

/// A bus client that writes raw bytes, sends many messages at once, and reads only when asked to.
///
/// Only one thread may use an object of this class. Only the method `pump` sends and reads.
package final class RawClient {
  package struct Refused: Error {
    package init() {}
  }

  private let socket: Int32
  private var lastSerial: UInt32 = 0
  private var outgoing: [(bytes: [UInt8], descriptors: [Int32])] = []
  /// The number of bytes of the first outgoing piece that are already written.
  private var written = 0
  private var incoming: [UInt8] = []
  private var start = 0
  package private(set) var uniqueName = ""
  /// Whether the bus has closed the connection.
  package private(set) var isCutOff = false
  package var hasUnsent: Bool { !outgoing.isEmpty }

  /// Connects and authenticates; if `greeting` is false, leaves the handshake unfinished.
  package init(address: String, greeting: Bool = true) throws {
    // A write to a closed connection raises SIGPIPE, which would end the whole program.
    signal(SIGPIPE, SIG_IGN)
    socket = SocketAddress.newSocket()
    let path = address.split(separator: ",").first?.split(separator: "=").last ?? ""
    let connected = SocketAddress.with(path: String(path)) { connect(socket, $0, $1) }
    guard connected == 0, fcntl(socket, F_SETFL, O_NONBLOCK) == 0 else { throw Refused() }
    let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    try say("\0AUTH EXTERNAL \(user)\r\n", expecting: "OK")
    guard greeting else { return }
    try say("NEGOTIATE_UNIX_FD\r\n", expecting: "AGREE_UNIX_FD")
    try say("BEGIN\r\n", expecting: "")
    uniqueName = try ask("Hello")?.text ?? ""
  }

  deinit { close(socket) }

  /// Adds a message to the queue, and returns its serial.
  @discardableResult
  package func send(_ message: RawMessage, descriptors: [Int32] = []) -> UInt32 {
    lastSerial += 1
    send(message.bytes(serial: lastSerial), descriptors: descriptors)
    return lastSerial
  }

  package func send(_ bytes: [UInt8], descriptors: [Int32] = []) {
    // The kernel attaches file descriptors to the first byte that is sent with them, so a message
    // with descriptors starts a new piece.
    if descriptors.isEmpty, let last = outgoing.last, last.descriptors.isEmpty,
      last.bytes.count < 65_536
    {
      outgoing[outgoing.count - 1].bytes += bytes
    } else {
      outgoing.append((bytes, descriptors))
    }
  }

  /// Writes and reads as much as is possible now; if nothing is possible, first waits up to this
  /// long.
  package func pump(milliseconds: Int32, reading: Bool = true) -> [RawReply] {
    let events = Int16(reading ? POLLIN : 0) | Int16(outgoing.isEmpty ? 0 : POLLOUT)
    var entry = pollfd(fd: socket, events: events, revents: 0)
    guard !isCutOff, poll(&entry, 1, milliseconds) > 0 else { return [] }
    if entry.revents & Int16(POLLOUT) != 0 { writeSome() }
    guard reading, entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { return [] }
    readSome()
    return takeReplies()
  }

  /// Calls the bus itself and waits for the reply; nil if the bus has closed the connection.
  ///
  /// Other messages that arrive before the reply are dropped.
  @discardableResult
  package func ask(_ member: String, _ argument: String? = nil) throws -> RawReply? {
    var call = RawMessage(
      path: "/org/freedesktop/DBus",
      interface: "org.freedesktop.DBus",
      member: member,
      destination: "org.freedesktop.DBus"
    )
    if let argument {
      call.signature = "s"
      call.body = Wire.body([.string(argument)])
    }
    let serial = send(call)
    let deadline = ContinuousClock.now + .seconds(10)
    while !isCutOff {
      if let reply = pump(milliseconds: 10_000).first(where: { $0.replySerial == serial }) {
        return reply
      }
      guard ContinuousClock.now < deadline else { throw Refused() }
    }
    return nil
  }
}

// MARK: - The socket

extension RawClient {
  private func say(_ words: String, expecting answer: String) throws {
    send(Array(words.utf8))
    while hasUnsent, !isCutOff { _ = pump(milliseconds: 10_000, reading: false) }
    guard !answer.isEmpty else { return }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.last != UInt8(ascii: "\n") {
      var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 10_000) == 1, read(socket, &byte, 1) == 1 else { throw Refused() }
      line.append(byte)
    }
    guard String(decoding: line, as: UTF8.self).hasPrefix(answer) else { throw Refused() }
  }

  private func writeSome() {
    while let first = outgoing.first {
      let count = write(first.bytes, from: written, written == 0 ? first.descriptors : [])
      guard count > 0 else {
        if errno != EAGAIN && errno != EINTR { isCutOff = true }
        return
      }
      written += count
      guard written == first.bytes.count else { continue }
      outgoing.removeFirst()
      written = 0
    }
  }

  private func write(_ bytes: [UInt8], from start: Int, _ descriptors: [Int32]) -> Int {
    var control: [UInt8] = []
    if !descriptors.isEmpty {
      // The control data has the form of a cmsghdr: its length, SOL_SOCKET, SCM_RIGHTS, and the
      // descriptors.
      withUnsafeBytes(of: UInt64(16 + 4 * descriptors.count)) { control += $0 }
      for number in [1, 1] + descriptors { withUnsafeBytes(of: number) { control += $0 } }
      while !control.count.isMultiple(of: 8) { control.append(0) }
    }
    return bytes.withUnsafeBytes { data in
      control.withUnsafeMutableBytes { ancillary in
        let rest = UnsafeMutableRawPointer(mutating: data.baseAddress.map { $0 + start })
        var part = iovec(iov_base: rest, iov_len: data.count - start)
        return withUnsafeMutablePointer(to: &part) { part in
          var header = msghdr()
          header.msg_iov = part
          header.msg_iovlen = 1
          header.msg_control = ancillary.baseAddress
          header.msg_controllen = ancillary.count
          return sendmsg(socket, &header, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }

  private func readSome() {
    incoming.removeFirst(start)
    start = 0
    withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 1) { buffer in
      let count = read(socket, buffer.baseAddress, buffer.count)
      if count > 0 { incoming += buffer.prefix(count) }
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { isCutOff = true }
    }
  }

  private func takeReplies() -> [RawReply] {
    var replies: [RawReply] = []
    while let length = RawReply.length(of: incoming[start...]), incoming.count - start >= length {
      replies.append(RawReply(Array(incoming[start..<(start + length)])))
      start += length
    }
    return replies
  }
}
