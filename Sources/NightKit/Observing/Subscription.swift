/// A standing wish to be told.
///
/// Without an owner it lasts for as long as it is kept; with one, as long as the owner lives, and need
/// not be kept. After `cancel` nothing more is told: at once on the thread that is told things, and
/// elsewhere once what is being told at this moment has been.
public final class Subscription: Sendable {
  private let ticket: Ticket
  private let lastsWithOwner: Bool
  private let ring: @Sendable () -> Void

  /// `ring` has what was missed told.
  init(
    _ ticket: Ticket,
    lastsWithOwner: Bool,
    ring: @escaping @Sendable () -> Void
  ) {
    self.ticket = ticket
    self.lastsWithOwner = lastsWithOwner
    self.ring = ring
  }

  deinit { if !lastsWithOwner { cancel() } }

  /// Ends it; it cannot be taken up again.
  public func cancel() { ticket.cancel() }

  /// Tells nothing until `resume`, as for what nobody can see.
  public func pause() { ticket.isPaused = true }

  /// Goes on; what was missed is told once, as the last of it is.
  public func resume() {
    ticket.isPaused = false
    ring()
  }
}
