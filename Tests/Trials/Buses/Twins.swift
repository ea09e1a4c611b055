import Glibc
import NightBus
import TestSupport

/// Lets clients write to the two daemons of one user, which are on different buses but share one
/// home.
///
/// No change is lost if each time in a reply belongs to a revision of its own in the file. If both
/// daemons changed the file without noticing each other, their changes would have the same
/// revision. In a third of the rounds one daemon is stopped for a while, and in another third it is
/// killed.
package struct Twins: Trial {
  package static let name = "two daemons of one user, one stopped or killed"
  package static let unit = "rounds"

  /// The longest time in which the other daemon may reply; it waits up to two seconds for the lock.
  private static let bound = Duration.seconds(5)
  private static let gone = [
    "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
  ]

  private enum Act: CaseIterable { case none, stop, kill }

  private let rounds: Int
  private let seed: UInt64
  private let environment: [String: String]

  /// `environment` is added to the environment of the daemons.
  package init(rounds: Int, seed: UInt64 = 1, adding environment: [String: String] = [:]) {
    self.rounds = rounds
    self.seed = seed
    self.environment = environment
  }

  package func run() throws -> Tally {
    var tally = Tally()
    let kinds = BusKind.installed
    // Each kind of bus is paired with itself and with the other kind.
    let pairs = kinds.indices.flatMap { first in kinds[first...].map { (kinds[first], $0) } }
    for (index, pair) in pairs.enumerated() {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let home = try TemporaryFolder()
      let desks = [try Desk(pair.0, home: home), try Desk(pair.1, home: home)]
      try home.write(Desk.intent("light"), to: Desk.store)
      var daemons = try desks.map { try $0.startDaemon(adding: environment) }
      for round in 0..<(rounds + index) / pairs.count {
        let act = Act.allCases[tally.count % Act.allCases.count]
        let place = "seed \(seed), \(pair.0) and \(pair.1), round \(round), \(act)"
        tally.count += 1
        try write(desks, &daemons, act, &tally, place, &random)
        try converge(desks, &tally, place)
      }
      for daemon in daemons {
        daemon.send(signal: SIGTERM)
        if try daemon.wait() != .exited(0) { tally.note(.death, daemon.errorsSoFar) }
      }
    }
    return tally
  }

  private func write(
    _ desks: [Desk],
    _ daemons: inout [Program],
    _ act: Act,
    _ tally: inout Tally,
    _ place: String,
    _ random: inout SplitMix64
  ) throws {
    let before = desks[0].storedRevision ?? 0
    let known = try Caller(desks[0]).snapshot?.since
    let victim = Int.random(in: 0...1, using: &random)
    let program = daemons[victim]
    let moment = Int.random(in: 1...40, using: &random)
    let resume = moment + Int.random(in: 1...12, using: &random)
    let loop = try Loop()
    var made: [StyleWriters] = []
    var heard = 0
    let writers = try desks.enumerated().map { index, desk in
      try StyleWriters(desk, count: 3, .set, on: loop) {
        heard >= moment + 40 || act == .kill && index == victim && heard >= moment
      } onAnswer: {
        heard += 1
        if heard == moment {
          if act == .stop { try? program.pause() }
          if act == .kill { program.send(signal: SIGKILL) }
        }
        if act == .stop, heard == resume { program.resume() }
        if made.allSatisfy({ $0.waiting == 0 }) { loop.stop() }
      }
    }
    made = writers
    for writer in writers { try writer.begin() }
    try loop.run()
    made = []
    if act == .kill {
      guard try daemons[victim].wait() == .signalled(SIGKILL) else {
        return tally.note(.death, "\(place): \(daemons[victim].errorsSoFar)")
      }
      daemons[victim] = try desks[victim].startDaemon(adding: environment)
    }
    check(writers, victim, act, &tally, place)
    let times = writers.reduce(into: Set<UInt64>()) { $0.formUnion($1.times) }
    let count = times.subtracting(known.map { [$0] } ?? []).count
    let stored = (desks[0].storedRevision ?? 0) - before
    if stored < count { tally.note(.lost, "\(place): \(count) changes answered, \(stored) stored") }
  }

  private func check(
    _ writers: [StyleWriters],
    _ victim: Int,
    _ act: Act,
    _ tally: inout Tally,
    _ place: String
  ) {
    for (index, writer) in writers.enumerated() {
      let isVictim = act != .none && index == victim
      if !isVictim, writer.longest > Self.bound {
        tally.note(.hang, "\(place): an answer took \(writer.longest)")
      }
      for (name, count) in writer.refusals {
        let isExpected =
          switch act {
          case .none: false
          case .stop: name == "org.nightd.Night1.Error.NotDurable"
          case .kill: isVictim && Self.gone.contains(name)
          }
        if !isExpected { tally.note(.wrong, "\(place): \(count) times \(name)") }
      }
    }
  }

  /// Each daemon must notice without a call what the other has written; then both must report the
  /// stored style.
  private func converge(_ desks: [Desk], _ tally: inout Tally, _ place: String) throws {
    let callers = try desks.map { try Caller($0) }
    let deadline = ContinuousClock.now + Self.bound
    var seen: [Seen?] = []
    while .now < deadline {
      seen = try callers.map { try $0.snapshot }
      if let one = seen[0], one == seen[1], one.isStored(on: desks[0]) { break }
    }
    guard let one = seen[0], one == seen[1], one.isStored(on: desks[0]) else {
      let text = desks[0].home.text(Desk.store) ?? "nothing"
      return tally.note(.wrong, "\(place): they say \(seen), and stored is \(text)")
    }
    let names = desks[0].storeLeftovers
    if !names.isEmpty { tally.note(.wrong, "\(place): left behind: \(names)") }
  }
}

extension Caller {
  /// The style that the daemon reports.
  var snapshot: Seen? {
    get throws { Seen(try call(.style, "Get").get()) }
  }
}
