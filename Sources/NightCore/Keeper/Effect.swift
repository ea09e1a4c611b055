/// Something to be done, in the order of the list.
package enum Effect: Equatable, Sendable {
  /// Store these changes durably, then tell the Keeper how it went. Only one commit is ever out.
  case commit([IntentEdit])
  /// Tell that something paintable changed.
  case changed(Standing)
  /// Tell these properties' new values.
  case propertiesChanged([StyleProperty])
  /// Tell what the preferences are now, in this order.
  case preferencesChanged([PreferenceChange])
  /// Tell that an application's own choice is another one.
  case applicationChanged(String, ApplicationChoice)
  /// Tell that the desktop says something else, or who tells it.
  case desktopChanged
  /// Mirror anew: the desktop's settings said what was mirrored a while ago.
  case mirrorAgain
  /// Keep what the desktop said for the next start; best effort.
  case remember(DesktopMemory)
  /// Say that this source is not listened to any more, since it undoes what nightd does.
  case quarrelLost(source: String)
  /// Tell that the rules, the zone or the place are others.
  case scheduleChanged
  case answer(Ticket, Standing)
  case refuse(Ticket, Fault, String)
  /// Send `moment` at this time, and no other.
  case arm(Instant?)
}

extension Effect {
  package var isOfPreferences: Bool {
    if case .preferencesChanged = self { true } else { false }
  }

  /// Whether others are told of something by it.
  package var isTold: Bool {
    switch self {
    case .changed, .propertiesChanged, .preferencesChanged, .desktopChanged: true
    default: false
    }
  }

  /// The same, where an answer was worked out before something changed.
  func answering(with standing: Standing) -> Effect {
    guard case .answer(let ticket, _) = self else { return self }
    return .answer(ticket, standing)
  }
}

/// The properties that change, by their names on the bus.
package enum StyleProperty: String, CaseIterable, Sendable {
  case style = "Style"
  case choice = "Choice"
  case theme = "Theme"
  case serial = "Serial"
  case appearance = "Appearance"
}
