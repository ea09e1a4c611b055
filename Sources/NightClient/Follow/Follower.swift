package import NightBus
import NightContract
package import NightCore

/// Follows the style through every change, restart and absence of the daemon.
///
/// Works on the loop that its connection is attached to. It waits for the bus to say that there is
/// a daemon, and asks that one until it answers.
package final class Follower {
  private static let milliseconds = 15_000

  package enum News {
    /// The style as it is now; the first news of each daemon, and each change. Something that
    /// looks the same as what was told before is not told again.
    case style(Standing)
    /// There is no daemon; what was told last is all that is known.
    case absent
    /// Something went wrong that following outlives; for a log.
    case trouble(ClientError)
  }

  private let connection: Connection
  private let tell: (News) -> Void
  private var owner: NameOwner?
  private var subscription: Subscription?
  private var starting: Client.Starting
  /// Numbers are comparable only under one owner.
  private var lastSerial: UInt64?
  private var lastTold: Appearance?
  /// How often the present owner was asked in vain.
  private var failures = 0
  /// One failure may be a stranger's answer; an owner that fails so often is not asked again.
  private static let failuresAtMost = 3

  package init(
    on connection: Connection,
    _ starting: Client.Starting,
    _ tell: @escaping (News) -> Void
  ) throws(ClientError) {
    self.connection = connection
    self.starting = starting
    self.tell = tell
    do throws(BusError) {
      let owner = try NameOwner(
        of: .nightd,
        on: connection,
        milliseconds: Self.milliseconds,
        onRefusal: { [weak self] in self?.tell(.trouble(ClientError($0))) },
        onChange: { [weak self] in self?.ownerChanged(to: $0) }
      )
      self.owner = owner
      subscription = try connection.subscribe(
        MatchRule(path: .nightd, interface: .style, member: "Changed"),
        from: owner,
        onRefusal: { [weak self] in self?.tell(.trouble(ClientError($0))) }
      ) { [unowned self] message in
        if let standing = try? Standing(message.values()) { heard(standing) }
      }
    } catch {
      throw ClientError(error)
    }
  }

  private func ownerChanged(to name: BusName?) {
    lastSerial = nil
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
      tell(.absent)
    }
  }

  private func ask(_ name: BusName, _ starting: Client.Starting) {
    do throws(BusError) {
      let call = try Message.call(to: name, at: .nightd, .style, "Subscribe")
      call.setAutoStart(starting == .allowed)
      try connection.call(call, milliseconds: Self.milliseconds) { [weak self] answer, error in
        self?.answered(answer, error, by: name)
      }
    } catch {
      tell(.trouble(ClientError(error)))
    }
  }

  private func answered(_ answer: borrowing Message, _ error: BusError?, by name: BusName) {
    if let error { return failed(ClientError(error), by: name) }
    guard let standing = try? Standing(answer.values()) else {
      return failed(.unreadable("Subscribe"), by: name)
    }
    // An answer that an earlier owner gave says nothing of the present one.
    guard answer.sender == owner?.uniqueName else { return }
    heard(standing)
  }

  private func failed(_ error: ClientError, by name: BusName) {
    switch error {
    case .noDaemon, .ended:
      // The owner of this moment will be followed through its own news.
      guard name == .nightd else { return }
      tell(.absent)
      tell(.trouble(error))
    case .noAnswer, .forged, .denied, .refused, .garbled:
      // An answer to the name says nothing of an owner that has come meanwhile.
      guard name == .nightd || owner?.uniqueName == name else { return }
      failures += 1
      let isSilent = error == .noAnswer
      // A daemon that was only stopped for a while is asked for as long as it is there, and that
      // is told once.
      if isSilent ? failures == 1 : failures == Self.failuresAtMost { tell(.trouble(error)) }
      if isSilent || failures < Self.failuresAtMost { ask(name, .forbidden) }
    case .noBus: tell(.trouble(error))
    }
  }

  private func heard(_ standing: Standing) {
    if let lastSerial, standing.serial <= lastSerial { return }
    lastSerial = standing.serial
    if let lastTold, lastTold.paintsLike(standing.appearance) { return }
    lastTold = standing.appearance
    tell(.style(standing))
  }
}
