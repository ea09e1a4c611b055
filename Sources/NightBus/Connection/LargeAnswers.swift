/// Limits how many bytes of large answers the bus keeps for callers that have not read them yet.
///
/// The bus accepts our answers at once, and keeps each answer until its caller reads it. We cannot
/// see how many answers the bus keeps, and the bus keeps only a limited number of bytes for one
/// sender. If one sender exceeds the bus's limit, dbus-daemon stops reading from that sender, and
/// dbus-broker ends the sender's connection.
///
/// So each caller gets a ping after a large answer. The messages that we send to one caller arrive
/// in order, so a caller that answers the ping has read all earlier answers. If one caller or all
/// callers together have too many unread bytes, we refuse large answers. Small answers are always
/// sent.
final class LargeAnswers {
  /// An answer that has more bytes than this is treated as large.
  ///
  /// Answers up to this size are not counted as unread bytes. So a client that reads every answer
  /// but never answers a ping can still make any number of calls with small answers.
  static let countedBytes = 32 << 10
  /// The number of unread bytes at which a caller gets no more large answers.
  static let callerBytes = 16 << 20
  /// How many bytes all callers together may leave unread; dbus-broker keeps at most 512 MiB
  /// for one user.
  static let allBytes = 256 << 20

  private struct Account {
    /// How many unread bytes were sent before the ping that now waits for its reply.
    var asked = 0
    /// How many bytes were sent after the last ping.
    ///
    /// If no ping is pending, this is the number of all unread bytes.
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
    // Ping again: the last ping may have failed, or another program may have answered it.
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
      // No timeout is needed, because the bus replies if the caller disconnects.
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

  /// What the reply to a ping proves: that the caller reads its messages, that it is gone, or
  /// neither.
  ///
  /// Even an error reply from the caller proves that the caller reads its messages.
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
