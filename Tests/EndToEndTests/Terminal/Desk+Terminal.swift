import TestSupport

extension Desk {
  /// Makes a terminal, runs the given program on it, and prints everything that the program writes.
  ///
  /// The first argument is the terminal's width, or 0 if the terminal does not report a width.
  private static let terminal = """
    import fcntl, os, pty, struct, sys, termios
    process, terminal = pty.fork()
    if process == 0:
        size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.execv(sys.argv[2], sys.argv[2:])
    while True:
        try: shown = os.read(terminal, 65536)
        except OSError: break
        if not shown: break
        sys.stdout.buffer.write(shown)
    sys.stdout.flush()
    sys.exit(abs(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])))
    """

  /// Runs nightctl with a terminal as all its streams; python3 makes the terminal.
  func nightctlOnTerminal(
    _ words: [String],
    columns: Int = 0,
    adding more: [String: String] = [:]
  ) throws -> Finished {
    try onTerminal([Built.nightctl] + words, columns: columns, adding: more)
  }

  /// Runs shell code with a terminal as all its streams; $NIGHTCTL is nightctl's path.
  func shellOnTerminal(
    _ text: String,
    columns: Int = 0,
    adding more: [String: String] = [:]
  ) throws -> Finished {
    try onTerminal(
      ["/bin/sh", "-c", text],
      columns: columns,
      adding: ["NIGHTCTL": Built.nightctl].merging(more) { $1 }
    )
  }

  private func onTerminal(
    _ command: [String],
    columns: Int,
    adding more: [String: String]
  ) throws -> Finished {
    try Program.run(
      "python3",
      ["-c", Self.terminal, "\(columns)"] + command,
      environment: environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(more) { $1 }
    )
  }
}
