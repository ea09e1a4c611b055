import Glibc
import TestSupport

/// Reads the style with `nightctl get` and with a NightKit program, while the bus is stopped.
///
/// Each program must get the style that was set last, within the time limit.
package struct StoppedBuses: Trial {
  package static let name = "reads while the bus is stopped"
  package static let unit = "reads"

  private static let readsOfBatch = 25

  private let reads: Int
  private let limit: Duration

  /// Starts `reads` commands and the same number of NightKit programs.
  package init(reads: Int, limit: Duration = .milliseconds(50)) {
    self.reads = reads
    self.limit = limit
  }

  package func run() throws -> Tally {
    var tally = Tally()
    var slowest = Duration.zero
    let desk = try Desk()
    try desk.startDaemon()
    for batch in 0..<max(1, reads / Self.readsOfBatch) {
      let style = batch.isMultiple(of: 2) ? "dark" : "light"
      guard try desk.nightctl("set", style).exit == .exited(0) else {
        tally.note(.wrong, "batch \(batch): \(style) was not set")
        continue
      }
      try desk.bus.pause()
      defer { desk.bus.resume() }
      for _ in 0..<Self.readsOfBatch {
        for isKit in [false, true] {
          let start = ContinuousClock.now
          let line = try isKit ? follow(desk) : desk.nightctl("get").output
          let time = ContinuousClock.now - start
          slowest = max(slowest, time)
          tally.count += 1
          if !line.hasPrefix(style) { tally.note(.wrong, "\(line), not \(style)") }
          if time > limit { tally.note(.hang, "\(isKit ? "NightKit" : "get") took \(time)") }
        }
      }
    }
    tally.remark = "the slowest after \(slowest)"
    return tally
  }

  /// Returns the first line of a program that follows the style.
  private func follow(_ desk: Desk) throws -> String {
    let follower = try Program.start(
      Built.follower,
      [],
      environment: desk.environment,
      input: .pipe
    )
    defer { follower.killGroup() }
    return try follower.nextLine()
  }
}
