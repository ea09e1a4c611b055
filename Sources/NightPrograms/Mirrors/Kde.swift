import NightCore
import NightValues

extension Mirrors {
  /// The mirror for KDE's programs, in Plasma and elsewhere.
  package static let kde = [
    Mirror(
      "kde",
      "the colour scheme and icons in kdeglobals",
      .tried("Kate and Konsole 22.12.3 with plasma-integration 5.27.5"),
      evidence: { ["\($0.config ?? "")/kdeglobals"] + Kde.programs },
      isWanted: Kde.isWanted,
      isReleased: Kde.isReleased,
      settings: Kde.settings,
      announcements: Kde.announcements
    )
  ]
}

enum Kde {
  static let programs = ["kate", "konsole", "dolphin", "systemsettings"]
  private static let scheme = MirrorPlace.Key("General", "ColorScheme")

  private static func path(_ context: MirrorContext) -> String {
    context.base.config("kdeglobals")
  }

  private static func file(_ context: MirrorContext) -> MirrorPlace {
    .file(path: path(context), .ini)
  }

  private static func isPlasma(_ context: MirrorContext) -> Bool {
    context.desktops.contains("kde")
  }

  static let isWanted: @Sendable (MirrorContext) -> Bool = { context in
    // Plasma's own source reports what this mirror would write.
    if context.followedSource?.lowercased().hasPrefix("kde") == true { return false }
    if isReleased(context) { return false }
    // Without a scheme of the user's, Plasma's program could not put the earlier state back.
    if isPlasma(context) { return context.own(file(context), scheme) != nil }
    return context.base.fileExists(path(context))
      || programs.contains(where: context.isInstalled)
  }

  /// Plasma 6.5 and later can switch between day and night itself.
  static let isReleased: @Sendable (MirrorContext) -> Bool = { context in
    let automatic = context.own(file(context), .init("KDE", "AutomaticLookAndFeel"))
    return isPlasma(context) && automatic?.lowercased() == "true"
  }

  static let settings: @Sendable (MirrorContext) -> [MirrorSetting] = { context in
    let place = isPlasma(context) ? MirrorPlace.commands(plasma(path(context))) : file(context)
    guard let found = KdeScheme(present: context.own(place, scheme), context) else { return [] }
    var settings = [MirrorSetting(place, scheme, found.name)]
    if isPlasma(context) { return settings }
    settings += found.entries.map { MirrorSetting(place, $0.key, $0.value) }
    let icons = MirrorPlace.Key("Icons", "Theme")
    if let name = context.name(
      "icon-theme",
      own: context.own(place, icons),
      among: context.iconThemes
    ) {
      settings.append(MirrorSetting(place, icons, name))
    }
    return settings
  }

  /// In Plasma, its own program writes the scheme, because it also tells KWin and GTK.
  ///
  /// The program's list of schemes is translated, so the present name is read from the file.
  private static func plasma(_ path: String) -> SettingsCommands {
    let print = #"/^\[General\]$/,/^\[/{/^ColorScheme=/{s///p;q}}"#
    return SettingsCommands(
      read: ["sed", "-n", "-e", print, "-e", "$q1", path],
      write: ["plasma-apply-colorscheme", "{=}"]
    )
  }

  static let announcements: @Sendable (MirrorContext) -> [Announcement] = { context in
    // plasma-apply-colorscheme sends the signals itself.
    isPlasma(context) ? [] : [.kdeColors]
  }
}
