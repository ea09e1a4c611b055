import Glibc
import TestSupport
import Testing

/// A Set call that cannot be stored is refused without a signal, and the next Set call works.
@Suite struct FailedCommitTests {
  private func expectRefusal(_ desk: Desk, _ words: String, _ why: String) throws {
    let finished = try desk.shell("$NIGHTCTL \(words)")
    #expect(finished.exit == .exited(1))
    #expect(finished.output == "")
    #expect(
      finished.errors == "nightctl: the change was not stored: \(why); nothing was changed\n"
    )
  }

  @Test("If a file is in place of the state folder, setting the style fails")
  func noFolder() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    _ = try daemon.awaitError("the style is now dark (as chosen)")
    let monitor = try Monitor(desk)
    let folder = desk.home.file(Desk.storeFolder)
    try #require(rename(folder, folder + ".away") == 0)
    try desk.home.write("", to: Desk.storeFolder)
    let why = "open \(folder)/intent.lock: Not a directory"
    for words in ["set light", "toggle", "toggle --json", "set --by-clock 00:00=light"] {
      try expectRefusal(desk, words, why)
      #expect(try desk.style() == "dark")
    }
    // Even setting the current style needs the disk, because the reply promises that the style is
    // stored.
    try expectRefusal(desk, "set dark", why)

    try #require(unlink(folder) == 0)
    try desk.set("light")
    #expect(try desk.style() == "light")
    #expect(desk.storedStyle == "light")
    #expect(try monitor.next(2) == ["Changed light 3", "PropertiesChanged"])
    let said = try desk.end(daemon).split(separator: "\n")
    #expect(said.filter { $0.contains("was not stored") }.count == 1, "said once: \(said)")
  }

  private static let makeSocket =
    "python3 -c 'import os, stat, sys; os.mknod(sys.argv[1], stat.S_IFSOCK | 0o600)'"

  @Test(
    "If a folder, link or socket prevents a style change, the error mentions it and a remedy",
    arguments: [
      ("mkdir", "intent.lock", "is a folder"), ("ln -s nowhere", "intent.lock", "is a link"),
      ("mkdir", "intent.json.new", "is a folder"),
      (makeSocket, "intent.lock", "is a special file, such as a socket"),
    ]
  )
  func inTheWay(command: String, name: String, what: String) throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.set("dark")
    let path = "\(desk.home.file(Desk.storeFolder))/\(name)"
    #expect(try desk.shell("rm -f \(path); \(command) \(path)").exit == .exited(0))
    let remedy = "mv -n \(path) \(path).aside"
    let why = "\(path) \(what), but nightd needs a regular file there; move it aside with \(remedy)"
    try expectRefusal(desk, "set light", why)
    let doctor = try desk.nightctl("doctor").output
    #expect(doctor.contains("unusable-path: \(path) cannot be written: it is a"), "\(doctor)")
    #expect(doctor.contains("  run: \(remedy)\n"), "\(doctor)")
    #expect(try desk.shell(remedy).exit == .exited(0))
    try desk.set("light")
  }

  @Test(
    "If the limit on file sizes forbids the write, setting the style fails",
    .enabled(if: Tool.path("prlimit") != nil),
    .disabled(if: Built.isThreadSanitized, "the thread sanitizer grows a file itself")
  )
  func fileLimit() throws {
    let desk = try Desk()
    try desk.home.write(Desk.intent("light"), to: Desk.store)
    let daemon = try desk.startShell("ulimit -S -f 0; exec $NIGHTD")
    _ = try daemon.awaitError("ready: the style is light (as chosen)")
    let monitor = try Monitor(desk)
    let before = desk.storeIdentity
    try expectRefusal(desk, "set dark", "write \(desk.storePath).new: File too large")
    #expect(try desk.style() == "light")
    #expect(desk.storeIdentity == before)
    // nightctl could not write its record of other programs' settings either.
    let names = desk.home.list(Desk.storeFolder).filter { $0 != "programs" }
    #expect(names == ["intent.json", "intent.lock"])

    let limits = ["--pid", "\(daemon.processIdentifier)", "--fsize=unlimited"]
    #expect(try Program.run("prlimit", limits).exit == .exited(0))
    try desk.set("dark")
    #expect(desk.storedStyle == "dark")
    #expect(try monitor.next() == "Changed dark 2")
  }

  @Test(
    "Setting the style fails on a full disk",
    .enabled(if: Mounted.isPossible, "a mount needs root")
  )
  func fullDisk() throws {
    let desk = try Desk()
    let folder = try desk.home.makeFolder(Desk.storeFolder)
    let mounted = try Mounted(folder, options: "size=16k")
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    try desk.home.write([UInt8](repeating: 0, count: 4096), to: Desk.storeFolder + "/a")
    try desk.home.write([UInt8](repeating: 0, count: 4096), to: Desk.storeFolder + "/b")
    for count in (1...3).reversed() {
      try? desk.home.write([UInt8](repeating: 0, count: 4096), to: Desk.storeFolder + "/\(count)")
    }
    let finished = try desk.nightctl("set", "light")
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.hasSuffix(": No space left on device; nothing was changed\n"))
    #expect(try desk.style() == "dark")
    #expect(desk.storedStyle == "dark")
    #expect(!desk.home.list(Desk.storeFolder).contains("intent.json.new"))
    #expect(unlink(desk.home.file(Desk.storeFolder + "/a")) == 0)
    #expect(unlink(desk.home.file(Desk.storeFolder + "/b")) == 0)
    try desk.set("light")
    #expect(desk.storedStyle == "light")
    _ = try desk.end(daemon)
    mounted.end()
  }

  @Test(
    "If the state folder cannot be made, the error contains its path, the reason and advice",
    .enabled(if: Mounted.isPossible, "a mount needs root")
  )
  func folderGone() throws {
    let desk = try Desk()
    let parent = try desk.home.makeFolder("state")
    let mounted = try Mounted(parent, options: "size=64k")
    let daemon = try desk.startDaemon(adding: ["XDG_STATE_HOME": parent])
    try desk.set("dark")
    #expect(try desk.shell("rm -r \(parent)/nightd").exit == .exited(0))
    try mounted.remount("ro")
    let why =
      "the folder \(parent)/nightd cannot be made, because its file system is read-only; "
      + "for the fix, run nightctl doctor"
    try expectRefusal(desk, "set light", why)
    let doctor = try desk.nightctl("doctor")
    #expect(doctor.output.contains("  run: sudo mount -o remount,rw \(parent)\n"), "\(doctor)")
    try mounted.remount("rw")
    try desk.set("light")
    _ = try desk.end(daemon)
    mounted.end()
  }

  @Test(
    "While another process keeps the store's lock, new styles are refused, but reads are answered"
  )
  func locked() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.set("dark")
    let lock = open(desk.home.file(Desk.storeFolder + "/intent.lock"), O_RDWR | O_CLOEXEC)
    try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
    let waiting = try desk.start("set", "light")
    let joined = try desk.start("toggle")
    #expect(try desk.style() == "dark")
    for client in [waiting, joined] {
      #expect(try client.wait() == .exited(1))
      #expect(
        client.errorsSoFar == "nightctl: the change was not stored: another process keeps "
          + "\(desk.home.file(Desk.storeFolder))/intent.lock locked; nothing was changed\n"
      )
    }
    #expect(try desk.style() == "dark")
    close(lock)
    #expect(try desk.nightctl("toggle").output == "light\n")
  }

  @Test("A daemon with an unusable home folder uses the fallback style and refuses each new style")
  func impossibleHome() throws {
    let desk = try Desk()
    try desk.home.write("", to: "file")
    try desk.startDaemon(adding: ["XDG_STATE_HOME": desk.home.file("file")])
    #expect(try desk.style() == "light")
    let why = "lstat \(desk.home.file("file"))/nightd: Not a directory"
    try expectRefusal(desk, "set dark", why)
    #expect(try desk.style() == "light")
  }
}
