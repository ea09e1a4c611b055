import Glibc
import NightBus
import TestSupport
import Testing

/// Two daemons of one user, one of which is stopped during a commit while it holds the lock.
@Suite(.enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")"))
struct StoppedTwinTests {
  @Test(
    "A suspended daemon that has the store's lock delays another daemon only for a short time",
    arguments: [SIGCONT, SIGKILL]
  )
  func stopped(then signal: Int32) throws {
    let home = try TemporaryFolder()
    let desk = try Desk(home: home)
    let other = try Desk(home: home)
    try home.write(Desk.intent("light"), to: Desk.store)
    try other.startDaemon()
    // The daemon is stopped right after the rename of the new file, before the folder is synced.
    let renames = "?rename,?renameat,?renameat2"
    let stopped = try Program.start(
      "strace",
      [
        "-f", "-qq", "-e", "trace=\(renames)", "-e",
        "inject=\(renames):signal=SIGSTOP:when=1", Built.nightd,
      ],
      environment: Strace.environment(desk.environment)
    )
    while try !stopped.nextErrorLine().contains("ready: ") {}
    let name = BusValue.string(Caller.night.text)
    let process = try #require(
      try Caller(desk).askBus("GetConnectionUnixProcessID", [name]).first?.asUInt32
    )
    let change = try desk.start("set", "dark")
    // If the other daemon had written before this moment, the stopped daemon might have found dark
    // in the file and written nothing.
    while try !stopped.nextErrorLine().contains("stopped by SIGSTOP") {}

    var refused = try other.nightctl("set", "light")
    while refused.exit == .exited(0) { refused = try other.nightctl("toggle") }
    #expect(refused.exit == .exited(1))
    #expect(refused.errors.contains("another process keeps \(home.path)/"), "\(refused)")
    // The stopped daemon does not answer its own caller, though the change may still be stored.
    #expect(try change.wait() == .exited(3))
    #expect(change.errorsSoFar.contains("the request may still be carried out"))
    // Reading the style does not wait for the lock.
    let reading = ContinuousClock.now
    _ = try other.style()
    #expect(.now - reading < .seconds(5))

    if signal == SIGKILL { desk.expectDaemonsToEnd() }
    kill(pid_t(process), signal)
    // When the stopped daemon continues, it releases the lock; if it is killed, the kernel releases
    // the lock.
    try other.set("dark")
    #expect(other.storedStyle == "dark")
    if signal == SIGCONT { #expect(try desk.style() == "dark") }
    try other.set("light")
    if signal == SIGKILL { try desk.awaitNoOwner() }
    let next = signal == SIGCONT ? nil : try desk.startDaemon()
    let watch = try desk.start("watch")
    while try watch.nextLine() != "light" {}
    #expect(desk.storeLeftovers == [])
    withExtendedLifetime(next) {}
  }
}
