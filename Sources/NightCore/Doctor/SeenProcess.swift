/// A process as people find it again.
package struct SeenProcess: Equatable, Sendable {
  package let identifier: UInt32
  /// What it calls itself; empty where that is not known.
  package let name: String

  package init(identifier: UInt32, name: String) {
    self.identifier = identifier
    self.name = name
  }
}
