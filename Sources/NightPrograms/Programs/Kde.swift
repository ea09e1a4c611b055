import NightCore

extension ProgramCode {
  /// The code for KDE; the code copies a whole colour scheme into kdeglobals.
  ///
  /// In a Plasma session, Plasma's own program must write the scheme.
  static let kde = ProgramCode(
    name: "kde",
    isWanted: Kde.isWanted,
    // Outside a Plasma session, kdeglobals is a settings file like any other.
    isSwitch: Kde.isPlasma,
    settings: Kde.settings,
    announcements: { context in
      // In Plasma, plasma-apply-colorscheme itself sends the signals that `kdeColors` would send.
      Kde.isPlasma(context) ? [] : [.kdeColors]
    },
    restorations: { context in Kde.isPlasma(context) ? [] : [.kdeColors] }
  )
}

private enum Kde {
  private static func path(_ context: ProgramContext) -> String {
    context.config("kdeglobals")
  }

  private static func file(_ context: ProgramContext) -> SettingPlace {
    .file(path: path(context), .ini)
  }

  static func isPlasma(_ context: ProgramContext) -> Bool {
    context.desktops.contains("kde")
  }

  static let isWanted: @Sendable (ProgramContext) -> Bool = { context in
    // Plasma's program cannot remove a scheme. So change the scheme only if the user has set a
    // scheme that Plasma's program can restore.
    if isPlasma(context) { return context.own(file(context), KdeScheme.nameKey) != nil }
    return true
  }

  static let settings: @Sendable (ProgramContext) -> [Setting]? = { context in
    let place = isPlasma(context) ? SettingPlace.commands(plasma(path(context))) : file(context)
    let name = KdeScheme.nameKey
    guard let found = KdeScheme(present: context.own(place, name), context) else { return [] }
    var settings = [Setting(place, name, found.name)]
    if isPlasma(context) { return settings }
    settings += found.entries.map { Setting(place, $0.key, $0.value) }
    let icons = SettingPlace.Key("Icons", "Theme")
    let own = context.own(place, icons)
    let theme =
      context.chosenTheme("icon-theme")
      ?? own.flatMap { context.twin(of: $0, context.themes.iconThemes) }
    if let theme { settings.append(Setting(place, icons, theme)) }
    return settings
  }

  /// The commands that read and write the scheme; Plasma's own program writes it, so that KWin and
  /// GTK are informed too.
  ///
  /// Plasma's program translates the names in its list of schemes, so nightd reads the current name
  /// from the file.
  private static func plasma(_ path: String) -> SettingsCommands {
    let print = #"/^\[General\]$/,/^\[/{/^ColorScheme=/{s///p;q}}"#
    return SettingsCommands(
      read: ["sed", "-n", "-e", print, "-e", "$q1", path],
      write: ["plasma-apply-colorscheme", "{=}"]
    )
  }
}
