package import NightBus
package import NightCore

/// Why a client's call failed.
package enum ClientError: Error, Equatable, Sendable {
  /// No bus is running, or the bus does not accept the connection.
  case noBus(String)
  /// The daemon is not running; `isStartFailed` is true if the bus tried and failed to start the
  /// daemon.
  case noDaemon(String, isStartFailed: Bool = false)
  /// The daemon did not answer in time.
  case noAnswer
  /// The daemon did not answer in time; unlike `noAnswer`, this error says which process may hang.
  ///
  /// `process` is the ID of the process that owns the daemon's name, if it is known. `isRead` is
  /// true if the call reads but changes nothing.
  case silent(process: UInt32?, isRead: Bool)
  /// The daemon ended before it answered; it may have carried out the call.
  case ended
  /// The bus's policy or a sandbox denied the access to the daemon.
  case denied(String)
  /// Another program answered in place of the daemon; the daemon may still have carried out the
  /// call.
  case forged(String)
  /// The daemon refused the call; the refusal code is nil if this version does not know the
  /// daemon's error.
  case refused(RefusalCode?, String)
  /// The answer does not have the form that the call expects.
  case garbled(String)

  package init(_ error: BusError) {
    switch error {
    case .noBus, .unreachable, .disconnected: self = .noBus("\(error)")
    case .timedOut: self = .noAnswer
    case .refused(let refusal) where refusal.name == Self.ending: self = .ended
    case .refused(let refusal) where refusal.name == Self.accessDenied:
      // A sandbox sends the error `AccessDenied` without a message, so libdbus uses the error's
      // name as the message.
      self = .denied(refusal.message == Self.accessDenied.text ? "access denied" : refusal.message)
    case .refused(let refusal):
      func isOne(of names: [String]) -> Bool {
        names.contains(where: refusal.name.text.hasPrefix)
      }
      let isStartFailed = isOne(of: Self.failedStarts)
      self =
        isStartFailed || isOne(of: Self.absences)
        ? .noDaemon(refusal.message, isStartFailed: isStartFailed)
        : .refused(RefusalCode(name: refusal.name.text), refusal.message)
    case .strangerAnswered: self = .forged("\(error)")
    case .malformed, .tooLarge, .outOfMemory, .system:
      self = .garbled("\(error)")
    }
  }

  /// The error that the bus sends if the called program disconnects without answering.
  static let ending: ErrorName = "org.freedesktop.DBus.Error.NoReply"

  private static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"

  /// The errors that the bus itself sends if no program owns the called name.
  private static let absences = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
  ]

  /// The prefixes of the errors that the bus sends if it could not start a service.
  ///
  /// For a masked unit, the error is `org.freedesktop.systemd1.UnitMasked`.
  private static let failedStarts = [
    "org.freedesktop.DBus.Error.Spawn", "org.freedesktop.DBus.Error.TimedOut",
    "org.freedesktop.systemd1.",
  ]
}
