/// An appearance and its number under the present owner of the name.
package struct Standing: Equatable, Sendable {
  /// Counts the changes that an application would paint; it starts at 1 with each owner.
  package var serial: UInt64
  package var appearance: Appearance

  package init(serial: UInt64, appearance: Appearance) {
    self.serial = serial
    self.appearance = appearance
  }
}
