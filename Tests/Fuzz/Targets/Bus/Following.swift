import Glibc
@testable import NightBus
@testable import NightClient
import NightContract
import NightCore
@testable import NightDaemon

/// Properties of a client whose bus sends arbitrary messages.
///
/// Afterwards, the client must follow a correct daemon again.
final class Following {
  private static let bus = "org.freedesktop.DBus"
  private let falseBus: FalseBus
  private let loop: Loop
  private let connection: Connection
  private var watch: Watch?
  private var source = ByteSource([])
  private var finding: Finding?
  private var told: Snapshot?
  private var awaited: UInt32?
  /// The last announced daemon, which sends only correct messages.
  private var last: (name: String, snapshot: Snapshot)?
  private var number: UInt64 = 0

  init() throws {
    falseBus = try FalseBus()
    loop = try Loop()
    falseBus.greetElsewhere()
    connection = try Connection(address: falseBus.address)
    try connection.attach(to: loop)
    watch = loop.watch(falseBus.socket, events: Int16(POLLIN)) { [unowned self] _ in
      note { () throws(Finding) in
        try falseBus.receive { (message) throws(Finding) in try take(message) }
      }
    }
  }

  deinit { connection.close() }

  func run(_ bytes: [UInt8]) throws(Finding) {
    source = ByteSource(bytes)
    told = nil
    last = nil
    let follower: Follower
    do throws(ClientError) {
      follower = try Follower(on: connection, source.byte() < 128 ? .allowed : .forbidden) {
        [unowned self] news in
        if case .style(let snapshot) = news { told = snapshot }
      }
    } catch {
      throw Finding("cannot follow: \(error)")
    }
    try settle()
    for _ in 0..<16 where !source.isEmpty {
      guard let message = source.message() else { continue }
      let sender = source.pick([":1.1", ":1.2", Self.bus])
      // Only a called program can reply over a bus, so arbitrary messages are signals.
      guard message.kind == .signal, message.wire.count <= FalseBus.mostUnread else { continue }
      try falseBus.send(message, from: sender)
    }
    try settle()
    try bringDaemon()
    try assure(
      told?.appearance == last?.snapshot.appearance,
      "\(String(describing: told)) was told last, and not what the present daemon said"
    )
    withExtendedLifetime(follower) {}
  }

  /// Announces a daemon that is new to the client, with a theme that no earlier daemon had.
  private func bringDaemon() throws(Finding) {
    number += 1
    let name = ":2.\(number)"
    var appearance = Appearance(
      style: .dark,
      choice: .dark,
      isChosen: true,
      reason: .choice,
      since: Instant(microseconds: 1)
    )
    appearance.theme = "right-\(number)"
    last = (name, Snapshot(serial: 1, appearance: appearance))
    let names: [BusValue] = [.string(Contract.busName), .string(""), .string(name)]
    guard let change = try? Message.signal(from: .bus, .bus, "NameOwnerChanged", names) else {
      throw Finding("no memory")
    }
    source = ByteSource([])
    try falseBus.send(change, from: Self.bus)
    try settle()
  }

  /// Returns when the client has answered, and so has handled all earlier messages.
  ///
  /// The client's own calls meanwhile are answered before the second round ends.
  private func settle() throws(Finding) {
    for _ in 0..<8 {
      guard
        let ping = try? Message.call(to: Known.daemon, at: "/", "org.freedesktop.DBus.Peer", "Ping")
      else { throw Finding("no memory") }
      awaited = try falseBus.send(ping, from: ":1.9")
      let deadline = loop.timer { [unowned self] in
        note { () throws(Finding) in throw Finding("silent") }
      }
      deadline.set(milliseconds: Int(FalseBus.timeoutMilliseconds))
      note { () throws(Finding) in
        do throws(BusError) { try loop.run() } catch { throw Finding("\(error)") }
      }
      if let finding {
        self.finding = nil
        throw finding
      }
      if connection.calls.isEmpty { return }
    }
  }

  private func note(_ work: () throws(Finding) -> Void) {
    do throws(Finding) { try work() } catch {
      finding = error
      loop.stop()
    }
  }

  private func take(_ message: borrowing Message) throws(Finding) {
    switch message.kind {
    case .answer, .error: if message.replySerial == awaited { loop.stop() }
    case .call where !message.wantsNoReply: try answer(message)
    default: break
    }
  }

  private func answer(_ call: borrowing Message) throws(Finding) {
    let isToBus = call.destination == .bus
    let isPlain = call.member == "AddMatch" || source.byte() < 96
    do throws(BusError) {
      if isPlain {
        let sender = last?.name ?? ":1.1"
        let snapshot = last?.snapshot.values ?? rightValues
        let owner: [BusValue] = call.member == "GetNameOwner" ? [.string(sender)] : []
        try falseBus.reply(try call.answer(isToBus ? owner : snapshot), isToBus ? Self.bus : sender)
      } else if source.byte() < 128 {
        let name = ErrorName(source.text(Known.errors)) ?? "a.b"
        try falseBus.reply(try call.refusal(Refusal(name, source.text(Known.texts))), sender)
      } else {
        let values = source.values(source.count(below: 4))
        let long = try? call.answer(values)
        let isSent = (long?.wire.count).map { $0 <= FalseBus.mostUnread } ?? false
        try falseBus.reply(try call.answer(isSent ? values : []), sender)
      }
    } catch {
      throw Finding("no memory: \(error)")
    }
  }

  private var sender: String { source.pick([Self.bus, ":1.1", ":1.2"]) }

  private var rightValues: [BusValue] {
    [.string("light"), .uint64(source.number()), .options([("theme", .string("x"))])]
  }
}

extension FalseBus {
  fileprivate func reply(_ message: consuming Message, _ sender: String) throws(BusError) {
    do throws(Finding) { try send(message, from: sender) } catch {
      throw .disconnected
    }
  }
}
