extension Keeper {
  /// The appearance for one application, with the common serial.
  package func standing(for application: String) -> Standing {
    let preferences = preferences
    var standing = standing
    standing.appearance.fade = preferences.fade(
      PreferenceKey(known: PreferenceTable.fade, of: application)
    )
    guard let style = preferences.choice(of: application).style else { return standing }
    standing.appearance.style = style
    standing.appearance.reason = .app
    derivation.applyTheme(&standing.appearance, holding: nil)
    let choice = PreferenceKey(known: PreferenceTable.choice, of: application)
    standing.appearance.since = applicationsSince[choice] ?? derivation.started
    standing.appearance.next = nil
    standing.appearance.nextStyle = nil
    return standing
  }

  /// The theme that anything with this style uses.
  package func theme(serving style: Style) -> String {
    guard style != standing.appearance.style else { return standing.appearance.theme }
    var appearance = standing.appearance
    appearance.style = style
    return derivation.applyTheme(&appearance, holding: nil).name
  }
}

extension Preferences {
  package func choice(of application: String) -> ApplicationChoice {
    let key = PreferenceKey(known: PreferenceTable.choice, of: application)
    guard case .string(let word)? = value(key) else { return .follow }
    return ApplicationChoice(rawValue: word) ?? .follow
  }
}
