import NightBus

/// Why GeoClue does not serve us.
enum GeoClueFailure: Equatable {
  /// There is none, and none can be started.
  case absent
  case denied
  /// It refuses since the session has no agent, as versions before 2.6 do.
  case agentless
  /// It answered one of our calls with something else.
  case useless(String)

  /// Nothing where the one that was asked, or the bus, has gone meanwhile.
  ///
  /// What an error says is left out, since it may say where this is.
  init?(_ error: BusError, of member: MemberName) {
    guard case .refused(let refusal) = error else { return nil }
    let name = refusal.name.text
    switch refusal.name {
    // The words are compared and never repeated.
    case "org.freedesktop.DBus.Error.AccessDenied" where refusal.message.hasPrefix(Self.agentWords):
      self = .agentless
    case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.AuthFailed":
      self = .denied
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.TimedOut":
      self = .absent
    // The bus's error for a peer that disconnects before it replies.
    case "org.freedesktop.DBus.Error.NoReply": return nil
    case _ where Self.starting.contains(where: name.hasPrefix): self = .absent
    default: self = .useless(member.text)
    }
  }

  private static let agentWords = "'\(GeoClueWishes.desktopId)' disallowed, no agent"

  /// The errors of those who were to start it.
  private static let starting = ["org.freedesktop.DBus.Error.Spawn.", "org.freedesktop.systemd1."]
}
