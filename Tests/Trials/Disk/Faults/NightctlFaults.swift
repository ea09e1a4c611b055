import Glibc
import TestSupport

/// Lets each system call of `nightctl set` fail once with each fault.
package struct NightctlFaults: Trial {
  package static let name = "every system call of nightctl fails"
  package static let unit = "faults"
  package static var skipReason: String? { Strace.spoilingSkipReason }

  private let step: Int

  package init(every step: Int = 1) { self.step = step }

  package func run() throws -> Tally {
    var tally = Tally()
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let record = desk.home.file("record")
    _ = try nightctl(["-y", "-o", record], "dark", desk)
    let calls = RecordedCall.calls(in: desk.home.text("record") ?? "")
    for fault in Injection.all(of: calls, every: step) {
      let style = desk.storedStyle == "light" ? "dark" : "light"
      do {
        let done = try nightctl(fault.options, style, desk)
        if done.exit == .exited(0) {
          if !done.output.contains("\"style\":\"\(style)\"") {
            tally.note(.wrong, "\(fault): 0, and printed was: \(done)")
          }
          if desk.storedStyle != style { tally.note(.lost, "\(fault): 0, and not stored") }
        }
      } catch {
        tally.note(.hang, "\(fault): \(error)")
      }
      if let exit = daemon.exit {
        tally.note(.death, "\(fault): the daemon \(exit)")
        return tally
      }
      tally.count += 1
    }
    return tally
  }

  private func nightctl(_ options: [String], _ style: String, _ desk: Desk) throws -> Finished {
    try Program.run(
      "strace",
      ["-f", "-qq"] + options + [Built.nightctl, "set", style, "--json"],
      environment: desk.environment
    )
  }
}
