import NightCore
import NightValues

/// GTK's own files, which programs read at their start if no settings daemon runs.
extension Mirrors {
  static let gtk: [Mirror] = [gtkFiles, gtk2, xsettings, xfconf]

  /// The preferences for the names of themes, without `mirror.` and the style.
  private static let theme = "gtk-theme"
  private static let icons = "icon-theme"
  private static let cursor = "cursor-theme"

  // MARK: - GTK 3 and GTK 4

  private static let versions = ["gtk-3.0", "gtk-4.0"]
  private static let libraries = [
    "gtk-3.0": "libgtk-3.so.0",
    "gtk-4.0": "libgtk-4.so.1",
  ]

  private static let gtkFiles = Mirror(
    "gtk-files",
    "the themes in settings.ini of GTK 3 and GTK 4",
    .tried("GTK 3.24.38 and 4.8.3"),
    evidence: { folders in
      versions.flatMap { version in
        [(folders.config ?? "") + "/\(version)/settings.ini"]
          + libraryPaths(libraries[version] ?? version)
      }
    },
    // A desktop's own settings daemon tells GTK the names, and overrides the files.
    isWanted: { context in !context.hasDesktop && versions.contains { isHere($0, context) } },
    settings: { context in versions.flatMap { gtkSettings($0, context) } }
  )

  private static func settingsFile(_ version: String, _ context: MirrorContext) -> String {
    context.base.config("\(version)/settings.ini")
  }

  private static func isHere(_ version: String, _ context: MirrorContext) -> Bool {
    let file = settingsFile(version, context)
    return context.base.fileExists(file) || hasLibrary(libraries[version] ?? version, context)
  }

  private static func gtkSettings(
    _ version: String,
    _ context: MirrorContext
  ) -> [MirrorSetting] {
    guard isHere(version, context) else { return [] }
    let place = MirrorPlace.file(path: settingsFile(version, context), .ini)
    func key(_ name: String) -> MirrorPlace.Key { .init("Settings", name) }
    var settings: [MirrorSetting] = []
    func add(_ name: String, _ value: String?) {
      if let value { settings.append(MirrorSetting(place, key(name), value)) }
    }
    // GTK uses Adwaita if the file names no theme.
    let own = context.own(place, key("gtk-theme-name")) ?? "Adwaita"
    let name = context.name(theme, own: own, among: context.gtkThemes(version))
    add("gtk-theme-name", name)
    add(
      "gtk-icon-theme-name",
      context.name(
        icons,
        own: context.own(place, key("gtk-icon-theme-name")),
        among: context.iconThemes
      )
    )
    // A cursor need not match the style, so only a preference changes it.
    add("gtk-cursor-theme-name", context.name(cursor, own: nil, among: []))
    // libadwaita warns about this key, so a file without it gets it only if nothing else helps.
    let prefersDark = key("gtk-application-prefer-dark-theme")
    let hasKey = context.own(place, prefersDark) != nil
    if hasKey || (name == nil && context.hasDarkVariant(own, version)) {
      add(prefersDark.name, context.style == .dark ? "1" : "0")
    }
    return settings
  }

  // MARK: - GTK 2

  /// GTK 2 reads the file at a program's start only.
  private static let gtk2 = Mirror(
    "gtk2",
    "the themes in .gtkrc-2.0 of GTK 2",
    .notTried,
    evidence: { folders in [(folders.home ?? "") + "/.gtkrc-2.0"] },
    isWanted: { context in
      !context.hasDesktop && context.base.fileExists(context.base.home(".gtkrc-2.0"))
    },
    settings: { context in
      let place = MirrorPlace.file(path: context.base.home(".gtkrc-2.0"), .gtkrc)
      let rows = [(theme, "gtk-theme-name"), (icons, "gtk-icon-theme-name")]
      return rows.compactMap { preference, key in
        let own = context.own(place, .init("", key)).map { QuotedText.unquoted($0) ?? $0 }
        let installed = preference == icons ? context.iconThemes : context.gtkThemes("gtk-2.0")
        guard let name = context.name(preference, own: own, among: installed) else { return nil }
        return MirrorSetting(place, .init("", key), QuotedText.quoted(name))
      }
    }
  )

  // MARK: - Libraries

  /// Where distributions keep a library; the folder `*` has the name of an architecture.
  private static func libraryPaths(_ name: String) -> [String] {
    ["/usr/lib/*/\(name)", "/usr/lib64/\(name)", "/usr/lib/\(name)"]
  }

  private static func hasLibrary(_ name: String, _ context: MirrorContext) -> Bool {
    let folders = ["/usr/lib64", "/usr/lib"] + context.list("/usr/lib").map { "/usr/lib/\($0)" }
    return folders.contains { context.base.fileExists("\($0)/\(name)") }
  }
}
