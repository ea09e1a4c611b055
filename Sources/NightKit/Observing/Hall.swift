/// Those on the main actor who are told of one value, in the order in which they came.
///
/// Whoever is told may read, subscribe, cancel and set: what is set meanwhile is told to everybody
/// once the present round is over.
@MainActor
final class Hall<Value> {
  /// What the present round tells of.
  private final class Told {
    var value: Value?
  }

  private let seats = Seats()
  private let told = Told()
  /// The values that were told last: who knows one and missed what came between is not told it again.
  ///
  /// One by one, since a pair of a number and any value is a type that the runtime has to look for.
  private var recent: [Value] = []
  private var identities: [UInt64] = []
  private var lastIdentity: UInt64 = 0
  private let isSame: (@Sendable (Value, Value) -> Bool)?
  private static var mostRecent: Int { 16 }

  /// Without `isSame` whatever comes is another value.
  nonisolated init(isSame: (@Sendable (Value, Value) -> Bool)? = nil) { self.isSame = isSame }

  private func identity(of value: Value) -> UInt64 {
    guard let isSame else {
      lastIdentity += 1
      return lastIdentity
    }
    // The newest first.
    var place = recent.count - 1
    while place >= 0 {
      if isSame(recent[place], value) { return identities[place] }
      place -= 1
    }
    lastIdentity += 1
    recent.append(value)
    identities.append(lastIdentity)
    if recent.count > Self.mostRecent {
      recent.removeFirst()
      identities.removeFirst()
    }
    return lastIdentity
  }

  /// Adds someone who knows the value, which is of `number`; `hear` answers false once its owner is gone.
  ///
  /// Who has the same key is told in its place no more.
  func add(
    _ ticket: Ticket,
    key: AnyHashable? = nil,
    owner: AnyObject? = nil,
    at number: UInt64,
    _ value: Value,
    hear: @escaping @MainActor (Value) -> Bool
  ) {
    seats.add(ticket, key: key, owner: owner, at: number, identity(of: value)) { [told] in
      // Nobody is called but in a round.
      told.value.map(hear) ?? true
    }
  }

  /// Makes somebody's first call; what is set in it is told once it is over.
  func first(_ call: () -> Void, _ newest: @MainActor () -> (number: UInt64, value: Value)) {
    seats.first(call) { take(newest()) }
  }

  /// Tells each who does not know it yet; `newest` is asked anew for each round.
  func tell(_ newest: @MainActor () -> (number: UInt64, value: Value)) {
    seats.tell { take(newest()) }
  }

  private func take(
    _ newest: (number: UInt64, value: Value)
  ) -> (number: UInt64, identity: UInt64) {
    told.value = newest.value
    return (newest.number, identity(of: newest.value))
  }
}
