import NightCore
import Testing

@testable import nightctl

/// The commands that carry over the files of other tools, without a bus.
@Suite("Settings of other tools")
struct MigratedToolTests {
  private static func lines(_ name: String, _ files: [(String, String)]) throws -> [String] {
    let tool = try #require(MigratedTool.all.first { $0.name == name })
    var settings = ToolSettings()
    for (path, text) in files { try settings.add(path, Array(text.utf8)) }
    return MigrateMessages.steps(try tool.read(settings), hook: "HOOK")
      .map { $0.replacing("nightctl ", with: "") }
  }

  private static let sun = [
    "schedule set 'dark sunset' 'light sunrise'", "set schedule",
  ]

  @Test(
    "darkman's coordinates or use of GeoClue are carried over, and the style follows the sun",
    arguments: [
      ("# Hamburg\nlat: 53.6\nlng: 9.9\nportal: true\n", ["location 53.6,9.9"] + sun),
      ("lat: -33.9\nlng: 151.2\nusegeoclue: true\n", ["location auto"] + sun),
      ("usegeoclue: yes", ["location auto"] + sun),
    ]
  )
  func darkman(text: String, expected: [String]) throws {
    #expect(try Self.lines("darkman", [("config.yaml", text)]) == expected)
  }

  @Test(
    "If darkman has no place, the migration sets no schedule",
    arguments: ["", "# lat: 1\n", "portal: true"]
  )
  func placeless(text: String) throws {
    #expect(
      try Self.lines("darkman", [("config.yaml", text)]) == [
        "Not carried over: the schedule, because darkman has no place and never switches."
      ]
    )
  }

  @Test(
    "For gammastep and redshift, times override the place; of a time range, the end is used",
    arguments: [
      (
        "gammastep",
        "[general]\n; six\ndawn-time=6:00-7:45\ndusk-time=18:35-20:15\ntemp-night=3700\n",
        ["schedule set 'dark 20:15' 'light 07:45'", "set schedule"]
      ),
      (
        "redshift",
        "[redshift]\ndawn-time = 05:30\ndusk-time = 21:00\nlocation-provider=manual\n[manual]\nlat=1\n",
        ["schedule set 'dark 21:00' 'light 05:30'", "set schedule"]
      ),
      (
        "gammastep",
        "[general]\r\nlocation-provider=manual\r\n\r\n[manual]\r\nlat=52.23\r\nlon=21.01\r\n",
        ["location 52.23,21.01"] + sun
      ),
      ("redshift", "[redshift]\nlocation-provider=geoclue2\n", ["location auto"] + sun),
      ("redshift", "[redshift]\nlocation-provider=GeoClue2\n", ["location auto"] + sun),
      (
        "gammastep", "[general]\nlocation-provider=manual\n[manual]\n",
        [sun[0], sun[1]] + [
          "Not carried over: the place, because [manual] has no lat and lon; nightd uses the place of the "
            + "time zone until you set yours."
        ]
      ),
    ]
  )
  func redshift(tool: String, text: String, expected: [String]) throws {
    #expect(try Self.lines(tool, [("config.ini", text)]) == expected)
  }

  @Test(
    "Night Theme Switcher's decimal hours and offset become rules, and its commands become a hook",
    arguments: [
      (
        "[time]\nmanual-schedule=true\nsunrise=6.5\nsunset=20.0\n",
        ["schedule set 'dark 20:00' 'light 06:30'", "set schedule"]
      ),
      (
        "[time]\nmanual-schedule=true\nsunset=24.0\n",
        ["schedule set 'dark 00:00' 'light 06:00'", "set schedule"]
      ),
      (
        "[time]\nlocation=(48.1, 11.6)\nsunrise=5.1\n",
        [
          "location auto", "schedule set 'dark sunset-24m' 'light sunrise+24m'", "set schedule",
        ]
      ),
      ("[time]\noffset=0.0\n", ["location auto"] + sun),
      (
        "[/]\nsettings-version=17\n[time]\noffset=-1.5\n[commands]\nenabled=false\nsunset='x'\n",
        [
          "location auto", "schedule set 'dark sunset+90m' 'light sunrise-90m'", "set schedule",
        ]
      ),
      (
        "[commands]\nenabled=true\nsunset=\"notify-send 'it is late'\"\nsunrise=''\n[time]\noffset=0.0\n",
        ["location auto"] + sun + [
          "write the hook HOOK, which runs this when the style becomes dark: notify-send 'it is late'"
        ]
      ),
    ]
  )
  func nightThemeSwitcher(text: String, expected: [String]) throws {
    #expect(try Self.lines("night-theme-switcher", [("dconf/", text)]) == expected)
  }

  @Test(
    "Yin-Yang's mode decides whether a schedule or a fixed style is set",
    arguments: [
      (#"{"mode": "manual", "dark_mode": true}"#, ["set dark --always"]),
      (
        #"{"mode": "manual time", "times": ["07:00", "20:00:00"]}"#,
        ["schedule set 'dark 20:00' 'light 07:00'", "set schedule"]
      ),
      (
        #"{"mode": "sunset to sunrise", "coordinates": [50, 35.5], "update_location": false}"#,
        ["location 50,35.5"] + sun
      ),
      (#"{"mode": "followSun", "update_location": true}"#, ["location auto"] + sun),
      (
        #"{"mode": "followSun", "update_location": false}"#,
        sun + [
          "Not carried over: the place, because none is set; nightd uses the place of the time zone "
            + "until you set yours."
        ]
      ),
    ]
  )
  func yinYang(text: String, expected: [String]) throws {
    #expect(try Self.lines("yin-yang", [("yin_yang.json", text)]) == expected)
  }

  @Test(
    "Some of Yin-Yang's plugins become preferences and a hook, and the other plugins are listed"
  )
  func plugins() throws {
    let text = """
      {"mode": "manual", "dark_mode": false, "plugins": {
        "wallpaper": {"enabled": true, "light_theme": "/p/day 1.png", "dark_theme": null},
        "gtk": {"enabled": false, "light_theme": "Breeze", "dark_theme": "Breeze"},
        "kvantum": {"enabled": true, "light_theme": "KvFlatLight", "dark_theme": "KvFlat"},
        "custom": {"enabled": true, "light_theme": "V='l' run", "dark_theme": ""},
        "okular": {"enabled": true, "light_theme": "", "dark_theme": ""},
        "vs code": {"enabled": true, "light_theme": "a", "dark_theme": "b"}}}
      """
    #expect(
      try Self.lines("yin-yang", [("yin_yang.json", text)]) == [
        "set light --always", "prefs write wallpaper.light '/p/day 1.png'",
        "prefs write kvantum-theme.light KvFlatLight",
        "prefs write kvantum-theme.dark KvFlat",
        "write the hook HOOK, which runs this when the style becomes light: V='l' run",
        "Not carried over: okular and vs code; to see what nightd can change in their place, "
          + "run programs.",
      ]
    )
  }

  private static let unknownPlace = [
    "Not carried over: the place, because nightd looks up no address; nightd uses the place of the "
      + "time zone until you set yours."
  ]

  @Test(
    "The settings of both versions of noctalia are read, and later files override earlier ones",
    arguments: [
      (
        ["settings.json": #"{"colorSchemes": {"schedulingMode": "off", "darkMode": true}}"#],
        ["set dark --always"]
      ),
      (
        [
          "settings.json":
            #"{"colorSchemes": {"schedulingMode": "manual", "manualSunrise": "06:30", "manualSunset": "18:30"}}"#
        ],
        ["schedule set 'dark 18:30' 'light 06:30'", "set schedule"]
      ),
      (
        [
          "settings.json":
            #"{"colorSchemes": {"schedulingMode": "location"}, "location": {"name": "Oslo"}}"#
        ],
        sun + unknownPlace
      ),
      (
        [
          "config.toml": "[theme]\nmode = \"dark\"\n[location]\nlatitude = 52.5\nlongitude = 13\n",
          "settings.toml": "[theme]\nmode = \"auto\"\n",
        ],
        ["location 52.5,13"] + sun
      ),
      (
        ["config.toml": "theme.mode = \"auto\"\nlocation.address = \"Toronto, ON\"\n"],
        sun + unknownPlace
      ),
      (
        [
          "config.toml":
            "[theme]\nmode = \"auto\"\n[location]\ncustom_schedule = true\nsunset = \"20:30\"\nsunrise = \"07:30\"\n"
        ],
        ["schedule set 'dark 20:30' 'light 07:30'", "set schedule"]
      ),
      (["bar.toml": "[bar.main]\nposition = \"top\"\n"], []),
    ]
  )
  func noctalia(files: [String: String], expected: [String]) throws {
    let sorted = files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    #expect(try Self.lines("noctalia", sorted) == expected)
  }

  @Test(
    "DankMaterialShell's own times or those of its night mode become rules",
    arguments: [
      (#"{"themeModeAutoEnabled": false, "isLightMode": true}"#, ["set light --always"]),
      (
        #"{"themeModeAutoEnabled": true, "themeModeAutoMode": "time", "nightModeStartHour": 19, "nightModeStartMinute": 15}"#,
        ["schedule set 'dark 19:15' 'light 06:00'", "set schedule"]
      ),
      (
        #"{"themeModeAutoEnabled": true, "themeModeShareGammaSettings": false, "themeModeStartHour": 22, "themeModeEndHour": 7, "nightModeStartHour": 19}"#,
        ["schedule set 'dark 22:00' 'light 07:00'", "set schedule"]
      ),
      (
        ##"{"themeModeAutoEnabled": true, "themeModeAutoMode": "location", "latitude": -23.6, "longitude": -46.8, "perModeWallpaper": true, "wallpaperPathLight": "/p/a.png", "wallpaperPathDark": "#112233"}"##,
        ["location -23.6,-46.8"] + sun + ["prefs write wallpaper.light /p/a.png"]
      ),
    ]
  )
  func dankMaterialShell(text: String, expected: [String]) throws {
    #expect(try Self.lines("dms", [("session.json", text)]) == expected)
  }

  @Test(
    "A mistake in a file is reported with the file, line and column, and with what was expected",
    arguments: [
      ("darkman", "config.yaml", "lat: north\nlng: 9\n", "1:6: expected a number from -90 to 90"),
      ("darkman", "config.yaml", "lat: [1\n", "2:1: this is not valid YAML"),
      ("darkman", "config.yaml", "- 1\n", "1:1: expected names and values"),
      ("gammastep", "config.ini", "[general]\n  fade\n", "2:3: expected a [section]"),
      ("gammastep", "config.ini", "[general\n", "1:1: expected a [section]"),
      (
        "redshift", "redshift.conf", "[redshift]\ndusk-time=25:00\n", "2:1: expected a time such as"
      ),
      ("night-theme-switcher", "d/", "[time]\noffset=9.0\n", "2:1: expected a number from -6 to 6"),
      (
        "night-theme-switcher", "d/", "[commands]\nenabled=true\nsunset='a\\nb'\n",
        "3:1: expected a command without control characters"
      ),
      ("yin-yang", "yin_yang.json", "{\n  \"mode\": 3}", "2:11: expected manual, manual time or"),
      ("yin-yang", "yin_yang.json", "{\"mode\" 3}", "1:9: "),
      (
        "yin-yang", "yin_yang.json", #"{"mode": "manual time", "times": ["7", "20:00"]}"#,
        "1:35: expected a time such as 07:30 for “times.0”"
      ),
      (
        "yin-yang", "yin_yang.json", #"{"mode": "time"}"#,
        "1:10: expected manual, manual time or sunset to sunrise for “mode”"
      ),
      (
        "yin-yang", "yin_yang.json", #"{"mode": "manual time", "times": ["07:00"]}"#,
        "1:35: expected times such as 07:30 for both “times.0” and “times.1”"
      ),
      (
        "yin-yang", "yin_yang.json", #"{"mode": "manual time", "times": ["07:00", "07:00"]}"#,
        "1:44: expected different times for dark and for light, found 07:00 for both"
      ),
      (
        "yin-yang", "yin_yang.json", #"{"mode": "scheduled", "times": ["07:00", "20:00:x"]}"#,
        "1:42: expected a time such as 07:30 for “times.1”"
      ),
      (
        "yin-yang", "yin_yang.json", #"{"mode": "followSun", "coordinates": ["50", "35"]}"#,
        "1:39: expected a number from -90 to 90 for “coordinates.0”"
      ),
      (
        "yin-yang", "yin_yang.json", #"{"mode": "followSun", "coordinates": [50]}"#,
        "1:39: expected both “coordinates.0” and “coordinates.1”"
      ),
      (
        "yin-yang", "yin_yang.json", #"{"plugins": ["gtk"]}"#,
        "1:13: expected names and values for “plugins”"
      ),
      (
        "yin-yang", "yin_yang.json", #"{"plugins": {"gtk": true}}"#,
        "1:21: expected names and values before “plugins.gtk.enabled”"
      ),
      (
        "yin-yang", "yin_yang.json", #"{"mode": "manual", "dark_mode": "true"}"#,
        "1:33: expected true or false for “dark_mode”"
      ),
      (
        "darkman", "config.yaml", "lat: 53.6\nlon: 9.9\n",
        "1:6: expected both “lat” and “lng”"
      ),
      ("darkman", "config.yaml", "usegeoclue: [yes]\n", "1:13: expected true or false"),
      (
        "gammastep", "config.ini", "[general]\ndawn-time=7:00\ndusk-time=07:00\n",
        "3:1: expected different times for dark and for light, found 07:00 for both"
      ),
      (
        "gammastep", "config.ini", "[general]\ndawn-time=6:00\nlocation-provider=manual\n",
        "2:1: expected times such as 07:30 for both “general.dawn-time” and “general.dusk-time”"
      ),
      (
        "redshift", "redshift.conf", "[redshift]\nlocation-provider=moon\n",
        "2:1: expected geoclue2 or manual for “redshift.location-provider”"
      ),
      (
        "night-theme-switcher", "d/",
        "[time]\nmanual-schedule=true\nsunrise=6.0\nsunset=6.0\n",
        "4:1: expected different times for dark and for light, found 06:00 for both"
      ),
      ("noctalia", "a.toml", "[theme]\nmode = 1\n", "2:8: expected light, dark or auto for"),
      ("noctalia", "a.toml", "[theme]\nmode = \"Sepia\"\n", "2:8: expected light, dark or auto"),
      ("noctalia", "a.toml", "theme = \"dark\"\n", "1:9: expected names and values before “theme"),
      (
        "noctalia", "settings.json", #"{"colorSchemes": {"schedulingMode": "foo"}}"#,
        "1:37: expected off, manual or location for “colorSchemes.schedulingMode”"
      ),
      (
        "noctalia", "settings.json", #"{"colorSchemes": {"schedulingMode": "manual"}}"#,
        "1:1: expected times such as 07:30 for both “colorSchemes.manualSunrise” and"
      ),
      (
        "noctalia", "settings.json",
        #"{"colorSchemes": {"schedulingMode": "off", "darkMode": "yes"}}"#,
        "1:56: expected true or false for “colorSchemes.darkMode”"
      ),
      (
        "dms", "session.json", #"{"themeModeAutoEnabled": true, "themeModeAutoMode": "sun"}"#,
        "1:53: expected time or location for “themeModeAutoMode”"
      ),
      (
        "dms", "session.json", #"{"themeModeAutoEnabled": true, "nightModeStartHour": 19.5}"#,
        "1:54: expected a whole number from 0 to 23 for “nightModeStartHour”"
      ),
      (
        "dms", "session.json", #"{"themeModeAutoEnabled": true, "nightModeEndHour": 18}"#,
        "1:1: expected different times for dark and for light, found 18:00 for both"
      ),
      (
        "dms", "session.json", "{\"themeModeAutoEnabled\": \"x\"}",
        "1:26: expected true or false for “themeModeAutoEnabled”"
      ),
    ]
  )
  func flawed(tool: String, path: String, text: String, message: String) throws {
    let error = #expect(throws: Failure.self) { try Self.lines(tool, [(path, text)]) }
    let sentence = try #require(error).sentence
    #expect(sentence.hasPrefix("\(path):\(message)"), "\(sentence)")
    #expect(sentence.hasSuffix("; nothing was changed"), "\(sentence)")
  }

  @Test(
    "For each tool, `migrate` lists the command that shows wallpapers, or “Nothing to carry over”"
  )
  func list() throws {
    func found(_ name: String, _ text: String) throws -> [String] {
      let tool = try #require(MigratedTool.all.first { $0.name == name })
      var settings = ToolSettings()
      try settings.add("s.json", Array(text.utf8))
      return MigrateMessages.found(tool, ["F"], try tool.read(settings), hook: "HOOK")
    }
    #expect(
      try found("yin-yang", #"{"plugins": {"wallpaper": {"enabled": true, "dark_theme": "/p"}}}"#)
        == [
          "Yin-Yang: F", "  nightctl prefs write wallpaper.dark /p",
          "  To do this: nightctl migrate yin-yang",
          "  To let nightd show the wallpapers, run afterwards: nightctl programs on wallpaper",
        ]
    )
    #expect(try found("noctalia", "{}") == ["noctalia: F", "  Nothing to carry over."])
  }

  @Test("The hook quotes each command, so that no command can break the script")
  func hook() {
    var migration = Migration()
    migration.run(light: "echo 'a' # b", dark: nil)
    let text = migration.hook(for: "Yin-Yang")
    #expect(
      text?.hasSuffix("case $1 in\n  light) exec sh -c 'echo '\\''a'\\'' # b' ;;\nesac\n") == true
    )
    migration.run(light: "", dark: nil)
    #expect(migration.hook(for: "Yin-Yang") == nil)
  }

  @Test("The migration's record keeps each preference's value from before the first migration")
  func record() throws {
    var record = MigrationRecord.blank
    record.add("fade", from: nil, to: .integer(1))
    record.add("fade", from: .integer(1), to: .integer(2))
    record.add("choice", from: .string("dark"), to: .string("schedule"))
    #expect(record.values["fade"]?.before == nil && record.values["fade"]?.after == "2")
    #expect(record.values["choice"]?.before == "\"dark\"")
  }
}
