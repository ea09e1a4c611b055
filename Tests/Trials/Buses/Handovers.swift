import Glibc
import NightBus
import TestSupport

/// Asks the daemon to end while eight clients write; the bus starts the next daemon at once.
///
/// No client may notice the restart: each call gets a reply, and each Set call with a reply has a
/// revision in the file. No toggle may be lost or made twice, so the number of toggles determines
/// the last style.
package struct Handovers: Trial {
  package static let name = "restarts among eight writers"
  package static let unit = "restarts"

  private let restarts: Int
  private let seed: UInt64
  private let environment: [String: String]

  /// `environment` is added to the environment of the daemons.
  package init(restarts: Int, seed: UInt64 = 1, adding environment: [String: String] = [:]) {
    self.restarts = restarts
    self.seed = seed
    self.environment = environment
  }

  package func run() throws -> Tally {
    var tally = Tally()
    var random = SplitMix64(seed: seed)
    let kinds = BusKind.installed
    let runs = kinds.flatMap { kind in [StyleWriters.Demand.set, .toggle].map { (kind, $0) } }
    for (kind, demand) in runs {
      let desk = try Desk(kind, services: environment)
      try desk.bus.addService(name: "org.nightd.Night1", command: [Built.nightd])
      try desk.home.write(Desk.intent("light"), to: Desk.store)
      // Make only a few restarts between two checks, because two faults in a row could cancel out.
      for round in 0..<max(1, restarts / runs.count / 2) {
        let place = "seed \(seed), \(kind), \(demand), round \(round)"
        try write(desk, demand, 2, &tally, place, &random)
      }
      try desk.endOwner()
    }
    return tally
  }

  private func write(
    _ desk: Desk,
    _ demand: StyleWriters.Demand,
    _ restarts: Int,
    _ tally: inout Tally,
    _ place: String,
    _ random: inout SplitMix64
  ) throws {
    let caller = try Caller(desk)
    let before = (try caller.snapshot, desk.storedRevision ?? 0)
    var moments = (0..<restarts).map { $0 * 40 + Int.random(in: 8...24, using: &random) }
    let end = restarts * 40 + 20
    let loop = try Loop()
    var made: StyleWriters?
    var heard = 0
    let writers = try StyleWriters(desk, count: 8, demand, on: loop) {
      heard >= end
    } onAnswer: {
      heard += 1
      if heard == moments.first {
        moments.removeFirst()
        if let owner = try? caller.owner { kill(owner, SIGTERM) }
      }
      if heard >= end, made?.waiting == 0 { loop.stop() }
    }
    made = writers
    try writers.begin()
    try loop.run()
    made = nil
    tally.count += restarts
    for (name, count) in writers.refusals {
      tally.note(.wrong, "\(place): \(count) times \(name)")
    }
    if writers.longest > .seconds(5) { tally.note(.hang, "\(place): \(writers.longest)") }
    try check(desk, demand, writers, before, &tally, place)
  }

  private func check(
    _ desk: Desk,
    _ demand: StyleWriters.Demand,
    _ writers: StyleWriters,
    _ before: (Seen?, Int),
    _ tally: inout Tally,
    _ place: String
  ) throws {
    let stored = (desk.storedRevision ?? 0) - before.1
    let count = writers.times.subtracting(before.0.map { [$0.since] } ?? []).count
    if stored < count { tally.note(.lost, "\(place): \(count) changes answered, \(stored) stored") }
    guard demand == .toggle, writers.refusals.isEmpty, writers.unsure == 0 else { return }
    let isChanged = desk.storedStyle != before.0?.style
    if isChanged == writers.answers.isMultiple(of: 2) {
      let style = desk.storedStyle ?? "nothing"
      let sentence = "\(writers.answers) toggles of \(before.0?.style ?? "nothing") made \(style)"
      tally.note(.lost, "\(place): \(sentence)")
    }
  }
}

extension Caller {
  /// The process that owns the bus name.
  var owner: pid_t? {
    get throws {
      try askBus("GetConnectionUnixProcessID", [.string(Caller.night.text)]).first?.asUInt32
        .map { pid_t($0) }
    }
  }
}
