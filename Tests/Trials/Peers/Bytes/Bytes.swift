import NightBus
import TestSupport

/// Sends the daemon broken and unrequested messages through the bus.
///
/// The bus disconnects the sender of most of these messages; the others reach the daemon.
package struct Bytes: Trial {
  package static let name = "messages of broken bytes"
  package static let unit = "messages"

  /// The highest number of messages on one connection.
  private static let batch = 16
  private static let early = 1_600
  /// If no reply comes for this many milliseconds, the bus is waiting for the rest of an incomplete
  /// message.
  private static let silence: Int32 = 20
  private static let growth = 1_024

  private let messages: Int
  private let seed: UInt64

  package init(messages: Int, seed: UInt64 = 1) {
    self.messages = messages
    self.seed = seed
  }

  package func run() throws -> Tally {
    let desk = try Desk()
    let vitals = try Vitals(desk, "seed \(seed)")
    let caller = try Caller(desk)
    let members = try Members(caller)
    guard let daemon = try caller.uniqueName(of: vitals.daemon)?.text else {
      throw RawClient.Refused()
    }
    var tally = Tally()
    var cutOff = 0
    for first in stride(from: 0, to: messages, by: Self.batch) {
      let client = try RawClient(address: desk.bus.address)
      let numbers = first..<min(first + Self.batch, messages)
      for number in numbers {
        var maker = BrokenBytes(seed: seed, number: number, members, daemon)
        client.send(maker.make())
      }
      client.send(RawMessage(path: "/", member: "Ping", destination: "org.freedesktop.DBus"))
      while client.hasUnsent, !client.isCutOff { _ = client.pump(milliseconds: 1_000) }
      while !client.pump(milliseconds: Self.silence).isEmpty {}
      if client.isCutOff { cutOff += 1 }
      tally.count += numbers.count
      // The first message of each kind allocates memory that stays in use, so measure from here.
      if tally.count == Self.early { vitals.settle() }
      guard vitals.daemon.exit == nil else {
        tally.note(.death, "seed \(seed), one of messages \(numbers)")
        break
      }
    }
    try vitals.check(&tally, growth: Self.growth, lines: 0)
    tally.remark = "the bus hung up \(cutOff) times, \(vitals.growth) KiB more"
    return tally
  }
}
