/// How many bytes of large answers callers may not have read yet.
///
/// The bus takes what we send at once and keeps it for a caller that does not read, where we cannot
/// see it. A bus keeps only so much for one sender: then dbus-daemon stops reading from us, and
/// dbus-broker ends our connection. So each caller is pinged behind its large answers. A connection's
/// messages arrive in order, so an answered ping means that everything before it was read. A caller
/// that leaves this unanswered is refused more large answers; all else goes on, for it and for others.
final class LargeAnswers {
  /// Longer answers count.
  ///
  /// Shorter ones do not: a client that waits for each answer and never answers a ping must be able to
  /// ask for ever.
  static let countedBytes = 32 << 10
  /// One caller is sent at most this much, and one more answer, before it answers a ping.
  static let callerBytes = 16 << 20
  /// All callers together; a dbus-broker keeps 512 MiB for one user.
  static let allBytes = 256 << 20

  private struct Account {
    /// Sent before the ping that is under way.
    var asked = 0
    /// Sent since, or all of it while no ping is under way.
    var unasked = 0
    var isPinged = false

    var bytes: Int { asked + unasked }
  }

  private unowned let connection: Connection
  private var accounts: [BusName: Account] = [:]
  private var bytes = 0

  init(on connection: Connection) { self.connection = connection }

  /// Whether a caller may be sent an answer of this length.
  func admits(_ length: Int, to caller: BusName) -> Bool {
    guard length > Self.countedBytes else { return true }
    guard let account = accounts[caller] else { return bytes < Self.allBytes }
    if account.bytes < Self.callerBytes, bytes < Self.allBytes { return true }
    // A ping that a stranger answered, or that could not be sent, proved nothing.
    ping(caller)
    return false
  }

  /// Called after an answer was sent.
  func sent(_ length: Int, to caller: BusName) {
    guard length > Self.countedBytes else { return }
    accounts[caller, default: Account()].unasked += length
    bytes += length
    ping(caller)
  }

  /// Pings a caller unless a ping is under way already.
  private func ping(_ caller: BusName) {
    guard var account = accounts[caller], !account.isPinged else { return }
    account.asked = account.bytes
    account.unasked = 0
    account.isPinged = true
    accounts[caller] = account
    do throws(BusError) {
      let message = try Message.call(to: caller, at: "/", .peer, "Ping")
      message.setAutoStart(false)
      // However long the caller takes: the bus answers if it leaves.
      try connection.call(message, milliseconds: .max) { [weak self] answer, error in
        self?.answered(caller, Self.proof(in: answer, error, of: caller))
      }
    } catch {
      accounts[caller]?.isPinged = false
    }
  }

  private enum Proof {
    case read, gone, none
  }

  /// An error of the caller's own is as good as an answer.
  private static func proof(
    in answer: borrowing Message,
    _ error: BusError?,
    of caller: BusName
  ) -> Proof {
    guard let error else { return .read }
    guard case .refused(let refusal) = error else { return .none }
    if answer.sender == caller { return .read }
    let left: [ErrorName] = [
      "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
      "org.freedesktop.DBus.Error.NameHasNoOwner",
    ]
    return left.contains(refusal.name) ? .gone : .none
  }

  private func answered(_ caller: BusName, _ proof: Proof) {
    guard var account = accounts[caller] else { return }
    account.isPinged = false
    switch proof {
    case .gone:
      bytes -= account.bytes
      accounts[caller] = nil
    case .read:
      bytes -= account.asked
      account.asked = 0
      accounts[caller] = account.unasked > 0 ? account : nil
      ping(caller)
    case .none: accounts[caller] = account
    }
  }
}
