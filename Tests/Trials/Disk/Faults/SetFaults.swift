import Glibc
import NightBus
import TestSupport

/// Lets each system call that a Set call causes fail once with each fault, while the daemon runs.
package struct SetFaults: Trial {
  package static let name = "every system call of a set fails"
  package static let unit = "faults"
  package static var skipReason: String? { Strace.spoilingSkipReason }

  /// The state of the store before a Set call.
  package enum Ground: String, CaseIterable, Sendable {
    case laterSet
    /// The Set call is the daemon's first, so it also syncs the parent folders.
    case firstSet
    /// The store's folders are missing, so the Set call makes them.
    case noFolders
  }

  /// Only every `step`-th fault is used.
  private let step: Int

  package init(every step: Int = 1) { self.step = step }

  package func run() throws -> Tally {
    var tally = Tally()
    for ground in Ground.allCases {
      let desk = try Desk()
      var daemon = try daemon(for: ground, desk)
      var faults = Injection.all(of: try record(daemon, desk), every: step)
      // Add faults of a disk on which every call of one kind fails, from the first or the second
      // one on.
      faults += ["fsync", "rename", "openat"].flatMap { call in
        (1...2).map { Injection(call: call, ordinal: $0, effect: .error("EIO"), isLasting: true) }
      }
      for fault in faults {
        if daemon.exit != nil || ground != .laterSet {
          daemon.send(signal: SIGKILL)
          _ = try daemon.wait()
          daemon = try self.daemon(for: ground, desk)
        }
        var round = SetFault(fault, ground, desk, daemon)
        do { try round.run() } catch { round.tally.note(.hang, "\(ground), \(fault): \(error)") }
        tally.add(round.tally)
        tally.count += 1
        if !round.isServing {
          daemon.send(signal: SIGKILL)
          _ = try daemon.wait()
        }
      }
    }
    return tally
  }

  private func daemon(for ground: Ground, _ desk: Desk) throws -> Program {
    if desk.storedStyle == nil { try desk.home.write(Desk.intent("light"), to: Desk.store) }
    let daemon = try desk.startDaemon()
    if ground == .noFolders { _ = try desk.run("rm", "-rf", desk.home.file(".local")) }
    return daemon
  }

  private func record(_ daemon: Program, _ desk: Desk) throws -> [RecordedCall] {
    let record = desk.home.file("record")
    let style = try Caller(desk).call(.style, "Get").get().first?.asString
    let strace = try Strace.attach(["-y", "-o", record], to: daemon)
    _ = try Caller(desk).set(style == "light" ? "dark" : "light").get()
    try Strace.detach(strace)
    return RecordedCall.calls(in: desk.home.text("record") ?? "")
  }
}
