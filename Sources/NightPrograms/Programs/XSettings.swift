import NightCore

extension ProgramCode {
  /// nightd starts and ends xsettingsd itself where X11 programs have no settings daemon.
  static let xsettings = ProgramCode(
    name: "xsettings",
    isWanted: { context in
      // LXQt starts xsettingsd with a file of its own. A file of the user's would hide the system's.
      guard !context.desktops.contains("lxqt") else { return false }
      if XSettings.hasOwnFile(context) {
        return context.isRunning("xsettingsd") || XSettings.lacksDaemon(context)
      }
      return !XSettings.hasSystemFile(context) && XSettings.lacksDaemon(context)
    },
    isUntold: { context in !context.isRunning("xsettingsd") },
    hasProgram: { context in context.fileExists(XSettingsDaemon.record(context)) },
    parting: { context in
      guard context.isRunning("xsettingsd"), context.environment("DISPLAY") != nil,
        context.isInstalled(XSettingsDaemon.reader), XSettings.hasOwnFile(context)
      else { return nil }
      let place = SettingPlace.file(path: XSettings.configuration(context), .xsettingsd)
      let text = SettingsText(context.text(XSettings.configuration(context)) ?? "", .xsettingsd)
      let settings = XSettings.rows.compactMap { row -> Setting? in
        let key = SettingPlace.Key("", row.setting)
        guard text.value(key) != nil else { return nil }
        if let own = context.own(place, key) { return Setting(place, key, own) }
        // Only nightd has a value for the key. A window keeps it until it gets another value.
        return Setting(place, key, QuotedText.quoted(row.usual(context)))
      }
      guard !settings.isEmpty else { return nil }
      // If the daemon ended before it gives the user's names, windows would keep nightd's. After a
      // second SIGHUP, a slow window might see the removed keys only, and stay as it is.
      return Parting(
        settings: settings,
        announcements: [
          .signal(.hup, programs: ["xsettingsd"]), XSettingsDaemon.awaitSettings(settings),
        ],
        restorations: [XSettingsDaemon.stop(context)]
      )
    },
    announcements: { context in
      // xsettingsd reads its file again, and the windows change at once.
      context.isRunning("xsettingsd")
        ? [.signal(.hup, programs: ["xsettingsd"])] : [XSettingsDaemon.start(context)]
    },
    restorations: { context in
      // If nightd started the daemon, its file is gone now, so it must end.
      [XSettingsDaemon.stop(context), .signal(.hup, programs: ["xsettingsd"])]
    }
  )
}

/// The settings that X11 programs get from a settings daemon, live.
package enum XSettings {
  struct Row: Sendable {
    /// The name of the setting in the protocol.
    let setting: String
    /// The key in GTK's file, and the name that GTK uses without any setting.
    let fallback: (key: String, name: String)

    init(_ setting: String, _ fallback: (key: String, name: String)) {
      self.setting = setting
      self.fallback = fallback
    }

    /// The name that a program started now uses if its settings daemon has none.
    func usual(_ context: ProgramContext) -> String {
      let file = context.config("gtk-3.0/settings.ini")
      return context.own(.file(path: file, .ini), .init("Settings", fallback.key)) ?? fallback.name
    }
  }

  static let rows = [
    Row("Net/ThemeName", ("gtk-theme-name", "Adwaita")),
    Row("Net/IconThemeName", ("gtk-icon-theme-name", "Adwaita")),
    Row("Gtk/CursorThemeName", ("gtk-cursor-theme-name", "default")),
  ]

  /// xsettingsd reads the first of these files that exists.
  static func configuration(_ context: ProgramContext) -> String {
    let old = context.home(".xsettingsd")
    let new = context.config("xsettingsd/xsettingsd.conf")
    return context.fileExists(old) ? old : new
  }

  static func hasOwnFile(_ context: ProgramContext) -> Bool {
    context.fileExists(configuration(context))
  }

  static func hasSystemFile(_ context: ProgramContext) -> Bool {
    context.folders.systemConfig.contains {
      context.fileExists($0 + "/xsettingsd/xsettingsd.conf")
    }
  }

  /// Whether X11 programs here have no settings daemon, and xsettingsd could be one.
  static func lacksDaemon(_ context: ProgramContext) -> Bool {
    context.environment("DISPLAY") != nil
      && context.environment("WAYLAND_DISPLAY") == nil
      && !context.hasDesktop && context.isInstalled("xsettingsd")
      // A process has at most 15 letters of its name.
      && !settingsDaemons.contains { context.isRunning(String($0.prefix(15))) }
  }

  /// The programs that give X11 programs their settings.
  package static let settingsDaemons = [
    "xsettingsd", "xfsettingsd", "gsd-xsettings", "csd-xsettings", "mate-settings-daemon",
    "lxsettings-daemon", "unity-settings-daemon", "xsettings-kde", "kded5", "kded6",
  ]
}
