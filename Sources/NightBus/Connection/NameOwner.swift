/// Follows who owns a well-known name.
package final class NameOwner {
  package let name: BusName
  /// The owner's unique name; nil while there is none, or it is not known yet.
  package private(set) var uniqueName: BusName?
  private var subscription: Subscription?
  private let onChange: (BusName?) -> Void

  /// Calls with the owner once it is known, nil included, and then with each new one.
  package init(
    of name: BusName,
    on connection: Connection,
    milliseconds: Int,
    onRefusal: @escaping (BusError) -> Void = { _ in },
    onChange: @escaping (BusName?) -> Void
  ) throws(BusError) {
    self.name = name
    self.onChange = onChange
    subscription = try connection.subscribeToBus(
      "NameOwnerChanged",
      argument0: name.text,
      onRefusal: onRefusal
    ) { [unowned self] message in
      guard case .string(let owner)? = try? message.values().last else { return }
      change(to: BusName(owner))
    }
    // Asked after the rule stands: a change in between arrives as a signal and is never missed.
    try ask(connection, milliseconds, onRefusal)
  }

  private func ask(
    _ connection: Connection,
    _ milliseconds: Int,
    _ onRefusal: @escaping (BusError) -> Void
  ) throws(BusError) {
    try connection.call(.owner(of: name), milliseconds: milliseconds) {
      [weak self, weak connection] answer, error in
      guard let self else { return }
      do throws(BusError) {
        switch error {
        case nil: if let owner = answer.owner { change(to: owner) }
        case .refused: change(to: nil)
        // Each question takes one forgery out of the way.
        case .strangerAnswered: if let connection { try ask(connection, milliseconds, onRefusal) }
        case let error?: throw error
        }
      } catch {
        onRefusal(error)
      }
    }
  }

  private var isKnown = false

  private func change(to owner: BusName?) {
    guard !isKnown || owner != uniqueName else { return }
    isKnown = true
    uniqueName = owner
    onChange(owner)
  }
}

extension Message {
  /// The question to the bus for the unique name of who has a name.
  static func owner(of name: BusName) throws(BusError) -> Message {
    try .call(to: .bus, at: .bus, .bus, "GetNameOwner", [.string(name.text)])
  }

  /// What the bus says to that; nil where nobody has the name, or another than the bus answers.
  var owner: BusName? {
    guard kind == .answer, sender == .bus, case .string(let name)? = try? values().first else {
      return nil
    }
    return BusName(name)
  }
}
