package import NightBus
import NightContract

/// Sends one request to every daemon that starts, and repeats the request if it fails.
///
/// An inquiry runs on the loop that its connection is attached to.
final class Inquiry {
  private static let milliseconds = 15_000

  /// A request without the type of its reply.
  struct Sent {
    let interface: InterfaceName
    let member: MemberName
    let arguments: [BusValue]

    init<Reply>(_ question: Question<Reply>) {
      interface = question.interface
      member = question.member
      arguments = question.arguments
    }
  }

  struct Listener {
    /// Called when the owner of the daemon's name changes; a new daemon may already be running.
    let ownerChanged: () -> Void
    /// Called when the present daemon has answered; returns false if the answer cannot be read.
    let answered: (borrowing Message) -> Bool
    let absent: () -> Void
    let trouble: (ClientError) -> Void
  }

  private let connection: Connection
  private let request: Sent
  private let listener: Listener
  private var owner: NameOwner?
  private var starting: Client.Starting
  private var subscriptions: [Subscription] = []
  /// How often the present owner failed to answer.
  private var failures = 0
  /// An owner that fails this many times is not asked again, unless the last failure is a timeout.
  ///
  /// The limit is above one because a failure may be the answer of another program.
  private static let mostFailures = 3

  init(
    on connection: Connection,
    _ starting: Client.Starting,
    _ request: Sent,
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

  /// Subscribes to a signal of the present daemon; the same signal of other programs is ignored.
  ///
  /// `subject` limits PropertiesChanged to one interface.
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

  /// Sends another request to the present daemon, only once.
  ///
  /// `deliver` is not called if no daemon is running, or if its owner changes before the answer.
  func ask<Reply>(
    _ question: Question<Reply>,
    then deliver: @escaping (Result<Reply, ClientError>) -> Void
  ) {
    ask(Sent(question), reading: { (try? $0.values()).flatMap(question.read) }, then: deliver)
  }

  func ask<Answer>(
    _ request: Sent,
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
    _ request: Sent,
    _ starting: Client.Starting,
    then deliver: @escaping (borrowing Message, BusError?) -> Void
  ) throws(BusError) {
    let call = try Message.call(
      to: name,
      at: .nightd,
      request.interface,
      request.member,
      request.arguments
    )
    call.setAutoStart(starting == .allowed)
    try connection.call(call, milliseconds: Self.milliseconds, then: deliver)
  }

  private func ownerChanged(to name: BusName?) {
    listener.ownerChanged()
    failures = 0
    // Start a daemon only at the beginning: if somebody stops the daemon on purpose, a follower
    // must not restart the daemon.
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
    // Ignore answers of an earlier owner of the name.
    guard answer.sender == owner?.uniqueName else { return }
    if !listener.answered(answer) { failed(.unreadable(request.member), by: name) }
  }

  private func failed(_ error: ClientError, by name: BusName) {
    switch error {
    case .noDaemon, .ended:
      // Only handle a failed start here: when a running daemon ends, `ownerChanged` handles it.
      guard name == .nightd else { return }
      listener.absent()
      listener.trouble(error)
    case .noAnswer, .silent, .forged, .denied, .refused, .garbled:
      // Ignore the failure of a request to an owner that has been replaced.
      guard name == .nightd || owner?.uniqueName == name else { return }
      failures += 1
      let isSilent = error == .noAnswer
      // A silent daemon may be stopped for a while: keep asking, but report its silence only once.
      if isSilent ? failures == 1 : failures == Self.mostFailures { listener.trouble(error) }
      if isSilent || failures < Self.mostFailures { ask(name, .forbidden) }
    case .noBus: listener.trouble(error)
    }
  }
}

/// Asks every daemon that starts not to change anything by itself.
///
/// The inhibition lasts until this object is released or its connection closes. This object never
/// starts a daemon. It runs on the loop that its connection is attached to.
package final class Inhibition {
  package enum News {
    /// The present daemon has granted the inhibition; reported for each new daemon.
    case granted
    case absent
    case trouble(ClientError)
  }

  private let inquiry: Inquiry

  package init(
    on connection: Connection,
    _ application: String,
    why: String,
    _ report: @escaping (News) -> Void
  ) throws(ClientError) {
    inquiry = try Inquiry(
      on: connection,
      // If the request may start a daemon, it is sent twice: to the well-known name and to its
      // owner. The daemon would grant both.
      .forbidden,
      .init(Request.inhibit.with((application, why))),
      .init(
        ownerChanged: {},
        answered: { answer in
          guard answer.read({ $0.uint64() }) != nil else { return false }
          report(.granted)
          return true
        },
        absent: { report(.absent) },
        trouble: { report(.trouble($0)) }
      )
    )
  }
}
