package import NightBus
import NightContract
package import NightCore

/// Asks the daemon and waits for its answers.
///
/// Confined to one thread.
package final class Client {
  /// Long enough for a daemon that is being started on a slow machine.
  package static let patience = 15_000

  private let address: String
  private let opening: Opening
  /// For how long each answer is waited for.
  private let milliseconds: Int
  private var opened: Connection?

  /// For the session bus that the environment names; it connects when it first has to.
  package convenience init(
    environment: (String) -> String?,
    _ opening: Opening = .plain
  ) throws(ClientError) {
    self.init(address: try Self.address(environment: environment), opening)
  }

  package init(
    address: String,
    _ opening: Opening = .plain,
    milliseconds: Int = patience
  ) {
    self.address = address
    self.opening = opening
    self.milliseconds = milliseconds
  }

  /// The connection, for those who follow as well as ask.
  package func connect() throws(ClientError) -> Connection {
    if let opened { return opened }
    do throws(BusError) {
      let connection = try Connection(address: address, opening)
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

  /// Whether a daemon that is not running may be started for a call.
  package enum Starting: Sendable {
    case allowed
    case forbidden
  }

  package func get(_ starting: Starting = .allowed) throws(ClientError) -> Standing {
    try standing(.style, "Get", [], starting)
  }

  /// What is in effect for one application.
  package func get(
    for application: String,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Standing {
    try standing(.style, "GetFor", [.string(application)], starting)
  }

  /// The file in which the daemon keeps what was chosen.
  package func store() throws(ClientError) -> String {
    let values = try call(
      .properties,
      "Get",
      [.string(InterfaceName.control.text), .string("Store")],
      .forbidden
    )
    guard case .variant(.string(let path))? = values.first else {
      throw .garbled("nightd did not say where it keeps the choice")
    }
    return path
  }

  /// The daemon's own description of its interfaces, as XML.
  package func introspection() throws(ClientError) -> String {
    let values = try call(.introspectable, "Introspect", [], .allowed)
    guard case .string(let xml)? = values.first else {
      throw .garbled("nightd did not describe itself")
    }
    return xml
  }

  /// The same without waiting.
  package func startGet(then deliver: @escaping (Result<Standing, ClientError>) -> Void) {
    start("Get", of: .style, []) { answer in
      deliver(answer.flatMap { Standing($0).map(Result.success) ?? .failure(.unreadable("Get")) })
    }
  }

  /// Asks without waiting; the answer comes on the loop that the connection was attached to.
  package func start(
    _ demand: Demand,
    then deliver: @escaping (Result<Standing, ClientError>) -> Void
  ) {
    let (member, arguments) = demand.call
    start(member, arguments) { answer in
      deliver(
        answer.flatMap { Standing($0).map(Result.success) ?? .failure(.unreadable(member)) }
      )
    }
  }

  /// Calls without waiting; a daemon that ended meanwhile is asked again where that does no harm.
  func start(
    _ member: MemberName,
    of interface: InterfaceName = .control,
    _ arguments: [BusValue],
    isRetry: Bool = false,
    then deliver: @escaping (Result<[BusValue], ClientError>) -> Void
  ) {
    do throws(BusError) {
      guard let opened else { throw .disconnected }
      let call = try Message.call(to: .nightd, at: .nightd, interface, member, arguments)
      try opened.call(call, milliseconds: milliseconds) { [weak self] answer, error in
        if let error {
          guard let self, !isRetry, Self.mayAskAgain(member, after: error) else {
            return deliver(.failure(ClientError(error)))
          }
          return start(member, of: interface, arguments, isRetry: true) { again in
            // Nobody is there now, and whoever was may have done it.
            if case .failure(.noDaemon) = again { return deliver(.failure(.ended)) }
            deliver(again)
          }
        }
        deliver((try? answer.values()).map(Result.success) ?? .failure(.unreadable(member)))
      }
    } catch {
      deliver(.failure(ClientError(error)))
    }
  }

  func standing(
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue],
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Standing {
    guard let standing = Standing(try call(interface, member, arguments, starting)) else {
      throw .unreadable(member)
    }
    return standing
  }

  /// Waits for the answer; a daemon that ended meanwhile is asked again where that does no harm.
  func call(
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue],
    _ starting: Starting = .allowed,
    isRepeatable: Bool = true
  ) throws(ClientError) -> [BusValue] {
    func ask(_ milliseconds: Int) throws(BusError) -> [BusValue] {
      let call = try Message.call(to: .nightd, at: .nightd, interface, member, arguments)
      call.setAutoStart(starting == .allowed)
      guard let opened else { return try askFirst(call, milliseconds) }
      return try opened.callAndWait(call, milliseconds: milliseconds).values()
    }
    // In two parts, so that a daemon that hangs is not waited for as long as one that starts. A
    // change is waited for in full: the daemon may go on and do it.
    let isDivided = Self.isRead(member) && milliseconds > 2 * Self.soon
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
    _ milliseconds: Int
  ) throws(BusError) -> [BusValue] {
    var answer = Result<[BusValue], BusError>.failure(.disconnected)
    opened = try Connection(
      address: address,
      opening,
      greeting: self.milliseconds,
      asking: call,
      milliseconds: milliseconds
    ) {
      answer = $0
    }
    return try answer.get()
  }

  /// The daemon ended before it answered, as in an upgrade, or another answered in its place.
  ///
  /// Asking again is safe for whatever is the same when done twice.
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
