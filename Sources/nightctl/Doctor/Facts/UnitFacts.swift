/// A unit as the user's service manager reports it.
struct UnitFacts: Equatable, Sendable {
  /// Whether the unit has a file.
  var isKnown: Bool
  /// The unit's state, such as `active` or `failed`.
  ///
  /// The state is `auto-restart` while the service manager waits before a restart.
  var state = ""
  /// The state of the unit's file, such as `enabled`; empty if there is no file.
  var fileState = ""
  /// The variables that the unit adds to the environment, as `NAME=VALUE`.
  var environment: [String] = []
  /// Whether the service manager can read the unit's file and drop-ins.
  var isValid = true
  /// The path of the unit's program; nil if unknown.
  var program: String?
  /// The path of the unit's program, with links resolved.
  var realProgram: String?
  /// Whether the unit's program exists and is executable.
  var isRunnable = true
  var run = UnitRun()
  /// The path of the unit's file, or of the link that masks the unit.
  var file = ""
  var dropIns: [DropIn] = []
  /// The unit's `ReadWritePaths=` as the service manager reports it, with any leading `-` and `+`.
  var writablePaths: [String] = []

  var isMasked: Bool { fileState.hasPrefix("masked") }
  var isMaskedUntilLogin: Bool { fileState == "masked-runtime" }

  /// Whether the unit's sandbox allows writing in a folder that exists when the unit starts.
  func leavesWritable(_ folder: String) -> Bool {
    writablePaths.map { Variables.plain(String($0.drop { $0 == "-" || $0 == "+" })) }.contains {
      folder == $0 || folder.hasPrefix($0 == "/" ? $0 : $0 + "/")
    }
  }

  /// Whether the unit ends again after each restart, or has reached its limit of restarts.
  ///
  /// After a single restart, the result is false, because the next run may succeed.
  var isLooping: Bool {
    run.restarts > 1 && ["activating", "auto-restart", "failed"].contains(state)
      || run.result == "start-limit-hit"
  }
}

/// The present run and the last run of a unit's program.
struct UnitRun: Equatable, Sendable {
  /// The process ID of the unit's main process; 0 if the unit does not run.
  var mainProcess: UInt32 = 0
  /// The number of automatic restarts since a person or program last started the unit.
  var restarts: UInt32 = 0
  /// How the last run ended, such as `success`, `exit-code` or `start-limit-hit`.
  var result = ""
  /// The exit status of the last run; 0 if the unit never ran.
  ///
  /// If the program could not be started, the service manager chooses the exit status.
  var exitStatus: Int32 = 0

  /// Whether the unit failed because the service manager could not set up the unit's sandbox.
  ///
  /// These exit statuses mean that the user namespace, capabilities, network or mounts could not be
  /// set up (systemd.exec(5), “Process Exit Codes”).
  var lacksSandbox: Bool { [217, 218, 225, 226].contains(exitStatus) }
}

/// A drop-in: a file that changes a unit.
struct DropIn: Equatable, Sendable {
  let path: String
  /// Whether the user may move the drop-in away.
  let isOwn: Bool
  /// Whether the drop-in sets the program that the unit starts.
  let setsProgram: Bool

  /// The name of the drop-in that nightd installs on machines without namespaces.
  static let ownName = "zz-nightd-no-namespaces.conf"
}

/// A D-Bus service file, which tells the bus how to start the program that owns a name.
struct ServiceFile: Equatable, Sendable {
  let path: String
  /// The program in the `Exec` line; nil if there is no such line.
  let program: String?
  /// The unit to start instead of the program; nil if the file has no `SystemdService` line.
  let unit: String?
  /// Whether the program exists and is executable.
  var isRunnable: Bool

  init?(path: String, text: String, isRunnable: (String) -> Bool) {
    guard let file = KeyFile(text) else { return nil }
    self.path = path
    let program = file["Exec", in: Self.group]?.split(separator: " ").first.map(String.init)
    self.program = program
    unit = file["SystemdService", in: Self.group]
    // Only an absolute path can be checked. A quoted path begins with a quotation mark, so it is
    // not checked, but assumed to be runnable.
    self.isRunnable = program.map { !$0.hasPrefix("/") || isRunnable($0) } ?? false
  }

  private static let group = "D-BUS Service"

  static func text(_ name: String, _ program: String, unit: String?) -> String {
    let unit = unit.map { "SystemdService=\($0)\n" } ?? ""
    return "[\(group)]\nName=\(name)\nExec=\(program)\n\(unit)"
  }
}
