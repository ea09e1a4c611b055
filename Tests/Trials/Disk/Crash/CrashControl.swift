import TestSupport

/// The trial `Crashes` with a daemon that does not sync folders; the trial must find a lost change.
package struct CrashControl: Trial {
  package static let name = "control: crash states, folders are not synced"
  package static let unit = "losses seen"
  package static var skipReason: String? { Sabotage.skipReason ?? Strace.skipReason }

  package init() {}

  package func run() throws -> Tally {
    var crashes = Crashes()
    crashes.sabotage = try Sabotage(.noFolderSync)
    let losses = try crashes.run().count(of: .lost)
    return .control(losses, "no state was noticed that lost an answered choice")
  }
}
