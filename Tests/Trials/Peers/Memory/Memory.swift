import NightBus
import TestSupport

/// Checks that the daemon uses no more memory after many Set calls than after a few.
package struct Memory: Trial {
  package static let name = "memory after many sets"
  package static let unit = "sets"

  private static let window = 64
  /// The limit in KiB; the daemon grows by half of it in its first ten thousand Set calls, and does
  /// not grow after that.
  ///
  /// After ten thousand Set calls, the heaps of both threads have reached their final size.
  private static let growth = 384

  private let sets: Int
  private let environment: [String: String]

  /// `environment` is added to the daemon's environment, for example to make it leak on purpose.
  package init(sets: Int, adding environment: [String: String] = [:]) {
    self.sets = sets
    self.environment = environment
  }

  package func run() throws -> Tally {
    let desk = try Desk()
    let vitals = try Vitals(desk, adding: environment, "\(sets) sets")
    let client = try RawClient(address: desk.bus.address)
    var tally = Tally()
    try set(1_000, client, &tally)
    vitals.settle()
    var told: [String] = []
    for part in [sets / 10, sets - sets / 10] {
      try set(part, client, &tally)
      tally.count += part
      told.append("\(vitals.growth) KiB more after \(tally.count)")
    }
    try vitals.check(&tally, growth: Self.growth, lines: 0)
    tally.remark = told.joined(separator: ", ")
    return tally
  }

  /// Sets the two styles alternately; many calls wait for their replies at the same time.
  private func set(_ count: Int, _ client: RawClient, _ tally: inout Tally) throws {
    var sent = 0
    var answered = 0
    var deadline = ContinuousClock.now + .seconds(10)
    while answered < count {
      while sent < count, sent - answered < Self.window {
        client.send(Self.call(sent.isMultiple(of: 2) ? "dark" : "light"))
        sent += 1
      }
      let replies = client.pump(milliseconds: 1_000).filter { $0.replySerial != nil }
      for reply in replies where reply.kind != .answer {
        tally.note(.wrong, "a set is refused: \(reply.text ?? "")")
      }
      answered += replies.count
      if !replies.isEmpty { deadline = .now + .seconds(10) }
      guard ContinuousClock.now < deadline else {
        return tally.note(.hang, "no answer to set \(answered + 1) of \(count)")
      }
    }
  }

  private static func call(_ style: String) -> RawMessage {
    RawMessage(
      path: Caller.object.text,
      interface: InterfaceName.control.text,
      member: "Set",
      destination: Caller.night.text,
      signature: "sa{sv}",
      body: Wire.body([.string(style), .options([])])
    )
  }
}
