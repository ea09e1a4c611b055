import NightCore

/// A tool whose settings `nightctl migrate` can carry over.
struct MigratedTool: Sendable {
  /// The name of the tool on the command line.
  let name: String
  let title: String
  /// The patterns of the tool's files; `config` and `state` are the XDG folders.
  ///
  /// The list is empty if the settings are in dconf.
  let files: [String]
  /// Whether the tool reads all of its files, so that a later file overrides an earlier one.
  ///
  /// If this is false, the tool reads only the first of its files that exists.
  var readsAll = false
  /// The tool's folder for scripts; their arguments are not those of nightd's hooks.
  var scripts: String?
  /// A sentence that says how to stop the tool.
  let stop: String
  let read: @Sendable (ToolSettings) throws(Failure) -> Migration

  static let all: [MigratedTool] = [
    MigratedTool(
      name: "darkman",
      title: "darkman",
      files: ["config/darkman/config.yaml"],
      stop: "To stop darkman: systemctl --user disable --now darkman",
      read: darkman
    ),
    MigratedTool(
      name: "gammastep",
      title: "gammastep",
      files: ["config/gammastep/config.ini"],
      scripts: "config/gammastep/hooks",
      stop: warmth,
      read: { (settings) throws(Failure) in try redshift(settings, "general") }
    ),
    MigratedTool(
      name: "redshift",
      title: "redshift",
      files: ["config/redshift/redshift.conf", "config/redshift.conf"],
      scripts: "config/redshift/hooks",
      stop: warmth,
      read: { (settings) throws(Failure) in try redshift(settings, "redshift") }
    ),
    MigratedTool(
      name: "night-theme-switcher",
      title: "Night Theme Switcher",
      files: [],
      stop: "To stop it: gnome-extensions disable nightthemeswitcher@romainvigier.fr",
      read: nightThemeSwitcher
    ),
    MigratedTool(
      name: "yin-yang",
      title: "Yin-Yang",
      files: ["config/yin_yang/yin_yang.json", "config/yin_yang.json"],
      stop: "To stop Yin-Yang: systemctl --user disable --now yin_yang.timer",
      read: yinYang
    ),
    MigratedTool(
      name: "noctalia",
      title: "noctalia",
      files: [
        "config/noctalia/settings.json", "config/noctalia/*.toml", "state/noctalia/settings.toml",
      ],
      readsAll: true,
      stop: "So that noctalia no longer switches, choose light or dark in its settings.",
      read: noctalia
    ),
    MigratedTool(
      name: "dms",
      title: "DankMaterialShell",
      files: ["state/DankMaterialShell/session.json"],
      stop: "Switch off the automatic theme mode in DankMaterialShell's settings.",
      read: dankMaterialShell
    ),
  ]

  private static let warmth =
    "You need not stop it: it changes only how warm the screen is, which nightd does not change."
}

// MARK: - Translating the settings

extension MigratedTool {
  /// The settings are described in darkman.conf(5).
  private static func darkman(_ settings: ToolSettings) throws(Failure) -> Migration {
    var migration = Migration()
    let place = try settings.place("lat", "lng")
    let asksGeoClue = try settings.flag("usegeoclue") == true
    if place == nil, !asksGeoClue {
      migration.notes.append("the schedule, because darkman has no place and never switches.")
    } else {
      migration.followSun(at: asksGeoClue ? nil : place)
    }
    return migration
  }

  /// redshift and gammastep differ only in the name of the `group` (see their options.c).
  private static func redshift(
    _ settings: ToolSettings,
    _ group: String
  ) throws(Failure) -> Migration {
    var migration = Migration()
    let light = try settings.clock(group + ".dawn-time")
    let dark = try settings.clock(group + ".dusk-time")
    if light != nil, dark != nil {
      migration.follow(dark: dark, light: light)
    } else if try settings.text(group + ".location-provider")?.lowercased() != "manual" {
      migration.followSun(at: nil)
    } else if let place = try settings.place("manual.lat", "manual.lon") {
      migration.followSun(at: place)
    } else {
      migration.followSun(without: "the place, because [manual] has no lat and lon")
    }
    return migration
  }

  /// The settings are described in the extension's gschema.xml; Timer.js uses them.
  private static func nightThemeSwitcher(_ settings: ToolSettings) throws(Failure) -> Migration {
    var migration = Migration()
    if try settings.flag("time.manual-schedule") == true {
      func clock(_ name: String, or usual: Double) throws(Failure) -> ClockTime? {
        let hours = try settings.number("time.\(name)", in: 0...24) ?? usual
        let minute = Int((hours * 60).rounded()) % 1_440
        return ClockTime(hour: minute / 60, minute: minute % 60)
      }
      migration.follow(dark: try clock("sunset", or: 20), light: try clock("sunrise", or: 6))
    } else {
      // The day of the extension begins this many hours after sunrise, and ends as many before
      // sunset.
      let offset = try settings.number("time.offset", in: -6...6) ?? 0.4
      let minutes = Int((offset * 60).rounded())
      let (before, after) = minutes < 0 ? ("+", "-") : ("-", "+")
      let length = "\(minutes.magnitude)m"
      let rules = ["dark sunset\(before)\(length)", "light sunrise\(after)\(length)"]
      migration.followSun(at: nil, minutes == 0 ? Schedule.default.texts : rules)
    }
    guard try settings.flag("commands.enabled") == true else { return migration }
    func command(_ name: String) throws(Failure) -> String? {
      try settings.value("commands.\(name)", "a command without control characters") { value in
        guard case .string(let text) = value, let command = QuotedText.unquoted(text),
          QuotedText.gvariant(command) == text
        else { return nil }
        return command
      }
    }
    migration.run(light: try command("sunrise"), dark: try command("sunset"))
    return migration
  }

  /// Yin-Yang's plugins, and nightd's preferences with the same values.
  private static let plugins = [
    "wallpaper": "wallpaper", "gtk": "gtk-theme", "icons": "icon-theme",
    "kvantum": "kvantum-theme", "colors": "kde-scheme",
  ]

  /// The settings are those of config.py in Yin-Yang 3 and 4.
  private static func yinYang(_ settings: ToolSettings) throws(Failure) -> Migration {
    var migration = Migration()
    let modes = [
      "manual": "manual", "manual time": "time", "scheduled": "time", "sunset to sunrise": "sun",
      "followSun": "sun",
    ]
    let mode = try settings.value("mode", "manual, manual time or sunset to sunrise") { value in
      if case .string(let text) = value { modes[text] } else { nil }
    }
    if mode == "time" {
      migration.follow(dark: try settings.clock("times.1"), light: try settings.clock("times.0"))
    } else if mode == "sun" {
      let isFound = try settings.flag("update_location") == true
      migration.followSun(at: isFound ? nil : try settings.place("coordinates.0", "coordinates.1"))
    } else if mode == "manual" {
      migration.stay(isDark: try settings.flag("dark_mode"))
    }
    var left: [String] = []
    for plugin in settings.names("plugins") {
      let path = "plugins.\(plugin)"
      guard try settings.flag(path + ".enabled") == true else { continue }
      let light = try settings.text(path + ".light_theme")
      let dark = try settings.text(path + ".dark_theme")
      if plugin == "custom" {
        migration.run(light: light, dark: dark)
      } else if let key = plugins[plugin] {
        migration.setPreferences(key, light: light, dark: dark)
      } else {
        left.append(plugin)
      }
    }
    if !left.isEmpty {
      migration.notes.append(
        "\(Messages.joined(left)); nightctl programs lists what nightd can change instead."
      )
    }
    return migration
  }

  /// The settings are described at docs.noctalia.dev; version 4 has `colorSchemes` in a JSON file.
  private static func noctalia(_ settings: ToolSettings) throws(Failure) -> Migration {
    var migration = Migration()
    let mode = try settings.text("theme.mode")
    let schedule = try settings.text("colorSchemes.schedulingMode")
    if let mode, mode != "auto" {
      migration.stay(isDark: mode == "dark")
    } else if mode == nil, schedule == "off" {
      migration.stay(isDark: try settings.flag("colorSchemes.darkMode"))
    } else if mode == nil, schedule == "manual" {
      let dark = try settings.clock("colorSchemes.manualSunset")
      migration.follow(dark: dark, light: try settings.clock("colorSchemes.manualSunrise"))
    } else if try settings.flag("location.custom_schedule") == true {
      let dark = try settings.clock("location.sunset")
      migration.follow(dark: dark, light: try settings.clock("location.sunrise"))
    } else if try settings.flag("location.auto_locate") == true {
      migration.followSun(at: nil)
    } else if mode != nil || schedule != nil {
      let place = try settings.place("location.latitude", "location.longitude")
      let address = try settings.text("location.address") ?? ""
      if let place, address.isEmpty {
        migration.followSun(at: place)
      } else {
        migration.followSun(without: "the place, because nightd looks up no address")
      }
    }
    return migration
  }

  /// The settings are those of DankMaterialShell's SessionData.qml; ThemeAutoService.qml uses them.
  private static func dankMaterialShell(_ settings: ToolSettings) throws(Failure) -> Migration {
    var migration = Migration()
    if try settings.flag("themeModeAutoEnabled") != true {
      migration.stay(isDark: try settings.flag("isLightMode").map { !$0 })
    } else if try settings.text("themeModeAutoMode") == "location" {
      let place = try settings.place("latitude", "longitude")
      if try settings.flag("nightModeUseIPLocation") == true {
        migration.followSun(at: nil)
      } else if let place, place != Place(latitude: 0, longitude: 0) {
        migration.followSun(at: place)
      } else {
        migration.followSun(without: "the place, because none is set")
      }
    } else {
      let isOwn = try settings.flag("themeModeShareGammaSettings") == false
      let prefix = isOwn ? "themeMode" : "nightMode"
      func clock(_ name: String, or usual: Double) throws(Failure) -> ClockTime? {
        let hour = try settings.number(prefix + name + "Hour", in: 0...23) ?? usual
        let minute = try settings.number(prefix + name + "Minute", in: 0...59) ?? 0
        return ClockTime(hour: Int(hour), minute: Int(minute))
      }
      migration.follow(dark: try clock("Start", or: 18), light: try clock("End", or: 6))
    }
    guard try settings.flag("perModeWallpaper") == true else { return migration }
    // A colour such as #112233 can be in place of an image.
    func image(_ path: String) throws(Failure) -> String? {
      try settings.text(path).flatMap { $0.hasPrefix("#") ? nil : $0 }
    }
    let dark = try image("wallpaperPathDark")
    migration.setPreferences("wallpaper", light: try image("wallpaperPathLight"), dark: dark)
    return migration
  }
}
