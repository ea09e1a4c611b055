package import NightBus

/// An application that reads settings, and receives changes on a second connection.
package final class SettingsReader {
  /// A signalled change; its value is unwrapped from the variant that every signal has.
  package struct Change: Equatable, CustomStringConvertible {
    package let namespace: String
    package let key: String
    package let value: BusValue

    package init(_ key: String, _ value: BusValue, in namespace: String = SettingsPlace.appearance)
    {
      self.namespace = namespace
      self.key = key
      self.value = value
    }

    package var description: String { "\(namespace) \(key) \(value)" }
  }

  private static let milliseconds = 20_000

  package let place: SettingsPlace
  private let asking: Caller
  private let listening: Connection
  private let loop: Loop
  private var owner: NameOwner?
  private var subscription: Subscription?
  private var check: () -> Bool = { false }
  package private(set) var changes: [Change] = []
  /// The time at which each change arrived, in nanoseconds of a monotonic clock.
  package private(set) var times: [UInt64] = []
  private var taken = 0
  /// The connection that owns the name; nil if the name has no owner.
  package var ownerName: BusName? { owner?.uniqueName }

  /// Starts to listen, even if nobody owns the name; listening does not make the bus start a
  /// program.
  package init(_ address: String, _ place: SettingsPlace) throws {
    self.place = place
    asking = try Caller(address: address)
    listening = try Connection(address: address)
    loop = try Loop()
    try listening.attach(to: loop)
    var isKnown = false
    let owner = try NameOwner(
      of: place.name,
      on: listening,
      milliseconds: Self.milliseconds
    ) { [unowned self] _ in
      isKnown = true
      stopIfDone()
    }
    self.owner = owner
    let rule = MatchRule(
      path: SettingsPlace.path,
      interface: place.interface,
      member: "SettingChanged"
    )
    subscription = try listening.subscribe(rule, from: owner) { [unowned self] message in
      guard let values = try? message.values(), values.count == 3,
        let namespace = values[0].asString, let key = values[1].asString
      else { return }
      changes.append(Change(key, values[2], in: namespace))
      times.append(Timer.now())
      stopIfDone()
    }
    try wait("answer of the bus") { isKnown }
    // After the bus has replied to this later call, it has added the match rule.
    try settle()
  }

  deinit { listening.close() }

  private func stopIfDone() { if check() { loop.stop() } }

  /// Runs the loop until the condition is true, which is checked whenever a change arrives.
  package func wait(_ awaited: String, until holds: @escaping () -> Bool) throws {
    guard !holds() else { return }
    check = holds
    defer { check = { false } }
    let deadline = loop.timer { [loop] in loop.stop() }
    deadline.set(milliseconds: Self.milliseconds)
    try loop.run()
    guard holds() else {
      throw ProgramError(
        program: place.name.text,
        problem: .timedOut(after: .milliseconds(Self.milliseconds)),
        awaited: awaited,
        details: ["told were: \(changes.suffix(20))"]
      )
    }
  }

  /// Listens for this many milliseconds.
  package func listen(milliseconds: Int) throws {
    let end = loop.timer { [loop] in loop.stop() }
    end.set(milliseconds: milliseconds)
    try loop.run()
    withExtendedLifetime(end) {}
  }

  /// The next change that this method has not returned yet.
  package func next() throws -> Change {
    try wait("change") { [unowned self] in changes.count > taken }
    taken += 1
    return changes[taken - 1]
  }

  /// Discards the changes that have arrived so far.
  package func forget() {
    changes = []
    times = []
    taken = 0
  }

  /// Returns when everything that the bus sent earlier has been read.
  package func settle() throws {
    var isAnswered = false
    let call = try Message.call(to: .bus, at: .bus, .bus, "GetId", [])
    try listening.call(call, milliseconds: Self.milliseconds) { [loop] _, _ in
      isAnswered = true
      loop.stop()
    }
    try wait("answer of the bus") { isAnswered }
  }
}

// MARK: - Asking

extension SettingsReader {
  /// The value of a key, with all variants that wrap it.
  package func read(
    _ key: String,
    in namespace: String = SettingsPlace.appearance
  ) throws -> Result<BusValue, Refusal> {
    try call("Read", [.string(namespace), .string(key)]).map { $0.first ?? .array(.variant, []) }
  }

  /// Each namespace in the reply with its values, in the order of the reply.
  package func readAll(_ patterns: [String] = []) throws -> [(String, [Change])] {
    let values = try call("ReadAll", [.strings(patterns)]).get()
    guard values.count == 1, case .dictionary(_, _, let spaces) = values[0] else {
      throw RawClient.Refused()
    }
    return spaces.map { space in
      let name = space.key.asString ?? "?"
      guard case .dictionary(_, _, let entries) = space.value else { return (name, []) }
      return (name, entries.map { Change($0.key.asString ?? "?", $0.value, in: name) })
    }
  }

  package func call(
    _ member: MemberName,
    _ arguments: [BusValue],
    of interface: InterfaceName? = nil
  ) throws -> Result<[BusValue], Refusal> {
    try asking.call(
      interface ?? place.interface,
      member,
      arguments,
      at: SettingsPlace.path,
      of: place.name
    )
  }
}
