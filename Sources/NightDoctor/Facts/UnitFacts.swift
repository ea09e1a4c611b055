/// A unit as the user's service manager reports it.
package struct UnitFacts: Equatable, Sendable {
  /// Whether the unit has a file.
  package var isKnown: Bool
  /// `active`, `inactive`, `failed` and others; `auto-restart` while it waits for its next start.
  package var state: String
  /// `enabled`, `disabled` and others; empty if the unit has no file.
  package var fileState: String
  /// What the unit adds to the environment, as `NAME=VALUE`.
  package var environment: [String]
  /// The last exit status of its program, or of the manager before the program started; 0 if it
  /// never ran.
  package var exitStatus: Int32
  /// Whether the manager can read its file and drop-ins.
  package var isValid = true
  /// The program that it starts; nil if unknown.
  package var program: String?
  /// The program's path with links resolved.
  package var realProgram: String?
  /// Whether that program exists and is executable.
  package var isRunnable = true
  /// The ID of its main process; zero if it does not run.
  package var mainProcess: UInt32 = 0
  /// How often it was restarted automatically since it was last started.
  package var restarts: UInt32 = 0
  /// How the last run ended: `success`, `exit-code`, `start-limit-hit` and others.
  package var result = ""
  /// The unit's file; if it is masked, the link that masks it.
  package var file = ""
  package var dropIns: [DropIn] = []
  /// `ReadWritePaths=` as the manager reports it, with leading `-` and `+`.
  package var writablePaths: [String] = []

  package init(
    isKnown: Bool,
    state: String = "",
    fileState: String = "",
    environment: [String] = [],
    exitStatus: Int32 = 0
  ) {
    self.isKnown = isKnown
    self.state = state
    self.fileState = fileState
    self.environment = environment
    self.exitStatus = exitStatus
  }

  package var isMasked: Bool { fileState.hasPrefix("masked") }
  var isMaskedUntilLogin: Bool { fileState == "masked-runtime" }

  /// Whether its sandbox leaves this folder writable, if the folder exists at the start.
  package func leavesWritable(_ folder: String) -> Bool {
    writablePaths.map { Variables.plain(String($0.drop { $0 == "-" || $0 == "+" })) }.contains {
      folder == $0 || folder.hasPrefix($0 == "/" ? $0 : $0 + "/")
    }
  }

  /// Whether the unit ends again and again, or did until it reached the limit of starts.
  ///
  /// A single restart may be chance.
  var isLooping: Bool {
    restarts > 1 && ["activating", "auto-restart", "failed"].contains(state)
      || result == "start-limit-hit"
  }

  /// Whether its manager could not set up its sandbox: user namespace, capabilities, network,
  /// mounts (systemd.exec(5), “Process Exit Codes”).
  package var lacksSandbox: Bool { [217, 218, 225, 226].contains(exitStatus) }
}

/// A file that changes a unit.
package struct DropIn: Equatable, Sendable {
  package let path: String
  /// Whether the user may move the file away.
  package let isOwn: Bool
  /// Whether the file sets the program.
  package let setsProgram: Bool

  package init(path: String, isOwn: Bool, setsProgram: Bool) {
    self.path = path
    self.isOwn = isOwn
    self.setsProgram = setsProgram
  }

  /// nightd's own drop-in for machines without namespaces.
  package static let ownName = "zz-nightd-no-namespaces.conf"
}

/// A service file with which the bus starts a program for a name.
package struct ServiceFile: Equatable, Sendable {
  package let path: String
  /// The program; nil if the file names none.
  package let program: String?
  /// The unit that the manager starts instead.
  package let unit: String?
  /// Whether the program exists and is executable.
  package var isRunnable: Bool

  package init?(path: String, text: String, isRunnable: (String) -> Bool) {
    guard let file = KeyFile(text) else { return nil }
    self.path = path
    let program = file["Exec", in: Self.group]?.split(separator: " ").first.map(String.init)
    self.program = program
    unit = file["SystemdService", in: Self.group]
    // A quoted path is not checked.
    self.isRunnable = program.map { !$0.hasPrefix("/") || isRunnable($0) } ?? false
  }

  private static let group = "D-BUS Service"

  static func text(_ name: String, _ program: String, unit: String?) -> String {
    let unit = unit.map { "SystemdService=\($0)\n" } ?? ""
    return "[\(group)]\nName=\(name)\nExec=\(program)\n\(unit)"
  }
}
