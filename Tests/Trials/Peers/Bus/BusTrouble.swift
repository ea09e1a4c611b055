import Glibc
import NightBus
import TestSupport

/// Stops or kills the bus while eight clients set styles.
package struct BusTrouble: Trial {
  package static let name = "the bus stopped or killed under load"
  package static let unit = "times"

  private static let pauseMilliseconds: Int32 = 100

  private let rounds: Int
  private let seed: UInt64

  package init(rounds: Int, seed: UInt64 = 1) {
    self.rounds = rounds
    self.seed = seed
  }

  package func run() throws -> Tally {
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    let home = try TemporaryFolder()
    try home.write(Desk.intent("light"), to: Desk.store)
    for round in 1...rounds {
      let desk = try Desk(home: home)
      let before = desk.storedRevision ?? 0
      let daemon = try desk.startDaemon()
      let writers = try Writers(desk, count: 8)
      let enough = Int.random(in: 10...60, using: &random)
      let place = "seed \(seed), round \(round)"
      tally.count += 1
      if round.isMultiple(of: 2) {
        try writers.write(until: enough) { try? desk.bus.kill() }
        try checkEnd(of: daemon, &tally, place)
      } else {
        try writers.write(until: enough) {
          try? desk.bus.pause()
          poll(nil, 0, Self.pauseMilliseconds)
          desk.bus.resume()
        }
        if daemon.exit != nil { tally.note(.death, "\(place): \(daemon.errorsSoFar)") }
      }
      let stored = (desk.storedRevision ?? 0) - before
      let answered = writers.lastSerial - writers.firstSerial
      if stored < answered {
        tally.note(.lost, "\(place): \(answered) changes answered, \(stored) stored")
      }
      daemon.send(signal: SIGKILL)
      _ = try daemon.wait()
      try checkReturn(home, &tally, place)
    }
    return tally
  }

  /// The daemon must end at once, with an error code and exactly one line in its log.
  private func checkEnd(of daemon: Program, _ tally: inout Tally, _ place: String) throws {
    let start = ContinuousClock.now
    guard try daemon.wait() == .exited(1) else {
      return tally.note(.death, "\(place): \(daemon.exit.map(\.description) ?? "")")
    }
    let time = ContinuousClock.now - start
    if time > .seconds(5) { tally.note(.hang, "\(place): ended only after \(time)") }
    let said = daemon.errorsSoFar.split(separator: "\n").filter {
      !$0.contains(": the style is now ") && !$0.contains(": ready: ")
    }
    if said != ["nightd: the connection to the bus was lost; ending"] {
      tally.note(.wrong, "\(place): \(said)")
    }
  }

  /// A new bus must start the daemon again, with the stored style.
  private func checkReturn(
    _ home: TemporaryFolder,
    _ tally: inout Tally,
    _ place: String
  ) throws {
    let desk = try Desk(home: home)
    try desk.bus.addService(name: Caller.night.text, command: [Built.nightd])
    let style = desk.storedStyle ?? "nothing"
    let told = try desk.nightctl("get")
    if told.output != style + "\n" {
      tally.note(.lost, "\(place): \(style) stored, told: \(told.output)\(told.errors)")
    }
    try desk.endOwner()
  }
}
