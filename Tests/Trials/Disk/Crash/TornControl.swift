import TestSupport

/// The trial `Crashes` with a daemon that does not sync files; the trial must find an incomplete
/// file.
package struct TornControl: Trial {
  package static let name = "control: crash states, files are not synced"
  package static let unit = "losses seen"
  package static var skipReason: String? { Sabotage.skipReason ?? Strace.skipReason }

  package init() {}

  package func run() throws -> Tally {
    var crashes = Crashes()
    crashes.sabotage = try Sabotage(.noFileSync)
    let losses = try crashes.run().count(of: .lost)
    return .control(losses, "no state was noticed that was torn")
  }
}
