import NightCore
import NightValues

/// The settings that X11 programs get from a settings daemon, live.
extension Mirrors {
  struct XSetting: Sendable {
    /// The preference's name without `mirror.` and the style.
    let preference: String
    /// The name of the setting in the protocol.
    let setting: String
    /// The key in GTK's file, and the name that GTK uses without any setting.
    let fallback: (key: String, name: String)

    init(_ preference: String, _ setting: String, _ fallback: (key: String, name: String)) {
      self.preference = preference
      self.setting = setting
      self.fallback = fallback
    }

    /// The name that a program started now uses if its settings daemon has none.
    func usual(_ context: MirrorContext) -> String {
      let file = context.base.config("gtk-3.0/settings.ini")
      return context.own(.file(path: file, .ini), .init("Settings", fallback.key)) ?? fallback.name
    }
  }

  static let xSettings = [
    XSetting("gtk-theme", "Net/ThemeName", ("gtk-theme-name", "Adwaita")),
    XSetting("icon-theme", "Net/IconThemeName", ("gtk-icon-theme-name", "Adwaita")),
    XSetting("cursor-theme", "Gtk/CursorThemeName", ("gtk-cursor-theme-name", "default")),
  ]

  /// The name for one setting, of the user's own name without quotes.
  static func name(_ row: XSetting, own: String?, _ context: MirrorContext) -> String? {
    switch row.preference {
    case "gtk-theme":
      context.name(row.preference, own: own ?? "Adwaita", among: context.gtkThemes("gtk-3.0"))
    case "icon-theme": context.name(row.preference, own: own, among: context.iconThemes)
    // A cursor need not match the style, so only a preference changes it.
    default: context.name(row.preference, own: nil, among: [])
    }
  }

  // MARK: - xsettingsd

  /// xsettingsd reads the first of these files that exists.
  private static func configuration(_ context: MirrorContext) -> String {
    let old = context.base.home(".xsettingsd")
    let new = context.base.config("xsettingsd/xsettingsd.conf")
    return context.base.fileExists(old) ? old : new
  }

  private static func hasOwnFile(_ context: MirrorContext) -> Bool {
    context.base.fileExists(configuration(context))
  }

  private static func hasSystemFile(_ context: MirrorContext) -> Bool {
    context.base.folders.systemConfig.contains {
      context.base.fileExists($0 + "/xsettingsd/xsettingsd.conf")
    }
  }

  /// Whether X11 programs here have no settings daemon, and xsettingsd could be one.
  private static func lacksDaemon(_ context: MirrorContext) -> Bool {
    context.base.environment("DISPLAY") != nil
      && context.base.environment("WAYLAND_DISPLAY") == nil
      && !context.hasDesktop && context.isInstalled("xsettingsd")
      // A process has at most 15 letters of its name.
      && !settingsDaemons.contains { context.isRunning(String($0.prefix(15))) }
  }

  /// The programs that give X11 programs their settings.
  package static let settingsDaemons = [
    "xsettingsd", "xfsettingsd", "gsd-xsettings", "csd-xsettings", "mate-settings-daemon",
    "lxsettings-daemon", "unity-settings-daemon", "xsettings-kde", "kded5", "kded6",
  ]

  static let xsettings = Mirror(
    "xsettings",
    "the themes that xsettingsd gives to X11 programs",
    .tried("xsettingsd 1.0.2"),
    evidence: { _ in ["xsettingsd"] },
    isWanted: { context in
      // LXQt starts xsettingsd with a file of its own. A file of the user's would hide the system's.
      guard !context.desktops.contains("lxqt") else { return false }
      if hasOwnFile(context) { return context.isRunning("xsettingsd") || lacksDaemon(context) }
      return !hasSystemFile(context) && lacksDaemon(context)
    },
    isUntold: { context in !context.isRunning("xsettingsd") },
    hasProgram: { context in context.base.fileExists(XSettingsDaemon.record(context)) },
    settings: { context in
      let place = MirrorPlace.file(path: configuration(context), .xsettingsd)
      var settings = xSettings.compactMap { row -> MirrorSetting? in
        let own = context.own(place, .init("", row.setting)).map { QuotedText.unquoted($0) ?? $0 }
        guard let name = name(row, own: own, context) else { return nil }
        return MirrorSetting(place, .init("", row.setting), QuotedText.quoted(name))
      }
      let prefersDark = MirrorPlace.Key("", "Gtk/ApplicationPreferDarkTheme")
      if context.own(place, prefersDark) != nil {
        settings.append(MirrorSetting(place, prefersDark, context.style == .dark ? "1" : "0"))
      }
      return settings
    },
    announcements: { context in
      // xsettingsd reads its file again, and the windows change at once.
      context.isRunning("xsettingsd")
        ? [.signal(.hup, programs: ["xsettingsd"])] : [XSettingsDaemon.start(context)]
    },
    restorations: { context in
      // If nightd started the daemon, its file is gone now, so it must end.
      [XSettingsDaemon.stop(context), .signal(.hup, programs: ["xsettingsd"])]
    },
    parting: { context in
      guard context.isRunning("xsettingsd"), context.base.environment("DISPLAY") != nil,
        context.isInstalled(XSettingsDaemon.reader), hasOwnFile(context)
      else { return nil }
      let place = MirrorPlace.file(path: configuration(context), .xsettingsd)
      let text = SettingsText(context.text(configuration(context)) ?? "", .xsettingsd)
      let settings = xSettings.compactMap { row -> MirrorSetting? in
        let key = MirrorPlace.Key("", row.setting)
        guard text.value(key) != nil else { return nil }
        if let own = context.own(place, key) { return MirrorSetting(place, key, own) }
        // Only nightd has a value for the key. A window keeps it until it gets another value.
        return MirrorSetting(place, key, QuotedText.quoted(row.usual(context)))
      }
      guard !settings.isEmpty else { return nil }
      // If the daemon ended before it gives the user's names, windows would keep nightd's. After a
      // second SIGHUP, a slow window might see the removed keys only, and stay as it is.
      return Mirror.Parting(
        settings: settings,
        announcements: [
          .signal(.hup, programs: ["xsettingsd"]), XSettingsDaemon.awaitSettings(settings),
        ],
        restorations: [XSettingsDaemon.stop(context)]
      )
    }
  )
}
