/// Limits how many bytes of large answers wait on the bus until callers read them.
///
/// The bus accepts our answers at once and keeps each answer until the caller reads it. We cannot
/// see how many answers the bus keeps, and a bus keeps only a limited amount for one sender. Above
/// that limit, dbus-daemon stops reading from us, and dbus-broker ends our connection.
///
/// So each caller is pinged after a large answer. The messages of a connection arrive in order, so
/// a caller that answers a ping has read all earlier answers. If a caller, or all callers together,
/// have too many unread bytes, further large answers are refused. Small answers are always sent.
final class LargeAnswers {
  /// Answers of more bytes than this are counted as large.
  ///
  /// Smaller answers are not counted: a client that waits for each answer and never answers a ping
  /// must be able to send calls for ever.
  static let countedBytes = 32 << 10
  /// The limit of unread bytes for one caller; the last answer may exceed the limit.
  static let callerBytes = 16 << 20
  /// The limit of unread bytes for all callers together; dbus-broker keeps 512 MiB for one user.
  static let allBytes = 256 << 20

  private struct Account {
    /// The bytes sent before the ping that has no reply yet.
    var asked = 0
    /// The bytes sent after that ping, or all unread bytes if no ping waits for its reply.
    var unasked = 0
    var isPinged = false

    var bytes: Int { asked + unasked }
  }

  private unowned let connection: Connection
  private var accounts: [BusName: Account] = [:]
  private var bytes = 0

  init(on connection: Connection) { self.connection = connection }

  /// Whether an answer of `length` bytes may be sent to a caller.
  func admits(_ length: Int, to caller: BusName) -> Bool {
    guard length > Self.countedBytes else { return true }
    guard let account = accounts[caller] else { return bytes < Self.allBytes }
    if account.bytes < Self.callerBytes, bytes < Self.allBytes { return true }
    // Ping again: the last ping may not have been sent, or another program may have answered it.
    ping(caller)
    return false
  }

  /// Counts an answer of `length` bytes after it was sent to a caller.
  func sent(_ length: Int, to caller: BusName) {
    guard length > Self.countedBytes else { return }
    accounts[caller, default: Account()].unasked += length
    bytes += length
    ping(caller)
  }

  /// Pings a caller, unless an earlier ping still waits for its reply.
  private func ping(_ caller: BusName) {
    guard var account = accounts[caller], !account.isPinged else { return }
    account.asked = account.bytes
    account.unasked = 0
    account.isPinged = true
    accounts[caller] = account
    do throws(BusError) {
      let message = try Message.call(to: caller, at: "/", .peer, "Ping")
      message.setAutoStart(false)
      // The ping needs no timeout, because the bus replies if the caller disconnects.
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

  /// What the reply to a ping proves; an error from the caller itself counts as an answer.
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
