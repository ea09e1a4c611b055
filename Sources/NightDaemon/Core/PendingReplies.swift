import NightBus
import NightContract
import NightCore

/// A call whose reply waits until its request is stored.
struct PendingReply {
  let call: Call
  let answer: (Standing) -> Void
}

/// The calls that wait for a reply.
struct PendingReplies {
  private var replies: [ReplyID: PendingReply] = [:]
  private var lastID: UInt64 = 0
  /// Counts the requests for a style or a theme, so that a slow one knows if it is still the last.
  var lastTurn = 0
  /// The reply to most calls, written once per appearance: many callers may wait for one commit.
  private var written: (standing: Standing, body: Body)?

  var count: Int { replies.count }

  mutating func newID() -> ReplyID {
    lastID += 1
    return ReplyID(lastID)
  }

  mutating func add(_ reply: PendingReply, _ id: ReplyID) { replies[id] = reply }

  mutating func remove(_ id: ReplyID) -> PendingReply? { replies.removeValue(forKey: id) }

  func sender(of id: ReplyID) -> BusName? { replies[id]?.call.sender }

  mutating func answer(_ answer: Answer<Standing>, _ standing: Standing) {
    if let written, written.standing == standing { return answer.call.answer(written.body) }
    guard let body = try? Body(standing.values) else { return answer(standing) }
    written = (standing, body)
    answer.call.answer(body)
  }
}

/// Requests that wait for the desktop's first report.
struct DeferredRequests<Request> {
  /// How long they wait: not for a source that hangs.
  let milliseconds: Int

  /// True once the requests have waited long enough; from then on no request waits.
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
