import Glibc
import NightBus
import TestSupport

/// Kills the daemon while eight clients set styles.
package struct Kills: Trial {
  package static let name = "kill -9 among eight writers"
  package static let unit = "kills"

  private let rounds: Int
  private let seed: UInt64

  package init(rounds: Int, seed: UInt64 = 1) {
    self.rounds = rounds
    self.seed = seed
  }

  package func run() throws -> Tally {
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let desk = try Desk()
    try desk.home.write(Desk.intent("light"), to: Desk.store)
    for round in 1...rounds {
      let before = desk.storedRevision ?? 0
      let daemon = try desk.startDaemon()
      let writers = try Writers(desk, count: 8)
      try writers.write(until: Int.random(in: 1...120, using: &random)) {
        daemon.send(signal: SIGKILL)
      }
      guard try daemon.wait() == .signalled(SIGKILL) else {
        tally.note(.death, "round \(round): the daemon ended by itself: \(daemon.errorsSoFar)")
        continue
      }
      tally.count += 1
      writers.check(desk, since: before, &tally, "seed \(seed), round \(round)")
    }
    try checkStart(desk, &tally)
    return tally
  }

  private func checkStart(_ desk: Desk, _ tally: inout Tally) throws {
    let style = desk.storedStyle
    let daemon = try desk.startDaemon()
    let answer = try Caller(desk).call(.style, "Get")
    if case .success(let values) = answer, values.first?.asString == style {
    } else {
      tally.note(.lost, "after a start: \(answer), but \(style ?? "nothing") is stored")
    }
    let names = desk.storeLeftovers
    if !names.isEmpty { tally.note(.wrong, "left behind: \(names)") }
    daemon.send(signal: SIGTERM)
    if try daemon.wait() != .exited(0) { tally.note(.death, "told to end: \(daemon.errorsSoFar)") }
  }
}
