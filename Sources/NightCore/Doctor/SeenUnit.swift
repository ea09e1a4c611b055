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

  package init(
    isKnown: Bool,
    state: String = "",
    fileState: String = "",
    environment: [String] = []
  ) {
    self.isKnown = isKnown
    self.state = state
    self.fileState = fileState
    self.environment = environment
  }
}
