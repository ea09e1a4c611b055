package import NightBus
package import NightContract
package import NightCore

/// Calls the daemon and waits for its answers.
///
/// Use each client on one thread only.
package final class Client {
  /// The default timeout in milliseconds: enough for a daemon that starts on a slow machine.
  package static let timeout = 15_000

  private let address: String
  private let hooks: ConnectHooks
  /// How many milliseconds each call may take.
  private let milliseconds: Int
  private var opened: Connection?

  /// Makes a client for the session bus that the environment specifies; the first call connects to
  /// the bus.
  package convenience init(
    environment: (String) -> String?,
    _ hooks: ConnectHooks = .none
  ) throws(ClientError) {
    self.init(address: try Self.address(environment: environment), hooks)
  }

  package init(
    address: String,
    _ hooks: ConnectHooks = .none,
    milliseconds: Int = timeout
  ) {
    self.address = address
    self.hooks = hooks
    self.milliseconds = milliseconds
  }

  /// Returns the client's connection, and opens it at the first use.
  ///
  /// Programs that also follow signals need the connection.
  package func connect() throws(ClientError) -> Connection {
    if let opened { return opened }
    do throws(BusError) {
      let connection = try Connection(address: address, hooks)
      opened = connection
      return connection
    } catch {
      throw ClientError(error)
    }
  }

  package static func address(
    environment: (String) -> String?
  ) throws(ClientError) -> String {
    do throws(BusError) { return try SessionBus.address(environment: environment) } catch {
      throw ClientError(error)
    }
  }

  /// Whether the bus may start the daemon for a call.
  package enum Starting: Sendable {
    case allowed
    case forbidden
  }

  /// Returns the style and the whole appearance that are in effect for the desktop.
  package func get(_ starting: Starting = .allowed) throws(ClientError) -> Snapshot {
    try call(.get, (), starting)
  }

  /// Returns the style and the appearance that are in effect for one application.
  package func get(
    for application: String,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Snapshot {
    try call(.getFor, NamedApplication(application), starting)
  }

  /// Returns all facts that decide the style of the desktop or of one application.
  ///
  /// An empty `application` means the desktop.
  package func why(
    for application: String = "",
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Explanation {
    try call(.why, WhyOptions(application), starting)
  }

  /// Requests the appearance of the desktop or of one application; does not wait for the answer.
  ///
  /// An empty `application` means the desktop.
  package func startGet(
    for application: String = "",
    then deliver: @escaping (Result<Snapshot, ClientError>) -> Void
  ) {
    let question: Question<Snapshot> =
      application.isEmpty
      ? Request.get.with(()) : Request.getFor.with(NamedApplication(application))
    start(question, then: deliver)
  }

  /// Calls the daemon, but does not wait for its answer.
  ///
  /// If the daemon ends before it answers, this function repeats the call once, but only if that is
  /// safe.
  ///
  /// The connection's loop calls `deliver` with the answer.
  package func start<Reply>(
    _ question: Question<Reply>,
    isRetry: Bool = false,
    then deliver: @escaping (Result<Reply, ClientError>) -> Void
  ) {
    let request = question.request
    do throws(BusError) {
      guard let opened else { throw .disconnected }
      try opened.call(.call(to: .nightd, request), milliseconds: milliseconds) {
        [weak self] answer, error in
        if let error {
          guard let self, !isRetry, Self.mayAskAgain(request.effect, after: error) else {
            return deliver(.failure(ClientError(error)))
          }
          return start(question, isRetry: true) { again in
            // No daemon is running now, but the daemon that ended may have carried out the call.
            if case .failure(.noDaemon) = again { return deliver(.failure(.ended)) }
            deliver(again)
          }
        }
        let reply = (try? answer.values()).flatMap { try? question.read($0) }
        deliver(reply.map(Result.success) ?? .failure(.unreadable(request.member)))
      }
    } catch {
      deliver(.failure(ClientError(error)))
    }
  }

  /// Calls the daemon and waits for its answer.
  ///
  /// If the daemon ends before it answers, this function repeats the call once, but only if that is
  /// safe.
  package func call<Arguments, Reply>(
    _ request: Request<Arguments, Reply>,
    _ arguments: Arguments,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Reply {
    try call(request.with(arguments), starting)
  }

  func call<Reply>(
    _ question: Question<Reply>,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Reply {
    let values = try values(of: question.request, starting)
    guard let reply = try? question.read(values) else {
      throw .unreadable(question.request.member)
    }
    return reply
  }

  private func values(
    of request: SentRequest,
    _ starting: Starting
  ) throws(ClientError) -> [BusValue] {
    let isRead = request.effect == .reads
    let isLong = milliseconds > 2 * Self.soon
    // If a call changes something, never repeat it after a timeout. Instead, ping the daemon while
    // the call waits for its answer.
    let soon = isRead || !isLong ? nil : Self.soon
    func ask(_ milliseconds: Int) throws(BusError) -> [BusValue] {
      let call = try Message.call(to: .nightd, request)
      call.setAutoStart(starting == .allowed)
      guard let opened else { return try askFirst(call, milliseconds, soon) }
      return try opened.callAndWait(call, milliseconds: milliseconds, pingingAfter: soon).values()
    }
    // If a call only reads and its timeout is long, first wait only briefly for the answer. Then,
    // if the daemon is not hung, call it again and wait longer, because it may still be starting.
    let isDivided = isRead && isLong
    do throws(BusError) {
      return try ask(isDivided ? Self.soon : milliseconds)
    } catch .timedOut {
      guard isDivided, !isHung else { throw silence(after: request) }
    } catch {
      guard Self.mayAskAgain(request.effect, after: error) else { throw ClientError(error) }
    }
    do throws(BusError) { return try ask(milliseconds) } catch .timedOut {
      throw silence(after: request)
    } catch {
      throw ClientError(error)
    }
  }

  private func askFirst(
    _ call: consuming Message,
    _ milliseconds: Int,
    _ soon: Int?
  ) throws(BusError) -> [BusValue] {
    var answer = Result<[BusValue], BusError>.failure(.disconnected)
    opened = try Connection(
      address: address,
      hooks,
      greeting: self.milliseconds,
      asking: call,
      milliseconds: milliseconds,
      pingingAfter: soon
    ) {
      answer = $0
    }
    return try answer.get()
  }

  /// Whether a failed call may be repeated.
  ///
  /// True if the call may be carried out twice, and if either the daemon ended before it answered,
  /// for example in an upgrade, or another program answered.
  private static func mayAskAgain(_ effect: RequestEffect, after error: BusError) -> Bool {
    guard effect != .changesOnce else { return false }
    if case .strangerAnswered = error { return true }
    return ClientError(error) == .ended
  }
}

extension Message {
  /// Builds the message of a call to nightd's well-known name, or to the unique name of nightd's
  /// process.
  static func call(to name: BusName, _ request: SentRequest) throws(BusError) -> Message {
    try call(to: name, at: .nightd, request.interface, request.member, request.arguments)
  }
}

extension ClientError {
  static func unreadable(_ member: MemberName) -> ClientError {
    .garbled("nightd sent a reply to \(member) that this version cannot read")
  }
}

/// Calls that find out why the daemon does not answer.
extension Client {
  /// How many milliseconds to wait before a ping, and how many to wait for the ping's answer.
  static let soon = 1_000

  /// Whether a process owns the daemon's name but does not answer a ping.
  ///
  /// A daemon that waits for a slow disk still answers pings.
  var isHung: Bool {
    guard process != nil, let connection = try? connect(),
      let ping = try? Message.call(to: .nightd, at: .nightd, .peer, "Ping", [])
    else { return false }
    ping.setAutoStart(false)
    do throws(BusError) {
      _ = try connection.callAndWait(ping, milliseconds: Self.soon)
      return false
    } catch .timedOut {
      return true
    } catch {
      return false
    }
  }

  /// Throws if a process owns the daemon's name but does not answer a ping.
  ///
  /// Call `throwIfHung` before you make a follower. A follower cannot tell a hung daemon from a
  /// daemon that is still starting, so a follower would wait for a hung daemon too.
  package func throwIfHung() throws(ClientError) {
    if isHung { throw .silent(process: process, isRead: true) }
  }

  private func silence(after request: SentRequest) -> ClientError {
    .silent(process: process, isRead: request.effect == .reads)
  }

  /// The process that owns the daemon's name; nil if the bus knows no such process.
  private var process: UInt32? {
    let name = BusValue.string(BusName.nightd.text)
    guard let connection = try? connect(),
      let call = try? Message.call(to: .bus, at: .bus, .bus, "GetConnectionUnixProcessID", [name]),
      let answer = try? connection.callAndWait(call, milliseconds: Self.soon)
    else { return nil }
    return try? answer.values().first?.asUInt32
  }
}
