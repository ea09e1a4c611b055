import Glibc
import NightBus
import TestSupport
import Testing

/// Callers that request megabytes and never read them, and callers that send megabytes.
@Suite struct DeafCallerTests {
  private static func fill(_ caller: Caller) throws {
    let text = BusValue.variant(.string(String(repeating: "x", count: 65_000)))
    let edits = (0..<63).map { number in
      BusValue.structure([.string("a.b"), .string("k\(number)"), .array(.variant, [text])])
    }
    for edit in edits {
      let type = BusType.structure([.string, .string, .array(.variant)])
      let arguments = [BusValue.array(type, [edit]), .options([])]
      _ = try caller.call(.control, "Write", arguments).get()
    }
  }

  /// A call of 3.6 MB that the daemon checks quickly.
  private static let write = {
    let text = BusValue.variant(.string(String(repeating: "x", count: 10_000)))
    let edits = (0..<360).map { key in
      BusValue.structure([.string("a.b"), .string("k\(key)"), .array(.variant, [text])])
    }
    let type = BusType.structure([.string, .string, .array(.variant)])
    return Self.call("Write", "a(ssav)a{sv}", [.array(type, edits), .options([])])
  }()

  private static func call(
    _ member: String,
    _ signature: String,
    _ arguments: [BusValue]
  ) -> RawMessage {
    RawMessage(
      path: Caller.object.text,
      interface: InterfaceName.control.text,
      member: member,
      destination: Caller.night.text,
      signature: signature,
      body: Wire.body(arguments)
    )
  }

  @Test(
    "nightd identifies a caller's process even while megabytes of the caller's calls are queued",
    .disabled(if: Built.isSanitized, "it measures time")
  )
  func largeWrites() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    func gather(_ count: Int, by client: RawClient) {
      var answered = 0
      while answered < count, !client.isCutOff {
        for reply in client.pump(milliseconds: 60_000) where reply.replySerial != nil {
          #expect(reply.errorName == nil)
          answered += 1
        }
      }
    }
    let first = try RawClient(address: desk.bus.address)
    first.send(Self.write)
    gather(1, by: first)
    // The daemon does not know this caller's process yet.
    let client = try RawClient(address: desk.bus.address)
    try daemon.pause()
    // While the daemon stores the style of the first call, the other calls wait. Together, the
    // calls have more bytes than libdbus keeps before it stops reading.
    client.send(Self.call("Set", "sa{sv}", [.string("dark"), .options([])]))
    for _ in 0..<8 { client.send(Self.write) }
    while client.hasUnsent { _ = client.pump(milliseconds: 1_000, reading: false) }
    let start = ContinuousClock.now
    let before = try Self.busyTime(of: daemon)
    daemon.resume()
    gather(9, by: client)
    // The daemon waits up to five seconds for a bus to report a caller's process. In this test, the
    // daemon must have waited less than five seconds.
    let slept = ContinuousClock.now - start - (try Self.busyTime(of: daemon) - before)
    #expect(slept < .seconds(4))
  }

  /// How long the main thread of a program has run or waited for a processor.
  private static func busyTime(of program: Program) throws -> Duration {
    let process = program.processIdentifier
    let file = try #require(fopen("/proc/\(process)/task/\(process)/schedstat", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = fread(&bytes, 1, bytes.count, file)
    let words = String(decoding: bytes.prefix(count), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
    try #require(words.count == 3)
    return .nanoseconds(words.prefix(2).reduce(0, +))
  }

  private static let export = RawMessage(
    path: Caller.object.text,
    interface: InterfaceName.control.text,
    member: "Export",
    destination: Caller.night.text
  )

  @Test(
    "If a caller never reads replies, its `Export` calls are refused; other callers get replies",
    .disabled(if: Built.isSanitized, "an export alone takes longer there"),
    arguments: BusKind.installed
  )
  func deaf(_ kind: BusKind) throws {
    let desk = try Desk(kind)
    try desk.startDaemon()
    let other = try Caller(desk)
    try Self.fill(other)
    let deaf = try RawClient(address: desk.bus.address)
    // These calls cause more replies than any bus keeps for one sender.
    for _ in 0..<400 { deaf.send(Self.export) }
    while deaf.hasUnsent { _ = deaf.pump(milliseconds: 1_000, reading: false) }
    var times: [Duration] = []
    for _ in 0..<20 {
      let start = ContinuousClock.now
      _ = try other.call(.style, "Get").get()
      times.append(.now - start)
    }
    let slowest = try #require(times.max())
    #expect(slowest < .seconds(Built.isRelease ? 1 : 5), "\(times)")
    #expect(times.sorted()[10] < .seconds(1))

    // An export for another caller is not refused.
    _ = try other.call(.control, "Export").get()
    var large = 0
    var refused = 0
    while large + refused < 400, !deaf.isCutOff {
      for reply in deaf.pump(milliseconds: 10_000) where reply.replySerial != nil {
        if reply.body.count > 1 << 20 { large += 1 }
        if reply.errorName == "org.nightd.Night1.Error.LimitExceeded" { refused += 1 }
      }
    }
    #expect((1...6).contains(large))
    #expect(large + refused == 400)
  }
}
