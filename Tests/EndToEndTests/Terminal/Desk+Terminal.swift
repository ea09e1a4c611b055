import TestSupport

extension Desk {
  /// Makes a terminal, runs the given program in it, and prints everything that the program writes.
  private static let terminal = """
    import os, pty, sys
    process, terminal = pty.fork()
    if process == 0: os.execv(sys.argv[1], sys.argv[1:])
    while True:
        try: shown = os.read(terminal, 65536)
        except OSError: break
        if not shown: break
        sys.stdout.buffer.write(shown)
    sys.stdout.flush()
    sys.exit(abs(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])))
    """

  /// Runs nightctl with a terminal for all its streams; python3 makes the terminal.
  func nightctlOnTerminal(
    _ words: [String],
    adding more: [String: String] = [:]
  ) throws -> Finished {
    try Program.run(
      "python3",
      ["-c", Self.terminal, Built.nightctl] + words,
      environment: environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(more) { $1 }
    )
  }
}
