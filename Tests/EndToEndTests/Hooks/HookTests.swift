import Glibc
import NightBus
import TestSupport
import Testing

/// Hooks that the real daemon runs, as child processes because these sessions have no systemd.
@Suite("Hooks")
struct HookTests {
  static let folder = ".config/nightd/hooks.d"
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func hook(_ name: String, in folder: String = folder, _ body: String) throws {
    let path = "\(folder)/\(name)"
    try desk.home.write("#!/bin/sh\n\(body)\n", to: path)
    #expect(chmod(desk.home.file(path), 0o755) == 0)
  }

  /// Makes a hook that adds a line with its name and arguments to the file `out`.
  private func noting(_ name: String, in folder: String = folder, then body: String = "") throws {
    try hook(name, in: folder, "echo \"${0##*/} $*\" >>\"$HOME/out\"\n\(body)")
  }

  private func lines(_ file: String = "out") -> [String] {
    (desk.home.text(file) ?? "").split(separator: "\n").map(String.init)
  }

  /// Checks the condition until it is true; fails after 20 seconds.
  private func until(
    at place: SourceLocation = #_sourceLocation,
    _ isSo: () throws -> Bool
  ) throws {
    if try becomesTrue(isSo) { return }
    try #require(Bool(false), "\(lines())", sourceLocation: place)
  }

  /// Waits until hooks have run this many times, and none is running.
  private func awaitRuns(
    _ count: UInt64,
    _ caller: Caller,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    try until(at: place) {
      try caller.reactions().contains {
        $0["name"]?.asString == "hooks" && $0["running"]?.asBool == false
          && $0["runs"]?.asUInt64 ?? 0 >= count
      }
    }
  }

  @Test(
    "Hooks run once per change, in the order of their names, with the new and the previous style"
  )
  func order() throws {
    try noting("20-second")
    try noting("10-first")
    try noting("30-other", in: ".local/share/nightd/hooks.d")
    try desk.startDaemon()
    let caller = try Caller(desk)
    try awaitRuns(1, caller)
    #expect(lines() == ["10-first light ", "20-second light ", "30-other light "])
    _ = try caller.set("dark").get()
    try awaitRuns(2, caller)
    #expect(
      lines().suffix(3) == ["10-first dark light", "20-second dark light", "30-other dark light"]
    )
    // Setting the same style again changes nothing.
    _ = try caller.set("dark").get()
    _ = try caller.set("light").get()
    try awaitRuns(3, caller)
    #expect(lines().count == 9)
  }

  @Test("A hook gets the appearance and each role's colour in its environment")
  func environment() throws {
    try hook("env", "env >\"$HOME/env.new\"; mv \"$HOME/env.new\" \"$HOME/env\"")
    try desk.startDaemon()
    // If nightd reads the hooks' folders late, it runs the hooks once for both changes, without a
    // previous style.
    try until { lines("env").contains("NIGHTD_STYLE=light") }
    try desk.nightctl("accent", "#102030")
    try desk.nightctl("set", "dark")
    try until { lines("env").contains("NIGHTD_STYLE=dark") }
    let expected = [
      "NIGHTD_THEME=midnight", "NIGHTD_REASON=choice", "NIGHTD_PREVIOUS=light",
      "NIGHTD_CONTRAST=normal", "NIGHTD_ACCENT=#102030", "NIGHTD_COLOR_SURFACE=#1c2027",
      "NIGHTD_COLOR_ON_SURFACE_VARIANT=#a4aebd",
    ]
    let all = lines("env")
    #expect(expected.filter { !all.contains($0) } == [])
    #expect(all.contains { $0.hasPrefix("NIGHTD_SERIAL=") })
    #expect(!all.contains { $0.hasPrefix("NIGHTD_FORCE_STYLE=") })
  }

  @Test(
    "A darkman hook gets one argument; a hook in dark-mode.d or light-mode.d runs for one style"
  )
  func darkman() throws {
    try noting("b.sh", in: ".local/share/dark-mode.d")
    try noting("a.sh", in: ".local/share/light-mode.d")
    try noting("c.sh", in: ".local/share/darkman")
    // darkman ignores files that are not executable.
    try desk.home.write("no hook", to: ".local/share/dark-mode.d/README")
    try desk.startDaemon()
    let caller = try Caller(desk)
    try awaitRuns(1, caller)
    #expect(lines() == ["a.sh light", "c.sh light"])
    _ = try caller.set("dark").get()
    try awaitRuns(2, caller)
    #expect(lines().dropFirst(2) == ["b.sh dark", "c.sh dark"])
  }

  @Test("While darkman runs, nightd does not run the hooks in darkman's folders")
  func darkmanRuns() throws {
    try noting("x.sh", in: ".local/share/darkman")
    try noting("own")
    let caller = try Caller(desk)
    let reply = try caller.askBus("RequestName", [.string("nl.whynothugo.darkman"), .uint32(0)])
    try #require(reply == [.uint32(1)])
    try desk.startDaemon()
    try awaitRuns(1, caller)
    #expect(lines() == ["own light "])
  }

  @Test("Rapid changes run hooks at most twice, and the last run has the last style")
  func flurry() throws {
    try noting("x", then: "read line <\"$HOME/gate\"")
    try #require(mkfifo(desk.home.file("gate"), 0o600) == 0)
    try desk.startDaemon()
    let caller = try Caller(desk)
    try until { lines() == ["x light "] }
    _ = try desk.shell("echo >\"$HOME/gate\"")
    try awaitRuns(1, caller)
    for style in ["dark", "light", "dark"] { _ = try caller.set(style).get() }
    // From now on, the gate (a named pipe) is open for all runs of the hook.
    let gate = open(desk.home.file("gate"), O_RDWR | O_CLOEXEC)
    defer { close(gate) }
    try #require(write(gate, "\n\n\n", 3) == 3)
    try until {
      try caller.reactions().contains {
        $0["name"]?.asString == "hooks" && $0["running"]?.asBool == false
      } && lines().count > 1
    }
    #expect((2...3).contains(lines().count))
    #expect(lines().last?.hasPrefix("x dark") == true)
  }

  @Test("A hook that runs too long is stopped, and then the remaining hooks run")
  func hanging() throws {
    try hook("10-hangs", "trap '' TERM; while :; do sleep 100; done")
    try noting("20-next")
    try desk.home.write("{hooks: {limit: 1}}", to: ".config/nightd/config.json5")
    try desk.startDaemon()
    try until { lines() == ["20-next light "] }
    try until {
      try desk.nightctl("hooks", "log", "10-hangs").output
        .contains("failed: ran longer than 1 second, and was stopped")
    }
  }

  @Test(
    "If a hook starts itself again by setting the style, it soon runs less often; the log says why"
  )
  func loop() throws {
    try hook("x", "[ $1 = dark ] && style=light || style=dark; \"$NIGHTCTL\" set $style >/dev/null")
    let daemon = try desk.startDaemon(adding: ["NIGHTCTL": Built.nightctl])
    while try !daemon.nextErrorLine().hasPrefix("nightd: hooks ran 20 times within ten seconds") {}
    try desk.nightctl("prefs", "write", "hooks.run", "false")
    let caller = try Caller(desk)
    try awaitRuns(20, caller)
  }

  @Test("A failed hook is reported, and `hooks log` shows its last lines")
  func failed() throws {
    try hook("10-fails", "echo some words; echo more >&2; exit 3")
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    try awaitRuns(1, caller)
    let shown = try desk.nightctl("hooks", "log", "10-fails").output
    #expect(shown.contains("failed: ended with code 3, in "))
    #expect(shown.hasSuffix("some words\nmore\n"))
    #expect(try daemon.nextErrorLine() == "some words")
  }

  @Test("A hook that prints endlessly is stopped")
  func flood() throws {
    try hook("10-floods", "yes | head -c 40000000")
    try noting("20-next")
    try desk.startDaemon()
    try until { lines().count == 1 }
    let caller = try Caller(desk)
    try awaitRuns(1, caller)
    #expect(
      try desk.nightctl("hooks", "log", "10-floods").output
        .contains("failed: printed more than 1 MiB, and was stopped")
    )
  }

  @Test(
    "A process that a hook leaves in the background continues, even if it prints something later"
  )
  func leftBehind() throws {
    try #require(mkfifo(desk.home.file("gate"), 0o600) == 0)
    try hook(
      "x",
      "(read line <\"$HOME/gate\"; echo late; echo later; echo survived >\"$HOME/end\") &"
    )
    try desk.startDaemon()
    let caller = try Caller(desk)
    try awaitRuns(1, caller)
    _ = try desk.shell("echo >\"$HOME/gate\"")
    try until { lines("end") == ["survived"] }
  }

  @Test("If the daemon ends while a hook runs, the hook is still stopped at its time limit")
  func limitWithoutDaemon() throws {
    try #require(mkfifo(desk.home.file("gate"), 0o600) == 0)
    let daemon = try desk.startDaemon()
    try desk.nightctl("prefs", "write", "hooks.limit", "1")
    try hook(
      "slow",
      "echo $$ >\"$HOME/new\"; mv \"$HOME/new\" \"$HOME/number\"; exec cat \"$HOME/gate\""
    )
    try desk.set("dark")
    try until { lines("number").count == 1 }
    let number = try #require(lines("number").first.flatMap { pid_t($0) })
    defer { kill(number, SIGKILL) }
    daemon.send(signal: SIGTERM)
    _ = try daemon.wait()
    try until { kill(number, 0) != 0 }
  }

  @Test("If an access control list lets another user write to a hook, the hook does not run")
  func accessList() throws {
    try noting("x")
    // The entries of the access list are: the owner, user 12345, the group, the mask and all
    // others, each with its permissions.
    let set = """
      import os, struct, sys
      rows = [(1, 7, -1), (2, 7, 12345), (4, 5, -1), (16, 7, -1), (32, 5, -1)]
      entries = b"".join(struct.pack("<HHi", *row) for row in rows)
      os.setxattr(sys.argv[1], "system.posix_acl_access", struct.pack("<I", 2) + entries)
      """
    let path = desk.home.file(Self.folder + "/x")
    let done = try Program.run("python3", ["-c", set, path])
    try #require(done.exit == .exited(0), "\(done)")
    try noting("y")
    try desk.startDaemon()
    try until { lines() == ["y light "] }
    let list = try desk.nightctl("hooks").output
    #expect(list.contains("is writable by user 12345 through its access list"), "\(list)")
  }

  @Test("If a hook is added during rapid changes, the hook runs for the last change")
  func newHookInFlurry() throws {
    try desk.startDaemon()
    let caller = try Caller(desk)
    for style in ["dark", "light", "dark"] { _ = try caller.set(style).get() }
    try noting("x")
    for style in ["light", "dark", "light"] { _ = try caller.set(style).get() }
    try until { lines().last?.hasPrefix("x light") == true }
  }

  @Test("If a hook's name ends in .parallel, the next hook does not wait for this hook")
  func parallel() throws {
    try #require(mkfifo(desk.home.file("gate"), 0o600) == 0)
    try noting("10-a.parallel", then: "read line <\"$HOME/gate\"")
    // This hook opens the gate of the hook before it.
    try noting("20-b", then: "echo >\"$HOME/gate\"")
    try desk.startDaemon()
    let caller = try Caller(desk)
    try awaitRuns(1, caller)
    #expect(lines().count == 2)
  }

  @Test("A restart of the daemon does not run hooks again unless the style has changed")
  func restart() throws {
    try noting("x")
    let first = try desk.startDaemon()
    var caller = try Caller(desk)
    try awaitRuns(1, caller)
    first.send(signal: SIGTERM)
    _ = try first.wait()
    try desk.startDaemon()
    caller = try Caller(desk)
    try awaitRuns(1, caller)
    #expect(lines() == ["x light "])
    _ = try caller.set("dark").get()
    try awaitRuns(2, caller)
    #expect(lines() == ["x light ", "x dark light"])
  }

  @Test("Hooks do not run while the preference hooks.run is false")
  func off() throws {
    try desk.startDaemon()
    let caller = try Caller(desk)
    // Set the preference first: the daemon reads the hooks' folders on another thread, and would
    // find a hook that exists by then.
    try desk.nightctl("prefs", "write", "hooks.run", "false")
    _ = try caller.set("dark").get()
    try noting("x")
    _ = try caller.set("light").get()
    try desk.nightctl("prefs", "delete", "hooks.run")
    _ = try caller.set("dark").get()
    try until { !lines().isEmpty }
    #expect(lines() == ["x dark "])
  }

  @Test("A new theme or contrast runs hooks, but a new reason for the same style does not")
  func painted() throws {
    try noting("x")
    try desk.startDaemon()
    let caller = try Caller(desk)
    try awaitRuns(1, caller)
    try desk.nightctl("contrast", "high")
    try awaitRuns(2, caller)
    // A hold of the style in effect changes only the reason.
    try desk.nightctl("set", "light", "--for", "1h")
    try desk.nightctl("contrast", "normal")
    try awaitRuns(3, caller)
    #expect(lines() == ["x light ", "x light light", "x light light"])
  }
}
