import NightCore

extension ProgramCode {
  /// The code for the settings of X11 programs; if no settings daemon runs, nightd itself starts
  /// and ends xsettingsd.
  static let xsettings = ProgramCode(
    name: "xsettings",
    isWanted: { context in
      // Do nothing in LXQt, because LXQt starts xsettingsd with its own file. Also do nothing if
      // xsettingsd has a system-wide file and the user has no file, because a new user file would
      // hide the system-wide file.
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
        // If the user has set no theme name, send the default name. Otherwise, windows would keep
        // the theme name that nightd sent before.
        return Setting(place, key, QuotedText.quoted(row.usual(context)))
      }
      guard !settings.isEmpty else { return nil }
      // If xsettingsd ended before it sent the user's theme names, windows would keep nightd's
      // names. If a second SIGHUP removed the keys soon after the first SIGHUP, a slow window might
      // notice only the removal, and keep nightd's names.
      return Parting(
        settings: settings,
        announcements: [
          .signal(.hup, programs: ["xsettingsd"]), XSettingsDaemon.awaitSettings(settings),
        ],
        restorations: [XSettingsDaemon.stop(context)]
      )
    },
    announcements: { context in
      // On SIGHUP, xsettingsd reads its file again, and the windows change at once.
      context.isRunning("xsettingsd")
        ? [.signal(.hup, programs: ["xsettingsd"])] : [XSettingsDaemon.start(context)]
    },
    restorations: { context in
      // If nightd started xsettingsd, xsettingsd must end now, because its file is gone.
      [XSettingsDaemon.stop(context), .signal(.hup, programs: ["xsettingsd"])]
    }
  )
}

/// The settings that running X11 programs get from a settings daemon.
package enum XSettings {
  struct Row: Sendable {
    /// The setting's name in the XSETTINGS protocol.
    let setting: String
    /// The theme's key in GTK's `settings.ini`, and the theme that GTK uses without this key.
    let fallback: (key: String, name: String)

    init(_ setting: String, _ fallback: (key: String, name: String)) {
      self.setting = setting
      self.fallback = fallback
    }

    /// The theme that a newly started program uses if its settings daemon has no value.
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

  /// The path of the file that xsettingsd reads: `~/.xsettingsd` if it exists, and otherwise the
  /// file in the configuration folder.
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

  /// Whether X11 programs have no settings daemon in this session and nightd could start xsettingsd
  /// for them.
  static func lacksDaemon(_ context: ProgramContext) -> Bool {
    context.environment("DISPLAY") != nil
      && context.environment("WAYLAND_DISPLAY") == nil
      && !context.hasDesktop && context.isInstalled("xsettingsd")
      && !settingsDaemons.contains { context.isRunning($0, needsDisplay: true) }
  }

  /// The daemons that give X11 programs their settings.
  package static let settingsDaemons = [
    "xsettingsd", "xfsettingsd", "gsd-xsettings", "csd-xsettings", "mate-settings-daemon",
    "lxsettings-daemon", "unity-settings-daemon", "xsettings-kde", "kded5", "kded6",
  ]
}
