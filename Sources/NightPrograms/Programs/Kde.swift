import NightCore

extension ProgramCode {
  /// The code for KDE; the code copies a whole colour scheme into kdeglobals.
  ///
  /// In a Plasma session, Plasma's own program must write the scheme, so that KWin and GTK are
  /// informed too.
  static let kde = ProgramCode(
    name: "kde",
    // If the user chooses a scheme in Plasma's settings, nightd changes to that scheme's style. If
    // nightd has set that scheme before, the scheme is treated as nightd's, so `nightctl programs
    // off` restores the scheme that the user had before.
    isSwitch: false,
    writer: { context in
      guard Kde.isPlasma(context) else { return nil }
      return SchemeWriter(["plasma-apply-colorscheme", "{=}"], usual: Kde.usualScheme(context))
    },
    settings: Kde.settings,
    announcements: { context in
      // In Plasma, plasma-apply-colorscheme itself sends the signals that `kdeColors` would send.
      Kde.isPlasma(context) ? [] : [.kdeColors]
    },
    // Send the signals in Plasma too, because nightd itself restores the colours that the user has
    // changed in a scheme.
    restorations: { _ in [.kdeColors] }
  )
}

private enum Kde {
  private static func file(_ context: ProgramContext) -> SettingPlace {
    .file(path: context.config("kdeglobals"), .ini)
  }

  /// Whether Plasma runs and has its program that sets a scheme.
  static let isPlasma: @Sendable (ProgramContext) -> Bool = { context in
    context.desktops.contains("kde") && context.isInstalled("plasma-apply-colorscheme")
  }

  /// The scheme that KDE's programs show if the user has set none.
  ///
  /// In Plasma, this is the scheme of the global theme.
  static func usualScheme(_ context: ProgramContext) -> String {
    let theme = isPlasma(context) ? context.text(context.config("kdedefaults/kdeglobals")) : nil
    return KdeScheme.name(in: theme) ?? "BreezeLight"
  }

  static let settings: @Sendable (ProgramContext) -> [Setting]? = { context in
    let (place, name) = (file(context), KdeScheme.nameKey)
    let own = context.own(place, name).flatMap { $0.isEmpty ? nil : $0 }
    let shown = own ?? usualScheme(context)
    guard let found = KdeScheme(shown: shown, context) else { return [] }
    // In Plasma, if the user's own scheme fits the style, set nothing, so that the scheme keeps the
    // colours that the user has changed in it.
    if isPlasma(context), found.name == shown { return [] }
    var settings = [Setting(place, name, found.name)]
    settings += found.entries.map { Setting(place, $0.key, $0.value) }
    if isPlasma(context) { return settings }
    let icons = SettingPlace.Key("Icons", "Theme")
    let theme =
      context.chosenTheme("icon-theme")
      ?? context.own(place, icons).flatMap { context.twin(of: $0, context.themes.iconThemes) }
    if let theme { settings.append(Setting(place, icons, theme)) }
    return settings
  }
}
