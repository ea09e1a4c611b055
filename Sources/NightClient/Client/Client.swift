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
  /// The timeout of each call.
  private let milliseconds: Int
  private var opened: Connection?

  /// Makes a client of the session bus in the environment; the first call connects to the bus.
  package convenience init(
    environment: (String) -> String?,
    _ hooks: ConnectHooks = .none
  ) throws(ClientError) {
    let address = try Self.address(environment: environment)
    do throws(BusError) { try SessionBus.requireLibrary() } catch { throw ClientError(error) }
    self.init(address: address, hooks)
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
  /// Programs that also follow signals need it.
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

  /// Returns the style that is in effect, with the whole appearance.
  package func get(_ starting: Starting = .allowed) throws(ClientError) -> Snapshot {
    try call(.get, (), starting)
  }

  /// Returns the style and the appearance that are in effect for one application.
  package func get(
    for application: String,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Snapshot {
    try call(.getFor, application, starting)
  }

  /// Returns everything that decides the style of the desktop or of one application.
  ///
  /// An empty name is for the desktop.
  package func why(
    for application: String = "",
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Explanation {
    let options = application.isEmpty ? [] : [("app", BusValue.string(application))]
    return try call(.why, Members(options), starting)
  }

  /// Returns the XML with which the daemon describes its interfaces.
  package func introspection() throws(ClientError) -> String {
    let values = try call(.introspectable, "Introspect", [], .allowed)
    guard case .string(let xml)? = values.first else {
      throw .garbled("nightd did not describe itself")
    }
    return xml
  }

  /// Requests the appearance of the desktop or of one application; does not wait for the answer.
  ///
  /// An empty application is the desktop.
  package func startGet(
    for application: String = "",
    then deliver: @escaping (Result<Snapshot, ClientError>) -> Void
  ) {
    let question: Question<Snapshot> =
      application.isEmpty ? Request.get.with(()) : Request.getFor.with(application)
    start(question, then: deliver)
  }

  /// Requests a change; does not wait for the answer.
  ///
  /// The answer comes on the loop of the connection.
  package func start(
    _ demand: Demand,
    then deliver: @escaping (Result<Snapshot, ClientError>) -> Void
  ) {
    start(demand.question, then: deliver)
  }

  /// Calls the daemon without waiting; repeats the call once if the daemon ends and this is safe.
  func start<Reply>(
    _ question: Question<Reply>,
    isRetry: Bool = false,
    then deliver: @escaping (Result<Reply, ClientError>) -> Void
  ) {
    let member = question.member
    do throws(BusError) {
      guard let opened else { throw .disconnected }
      let call = try Message.call(
        to: .nightd,
        at: .nightd,
        question.interface,
        member,
        question.arguments
      )
      try opened.call(call, milliseconds: milliseconds) { [weak self] answer, error in
        if let error {
          guard let self, !isRetry, Self.mayAskAgain(member, after: error) else {
            return deliver(.failure(ClientError(error)))
          }
          return start(question, isRetry: true) { again in
            // No daemon is running now, but the earlier one may have carried out the call.
            if case .failure(.noDaemon) = again { return deliver(.failure(.ended)) }
            deliver(again)
          }
        }
        let reply = (try? answer.values()).flatMap(question.read)
        deliver(reply.map(Result.success) ?? .failure(.unreadable(member)))
      }
    } catch {
      deliver(.failure(ClientError(error)))
    }
  }

  func call<Arguments, Reply>(
    _ request: Request<Arguments, Reply>,
    _ arguments: Arguments,
    _ starting: Starting = .allowed,
    isRepeatable: Bool = true
  ) throws(ClientError) -> Reply {
    try call(request.with(arguments), starting, isRepeatable: isRepeatable)
  }

  func call<Reply>(
    _ question: Question<Reply>,
    _ starting: Starting = .allowed,
    isRepeatable: Bool = true
  ) throws(ClientError) -> Reply {
    let values = try call(
      question.interface,
      question.member,
      question.arguments,
      starting,
      isRepeatable: isRepeatable
    )
    guard let reply = question.read(values) else { throw .unreadable(question.member) }
    return reply
  }

  /// Calls the daemon and waits; repeats the call once if the daemon ends and this is safe.
  func call(
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue],
    _ starting: Starting = .allowed,
    isRepeatable: Bool = true
  ) throws(ClientError) -> [BusValue] {
    let isRead = Self.isRead(member)
    let isLong = milliseconds > 2 * Self.soon
    // After a timeout, do not repeat a call that changes something: ping during its wait instead.
    let soon = isRead || !isLong ? nil : Self.soon
    func ask(_ milliseconds: Int) throws(BusError) -> [BusValue] {
      let call = try Message.call(to: .nightd, at: .nightd, interface, member, arguments)
      call.setAutoStart(starting == .allowed)
      guard let opened else { return try askFirst(call, milliseconds, soon) }
      return try opened.callAndWait(call, milliseconds: milliseconds, pingingAfter: soon).values()
    }
    // Wait in two steps: for a daemon that hangs only the first, for a starting daemon both.
    let isDivided = isRead && isLong
    do throws(BusError) {
      return try ask(isDivided ? Self.soon : milliseconds)
    } catch .timedOut {
      guard isDivided, !isHung else { throw silence(after: member) }
    } catch {
      guard isRepeatable, Self.mayAskAgain(member, after: error) else { throw ClientError(error) }
    }
    do throws(BusError) { return try ask(milliseconds) } catch .timedOut {
      throw silence(after: member)
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
  /// It may if the daemon ended, for example in an upgrade, or if another program answered.
  /// `Toggle` is never repeated, because two toggles undo each other.
  private static func mayAskAgain(_ member: MemberName, after error: BusError) -> Bool {
    guard member != "Toggle" else { return false }
    if case .strangerAnswered = error { return true }
    return ClientError(error) == .ended
  }
}

extension ClientError {
  static func unreadable(_ member: MemberName) -> ClientError {
    .garbled("nightd gave an answer to \(member) that this version cannot read")
  }
}

/// Calls that find out why the daemon does not answer.
extension Client {
  /// How long to wait for an answer before a ping, and then for the ping's answer, in milliseconds.
  static let soon = 1_000

  /// The methods that change something; all other methods only read.
  private static let changing: [MemberName] = [
    "Set", "Toggle", "Resume", "UseTheme", "UseThemeFor", "SetFor", "Write",
  ]

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
  /// Call this before you make a follower. A follower waits for a hung daemon for as long as a
  /// daemon may need to start.
  package func throwIfHung() throws(ClientError) {
    if isHung { throw .silent(process: process, isRead: true) }
  }

  func silence(after member: MemberName) -> ClientError {
    .silent(process: process, isRead: Self.isRead(member))
  }

  static func isRead(_ member: MemberName) -> Bool { !changing.contains(member) }

  /// The process that owns the daemon's name; nil if there is none or the bus does not know it.
  private var process: UInt32? {
    let name = BusValue.string(BusName.nightd.text)
    guard let connection = try? connect(),
      let call = try? Message.call(to: .bus, at: .bus, .bus, "GetConnectionUnixProcessID", [name]),
      let answer = try? connection.callAndWait(call, milliseconds: Self.soon)
    else { return nil }
    return try? answer.values().first?.asUInt32
  }
}
