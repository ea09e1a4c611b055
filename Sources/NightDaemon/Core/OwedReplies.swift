import NightBus
import NightCore

/// A call whose reply waits until its request is stored.
struct OwedReply {
  let call: Call
  let answer: (Standing) -> Void
}

/// The calls that wait for a reply, by ticket.
struct OwedReplies {
  private var replies: [ReplyID: OwedReply] = [:]
  private var lastTicket: UInt64 = 0
  /// Counts the requests for a style or a theme, so that a slow one sees that it is no longer the last.
  var lastTurn = 0

  var count: Int { replies.count }

  mutating func newTicket() -> ReplyID {
    lastTicket += 1
    return ReplyID(lastTicket)
  }

  mutating func add(_ reply: OwedReply, _ ticket: ReplyID) { replies[ticket] = reply }

  mutating func remove(_ ticket: ReplyID) -> OwedReply? { replies.removeValue(forKey: ticket) }

  func sender(of ticket: ReplyID) -> BusName? { replies[ticket]?.call.sender }
}

/// Requests that wait for the desktop's first word.
struct Deferral<Request> {
  /// How long they wait; a source that hangs is not waited for.
  let milliseconds: Int

  /// Set once they have waited long enough; from then on nothing waits.
  var isOver = false
  var timer: Timer?
  private var requests: [Request] = []
  private var piece: PendingWork.Piece?

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  var isEmpty: Bool { requests.isEmpty }
  var count: Int { requests.count }

  mutating func add(_ request: Request, _ work: PendingWork) {
    if requests.isEmpty {
      timer?.set(milliseconds: milliseconds)
      piece = work.begin()
    }
    requests.append(request)
  }

  /// Returns the requests; their piece of work lasts for as long as the caller keeps it.
  mutating func removeAll() -> (requests: [Request], piece: PendingWork.Piece?) {
    timer?.stop()
    defer { (requests, piece) = ([], nil) }
    return (requests, piece)
  }
}
