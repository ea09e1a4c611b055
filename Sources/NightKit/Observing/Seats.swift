import Synchronization

/// Who is told in a hall: of no type of value, so that it is compiled once and for all.
@MainActor
final class Seats {
  private final class Seat {
    let ticket: Ticket
    let handler: Handler
    private let hasOwner: Bool
    private weak var owner: AnyObject?
    var lastNumber: UInt64
    /// Which value that was.
    var lastIdentity: UInt64

    init(
      _ ticket: Ticket,
      _ handler: Handler,
      owner: AnyObject?,
      at number: UInt64,
      _ identity: UInt64
    ) {
      self.ticket = ticket
      self.handler = handler
      self.owner = owner
      hasOwner = owner != nil
      lastNumber = number
      lastIdentity = identity
    }

    /// Whether there is nobody to be told any more, paused or not.
    var isGone: Bool { ticket.isCancelled || (hasOwner && owner == nil) }
  }

  /// What is called; it goes with all that it keeps when the ticket is cancelled, on whatever thread.
  private final class Handler: Sendable {
    // In a struct: a closure that stands alone in a Mutex is wrapped once more by each look at it.
    private struct Call: Sendable {
      let hear: @MainActor () -> Bool
    }

    private let call: Mutex<Call?>

    init(_ hear: @escaping @MainActor () -> Bool) { call = Mutex(Call(hear: hear)) }

    var hear: (@MainActor () -> Bool)? { call.withLock { $0?.hear } }

    func empty() {
      let call = call.withLock { call in
        defer { call = nil }
        return call
      }
      withExtendedLifetime(call) {}
    }
  }

  private var seats: [Seat] = []
  /// Those of whom there may be one of each.
  private var keyed: [AnyHashable: Seat] = [:]
  private var isTelling = false
  private var isToldAgain = false

  nonisolated init() {}

  /// Adds someone who knows what is of this number and identity; `hear` answers false once its owner is
  /// gone.
  ///
  /// Who has the same key is told in its place no more.
  func add(
    _ ticket: Ticket,
    key: AnyHashable?,
    owner: AnyObject?,
    at number: UInt64,
    _ identity: UInt64,
    hear: @escaping @MainActor () -> Bool
  ) {
    if seats.count >= pruneAt { prune() }
    let handler = Handler(hear)
    ticket.whenCancelled { handler.empty() }
    let seat = Seat(ticket, handler, owner: owner, at: number, identity)
    if let key {
      keyed[key]?.ticket.cancel()
      keyed[key] = seat
    }
    seats.append(seat)
  }

  /// Makes somebody's first call; what is set in it is told once it is over.
  func first(_ call: () -> Void, _ newest: @MainActor () -> (number: UInt64, identity: UInt64)) {
    guard !isTelling else { return call() }
    isTelling = true
    call()
    isTelling = false
    if isToldAgain { tell(newest) }
  }

  /// Tells each who does not know it yet; `newest` is asked anew for each round.
  func tell(_ newest: @MainActor () -> (number: UInt64, identity: UInt64)) {
    guard !isTelling else {
      isToldAgain = true
      return
    }
    isTelling = true
    defer { isTelling = false }
    repeat {
      isToldAgain = false
      let (number, identity) = newest()
      var isAnyoneGone = false
      for seat in seats where seat.lastNumber < number {
        guard seat.ticket.isOpen else {
          if seat.isGone { isAnyoneGone = true }
          continue
        }
        seat.lastNumber = number
        guard seat.lastIdentity != identity else { continue }
        seat.lastIdentity = identity
        if seat.handler.hear?() != true {
          seat.ticket.cancel()
          isAnyoneGone = true
        }
      }
      if isAnyoneGone { prune() }
    } while isToldAgain
  }

  /// At so many seats it is looked whether some of them are empty.
  private var pruneAt = 64

  private func prune() {
    // What goes may come back here from its end, so it goes last.
    let before = (seats, keyed)
    seats = before.0.filter { !$0.isGone }
    keyed = before.1.filter { !$0.value.isGone }
    pruneAt = max(64, seats.count * 2)
    for seat in before.0 where seat.isGone { seat.ticket.cancel() }
  }
}
