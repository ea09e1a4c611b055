/// An output of the Keeper: one thing to do, in the order of the list.
package enum Effect: Equatable, Sendable {
  /// Store these edits durably, then report the result to the Keeper. Only one commit is ever under
  /// way.
  case commit([IntentEdit])
  /// Announce a new appearance.
  case changed(Standing)
  /// Announce the new values of these properties.
  case propertiesChanged([StyleProperty])
  /// Announce the changed preferences, in this order.
  case preferencesChanged([PreferenceChange])
  /// Announce that the choice of an application changed.
  case applicationChanged(String, ApplicationChoice)
  /// Announce that the desktop's report or its source changed.
  case desktopChanged
  /// Mirror again: the desktop's settings have an old value of the mirror.
  case mirrorAgain
  /// Store the desktop's values for the next start; a failure does no harm.
  case remember(DesktopMemory)
  /// Log that this source's switch is ignored, because it kept undoing nightd's changes.
  case switchIgnored(source: String)
  /// Announce that the rules, the zone or the place changed.
  case scheduleChanged
  case answer(ReplyID, Standing)
  case refuse(ReplyID, Fault, String)
  /// Send `moment` at this time, and cancel any earlier request.
  case arm(Instant?)
}

extension Effect {
  package var isOfPreferences: Bool {
    if case .preferencesChanged = self { true } else { false }
  }

  /// Whether subscribers hear of the effect.
  package var isAnnounced: Bool {
    switch self {
    case .changed, .propertiesChanged, .preferencesChanged, .desktopChanged: true
    default: false
    }
  }

  /// Replaces the snapshot in a reply that was made before a change.
  func answering(with standing: Standing) -> Effect {
    guard case .answer(let reply, _) = self else { return self }
    return .answer(reply, standing)
  }
}

/// The properties that can change, by their names on the bus.
package enum StyleProperty: String, CaseIterable, Sendable {
  case style = "Style"
  case choice = "Choice"
  case theme = "Theme"
  case serial = "Serial"
  case appearance = "Appearance"
}
