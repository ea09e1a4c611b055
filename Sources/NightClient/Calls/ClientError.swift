package import NightBus
package import NightCore

/// Why a client did not get what it asked for.
package enum ClientError: Error, Equatable, Sendable {
  /// There is no bus, or it does not take us.
  case noBus(String)
  /// The daemon is not running and could not be started.
  case noDaemon(String)
  /// The daemon did not answer in time.
  case noAnswer
  /// The daemon has its name, if it has a process, and does not answer; nothing can have been done
  /// if the call only reads.
  case silent(process: UInt32?, isRead: Bool)
  /// The daemon ended before it answered; whether it acted is not known.
  case ended
  /// Someone on the way to the daemon said no: the bus's policy, or a sandbox.
  case denied(String)
  /// The only answer came from a program that was not asked; whether the daemon acted is not known.
  case forged(String)
  /// The daemon said no; the fault is nil where its name is not known here.
  case refused(Fault?, String)
  /// What came back is no answer to what was asked.
  case garbled(String)

  package init(_ error: BusError) {
    switch error {
    case .noBus, .unreachable, .disconnected: self = .noBus("\(error)")
    case .timedOut: self = .noAnswer
    case .refused(let refusal) where refusal.name == Self.ending: self = .ended
    case .refused(let refusal) where refusal.name == Self.denial:
      // A sandbox gives no sentence, and then the name stands in its place.
      self = .denied(refusal.message == Self.denial.text ? "access denied" : refusal.message)
    case .refused(let refusal):
      let isAbsent = Self.absences.contains { refusal.name.text.hasPrefix($0) }
      self =
        isAbsent
        ? .noDaemon(refusal.message) : .refused(Fault(name: refusal.name.text), refusal.message)
    case .strangerAnswered: self = .forged("\(error)")
    case .malformed, .tooLarge, .outOfMemory, .system:
      self = .garbled("\(error)")
    }
  }

  /// What the bus says in place of someone who left without answering.
  static let ending: ErrorName = "org.freedesktop.DBus.Error.NoReply"

  private static let denial: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"

  /// What the bus itself says where nobody answers to a name.
  private static let absences = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.Spawn",
    "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.systemd1.",
  ]
}
