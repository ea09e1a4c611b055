/// The members of an `a{sv}`, without their variants.
///
/// They are few, so looking through them beats a dictionary, whose types the runtime would have to
/// build in a program that asks one question and ends.
package struct Members: Equatable, Sendable {
  private let entries: [BusValue.Entry]

  fileprivate init(_ entries: [BusValue.Entry]) { self.entries = entries }

  package init(_ members: [(String, BusValue)]) {
    entries = members.map { BusValue.Entry(key: .string($0.0), value: .variant($0.1)) }
  }

  package var bus: BusValue { .dictionary(.string, .variant, entries) }

  /// Where a key stands twice the last one holds.
  package subscript(key: String) -> BusValue? {
    for entry in entries.reversed() {
      guard case .string(key) = entry.key else { continue }
      guard case .variant(let value) = entry.value else { return nil }
      return value
    }
    return nil
  }

  /// In the order of the message, and as often as they stand there.
  package var keys: [String] { entries.compactMap(\.key.asString) }
}

extension BusValue {
  /// The types of the dictionary hold for what is in it: what comes off the bus is so built.
  package var asOptions: Members? {
    guard case .dictionary(.string, .variant, let entries) = self else { return nil }
    return Members(entries)
  }
}
