package import NightBus
package import NightCore

/// Why a call of a client failed.
package enum ClientError: Error, Equatable, Sendable {
  /// There is no bus, or it does not accept the connection.
  case noBus(String)
  /// The daemon is not running. `isStartFailed` is set if the bus tried to start it.
  case noDaemon(String, isStartFailed: Bool = false)
  /// The daemon did not answer in time.
  case noAnswer
  /// The daemon does not answer; `process` owns its name, and a call that only reads changed nothing.
  case silent(process: UInt32?, isRead: Bool)
  /// The daemon ended before it answered; it may or may not have acted.
  case ended
  /// The bus's policy or a sandbox denied access to the daemon.
  case denied(String)
  /// The only answer came from another program; the daemon may or may not have acted.
  case forged(String)
  /// The daemon refused; the fault is nil if this version does not know its name.
  case refused(RefusalCode?, String)
  /// The answer does not fit the call.
  case garbled(String)

  package init(_ error: BusError) {
    switch error {
    case .noBus, .unreachable, .disconnected: self = .noBus("\(error)")
    case .timedOut: self = .noAnswer
    case .refused(let refusal) where refusal.name == Self.ending: self = .ended
    case .refused(let refusal) where refusal.name == Self.accessDenied:
      // A sandbox gives no sentence, and libdbus then repeats the name.
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

  /// The error that the bus sends in place of a peer that left without answering.
  static let ending: ErrorName = "org.freedesktop.DBus.Error.NoReply"

  private static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"

  /// The errors that the bus itself sends if a name has no owner.
  private static let absences = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
  ]

  /// The errors that the bus sends if it tried to start the owner of a name: a masked unit, for one,
  /// is `org.freedesktop.systemd1.UnitMasked`.
  private static let failedStarts = [
    "org.freedesktop.DBus.Error.Spawn", "org.freedesktop.DBus.Error.TimedOut",
    "org.freedesktop.systemd1.",
  ]
}
