/// A process as people find it again.
package struct SeenProcess: Equatable, Sendable {
  /// Zero where the bus does not tell.
  package let identifier: UInt32
  /// What it calls itself; empty where that is not known.
  package let name: String

  package init(identifier: UInt32, name: String) {
    self.identifier = identifier
    self.name = name
  }

  /// For a command: `kill 0` would end the shell that runs it.
  var known: UInt32? { identifier == 0 ? nil : identifier }
}
