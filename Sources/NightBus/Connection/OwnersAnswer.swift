/// An answer to a well-known name, held back until it is known whether the name's owner gave it.
///
/// A session bus lets anyone answer anyone's call. Who has the name is asked right before the call,
/// so that a daemon that leaves the name before it answers is still known; and once more where the
/// answer is another's, whom the call may have started.
final class OwnersAnswer {
  typealias Ask = (@escaping (BusName?) -> Void) -> Void

  private enum Owner: Equatable {
    case asked
    case told(BusName?)
  }

  private let ask: Ask
  private let deliver: Exchange.Delivery
  private var owner = Owner.asked
  private var held: Message?
  private var error: BusError?

  init(asking ask: @escaping Ask, _ deliver: @escaping Exchange.Delivery) {
    self.ask = ask
    self.deliver = deliver
  }

  func ownerTold(_ name: BusName?) {
    owner = .told(name)
    judge()
  }

  func answered(_ message: borrowing Message, _ error: BusError?) {
    // The bus answers for those who are not there, and libdbus where time has run out.
    guard let sender = message.sender, sender != .bus else { return deliver(message, error) }
    held = Message(sharing: message.pointer)
    self.error = error
    judge()
  }

  private func judge() {
    guard case .told(let first) = owner, let sender = held?.sender else { return }
    if first == sender { return release(error) }
    ask { [self] second in release(second == sender ? error : .strangerAnswered(sender)) }
  }

  private func release(_ error: BusError?) {
    guard let message = held.take() else { return }
    deliver(message, error)
  }
}
