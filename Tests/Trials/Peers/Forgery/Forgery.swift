import Glibc
import NightBus
import TestSupport

/// Runs nightctl while another program forges replies and signals of the daemon.
package struct Forgery: Trial {
  package static let name = "forged answers and signals"
  package static let unit = "commands"

  private static let commands = [
    ["get"], ["get", "--json"], ["status"], ["set", "light", "--json"], ["introspect"],
  ]

  private let rounds: Int

  package init(rounds: Int) { self.rounds = rounds }

  package func run() throws -> Tally {
    let desk = try Desk()
    let vitals = try Vitals(desk, "forgery")
    _ = try Caller(desk).set("light")
    let forger = try Forger(desk)
    var tally = Tally()
    var refused = 0
    for round in 0..<rounds {
      let words = Self.commands[round % Self.commands.count]
      let program = try Program.start(Built.nightctl, words, environment: desk.environment)
      let place = "nightctl \(words.joined(separator: " ")), round \(round)"
      tally.count += 1
      guard forger.work(until: program) else {
        tally.note(.hang, "\(place): it does not end")
        continue
      }
      let isDone = try program.wait() == .exited(0)
      if !isDone { refused += 1 }
      let output = try program.readAll()
      if output.contains("dark") && words != ["introspect"] || output.contains("\(Forger.serial)")
        || output.hasPrefix(":") || isDone == output.isEmpty
      {
        tally.note(.wrong, "\(place): it printed \(output)\(program.errorsSoFar)")
      }
    }
    try watch(desk, forger, &tally)
    try vitals.check(&tally, style: "light", growth: 1_024, lines: 0)
    tally.remark = "\(refused) refused to believe either"
    return tally
  }

  private func watch(_ desk: Desk, _ forger: Forger, _ tally: inout Tally) throws {
    let caller = try Caller(desk)
    let watch = try desk.start("watch", "--json")
    var lines = [try watch.nextLine()]
    guard let name = try caller.uniqueName(of: watch)?.text else { throw RawClient.Refused() }
    for _ in 0..<rounds {
      forger.forge(for: name)
      forger.signal(to: nil)
    }
    try forger.settle()
    for style in ["dark", "light"] {
      _ = try caller.set(style)
      lines.append(try watch.nextLine())
    }
    watch.send(signal: SIGTERM)
    lines += try watch.readAll().split(separator: "\n").map(String.init)
    tally.count += 1
    if lines.count != 3 || lines.contains(where: { $0.contains("\(Forger.serial)") }) {
      tally.note(.wrong, "nightctl watch: it printed \(lines)")
    }
  }
}
