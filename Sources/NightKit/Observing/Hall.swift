/// Those on the main actor who are told of one value, in the order in which they came.
///
/// Whoever is told may read, subscribe, cancel and set: what is set meanwhile is told to everybody
/// once the present round is over.
@MainActor
final class Hall<Value> {
  private final class Seat {
    let ticket: Ticket
    let hear: @MainActor (Value) -> Bool
    var lastNumber: UInt64
    /// Which value that was.
    var lastIdentity: UInt64

    init(
      _ ticket: Ticket,
      at number: UInt64,
      _ identity: UInt64,
      hear: @escaping @MainActor (Value) -> Bool
    ) {
      self.ticket = ticket
      self.hear = hear
      lastNumber = number
      lastIdentity = identity
    }
  }

  private var seats: [Seat] = []
  /// Those of whom there may be one of each.
  private var keyed: [AnyHashable: Seat] = [:]
  private var isTelling = false
  private var isToldAgain = false

  /// The values that were told last: who knows one and missed what came between is not told it again.
  private var recent: [(identity: UInt64, value: Value)] = []
  private var lastIdentity: UInt64 = 0
  private let isSame: (@Sendable (Value, Value) -> Bool)?
  private static var mostRecent: Int { 16 }

  /// Without `isSame` whatever comes is another value.
  nonisolated init(isSame: (@Sendable (Value, Value) -> Bool)? = nil) { self.isSame = isSame }

  private func identity(of value: Value) -> UInt64 {
    if let isSame, let known = recent.last(where: { isSame($0.value, value) }) {
      return known.identity
    }
    lastIdentity += 1
    if isSame != nil { recent.append((lastIdentity, value)) }
    if recent.count > Self.mostRecent { recent.removeFirst() }
    return lastIdentity
  }

  /// Adds someone who knows the value, which is of `number`; `hear` answers false once its owner is gone.
  ///
  /// Who has the same key is told in its place no more.
  func add(
    _ ticket: Ticket,
    key: AnyHashable? = nil,
    at number: UInt64,
    _ value: Value,
    hear: @escaping @MainActor (Value) -> Bool
  ) {
    let seat = Seat(ticket, at: number, identity(of: value), hear: hear)
    if let key {
      keyed[key]?.ticket.cancel()
      keyed[key] = seat
    }
    seats.append(seat)
  }

  /// Tells each who does not know it yet; `newest` is asked anew for each round.
  func tell(_ newest: @MainActor () -> (number: UInt64, value: Value)) {
    guard !isTelling else {
      isToldAgain = true
      return
    }
    isTelling = true
    defer { isTelling = false }
    repeat {
      isToldAgain = false
      let (number, value) = newest()
      let identity = identity(of: value)
      var isAnyoneGone = false
      for seat in seats where seat.lastNumber < number {
        guard seat.ticket.isOpen else {
          if seat.ticket.isCancelled { isAnyoneGone = true }
          continue
        }
        seat.lastNumber = number
        guard seat.lastIdentity != identity else { continue }
        seat.lastIdentity = identity
        if !seat.hear(value) {
          seat.ticket.cancel()
          isAnyoneGone = true
        }
      }
      if isAnyoneGone { prune() }
    } while isToldAgain
  }

  private func prune() {
    seats.removeAll { $0.ticket.isCancelled }
    keyed = keyed.filter { !$0.value.ticket.isCancelled }
  }
}
