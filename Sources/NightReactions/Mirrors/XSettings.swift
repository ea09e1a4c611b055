import NightCore
import NightValues

/// The settings that X11 programs get from a settings daemon, live.
extension Mirrors {
  private struct Row {
    /// The preference's name without `mirror.` and the style.
    let preference: String
    /// The name of the setting in the protocol.
    let setting: String
  }

  private static let rows = [
    Row(preference: "gtk-theme", setting: "Net/ThemeName"),
    Row(preference: "icon-theme", setting: "Net/IconThemeName"),
    Row(preference: "cursor-theme", setting: "Gtk/CursorThemeName"),
  ]

  /// The name for one setting, of the user's own name without quotes.
  private static func name(_ row: Row, own: String?, _ context: MirrorContext) -> String? {
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
    let old = context.reaction.home(".xsettingsd")
    let new = context.reaction.config("xsettingsd/xsettingsd.conf")
    return context.reaction.fileExists(old) ? old : new
  }

  private static func hasOwnFile(_ context: MirrorContext) -> Bool {
    context.reaction.fileExists(configuration(context))
  }

  private static func hasSystemFile(_ context: MirrorContext) -> Bool {
    context.reaction.folders.systemConfig.contains {
      context.reaction.fileExists($0 + "/xsettingsd/xsettingsd.conf")
    }
  }

  /// Whether X11 programs here have no settings daemon, and xsettingsd could be one.
  private static func lacksDaemon(_ context: MirrorContext) -> Bool {
    context.reaction.environment("DISPLAY") != nil
      && context.reaction.environment("WAYLAND_DISPLAY") == nil
      && !context.hasDesktop && context.isInstalled("xsettingsd")
      // A process has at most 15 letters of its name.
      && !settingsDaemons.contains { context.isRunning(String($0.prefix(15))) }
  }

  /// The programs that give X11 programs their settings.
  package static let settingsDaemons = [
    "xsettingsd", "xfsettingsd", "gsd-xsettings", "csd-xsettings", "mate-settings-daemon",
    "lxsettings-daemon", "unity-settings-daemon", "xsettings-kde", "kded5", "kded6",
  ]

  /// Starts xsettingsd unless another program has the selection, as `dump_xsettings` finds out.
  ///
  /// Both programs are in one package. Without a user's systemd, xsettingsd ends with the X server.
  private static let startScript = """
    dump_xsettings >/dev/null 2>&1 && exit 0
    systemd-run --user --quiet --collect --unit=nightd-xsettingsd \\
      --setenv=DISPLAY="$DISPLAY" --setenv=XAUTHORITY="${XAUTHORITY-}" xsettingsd 2>/dev/null ||
      { setsid xsettingsd </dev/null >/dev/null 2>&1 & }
    """

  private static let stopScript =
    "systemctl --user --quiet stop nightd-xsettingsd.service 2>/dev/null; :"

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
    settings: { context in
      let place = MirrorPlace.file(path: configuration(context), .xsettingsd)
      var settings = rows.compactMap { row -> MirrorSetting? in
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
        ? [.signal(.hup, programs: ["xsettingsd"])] : [.run(["sh", "-c", startScript])]
    },
    restorations: { _ in
      // If nightd started the daemon, its file is gone now, so it must end; a unit that does not
      // exist is no error.
      [.run(["sh", "-c", stopScript]), .signal(.hup, programs: ["xsettingsd"])]
    }
  )

  // MARK: - Xfce

  private static let channel = MirrorPlace.commands(
    SettingsCommands(
      read: ["xfconf-query", "-c", "xsettings", "-p", "/{}"],
      write: ["xfconf-query", "-c", "xsettings", "-p", "/{}", "-n", "-t", "string", "-s", "{=}"],
      reset: ["xfconf-query", "-c", "xsettings", "-p", "/{}", "-r"]
    )
  )

  static let xfconf = Mirror(
    "xfconf",
    "the themes in Xfce's settings",
    .notTried,
    evidence: { _ in ["xfconf-query"] },
    isWanted: { context in
      context.isRunning("xfsettingsd") && context.isInstalled("xfconf-query")
    },
    settings: { context in
      rows.compactMap { row in
        guard let name = name(row, own: context.own(channel, .init("", row.setting)), context)
        else {
          return nil
        }
        return MirrorSetting(channel, .init("", row.setting), name)
      }
    }
  )
}
