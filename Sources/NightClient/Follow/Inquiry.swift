package import NightBus
import NightContract

/// Sends a request to every daemon that starts, and repeats the request if it fails.
///
/// An inquiry runs on the loop of its connection.
final class Inquiry {
  private static let milliseconds = 15_000

  struct Listener {
    /// Called when the daemon's bus name gets or loses an owner; by then, a new daemon may already
    /// be running.
    let ownerChanged: () -> Void
    /// Called with the present daemon's answer; returns false if the answer cannot be read.
    let answered: (borrowing Message) -> Bool
    let absent: () -> Void
    let trouble: (ClientError) -> Void
  }

  private let connection: Connection
  private let request: SentRequest
  private let listener: Listener
  private var owner: NameOwner?
  private var starting: Client.Starting
  private var subscriptions: [Subscription] = []
  /// How many times the present daemon has failed to answer.
  private var failures = 0
  /// After this many failures, the same daemon is asked again only if its answer timed out.
  ///
  /// The limit is greater than one, because a failure may be caused by another program, not by the
  /// daemon.
  private static let mostFailures = 3

  init(
    on connection: Connection,
    _ starting: Client.Starting,
    _ request: SentRequest,
    _ listener: Listener
  ) throws(ClientError) {
    self.connection = connection
    self.starting = starting
    self.request = request
    self.listener = listener
    do throws(BusError) {
      owner = try NameOwner(
        of: .nightd,
        on: connection,
        milliseconds: Self.milliseconds,
        onRefusal: { listener.trouble(ClientError($0)) },
        onChange: { [weak self] in self?.ownerChanged(to: $0) }
      )
    } catch {
      throw ClientError(error)
    }
  }

  /// Subscribes to a signal of the present daemon; ignores the same signal from other programs.
  ///
  /// For PropertiesChanged, `subject` is the interface whose property changes are received.
  func subscribe(
    _ interface: InterfaceName,
    _ member: MemberName,
    of subject: InterfaceName? = nil,
    _ handler: @escaping (borrowing Message) -> Void
  ) throws(ClientError) {
    guard let owner else { return }
    do throws(BusError) {
      subscriptions.append(
        try connection.subscribe(
          MatchRule(
            path: .nightd,
            interface: interface,
            member: member,
            argument0: subject?.text
          ),
          from: owner,
          onRefusal: { [listener] in listener.trouble(ClientError($0)) },
          handler
        )
      )
    } catch {
      throw ClientError(error)
    }
  }

  /// Sends one additional request to the present daemon, and does not retry it.
  ///
  /// `deliver` is not called if no daemon is running, or if the daemon ends before it answers.
  func ask<Reply>(
    _ question: Question<Reply>,
    then deliver: @escaping (Result<Reply, ClientError>) -> Void
  ) {
    ask(
      question.request,
      reading: { (try? $0.values()).flatMap { try? question.read($0) } },
      then: deliver
    )
  }

  func ask<Answer>(
    _ request: SentRequest,
    reading read: @escaping (borrowing Message) -> Answer?,
    then deliver: @escaping (Result<Answer, ClientError>) -> Void
  ) {
    guard let name = owner?.uniqueName else { return }
    do throws(BusError) {
      try call(name, request, .forbidden) { [weak self] answer, error in
        guard let self, name == owner?.uniqueName else { return }
        if let error { return deliver(.failure(ClientError(error))) }
        deliver(read(answer).map { .success($0) } ?? .failure(.unreadable(request.member)))
      }
    } catch {
      deliver(.failure(ClientError(error)))
    }
  }

  private func call(
    _ name: BusName,
    _ request: SentRequest,
    _ starting: Client.Starting,
    then deliver: @escaping (borrowing Message, BusError?) -> Void
  ) throws(BusError) {
    let call = try Message.call(to: name, request)
    call.setAutoStart(starting == .allowed)
    try connection.call(call, milliseconds: Self.milliseconds, then: deliver)
  }

  private func ownerChanged(to name: BusName?) {
    listener.ownerChanged()
    failures = 0
    // Start a daemon only at the beginning, because a daemon that the user stops later must stay
    // stopped.
    let mayStart = starting == .allowed
    starting = .forbidden
    if let name {
      ask(name, .forbidden)
    } else if mayStart {
      ask(.nightd, .allowed)
    } else {
      listener.absent()
    }
  }

  private func ask(_ name: BusName, _ starting: Client.Starting) {
    do throws(BusError) {
      try call(name, request, starting) { [weak self] answer, error in
        self?.answered(answer, error, by: name)
      }
    } catch {
      listener.trouble(ClientError(error))
    }
  }

  private func answered(_ answer: borrowing Message, _ error: BusError?, by name: BusName) {
    if let error { return failed(ClientError(error), by: name) }
    // Ignore answers from an earlier owner of the name.
    guard answer.sender == owner?.uniqueName else { return }
    if !listener.answered(answer) { failed(.unreadable(request.member), by: name) }
  }

  private func failed(_ error: ClientError, by name: BusName) {
    switch error {
    case .noDaemon, .ended:
      // Handle only a failure to start the daemon here, because `ownerChanged` handles the end of a
      // running daemon.
      guard name == .nightd else { return }
      listener.absent()
      listener.trouble(error)
    case .noAnswer, .silent, .forged, .denied, .refused, .garbled:
      // Ignore a failure that an earlier owner of the name caused.
      guard name == .nightd || owner?.uniqueName == name else { return }
      failures += 1
      let isSilent = error == .noAnswer
      // A daemon that does not answer may just be suspended for a while, so keep asking, but report
      // the problem only once.
      if isSilent ? failures == 1 : failures == Self.mostFailures { listener.trouble(error) }
      if isSilent || failures < Self.mostFailures { ask(name, .forbidden) }
    case .noBus: listener.trouble(error)
    }
  }
}

/// Inhibits automatic changes of the style: sends the request to the present daemon and to each
/// later daemon.
///
/// The inhibition lasts until you call `end` or until the connection closes. The request never
/// starts a daemon. The object runs on the event loop of its connection.
package final class Inhibition {
  package enum News {
    /// The present daemon has granted the inhibition; reported once for each daemon.
    case granted
    case absent
    case trouble(ClientError)
  }

  /// The present daemon's cookie for the inhibition; nil until the daemon has granted the
  /// inhibition.
  private final class Grant {
    var cookie: UInt64?
  }

  private let inquiry: Inquiry
  private let grant: Grant

  package init(
    on connection: Connection,
    _ application: String,
    why: String,
    _ report: @escaping (News) -> Void
  ) throws(ClientError) {
    let grant = Grant()
    self.grant = grant
    inquiry = try Inquiry(
      on: connection,
      // A request that may start a daemon is sent twice: to the well-known name, and then to the
      // name's owner. So if this request could start a daemon, that daemon would inhibit automatic
      // changes twice.
      .forbidden,
      Request.inhibit.with((application, why)).request,
      .init(
        ownerChanged: { grant.cookie = nil },
        answered: { answer in
          guard let cookie = answer.read({ $0.uint64() }) else { return false }
          grant.cookie = cookie
          report(.granted)
          return true
        },
        absent: { report(.absent) },
        trouble: { report(.trouble($0)) }
      )
    )
  }

  /// Ends the inhibition; returns whether the present daemon had granted it.
  ///
  /// If the result is false, the daemon's answer may still be on the way. After a false result,
  /// keep the object, and call `end` again after the next call of `report`.
  package func end() -> Bool {
    guard let cookie = grant.cookie else { return false }
    grant.cookie = nil
    inquiry.ask(Request.release.with(cookie)) { _ in }
    return true
  }
}
