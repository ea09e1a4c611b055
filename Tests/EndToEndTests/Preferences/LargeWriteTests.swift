import Glibc
import NightBus
import TestSupport
import Testing

/// Signals and replies that clients get while one call writes thousands of preferences.
@Suite("A single Write with many preferences")
struct LargeWriteTests {
  /// A client that writes many names of one dictionary, and records in order what it receives.
  private final class Client {
    /// The daemon sends one signal for each name, and one for the dictionary.
    static let signals = Client.names + 1
    private static let names = 4_095

    private let caller: Caller
    private let loop: Loop
    private let owner: NameOwner
    private var subscription: Subscription?
    private var onFirstSignal: () throws -> Void = {}
    private var signals = 0
    /// How many signals came before the reply to `Write`, and before the reply to each other call.
    private var written: Int?
    private var replies: [Int] = []
    private var calls = 0

    init(_ desk: Desk) throws {
      caller = try Caller(desk)
      loop = try Loop()
      owner = try NameOwner(of: Caller.night, on: caller.connection, milliseconds: 10_000) { _ in }
      let rule = MatchRule(path: Caller.object, interface: .preferences, member: "Changed")
      try caller.connection.attach(to: loop)
      subscription = try caller.connection.subscribe(rule, from: owner) { [unowned self] _ in
        signals += 1
        if signals == 1 { #expect(throws: Never.self) { try onFirstSignal() } }
        stopIfDone()
      }
    }

    /// Writes all names; returns how many signals came before the reply to `Write` and before each
    /// other reply.
    func write(
      _ value: Int64,
      onFirstSignal: @escaping () throws -> Void
    ) throws -> (written: Int?, replies: [Int]) {
      self.onFirstSignal = onFirstSignal
      (signals, written, replies, calls) = (0, nil, [], 0)
      let edits = (0..<Self.names).map { index in
        BusValue.structure([
          .string("X"), .string("d.k\(index)"), .array(.variant, [.variant(.int64(value))]),
        ])
      }
      let type = BusType.structure([.string, .string, .array(.variant)])
      try send(.control, "Write", [.array(type, edits), .options([])]) { [unowned self] in
        written = signals
      }
      try loop.run()
      return (written, replies)
    }

    /// Sends a call while the signals of a `Write` arrive.
    func call(_ interface: InterfaceName, _ member: MemberName, _ arguments: [BusValue]) throws {
      calls += 1
      try send(interface, member, arguments) { [unowned self] in replies.append(signals) }
    }

    private func send(
      _ interface: InterfaceName,
      _ member: MemberName,
      _ arguments: [BusValue],
      then replied: @escaping () -> Void
    ) throws {
      let call = try Message.call(
        to: Caller.night,
        at: Caller.object,
        interface,
        member,
        arguments
      )
      try caller.connection.call(call, milliseconds: 60_000) { [unowned self] _, error in
        #expect(error == nil)
        replied()
        stopIfDone()
      }
    }

    private func stopIfDone() {
      if written != nil, signals == Self.signals, replies.count == calls { loop.stop() }
    }
  }

  @Test("A call of `Get` is answered while the signals of a large `Write` are being sent")
  func get() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let client = try Client(desk)
    // On a busy machine, the client may get the processor only after the last signal is sent.
    let isBetween = try (1...20).contains { value in
      let (written, replies) = try client.write(Int64(value)) {
        try client.call(.style, "Get", [])
      }
      #expect(written == Client.signals)
      return replies.contains { $0 < Client.signals }
    }
    #expect(isBetween, "no reply came before the last signal")
  }

  @Test("A read that follows a large `Write` gets its reply only after the signals of this `Write`")
  func read() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let client = try Client(desk)
    for value in 1...5 {
      let (written, replies) = try client.write(Int64(value)) {
        try client.call(.preferences, "Read", [.string("X"), .string("d.k4094")])
        try client.call(.control, "Set", [.string("dark"), .options([])])
        try client.call(.style, "GetFor", [.string("X")])
      }
      #expect(written == Client.signals)
      #expect(replies == [Client.signals, Client.signals, Client.signals])
    }
  }

  @Test("A daemon that gets SIGTERM during a large `Write` still sends all signals")
  func end() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let client = try Client(desk)
    let (written, _) = try client.write(1) { daemon.send(signal: SIGTERM) }
    #expect(written == Client.signals)
    #expect(try daemon.wait() == .exited(0))
  }
}
