import TestSupport

/// Compares the Keeper's style through whole years with a slow and plain calculation from the same
/// rules.
///
/// A zone-year has random rules in a random zone. A zone-year includes timers, sleeps, clock
/// changes, journeys, holds and restarts. A separate program, `ZoneYears`, simulates the years,
/// because it is built with optimisation, unlike the tests. Several processes of that program run
/// at the same time.
package struct ZoneYears: Trial {
  package static let name = "the Keeper beside a plain reckoning"
  package static let unit = "zone-years"

  private let years: Int
  private let seed: UInt64
  private let programs: Int

  package init(years: Int, seed: UInt64, programs: Int = 2) {
    self.years = years
    self.seed = seed
    self.programs = programs
  }

  package static var skipReason: String? {
    Tool.path(Built.zoneYears) == nil ? "\(Built.zoneYears) is not built: make zone-years" : nil
  }

  package func run() throws -> Tally {
    let shares = (0..<programs).map { share in
      let numbers = years * share / programs..<years * (share + 1) / programs
      return ["\(seed)", "\(numbers.lowerBound)", "\(numbers.count)"]
    }
    let running = try shares.map { try Program.start(Built.zoneYears, $0) }
    var tally = Tally()
    var comparisons = 0
    for program in running {
      while let line = try program.readLine(timeout: .seconds(3_600)) {
        let words = line.split(separator: " ")
        if words.count == 4, words[1] == "zone-years,", let lived = Int(words[0]) {
          tally.count += lived
          comparisons += Int(words[2]) ?? 0
        } else {
          tally.note(.wrong, line)
        }
      }
      let exit = try program.wait()
      if exit != .exited(0), exit != .exited(1) { tally.note(.death, "ZoneYears: \(exit)") }
    }
    if tally.count != years { tally.note(.wrong, "\(tally.count) of \(years) were lived") }
    tally.remark = "seed \(seed), \(comparisons) comparisons"
    return tally
  }
}
