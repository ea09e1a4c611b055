import Glibc
import TestSupport

/// Runs a large NightKit program while everything around it is disturbed.
///
/// The program has 200 themed views, which follow the desktop, an application, or one of three
/// pinned parts. In each round, the daemon is killed or stopped, and the bus is stopped or
/// replaced. Theme files are edited, and nightctl sets styles and themes. After each round, the
/// disturbances stop. When the disturbances have stopped, every view must show the values that
/// nightctl prints and that the theme's file has. The program's memory and descriptors must not
/// grow.
package struct Storm: Trial {
  package static let name = "a program with 200 views in a storm"
  package static let unit = "rounds"

  /// A deliberate fault of the program; the names are those that `Follower` accepts.
  package enum Fault: String, Sendable {
    case deaf
    case leak
  }

  /// The limit in KiB for the growth of memory after the first rounds.
  private static let growth = 768
  private static let application = "org.example.Storm"

  private let rounds: Int
  private let seed: UInt64
  private let fault: Fault?
  private let timeout: Duration

  /// `timeout` is the longest time that the views may take to show the right values after a round.
  package init(
    rounds: Int,
    seed: UInt64 = 1,
    fault: Fault? = nil,
    timeout: Duration = .seconds(60)
  ) {
    self.rounds = rounds
    self.seed = seed
    self.fault = fault
    self.timeout = timeout
  }

  package func run() throws -> Tally {
    var tally = Tally()
    var weather = try StormWeather(seed: seed, application: Self.application)
    let program = try startProgram(weather.session)
    // The first rounds allocate memory that stays in use, so measure only after them.
    let warmUp = max(1, rounds / 4)
    var before = 0
    var descriptors: [Int: String] = [:]
    var calm = Calm()
    for round in 1...max(1, rounds) {
      let place = "seed \(seed), round \(round)"
      try weather.rage(round, &tally, place)
      try program.write("renew\n")
      _ = try program.nextLine(timeout: timeout)
      let expected = try weather.rest(round, &tally, place)
      guard try check(program, expected, &calm, &tally, place) else { return tally }
      try weather.compare(expected, &tally, place)
      tally.count += 1
      if round == warmUp {
        before = Self.kilobytes(program)
        descriptors = try program.descriptors()
      }
    }
    let more = Self.kilobytes(program) - before
    tally.remark =
      "\(weather.summary), \(calm.received) appearances received, the last of a round after at most "
      + "\(Int(calm.slowest / .milliseconds(1))) ms, \(more) KiB more"
    // A sanitizer keeps freed memory, to detect its use. So this limit of memory does not apply to
    // a program with a sanitizer.
    if more > Self.growth, !Built.isSanitized {
      tally.note(.wrong, "seed \(seed): \(more) KiB more after round \(warmUp)")
    }
    let now = try program.descriptors()
    if now.count > descriptors.count {
      let new = now.filter { descriptors[$0] != $1 }.map { "\($0) → \($1)" }.sorted()
      tally.note(.wrong, "seed \(seed): \(now.count - descriptors.count) descriptors more: \(new)")
    }
    program.closeInput()
    let exit = try program.wait(timeout: timeout)
    if exit != .exited(0) { tally.note(.death, "the program \(exit)") }
    try weather.session.desk.endOwner()
    return tally
  }

  /// What the program has reported about the rounds so far.
  private struct Calm {
    /// The number of appearances that all views received.
    var received = 0
    /// The longest time until all views showed the right values.
    var slowest = Duration.zero
  }

  private func startProgram(_ session: StormDesk) throws -> Program {
    let program = try Program.start(
      Built.follower,
      ["views", Self.application, StormThemes.pinned, StormThemes.all.joined(separator: ",")]
        + (fault.map { [$0.rawValue] } ?? []),
      environment: session.environment,
      input: .pipe,
      standardError: .file(session.home.file("program.log"))
    )
    while try program.nextLine(timeout: timeout) != "ready" {}
    return program
  }

  /// Waits until all views show the expected values; returns false if the trial cannot continue.
  private func check(
    _ program: Program,
    _ expected: [String],
    _ calm: inout Calm,
    _ tally: inout Tally,
    _ place: String
  ) throws -> Bool {
    let start = ContinuousClock.now
    try program.write("await \(expected.joined(separator: "|"))\n")
    do {
      while try program.nextLine(timeout: timeout) != "reached" {}
    } catch {
      guard program.exit == nil else {
        tally.note(.death, "\(place): \(error)")
        return false
      }
    }
    calm.slowest = max(calm.slowest, ContinuousClock.now - start)
    // The views must still show the same values a moment later.
    try program.write("show\n")
    var report = try program.nextLine(timeout: timeout)
    // The views may have received the values just after the timeout, so one more line may come.
    if report == "reached" { report = try program.nextLine(timeout: timeout) }
    let shown = report.split(separator: "|").map(String.init)
    guard shown.count == expected.count + 2 else {
      tally.note(.wrong, "\(place): the program reported \(report)")
      return false
    }
    for (index, text) in expected.enumerated() where shown[index] != text {
      tally.note(.wrong, "\(place): \(StormWeather.sources[index]): \(shown[index]), not \(text)")
    }
    calm.received = Int(shown[expected.count]) ?? 0
    if shown.last != "0" {
      tally.note(.wrong, "\(place): \(shown.last ?? "") appearances do not go together")
    }
    return true
  }

  /// The private memory of the program, in KiB.
  private static func kilobytes(_ program: Program) -> Int {
    ProcessMemory(of: program).kilobytes("Private_Dirty:", in: "smaps_rollup")
  }
}
