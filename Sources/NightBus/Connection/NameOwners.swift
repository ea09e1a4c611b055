/// Follows who owns the names below a common beginning.
package final class NameOwners {
  /// The unique names of those that have an owner now.
  package private(set) var owners: [BusName: BusName] = [:]
  /// Whether the bus has told of all that were there at the start.
  package var isKnown: Bool { unanswered == 0 }

  private let namespace: BusName
  private unowned let connection: Connection
  private let milliseconds: Int
  private let onRefusal: (BusError) -> Void
  private let onChange: () -> Void
  private var subscription: Subscription?
  /// Questions to the bus; the first one is which names there are.
  private var unanswered = 1

  /// Calls with each change, and once all that were there at the start are known.
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
    // Asked after the rule stands: a change in between arrives as a signal and is never missed.
    try askNames()
  }

  private func askNames() throws(BusError) {
    let question = try Message.call(to: .bus, at: .bus, .bus, "ListNames")
    try ask(question, again: { me throws(BusError) in try me.askNames() }) { me, answer in
      guard let names = answer?.first?.asStrings else { return }
      for name in names where me.namespace.holds(name) {
        guard let name = BusName(name) else { continue }
        me.unanswered += 1
        do throws(BusError) { try me.askOwner(of: name) } catch { me.fail(error) }
      }
    }
  }

  /// The bus answers in the order of its signals, so that whatever comes last holds.
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
    then take: @escaping (NameOwners, [BusValue]?) -> Void
  ) throws(BusError) {
    try connection.call(question, milliseconds: milliseconds) { [weak self] answer, error in
      guard let self else { return }
      do throws(BusError) {
        switch error {
        case nil: take(self, try? answer.values())
        // Who left in between.
        case .refused: take(self, nil)
        // Each question takes one forgery out of the way.
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
