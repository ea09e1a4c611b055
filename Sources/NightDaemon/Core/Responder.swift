import NightBus
import NightContract
import NightCore

/// A D-Bus call that waits for a reply of the type `Reply`.
struct Responder<Reply> {
  let call: Call
  private let values: Values<Reply>

  fileprivate init(_ call: Call, _ values: Values<Reply>) {
    self.call = call
    self.values = values
  }

  func callAsFunction(_ reply: Reply) { call.answer(values.write(reply)) }

  func refuse(_ refusal: Refusal) { call.refuse(refusal) }

  /// Sends the reply, or a refusal if the reply is too large for one message.
  func orTooLarge(_ reply: Reply) {
    guard let body = try? Body(values.write(reply)) else { return refuse(.answerTooLarge) }
    call.answer(body)
  }

  /// Sends the same reply to several calls, but encodes it only once.
  static func all(_ answers: some Collection<Responder>, _ reply: Reply) {
    guard let values = answers.first?.values.write(reply) else { return }
    if let body = try? Body(values) {
      for answer in answers { answer.call.answer(body) }
    } else {
      for answer in answers { answer.call.answer(values) }
    }
  }
}

extension Method {
  /// Serves a request by calling a method of the exported object, which may reply now or later.
  init<each Part, Reply>(
    _ request: Request<(repeat each Part), Reply>,
    callValues: Int? = nil,
    _ body:
      @escaping @Sendable (Target) -> (Responder<Reply>, repeat each Part) throws(Refusal) -> Void
  ) {
    self.init(serving: request, callValues) { (target, answer, parts) throws(Refusal) in
      try body(target)(answer, repeat each parts)
    }
  }

  /// Serves a request that has one argument.
  ///
  /// Swift has no tuple of one value, so a request with one argument needs its own initializer.
  init<Part, Reply>(
    _ request: Request<Part, Reply>,
    callValues: Int? = nil,
    _ body: @escaping @Sendable (Target) -> (Responder<Reply>, Part) throws(Refusal) -> Void
  ) {
    self.init(serving: request, callValues) { (target, answer, part) throws(Refusal) in
      try body(target)(answer, part)
    }
  }

  /// Serves a request by replying with the value that a closure returns.
  init<Arguments, Reply>(
    _ request: Request<Arguments, Reply>,
    _ body: @escaping @Sendable (Target, Arguments) throws(Refusal) -> Reply
  ) {
    self.init(serving: request, nil) { (target, answer, arguments) throws(Refusal) in
      answer(try body(target, arguments))
    }
  }

  private init<Arguments, Reply>(
    serving request: Request<Arguments, Reply>,
    _ callValues: Int?,
    _ body: @escaping @Sendable (Target, Responder<Reply>, Arguments) throws(Refusal) -> Void
  ) {
    self.init(
      request.member,
      request.arguments.list,
      gives: request.reply.list,
      callValues: callValues
    ) { (target, call) throws(Refusal) in
      let arguments = try request.arguments.read(call.arguments)
      try body(target, Responder(call, request.reply), arguments)
    }
  }
}

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
  /// A slow request looks at this number to find out whether a newer request has arrived.
  var lastTurn = 0
  var applicationTurns = ApplicationTurns()
  /// The encoded reply that contains the last appearance; many callers may get the same reply.
  private var written: (snapshot: Snapshot, body: Body)?

  var count: Int { replies.count }

  mutating func newID() -> ReplyID {
    lastID += 1
    return ReplyID(lastID)
  }

  mutating func add(_ reply: PendingReply, _ id: ReplyID) { replies[id] = reply }

  mutating func remove(_ id: ReplyID) -> PendingReply? { replies.removeValue(forKey: id) }

  func sender(of id: ReplyID) -> BusName? { replies[id]?.call.sender }

  /// Replies with a snapshot of the appearance.
  ///
  /// `values` are the snapshot's D-Bus values, which are encoded at most once.
  mutating func answer(
    _ answer: Responder<Snapshot>,
    _ snapshot: Snapshot,
    _ values: @autoclosure () -> [BusValue]
  ) {
    if let written, written.snapshot == snapshot { return answer.call.answer(written.body) }
    guard let body = try? Body(values()) else { return answer(snapshot) }
    written = (snapshot, body)
    answer.call.answer(body)
  }
}

/// For each application, the number of its last request for a style or theme, until the theme of
/// that request has been read.
struct ApplicationTurns {
  private var last = 0
  private var turns: [PreferenceKey: Int] = [:]

  private static func key(_ application: String) -> PreferenceKey {
    // A key compares names byte by byte, as nightd does everywhere.
    PreferenceKey(known: PreferenceTable.choice, of: application)
  }

  /// Begins a request that reads a theme, and returns the request's number.
  mutating func begin(_ application: String) -> Int {
    last += 1
    turns[Self.key(application)] = last
    return last
  }

  /// Ends the request; returns false if a later request for the application has arrived.
  mutating func end(_ turn: Int, _ application: String) -> Bool {
    guard turns[Self.key(application)] == turn else { return false }
    turns[Self.key(application)] = nil
    return true
  }

  /// Cancels the application's earlier request if that request is still reading a theme.
  mutating func overtake(_ application: String) { turns[Self.key(application)] = nil }
}

/// Everything that waits for the desktop's first report.
struct AwaitingDesktop {
  /// A toggle request, and the later requests that must wait for that toggle.
  var demands = DeferredRequests<(demand: Demand, reply: PendingReply)>(milliseconds: 250)
  /// Replies that must wait for the desktop's first report, because they contain that report.
  var readers = DeferredRequests<() -> Void>(milliseconds: 1_000)
}

/// Requests that wait for the desktop's first report.
struct DeferredRequests<Request> {
  /// The longest wait, in milliseconds; a wait needs a limit, because a source of the desktop's
  /// settings may hang.
  let milliseconds: Int

  /// True once the wait has timed out; later requests do not wait.
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

  /// Removes and returns the waiting requests.
  ///
  /// Keep `piece` until the requests are handled, because the daemon does not exit while `piece`
  /// exists.
  mutating func removeAll() -> (requests: [Request], piece: PendingWork.Piece?) {
    timer?.stop()
    defer { (requests, piece) = ([], nil) }
    return (requests, piece)
  }
}

/// The work that must finish before the daemon ends.
///
/// Use this class only on the loop's thread.
package final class PendingWork {
  /// One piece of work; the piece ends when `end` is called or its last reference is released.
  package final class Piece {
    private var work: PendingWork?

    fileprivate init(_ work: PendingWork) {
      self.work = work
      work.count += 1
    }

    package func end() {
      guard let ended = work.take() else { return }
      ended.count -= 1
      if ended.isEmpty { ended.onNone() }
    }

    deinit { end() }
  }

  private var count = 0

  /// Called when the last piece of work ends.
  package var onNone: () -> Void = {}
  package var isEmpty: Bool { count == 0 }

  package init() {}

  package func begin() -> Piece { Piece(self) }
}
