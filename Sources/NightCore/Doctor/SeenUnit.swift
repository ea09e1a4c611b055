/// How the user's manager has a unit.
package struct SeenUnit: Equatable, Sendable {
  /// Whether there is a file for it.
  package var isKnown: Bool
  /// `active`, `inactive`, `failed` and others; `auto-restart` for one that waits to be started anew.
  package var state: String
  /// `enabled`, `disabled` and others; empty where there is none.
  package var fileState: String
  /// What the unit itself adds to the environment, as `NAME=VALUE`.
  package var environment: [String]
  /// With what its program, or the manager before it, ended last; 0 if it never ran.
  package var exitStatus: Int32
  /// Whether its manager understands its file and its drop-ins.
  package var isValid = true
  /// The program that it starts; nil if that is not known.
  package var program: String?
  /// Where that program is once links are followed.
  package var realProgram: String?
  /// Whether that program exists and may be run.
  package var isRunnable = true
  /// The process that runs; zero if none does.
  package var mainProcess: UInt32 = 0
  /// How often it was started again by itself since somebody started it.
  package var restarts: UInt32 = 0
  /// How its last run ended: `success`, `exit-code`, `start-limit-hit` and others.
  package var result = ""
  /// The unit's file; of a masked unit the link that masks it.
  package var file = ""
  package var dropIns: [DropIn] = []
  /// Its `ReadWritePaths=`, as the manager tells them: with `-` and `+` in front.
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

  /// Whether its sandbox leaves this folder writable if the folder exists at the start.
  package func leavesWritable(_ folder: String) -> Bool {
    writablePaths.map { Variables.plain(String($0.drop { $0 == "-" || $0 == "+" })) }.contains {
      folder == $0 || folder.hasPrefix($0 == "/" ? $0 : $0 + "/")
    }
  }

  /// Whether it ends again and again; the limit of starts may have ended that.
  ///
  /// One restart may be chance.
  var isLooping: Bool {
    restarts > 1 && ["activating", "auto-restart", "failed"].contains(state)
      || result == "start-limit-hit"
  }

  /// Whether its manager could not set up its sandbox: user namespace, capabilities, network, mounts
  /// (systemd.exec(5), “Process Exit Codes”).
  package var lacksSandbox: Bool { [217, 218, 225, 226].contains(exitStatus) }
}

/// A file that changes a unit.
package struct DropIn: Equatable, Sendable {
  package let path: String
  /// Whether the user may move it away.
  package let isOwn: Bool
  /// Whether it says which program is started.
  package let setsProgram: Bool

  package init(path: String, isOwn: Bool, setsProgram: Bool) {
    self.path = path
    self.isOwn = isOwn
    self.setsProgram = setsProgram
  }

  /// nightd's own, where a machine gives no namespaces.
  package static let ownName = "zz-nightd-no-namespaces.conf"
}
