import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Hostile peers")
struct HostilePeerTests {
  private static func message(_ member: String, to service: Connection) -> RawMessage {
    var message = RawMessage(path: Echo.path.text, interface: Echo.name.text, member: member)
    message.destination = service.uniqueName.text
    return message
  }

  @Test(
    "A call with file descriptors is refused, and the descriptors are closed",
    arguments: ["h", "ah", "v", ""]
  )
  func descriptors(signature: String) throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    let peer = try RawPeer(bench)
    let pipe = try Pipe()
    var message = Self.message("Echo", to: service)
    message.signature = signature
    message.body =
      switch signature {
      case "h": [0, 0, 0, 0]
      case "ah": [4, 0, 0, 0, 0, 0, 0, 0]
      case "v": [1, UInt8(ascii: "h"), 0, 0, 0, 0, 0, 0]
      default: []
      }
    message.descriptorCount = 1
    let reply = try peer.exchange(message, descriptors: [pipe.writing])
    #expect(reply.errorName == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(
      String(decoding: reply.body, as: UTF8.self).contains("file descriptors are not accepted")
    )
    // The test has closed its own end of the pipe, so only a leaked descriptor could keep the pipe
    // open.
    pipe.closeWriting()
    #expect(pipe.isAtEnd)
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
  }

  @Test("File descriptors in signals, replies and pings are also closed")
  func otherDescriptors() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let peer = try RawPeer(bench)
    for kind in [RawMessage.Kind.signal, .answer, .call] {
      let pipe = try Pipe()
      var message = Self.message("Ping", to: service)
      message.kind = kind
      if kind == .answer { message.replySerial = 1 }
      message.interface = "org.freedesktop.DBus.Peer"
      message.signature = "h"
      message.body = [0, 0, 0, 0]
      message.descriptorCount = 1
      try peer.send(message, descriptors: [pipe.writing])
      _ = try peer.exchange(Self.message("None", to: service))
      pipe.closeWriting()
      #expect(pipe.isAtEnd, "\(kind)")
    }
  }

  @Test(
    "A call whose value has the deepest nesting that the bus allows gets a reply",
    arguments: [31, 32, 62, 63]
  )
  func deep(levels: Int) throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    let peer = try RawPeer(bench)
    var message = Self.message("Echo", to: service)
    message.signature = "v"
    message.body =
      (0..<levels).flatMap { _ in [1, UInt8(ascii: "v"), 0] as [UInt8] }
      + [1, UInt8(ascii: "y"), 0, 7]
    if levels == 63, bench.bus.kind == .broker {
      // dbus-broker allows one level less than dbus-daemon, and disconnects a client that sends a
      // deeper value.
      try peer.send(message)
      try peer.awaitCutOff()
    } else if levels < 32 {
      #expect(try peer.exchange(message).body == message.body)
    } else {
      let reply = try peer.exchange(message)
      // The service can read the value, but a reply with this value would end the service's
      // connection.
      #expect(reply.errorName == "org.freedesktop.DBus.Error.Failed")
    }
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
  }

  @Test("If a program forges the signal `Disconnected`, only its own connection ends")
  func disconnected() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    let peer = try RawPeer(bench)
    service.onLost = { Issue.record("the bus is there") }
    var message = Self.message("Disconnected", to: service)
    message.kind = .signal
    message.path = "/org/freedesktop/DBus/Local"
    message.interface = "org.freedesktop.DBus.Local"
    try peer.send(message)
    try peer.awaitCutOff()
    #expect(peer.isCutOff)
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
    #expect(!service.isLost)
  }

  @Test("If a refusal's message contains long names, they are shortened")
  func longNames() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let peer = try RawPeer(bench)
    var message = Self.message("Echo", to: service)
    message.path = String(repeating: "/longer", count: 300_000)
    let reply = try peer.exchange(message)
    #expect(reply.errorName == "org.freedesktop.DBus.Error.UnknownObject")
    #expect(reply.body.count < 32_768)
  }

  @Test("A call with very many small values is refused before it uses much memory")
  func heap() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    let peer = try RawPeer(bench)
    var message = Self.message("Echo", to: service)
    message.signature = "v"
    let count: UInt32 = 2_000_000
    var body = Wire(bytes: [2, UInt8(ascii: "a"), UInt8(ascii: "y"), 0])
    body.add(count)
    message.body = body.bytes + [UInt8](repeating: 7, count: Int(count))
    let reply = try peer.exchange(message)
    #expect(reply.errorName == "org.freedesktop.DBus.Error.InvalidArgs")
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
  }

  @Test("A call with more values than the service allows is refused before they are read")
  func manyValues() throws {
    let bench = try Bench()
    let service = try bench.serve()
    service.server.callValues = 100
    let client = try bench.connect()
    // The depth limit also counts the variant and the array.
    let elements = Array(repeating: BusValue.byte(7), count: 98)
    #expect(
      try bench.echo(.array(.byte, elements), by: service, from: client)
        == .array(.byte, elements)
    )
    #expect(throws: BusError.self) {
      try bench.echo(.array(.byte, elements + [.byte(7)]), by: service, from: client)
    }
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
  }

  @Test("Ten thousand calls from a caller that never reads replies do not delay other callers")
  func flood() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    let peer = try RawPeer(bench)
    peer.stopListening()
    var served = 0
    echo.onCall = { call in if call.sender != client.uniqueName { served += 1 } }
    var message = Self.message("Echo", to: service)
    message.signature = "v"
    message.body = [1, UInt8(ascii: "y"), 0, 7]
    for _ in 0..<10_000 { try peer.send(message) }
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
    while served < 10_000 { try bench.settle(client, after: service) }
    #expect(try bench.echo(.byte(2), by: service, from: client) == .byte(2))
  }

  @Test("If a program sends bytes that are not a message, only its own connection is closed")
  func garbage() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    var generator = SplitMix64(seed: 7)
    for _ in 0..<20 {
      let peer = try RawPeer(bench)
      var bytes = Self.message("Echo", to: service).bytes(serial: 9)
      // Do not change bytes 0 to 15, which contain the message's length, so that the message still
      // ends where it should.
      for _ in 0..<6 { bytes[16 + Int(generator.next() % UInt64(bytes.count - 16))] ^= 0x55 }
      try peer.write(bytes)
      #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
    }
  }
}
