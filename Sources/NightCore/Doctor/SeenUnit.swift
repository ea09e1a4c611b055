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

  /// Whether its manager could not set up its sandbox: user namespace, capabilities, network, mounts
  /// (systemd.exec(5), “Process Exit Codes”).
  package var lacksSandbox: Bool { [217, 218, 225, 226].contains(exitStatus) }
}
