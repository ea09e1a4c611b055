/// Something to be done, in the order of the list.
package enum Effect: Equatable, Sendable {
  /// Store these changes durably, then tell the Keeper how it went. Only one commit is ever out.
  case commit([IntentEdit])
  /// Tell that something paintable changed.
  case changed(Standing)
  /// Tell these properties' new values.
  case propertiesChanged([StyleProperty])
  case answer(Ticket, Standing)
  /// Refuse with `NotDurable` and this reason.
  case refuse(Ticket, String)
  /// Send `moment` at this time, and no other.
  case arm(Instant?)
}

/// The properties that change, by their names on the bus.
package enum StyleProperty: String, CaseIterable, Sendable {
  case style = "Style"
  case choice = "Choice"
  case theme = "Theme"
  case serial = "Serial"
  case appearance = "Appearance"
}
