/// Follows the owner of a well-known name.
package final class NameOwner {
  package let name: BusName
  /// The owner's unique name; nil if the name has no owner, or if the owner is not known yet.
  package private(set) var uniqueName: BusName?
  private var subscription: Subscription?
  private let onChange: (BusName?) -> Void

  /// Follows the owner of `name`, and calls `onChange` with each new owner.
  ///
  /// The first call of `onChange` reports the present owner, or nil if the name has no owner.
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
    // First add the match rule, then ask for the owner, so that every later change arrives as a
    // signal.
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
        // Another program forged the reply. Ask the bus again, but only once per forged reply.
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
  /// A call that asks the bus which connection owns `name`.
  static func owner(of name: BusName) throws(BusError) -> Message {
    try .call(to: .bus, at: .bus, .bus, "GetNameOwner", [.string(name.text)])
  }

  /// The owner that the bus reports in its reply to GetNameOwner.
  ///
  /// The property is nil if the name has no owner, or if the message is not a reply from the bus.
  var owner: BusName? {
    guard kind == .answer, sender == .bus, case .string(let name)? = try? values().first else {
      return nil
    }
    return BusName(name)
  }
}

/// Follows the owners of all names in a namespace.
package final class NameOwners {
  /// The owners' unique names; the key is the well-known name, and a name without an owner has no
  /// entry.
  package private(set) var owners: [BusName: BusName] = [:]
  /// Whether the bus has reported the owner of each name that had an owner when this object was
  /// made.
  package var isKnown: Bool { unanswered == 0 }

  private let namespace: BusName
  private unowned let connection: Connection
  private let milliseconds: Int
  private let onRefusal: (BusError) -> Void
  private let onChange: () -> Void
  private var subscription: Subscription?
  /// How many requests to the bus have no reply yet; the first request asks for the list of names.
  private var unanswered = 1

  /// Calls `onChange` after each change, and once when all owners that existed at the start are
  /// known.
  package init(
    below namespace: BusName,
    on connection: Connection,
    milliseconds: Int,
    onRefusal: @escaping (BusError) -> Void = { _ in },
    onChange: @escaping () -> Void
  ) throws(BusError) {
    self.namespace = namespace
    self.connection = connection
    self.milliseconds = milliseconds
    self.onRefusal = onRefusal
    self.onChange = onChange
    subscription = try connection.subscribeToBus(
      "NameOwnerChanged",
      argument0Namespace: namespace,
      onRefusal: onRefusal
    ) { [unowned self] message in
      guard let values = try? message.values(), case .string(let name)? = values.first,
        case .string(let owner)? = values.last, let name = BusName(name)
      else { return }
      owners[name] = BusName(owner)
      onChange()
    }
    // First add the match rule, then ask for the names, so that every later change arrives as a
    // signal.
    try askNames()
  }

  private func askNames() throws(BusError) {
    let question = try Message.call(to: .bus, at: .bus, .bus, "ListNames")
    try ask(question, again: { me throws(BusError) in try me.askNames() }) { me, answer in
      guard let names = answer?.first?.asStrings else { return }
      for name in names where me.namespace.contains(name) {
        guard let name = BusName(name) else { continue }
        me.unanswered += 1
        do throws(BusError) { try me.askOwner(of: name) } catch { me.fail(error) }
      }
    }
  }

  /// Asks the bus for the owner of a name, and stores the owner.
  ///
  /// The bus sends replies and signals in order, so the latest message always reports the present
  /// owner.
  private func askOwner(of name: BusName) throws(BusError) {
    try ask(.owner(of: name), again: { me throws(BusError) in try me.askOwner(of: name) }) {
      me,
      answer in
      me.owners[name] = answer?.first?.asString.flatMap { BusName($0) }
    }
  }

  private func ask(
    _ question: consuming Message,
    again: @escaping (NameOwners) throws(BusError) -> Void,
    then handle: @escaping (NameOwners, [BusValue]?) -> Void
  ) throws(BusError) {
    try connection.call(question, milliseconds: milliseconds) { [weak self] answer, error in
      guard let self else { return }
      do throws(BusError) {
        switch error {
        case nil: handle(self, try? answer.values())
        // The bus refuses the request if the name no longer has an owner.
        case .refused: handle(self, nil)
        // Another program forged the reply. Ask the bus again, but only once per forged reply.
        case .strangerAnswered: return try again(self)
        case let error?: throw error
        }
      } catch {
        return fail(error)
      }
      answered()
    }
  }

  private func fail(_ error: BusError) {
    onRefusal(error)
    answered()
  }

  private func answered() {
    unanswered -= 1
    if isKnown { onChange() }
  }
}
