import Glibc

/// Attaches strace to a program, to record its system calls or to make one of them fail.
package enum Strace {
  /// Why strace cannot be used here; nil if it can.
  package static let skipReason: String? = {
    guard Tool.path("strace") != nil else { return "strace is not installed" }
    // A container may forbid tracing even if strace is installed. More containers forbid attaching
    // to a process than starting a program under strace.
    guard let sleeper = try? Program.start("sleep", ["1000"]) else {
      return "nothing can be traced"
    }
    defer { sleeper.killGroup() }
    guard let strace = try? attach(["-o", "/dev/null"], to: sleeper) else {
      return "strace may not trace here"
    }
    return (try? detach(strace)) == nil ? "strace does not let go here" : nil
  }()

  /// The reason why strace cannot make system calls fail here; nil if it can.
  package static var spoilingSkipReason: String? {
    Built.isSanitized ? "a sanitizer ends where a call of its own fails" : skipReason
  }

  /// An environment that turns off the check for leaks at the program's end.
  ///
  /// Programs need this environment if strace traces them, or if a thread waits for a hanging disk.
  package static func environment(_ environment: [String: String]) -> [String: String] {
    guard let options = getenv("ASAN_OPTIONS") else { return environment }
    let all = String(cString: options) + ":detect_leaks=0"
    return environment.merging(["ASAN_OPTIONS": all]) { $1 }
  }

  /// Attaches strace to a running program and all its threads; returns when strace is attached.
  package static func attach(_ options: [String], to program: Program) throws -> Program {
    let process = "\(program.processIdentifier)"
    let strace = try Program.start(
      "strace",
      ["-f"] + options + ["-p", process],
      environment: ["PATH": Tool.searchPath]
    )
    while try !strace.nextErrorLine().contains("attached") {}
    return strace
  }

  /// Detaches strace from the program.
  ///
  /// If a program is killed while one of its threads ends, strace itself may hang. Killing strace
  /// also detaches it.
  package static func detach(_ strace: Program) throws {
    strace.send(signal: SIGTERM)
    if (try? strace.wait(timeout: .milliseconds(500))) != nil { return }
    strace.killGroup()
    _ = try strace.wait()
  }
}
