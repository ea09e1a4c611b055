import Glibc
import NightBus
import TestSupport

/// Follows the style with a NightKit program while clients set it rapidly and the daemon restarts.
///
/// In each round the daemon is asked to end or is killed, and the bus starts a new one. At the end,
/// the program must show the current style with its theme and colour. No value may come twice in a
/// row.
package struct Followings: Trial {
  package static let name = "a follower among restarts"
  package static let unit = "restarts"

  private let restarts: Int
  private let seed: UInt64

  package init(restarts: Int, seed: UInt64 = 1) {
    self.restarts = restarts
    self.seed = seed
  }

  package func run() throws -> Tally {
    var tally = Tally()
    var random = SplitMix64(seed: seed)
    let desk = try Desk.withActivation()
    try desk.home.write(Desk.intent("light"), to: Desk.store)
    let follower = try Program.start(
      Built.follower,
      [],
      environment: desk.environment,
      input: .pipe
    )
    var last = try follower.nextLine(timeout: Self.timeout)
    for round in 1...max(1, restarts) {
      let place = "seed \(seed), round \(round)"
      try disturb(desk, round, &random)
      // Set a new accent colour, so that the program's last line can be recognised.
      let accent = "#" + String(0x100000 + round, radix: 16)
      let style = Bool.random(using: &random) ? "dark" : "light"
      _ = try Caller(desk).set(style).get()
      let set = try desk.nightctl("accent", accent)
      if set.exit != .exited(0) { tally.note(.wrong, "\(place): \(set.errors)") }
      repeat {
        let line: String
        do {
          line = try follower.nextLine(timeout: Self.timeout)
        } catch {
          tally.note(.hang, "\(place): after \(last) nothing of \(style) \(accent) came")
          return tally
        }
        if line == last { tally.note(.wrong, "\(place): \(line) came twice") }
        if !Self.isWhole(line) { tally.note(.wrong, "\(place): \(line) goes not together") }
        last = line
      } while !last.hasSuffix(accent)
      if !last.hasPrefix(style) { tally.note(.lost, "\(place): \(last), not \(style)") }
      if desk.storedStyle != style { tally.note(.lost, "\(place): \(style) is not stored") }
      tally.count += 1
    }
    if let exit = follower.exit { tally.note(.death, "\(exit)") }
    try desk.endOwner()
    return tally
  }

  private static let timeout = Duration.seconds(30)

  /// Whether the line's style, theme and colour belong together.
  private static func isWhole(_ line: String) -> Bool {
    line.hasPrefix("light daylight #ffffff ") || line.hasPrefix("dark midnight #1c2027 ")
  }

  /// Lets several clients set the style rapidly; after half of the Set calls, ends the daemon.
  private func disturb(_ desk: Desk, _ round: Int, _ random: inout SplitMix64) throws {
    let caller = try Caller(desk)
    let moment = Int.random(in: 4...24, using: &random)
    let signal = round.isMultiple(of: 2) ? SIGKILL : SIGTERM
    let loop = try Loop()
    var made: StyleWriters?
    var heard = 0
    let writers = try StyleWriters(desk, count: 4, .set, on: loop) {
      heard >= 40
    } onAnswer: {
      heard += 1
      if heard == moment, let owner = try? caller.owner { kill(owner, signal) }
      if heard >= 40, made?.waiting == 0 { loop.stop() }
    }
    made = writers
    try writers.begin()
    try loop.run()
    made = nil
  }
}
