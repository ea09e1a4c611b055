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
  /// The tool's folder for scripts; these scripts get other arguments than nightd's hooks.
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
      stop:
        "Let nightd tell noctalia the style, which also ends noctalia's own schedule: run nightctl "
        + "programs on noctalia. noctalia 4 cannot be told: choose light or dark in its settings.",
      read: noctalia
    ),
    MigratedTool(
      name: "dms",
      title: "DankMaterialShell",
      files: ["state/DankMaterialShell/session.json"],
      stop:
        "Switch off the automatic theme mode in DankMaterialShell's settings, and let nightd tell it "
        + "the style: nightctl programs on dms",
      read: dankMaterialShell
    ),
  ]

  private static let warmth =
    "You need not stop it: it changes only how warm the screen is, which nightd does not change."
}

// MARK: - Translating the settings

extension MigratedTool {
  /// darkman.conf(5) describes darkman's settings.
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
    let (dawn, dusk) = (group + ".dawn-time", group + ".dusk-time")
    let provider = try settings.text(group + ".location-provider", "geoclue2 or manual") { text in
      ["manual", "geoclue", "geoclue2"].first { $0 == text.lowercased() }
    }
    let times = [try settings.clock(dawn), try settings.clock(dusk)]
    // redshift and gammastep refuse a configuration that has only one of these two times.
    if times.contains(where: { $0 != nil }) {
      migration.follow(try settings.rules(dark: dusk, light: dawn))
    } else if provider != "manual" {
      migration.followSun(at: nil)
    } else if let place = try settings.place("manual.lat", "manual.lon") {
      migration.followSun(at: place)
    } else {
      migration.followSun(without: "the place, because [manual] has no lat and lon")
    }
    return migration
  }

  /// The extension's gschema.xml describes Night Theme Switcher's settings; its Timer.js uses them.
  private static func nightThemeSwitcher(_ settings: ToolSettings) throws(Failure) -> Migration {
    var migration = Migration()
    if try settings.flag("time.manual-schedule") == true {
      func clock(_ name: String, or usual: Double) throws(Failure) -> ClockTime {
        let hours = try settings.number("time.\(name)", in: 0...24) ?? usual
        return ClockTime(minutesAfterMidnight: Int((hours * 60).rounded()))
      }
      let dark = try clock("sunset", or: 20)
      let light = try clock("sunrise", or: 6)
      migration.follow(try settings.rules(dark: dark, light: light, at: "time.sunset"))
    } else {
      // The extension's day begins this many hours after sunrise, and ends the same number of hours
      // before sunset.
      let offset = try settings.number("time.offset", in: -6...6) ?? 0.4
      let minutes = Int((offset * 60).rounded())
      let (before, after) = minutes < 0 ? ("+", "-") : ("-", "+")
      let length = "\(minutes.magnitude)m"
      let rules = ["dark sunset\(before)\(length)", "light sunrise\(after)\(length)"]
      migration.followSun(at: nil, minutes == 0 ? Schedule.default.texts : rules)
    }
    guard try settings.flag("commands.enabled") == true else { return migration }
    func command(_ name: String) throws(Failure) -> String? {
      try settings.text("commands.\(name)", "a command without control characters") { text in
        QuotedText.unquoted(text).flatMap { QuotedText.gvariant($0) == text ? $0 : nil }
      }
    }
    migration.run(light: try command("sunrise"), dark: try command("sunset"))
    return migration
  }

  /// For each of Yin-Yang's plugins, the nightd preference that has the same values.
  private static let plugins = [
    "wallpaper": "wallpaper", "gtk": "gtk-theme", "icons": "icon-theme",
    "kvantum": "kvantum-theme", "colors": "kde-scheme",
  ]

  /// config.py in Yin-Yang 3 and 4 defines Yin-Yang's settings.
  private static func yinYang(_ settings: ToolSettings) throws(Failure) -> Migration {
    var migration = Migration()
    let modes = [
      "manual": "manual", "manual time": "time", "scheduled": "time", "sunset to sunrise": "sun",
      "followSun": "sun",
    ]
    let mode = try settings.text("mode", "manual, manual time or sunset to sunrise") { modes[$0] }
    if mode == "time" {
      migration.follow(try settings.rules(dark: "times.1", light: "times.0"))
    } else if mode == "sun" {
      if try settings.flag("update_location") == true {
        migration.followSun(at: nil)
      } else if let place = try settings.place("coordinates.0", "coordinates.1") {
        migration.followSun(at: place)
      } else {
        migration.followSun(without: "the place, because none is set")
      }
    } else if mode == "manual" {
      migration.stay(isDark: try settings.flag("dark_mode"))
    }
    var left: [String] = []
    for plugin in try settings.names("plugins") {
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
        "\(Messages.joined(left)); to see what nightd can change in their place, run nightctl programs."
      )
    }
    return migration
  }

  /// docs.noctalia.dev describes noctalia's settings; version 4 of noctalia has `colorSchemes` in a
  /// JSON file.
  private static func noctalia(_ settings: ToolSettings) throws(Failure) -> Migration {
    var migration = Migration()
    let mode = try settings.word("theme.mode", ["light", "dark", "auto"])
    let schedule = try settings.word(
      "colorSchemes.schedulingMode",
      ["off", "manual", "location"]
    )
    if let mode, mode != "auto" {
      migration.stay(isDark: mode == "dark")
    } else if mode == nil, schedule == "off" {
      migration.stay(isDark: try settings.flag("colorSchemes.darkMode"))
    } else if mode == nil, schedule == "manual" {
      let (dark, light) = ("colorSchemes.manualSunset", "colorSchemes.manualSunrise")
      migration.follow(try settings.rules(dark: dark, light: light))
    } else if try settings.flag("location.custom_schedule") == true {
      migration.follow(try settings.rules(dark: "location.sunset", light: "location.sunrise"))
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

  /// SessionData.qml defines DankMaterialShell's settings; ThemeAutoService.qml uses them.
  private static func dankMaterialShell(_ settings: ToolSettings) throws(Failure) -> Migration {
    var migration = Migration()
    if try settings.flag("themeModeAutoEnabled") != true {
      migration.stay(isDark: try settings.flag("isLightMode").map { !$0 })
    } else if try settings.word("themeModeAutoMode", ["time", "location"]) == "location" {
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
      func clock(_ name: String, or usual: Int) throws(Failure) -> ClockTime {
        let hour = try settings.wholeNumber(prefix + name + "Hour", in: 0...23) ?? usual
        let minute = try settings.wholeNumber(prefix + name + "Minute", in: 0...59) ?? 0
        return ClockTime(minutesAfterMidnight: hour * 60 + minute)
      }
      let dark = try clock("Start", or: 18)
      let light = try clock("End", or: 6)
      migration.follow(try settings.rules(dark: dark, light: light, at: prefix + "StartHour"))
    }
    guard try settings.flag("perModeWallpaper") == true else { return migration }
    // A wallpaper setting can contain a colour such as #112233 instead of an image's path.
    func image(_ path: String) throws(Failure) -> String? {
      try settings.text(path).flatMap { $0.hasPrefix("#") ? nil : $0 }
    }
    let dark = try image("wallpaperPathDark")
    migration.setPreferences("wallpaper", light: try image("wallpaperPathLight"), dark: dark)
    return migration
  }
}
