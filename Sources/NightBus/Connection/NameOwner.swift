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
    let question = try Message.call(
      to: .bus,
      at: .bus,
      .bus,
      "GetNameOwner",
      [.string(name.text)]
    )
    try connection.call(question, milliseconds: milliseconds) { [weak self] answer, error in
      guard let self else { return }
      if case .refused? = error { return change(to: nil) }
      if let error { return onRefusal(error) }
      guard case .string(let owner)? = try? answer.values().first else { return }
      change(to: BusName(owner))
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
