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

extension Standing {
  /// A JSON object with the names of the bus and more members after them.
  package func json(_ more: [JSON.Member] = []) -> JSON {
    let members: [JSON.Member] = [
      .init(name: "style", value: .string(appearance.style.rawValue)),
      .init(name: "serial", value: .integer(Int64(clamping: serial))),
    ]
    return .object(members + appearance.json + more)
  }
}
