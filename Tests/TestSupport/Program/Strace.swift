import Glibc

/// strace on a program: to write down its system calls, or to spoil one of them.
package enum Strace {
  /// Why it cannot be used here, or nothing.
  package static let obstacle: String? = {
    guard Tool.path("strace") != nil else { return "strace is not installed" }
    // Containers may refuse tracing, also where it is installed; attaching sooner than starting.
    guard let sleeper = try? Program.start("sleep", ["1000"]) else {
      return "nothing can be traced"
    }
    defer { sleeper.killGroup() }
    guard let strace = try? attach(["-o", "/dev/null"], to: sleeper) else {
      return "strace may not trace here"
    }
    return (try? detach(strace)) == nil ? "strace does not let go here" : nil
  }()

  /// Why calls cannot be spoilt here, or nothing.
  package static var spoilingObstacle: String? {
    Built.isSanitized ? "a sanitizer ends where a call of its own fails" : obstacle
  }

  /// The environment for a program that ends under strace, where leaks cannot be looked for.
  package static func environment(_ environment: [String: String]) -> [String: String] {
    guard let options = getenv("ASAN_OPTIONS") else { return environment }
    let all = String(cString: options) + ":detect_leaks=0"
    return environment.merging(["ASAN_OPTIONS": all]) { $1 }
  }

  /// Attaches to a running program and all its threads, and returns when it is attached.
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

  /// Lets go of the program it was attached to.
  ///
  /// strace itself may hang where a program is killed as its thread ends; killed, it lets go too.
  package static func detach(_ strace: Program) throws {
    strace.send(signal: SIGTERM)
    if (try? strace.wait(timeout: .milliseconds(500))) != nil { return }
    strace.killGroup()
    _ = try strace.wait()
  }
}
