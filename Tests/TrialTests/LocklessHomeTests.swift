import Glibc
import TestSupport
import Testing
import Trials

/// Tests with a home on a file system without locks, such as NFS without lockd.
@Suite(.enabled(if: Sabotage.skipReason == nil, "\(Sabotage.skipReason ?? "")"))
struct LocklessHomeTests {
  private let desk: Desk
  private let sabotage: Sabotage

  init() throws {
    desk = try Desk()
    sabotage = try Sabotage(.locklessHome)
  }

  private var lock: String { desk.home.file(Desk.storeFolder) + "/intent.lock" }

  @Test(
    "If the home's disk has no locks, styles are stored; the log says once where nightd's lock is"
  )
  func fallback() throws {
    let daemon = try desk.launchDaemon(adding: sabotage.environment)
    let said = try daemon.nextErrorLine()
    #expect(
      said.hasPrefix("nightd: flock \(lock): No locks available; nightd keeps its lock in ")
        && said.hasSuffix(".lock instead, where a nightd on another machine does not see it"),
      "\(said)"
    )
    for style in ["dark", "light", "dark"] {
      #expect(try desk.nightctl("set", style).exit == .exited(0))
      #expect(desk.storedStyle == style)
    }
    let names = desk.home.list("run/nightd").filter { $0.hasPrefix("store-") }
    #expect(names.count == 1, "\(names)")
    daemon.send(signal: SIGTERM)
    #expect(try daemon.wait() == .exited(0))
    #expect(daemon.errorsSoFar.split(separator: "\n").filter { $0.contains("flock") }.count == 1)
  }

  @Test("Without locks and without a runtime folder, a new style is refused, with both reasons")
  func refused() throws {
    try desk.home.write("", to: "run/nightd")
    try desk.startDaemon(adding: sabotage.environment)
    let set = try desk.nightctl("set", "dark")
    #expect(set.exit == .exited(1))
    #expect(
      set.errors == "nightctl: the change was not stored: flock \(lock): No locks available, and "
        + "nightd cannot lock a file in the runtime folder instead: \(desk.home.file("run/nightd")) is not a folder; "
        + "nothing was changed\n"
    )
    #expect(unlink(desk.home.file("run/nightd")) == 0)
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
  }
}
