import NightBus
import NightContract
import NightCore

/// A call whose reply waits until its request is stored.
struct PendingReply {
  let call: Call
  let answer: (Snapshot) -> Void
}

/// The calls that wait for a reply.
struct PendingReplies {
  private var replies: [ReplyID: PendingReply] = [:]
  private var lastID: UInt64 = 0
  /// The number of requests for a style or theme so far.
  ///
  /// A slow request compares this number to find out whether a newer request has arrived.
  var lastTurn = 0
  /// The encoded reply for the last appearance, kept because many callers may get the same reply.
  private var written: (snapshot: Snapshot, body: Body)?

  var count: Int { replies.count }

  mutating func newID() -> ReplyID {
    lastID += 1
    return ReplyID(lastID)
  }

  mutating func add(_ reply: PendingReply, _ id: ReplyID) { replies[id] = reply }

  mutating func remove(_ id: ReplyID) -> PendingReply? { replies.removeValue(forKey: id) }

  func sender(of id: ReplyID) -> BusName? { replies[id]?.call.sender }

  mutating func answer(_ answer: Answer<Snapshot>, _ snapshot: Snapshot) {
    if let written, written.snapshot == snapshot { return answer.call.answer(written.body) }
    guard let body = try? Body(snapshot.values) else { return answer(snapshot) }
    written = (snapshot, body)
    answer.call.answer(body)
  }
}

/// Requests that wait for the desktop's first report.
struct DeferredRequests<Request> {
  /// The longest time that the requests wait, because a source may hang.
  let milliseconds: Int

  /// True once the wait has timed out; from then on no request waits.
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

  /// Removes and returns the requests; the caller must keep their piece of work until they end.
  mutating func removeAll() -> (requests: [Request], piece: PendingWork.Piece?) {
    timer?.stop()
    defer { (requests, piece) = ([], nil) }
    return (requests, piece)
  }
}
