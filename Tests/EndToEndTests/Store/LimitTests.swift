import Glibc
import TestSupport
import Testing

/// The machine's limits, reached while the daemon runs.
@Suite struct LimitTests {
  private func expectRefusal(_ desk: Desk, _ style: String, _ why: String) throws {
    let finished = try desk.nightctl("set", style)
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.hasSuffix(": \(why); nothing was changed\n"), "\(finished)")
  }

  @Test(
    "Setting the style fails if the daemon cannot open any more files",
    .enabled(if: Tool.path("prlimit") != nil)
  )
  func descriptors() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    // Once the daemon has answered this call, it has written its history and closed the file.
    _ = try Caller(desk).history()
    let process = "\(daemon.processIdentifier)"
    let limit = { (count: String) in
      try Program.run("prlimit", ["--pid", process, "--nofile=\(count):"]).exit
    }
    let open = try daemon.descriptors()
    let next = try #require((0...open.count).first { open[$0] == nil })
    #expect(try limit("\(next)") == .exited(0))
    try expectRefusal(desk, "light", "Too many open files")
    #expect(try desk.style() == "dark")
    #expect(desk.storedStyle == "dark")
    #expect(try limit("256") == .exited(0))
    try desk.set("light")
    #expect(desk.storedStyle == "light")
  }

  @Test(
    "Setting the style fails while the disk is read-only",
    .enabled(if: Mounted.isPossible, "a mount needs root")
  )
  func readOnly() throws {
    let desk = try Desk()
    let mounted = try Mounted(try desk.home.makeFolder(Desk.storeFolder), options: "size=64k")
    defer { mounted.end() }
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    try mounted.remount("ro")
    try expectRefusal(desk, "light", "Read-only file system")
    #expect(try desk.style() == "dark")
    try mounted.remount("rw")
    try desk.set("light")
    #expect(desk.storedStyle == "light")
    #expect(desk.storeLeftovers == [])
    _ = try desk.end(daemon)
  }

  @Test("If somebody removes the state folder, the next style change makes the folder again")
  func folderRemoved() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.set("dark")
    _ = try desk.run("rm", "-rf", desk.home.file(".local"))
    #expect(try desk.style() == "dark")
    // Setting the same style again must write the file, since the reply promises that the style is
    // stored.
    try desk.set("dark")
    #expect(desk.storedStyle == "dark")
    try desk.set("light")
    #expect(desk.storedStyle == "light")
  }

  @Test(
    "If the disk fails, setting the style fails with a warning, and the stored style stays",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")")
  )
  func doubt() throws {
    let desk = try Desk()
    try desk.home.write(Desk.intent("light"), to: Desk.store)
    let daemon = try desk.startDaemon()
    // The first Set call makes the daemon sync the folders, so that later only the file can fail.
    try desk.set("dark")
    // Opening a file takes long here, and meanwhile the refused caller must not get the earlier
    // style.
    let options = [
      "-o", "/dev/null", "-e", "inject=fsync:error=EIO:when=2+",
      "-e", "inject=openat,open:delay_enter=300000",
    ]
    let caller = try Caller(desk)
    let strace = try Strace.attach(options, to: daemon)
    let finished = try desk.nightctl("set", "light")
    let style = try caller.shown().style
    try Strace.detach(strace)
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.contains("a power cut may undo it"))
    #expect(style == desk.storedStyle)
    // The daemon writes the file again instead of answering from memory.
    let before = desk.storeIdentity
    try desk.set(style)
    #expect(desk.storeIdentity != before)
  }
}
