import NightBus
import NightContract

/// Asks each daemon that comes one question, until it answers.
///
/// Works on the loop that its connection is attached to. It waits for the bus to say that there is
/// a daemon, and asks that one.
final class Inquiry {
  private static let milliseconds = 15_000

  struct Question {
    let interface: InterfaceName
    let member: MemberName
    var arguments: [BusValue] = []
  }

  struct Listener {
    /// The daemon that was there is there no more; another may come.
    let ownerChanged: () -> Void
    /// What the present daemon answered; false where that cannot be read.
    let answered: (borrowing Message) -> Bool
    let absent: () -> Void
    let trouble: (ClientError) -> Void
  }

  private let connection: Connection
  private let question: Question
  private let listener: Listener
  private var owner: NameOwner?
  private var starting: Client.Starting
  private var subscriptions: [Subscription] = []
  /// How often the present owner was asked in vain.
  private var failures = 0
  /// One failure may be a stranger's answer; an owner that fails so often is not asked again.
  private static let failuresAtMost = 3

  init(
    on connection: Connection,
    _ starting: Client.Starting,
    _ question: Question,
    _ listener: Listener
  ) throws(ClientError) {
    self.connection = connection
    self.starting = starting
    self.question = question
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

  /// Hears a signal of the present daemon, and of no one else; of those on properties, one
  /// interface's.
  func hear(
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

  /// Asks the present daemon something else, once; nothing comes if it is gone by then.
  func ask<Answer>(
    _ question: Question,
    reading read: @escaping (borrowing Message) -> Answer?,
    then deliver: @escaping (Result<Answer, ClientError>) -> Void
  ) {
    guard let name = owner?.uniqueName else { return }
    do throws(BusError) {
      try call(name, question, .forbidden) { [weak self] answer, error in
        guard let self, name == owner?.uniqueName else { return }
        if let error { return deliver(.failure(ClientError(error))) }
        deliver(read(answer).map { .success($0) } ?? .failure(.unreadable(question.member)))
      }
    } catch {
      deliver(.failure(ClientError(error)))
    }
  }

  private func call(
    _ name: BusName,
    _ question: Question,
    _ starting: Client.Starting,
    then deliver: @escaping (borrowing Message, BusError?) -> Void
  ) throws(BusError) {
    let call = try Message.call(
      to: name,
      at: .nightd,
      question.interface,
      question.member,
      question.arguments
    )
    call.setAutoStart(starting == .allowed)
    try connection.call(call, milliseconds: Self.milliseconds, then: deliver)
  }

  private func ownerChanged(to name: BusName?) {
    listener.ownerChanged()
    failures = 0
    // Only where there is none at first: a daemon that was ended on purpose is not brought back by
    // those who watch it.
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
      try call(name, question, starting) { [weak self] answer, error in
        self?.answered(answer, error, by: name)
      }
    } catch {
      listener.trouble(ClientError(error))
    }
  }

  private func answered(_ answer: borrowing Message, _ error: BusError?, by name: BusName) {
    if let error { return failed(ClientError(error), by: name) }
    // An answer that an earlier owner gave says nothing of the present one.
    guard answer.sender == owner?.uniqueName else { return }
    if !listener.answered(answer) { failed(.unreadable(question.member), by: name) }
  }

  private func failed(_ error: ClientError, by name: BusName) {
    switch error {
    case .noDaemon, .ended:
      // The owner of this moment will be followed through its own news.
      guard name == .nightd else { return }
      listener.absent()
      listener.trouble(error)
    case .noAnswer, .silent, .forged, .denied, .refused, .garbled:
      // An answer to the name says nothing of an owner that has come meanwhile.
      guard name == .nightd || owner?.uniqueName == name else { return }
      failures += 1
      let isSilent = error == .noAnswer
      // A daemon that was only stopped for a while is asked for as long as it is there, and that
      // is told once.
      if isSilent ? failures == 1 : failures == Self.failuresAtMost { listener.trouble(error) }
      if isSilent || failures < Self.failuresAtMost { ask(name, .forbidden) }
    case .noBus: listener.trouble(error)
    }
  }
}
