import Glibc

extension PrivateBus {
  // Services inherit the bus daemon's outputs. Services would block on a pipe that is full because
  // nobody reads it. So the bus daemon writes only its address to the pipe, and then closes the
  // pipe. If the tests crash or are killed, `deinit` does not run. In that case, the second process
  // of the script reads the end of its input, and kills the bus and its services.
  private static let daemonScript = #"""
    exec 3>&1 >&2 4<&0 </dev/null
    (read -r line; rm -rf "$BUS_FOLDER"; kill -9 0) <&4 3>&- 4<&- &
    unset BUS_FOLDER
    exec "$0" "$@" 4<&-
    """#

  /// Starts a bus; the returned program prints the bus's address once clients can connect.
  static func start(
    _ kind: BusKind,
    in folder: TemporaryFolder,
    configuration: String,
    environment: [String: String]
  ) throws -> Program {
    guard let program = Tool.path(kind.rawValue) else {
      throw missing(kind.rawValue, "find it on the PATH")
    }
    let log = Program.Output.file(folder.file("log"))
    switch kind {
    case .daemon:
      try folder.write(
        BusConfiguration(folder: folder.path, addition: configuration).text,
        to: "bus.conf"
      )
      return try Program.start(
        "/bin/sh",
        [
          "-c", daemonScript, program, "--config-file=\(folder.file("bus.conf"))", "--nofork",
          "--nosyslog", "--print-address=3",
        ],
        environment: environment.merging(["BUS_FOLDER": folder.path]) { $1 },
        input: .pipe,
        standardError: log
      )
    case .broker:
      return try Program.start(
        Built.bareBroker,
        [folder.path, program],
        environment: environment,
        input: .pipe,
        standardError: log
      )
    }
  }

  static func missing(_ program: String, _ awaited: String) -> ProgramError {
    ProgramError(program: program, problem: .failed(code: ENOENT), awaited: awaited)
  }
}
