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

    init(_ ticket: Ticket, at number: UInt64, hear: @escaping @MainActor (Value) -> Bool) {
      self.ticket = ticket
      self.hear = hear
      lastNumber = number
    }
  }

  private var seats: [Seat] = []
  /// Those of whom there may be one of each.
  private var keyed: [AnyHashable: Seat] = [:]
  private var isTelling = false
  private var isToldAgain = false

  nonisolated init() {}

  var count: Int { seats.count }

  /// Adds someone who knows the value up to `number`; `hear` answers false once its owner is gone.
  ///
  /// Who has the same key is told in its place no more.
  func add(
    _ ticket: Ticket,
    key: AnyHashable? = nil,
    at number: UInt64,
    hear: @escaping @MainActor (Value) -> Bool
  ) {
    let seat = Seat(ticket, at: number, hear: hear)
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
      var isAnyoneGone = false
      for seat in seats where seat.lastNumber < number {
        guard seat.ticket.isOpen else {
          if seat.ticket.isCancelled { isAnyoneGone = true }
          continue
        }
        seat.lastNumber = number
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
