import NightCore
import Testing

@testable import NightPrograms

private let ann = BaseFolders { $0 == "HOME" ? "/home/ann" : nil }

private func context(
  _ style: Style = .dark,
  home: String = "/home/ann",
  files: [String: String] = [:],
  folders: [String: [String]] = [:],
  own: [String: String] = [:],
  environment: [String: String] = [:],
  preferences: [String: String] = [:],
  programs: Set<String> = [],
  running: String? = nil,
  source: String? = nil
) -> ProgramContext {
  let scheme = ColorScheme(builtIn: style == .dark ? "midnight" : "daylight", style: style)
  return ProgramContext(
    scheme,
    BaseFolders { $0 == "HOME" ? home : nil },
    preferences: preferences,
    environment: { environment[$0] ?? ($0 == "DISPLAY" ? ":1" : nil) },
    exists: { files[$0] != nil },
    text: { files[$0] },
    programExists: { programs.contains($0) },
    followedSource: source,
    usersValue: { own["\($1.group)/\($1.name)"] },
    names: { folders[$0] ?? [] },
    isProcess: { name, _ in name == running }
  )
}

private func wanted(_ name: String, _ context: ProgramContext) throws -> WantedProgram {
  try ShippedPrograms.program(name).wanted(context)
}

private func values(_ name: String, _ context: ProgramContext) throws -> [String: String] {
  var values: [String: String] = [:]
  for setting in try wanted(name, context).settings {
    values["\(setting.key.group)/\(setting.key.name)"] = setting.value ?? "nil"
  }
  return values
}

@Suite("Programs for Qt and KDE")
struct QtProgramTests {
  @Test(
    "A path is escaped as in Qt 5 and Qt 6, whatever characters the home folder's name contains",
    arguments: [
      ("/home/ann", "/home/ann/"), ("/home/a b", "/home/a b/"),
      ("/home/müller", #"/home/m\xfcller/"#), ("/home/éa", #"/home/\xe9\x61/"#),
      ("/home/a,b;c#d", #""/home/a,b;c#d/"#), (#"/home/q"u\o%41te"#, #""/home/q\"u\\o%41te/"#),
      ("/home/日😀", #"/home/\x65e5\xd83d\xde00/"#),
    ]
  )
  func path(home: String, written: String) throws {
    let values = try values("qt5ct", context(home: home))
    let path = try #require(values["Appearance/color_scheme_path"])
    #expect(path.hasPrefix(written + ".config/qt5ct/colors/nightd-"), "\(path)")
    #expect(path.hasSuffix(written.hasPrefix("\"") ? ".conf\"" : ".conf"))
  }

  @Test(
    "A Qt palette has three lists of 21 colours with eight digits each",
    arguments: Style.allCases
  )
  func palette(style: Style) throws {
    let text = try #require(try wanted("qt5ct", context(style)).files.first?.text)
    let lines = text.split(separator: "\n")
    #expect(lines[1] == "[ColorScheme]")
    let scheme = ColorScheme(builtIn: style == .dark ? "midnight" : "daylight", style: style)
    for (line, name) in zip(lines[2...], ["active", "disabled", "inactive"]) {
      #expect(line.hasPrefix("\(name)_colors=#"))
      let colors = (line.split(separator: "=").last ?? "").split(separator: ",")
        .map { $0.drop { $0 == " " } }
      #expect(colors.count == 21)
      for color in colors {
        #expect(color.count == 9 && UInt32(color.dropFirst(), radix: 16) != nil, "\(color)")
      }
      #expect(colors[10] == "#ff" + scheme["background"].digits.lowercased())
    }
    #expect(lines.count == 5)
  }

  struct Wanted: Sendable {
    let name: String
    var files: [String: String] = [:]
    var environment: [String: String] = [:]
    var programs: Set<String> = []
    var own: [String: String] = [:]
    var source: String?
    let isWanted: Bool
  }

  @Test(
    "By default, a program follows the style only if its file exists or the program is in use",
    arguments: [
      Wanted(name: "qt5ct", isWanted: false),
      Wanted(name: "qt5ct", files: ["/home/ann/.config/qt5ct/qt5ct.conf": ""], isWanted: true),
      Wanted(name: "qt6ct", programs: ["qt6ct"], isWanted: false),
      Wanted(
        name: "qt6ct",
        environment: ["QT_QPA_PLATFORMTHEME": "qt6ct"],
        programs: ["qt6ct"],
        isWanted: true
      ),
      Wanted(
        name: "qt6ct",
        environment: ["QT_QPA_PLATFORMTHEME": "gtk3"],
        programs: ["qt6ct"],
        isWanted: false
      ),
      Wanted(name: "kvantum", programs: ["kvantummanager"], isWanted: false),
      Wanted(
        name: "kvantum",
        files: ["/home/ann/.config/Kvantum/kvantum.kvconfig": ""],
        isWanted: true
      ),
      Wanted(name: "kde", isWanted: false),
      Wanted(name: "kde", programs: ["kate"], isWanted: true),
      Wanted(name: "kde", files: ["/home/ann/.config/kdeglobals": ""], isWanted: true),
      Wanted(name: "kde", programs: ["kate"], source: "kde", isWanted: false),
    ]
  )
  func isWanted(_ row: Wanted) throws {
    let context = context(
      files: row.files,
      own: row.own,
      environment: row.environment,
      programs: row.programs,
      source: row.source
    )
    #expect(try wanted(row.name, context).isWanted == row.isWanted)
  }

  static let cosmic = "/home/ann/.config/cosmic/com.system76.CosmicTheme.Mode/v1/auto_switch"
  static let dms = "/home/ann/.local/state/DankMaterialShell/session.json"

  @Test(
    "If a program switches between light and dark by itself, nightd leaves it alone",
    arguments: [
      ("kde", "KDE", "/home/ann/.config/kdeglobals", "[KDE]\nAutomaticLookAndFeel=true\n", true),
      ("kde", "KDE", "/home/ann/.config/kdeglobals", "[KDE]\nAutomaticLookAndFeel=false\n", false),
      ("kde", "sway", "/home/ann/.config/kdeglobals", "[KDE]\nAutomaticLookAndFeel=true\n", false),
      ("cosmic", "COSMIC", cosmic, "true", true), ("cosmic", "COSMIC", cosmic, "false", false),
      ("cosmic", "COSMIC", "/nowhere", "", false),
      ("dms", "niri", dms, "{\n  \"themeModeAutoEnabled\": true\n}", true),
      ("dms", "niri", dms, "{\"themeModeAutoEnabled\":false}", false),
    ]
  )
  func released(name: String, desktop: String, file: String, text: String, isLeft: Bool) throws {
    let context = context(files: [file: text], environment: ["XDG_CURRENT_DESKTOP": desktop])
    #expect(try (wanted(name, context).released != nil) == isLeft)
  }

  @Test(
    "If a desktop shell writes settings itself, nightd does not write these settings",
    arguments: [
      ("kde", "qs", ".config/kdeglobals", "[General]\nColorScheme=MaterialYouDark\n", true),
      ("kde", "noctalia", ".config/kdeglobals", "[General]\nColorScheme=BreezeDark\n", false),
      ("kde", "sway", ".config/kdeglobals", "[General]\nColorScheme=MaterialYouDark\n", false),
      (
        "qt5ct", "dms", ".config/qt5ct/qt5ct.conf",
        "[Appearance]\ncolor_scheme_path=/home/ann/.local/share/color-schemes/DankMatugen.colors\n",
        true
      ),
      (
        "qt6ct", "noctalia", ".config/qt6ct/qt6ct.conf",
        "[Appearance]\ncolor_scheme_path=/home/ann/.config/qt6ct/colors/noctalia.conf\n", true
      ),
      (
        "qt6ct", "noctalia", ".config/qt6ct/qt6ct.conf",
        "[Appearance]\ncolor_scheme_path=/usr/share/qt6ct/colors/airy.conf\n", false
      ),
      (
        "terminals", "quickshell", ".config/illogical-impulse/config.json",
        "{\n    \"enableTerminal\": true\n}", true
      ),
      (
        "terminals", "quickshell", ".config/illogical-impulse/config.json",
        "{\n    \"enableTerminal\": false\n}", false
      ),
      ("wallpaper", "dms", "", "", true), ("wallpaper", "noctalia", "", "", true),
      ("wallpaper", "sway", "", "", false),
      ("wallpaper", "qs", ".config/illogical-impulse/config.json", "{}", true),
      ("wallpaper", "qs", ".config/noctalia/settings.json", "{}", true),
    ]
  )
  func shell(name: String, process: String, file: String, text: String, isLeft: Bool) throws {
    let context = context(
      files: ["/home/ann/" + file: text],
      programs: [process],
      running: process
    )
    #expect(try (wanted(name, context).released != nil) == isLeft)
  }

  @Test(
    "While Pantheon's own schedule is on, nightd leaves Pantheon's style alone",
    arguments: [
      ("'sunset-to-sunrise'", true), ("'manual'", true), ("'disabled'", false), (nil, false),
    ]
      as [(String?, Bool)]
  )
  func pantheon(schedule: String?, isLeft: Bool) throws {
    let own = schedule.map { ["/prefer-dark-schedule": $0] } ?? [:]
    #expect(try (wanted("pantheon", context(own: own)).released != nil) == isLeft)
  }

  @Test(
    "If the user made a panel dark while windows are light, the panel stays dark",
    arguments: [
      ("Mint-Y-Aqua", "Mint-Y-Dark-Aqua", Style.light, nil),
      ("Mint-Y-Aqua", "Mint-Y-Dark-Aqua", .dark, nil),
      ("Mint-Y-Dark-Aqua", "Mint-Y-Dark-Aqua", .light, "Mint-Y-Aqua"),
      ("Mint-Y-Aqua", "Mint-Y-Aqua", .dark, "Mint-Y-Dark-Aqua"),
      ("Sunny", "Mint-Y-Dark-Aqua", .light, "Mint-Y-Aqua"),
    ] as [(String, String, Style, String?)]
  )
  func mixed(gtk: String, panel: String, style: Style, wanted: String?) throws {
    let themes = ["Mint-Y-Aqua", "Mint-Y-Dark-Aqua"]
    let files = (themes + ["Sunny"]).flatMap { theme in
      ["gtk-3.0/gtk.css", "cinnamon/cinnamon.css"].map { "/usr/share/themes/\(theme)/\($0)" }
    }
    let context = context(
      style,
      files: Dictionary(uniqueKeysWithValues: files.map { ($0, "") }),
      folders: ["/usr/share/themes": themes + ["Sunny"]],
      own: ["/gtk-theme": "'\(gtk)'", "/name": "'\(panel)'"],
      running: "cinnamon"
    )
    #expect(try values("cinnamon", context)["/name"] == wanted.map { "'\($0)'" })
  }

  @Test("If the user chooses a GTK theme that has window frames, the frames get this theme, too")
  func frames() throws {
    let context = context(
      .dark,
      files: ["/usr/share/themes/Sunny/metacity-1/metacity-theme-3.xml": ""],
      folders: ["/usr/share/themes": ["Sunny", "Lone"]],
      own: ["/gtk-theme": "'Lone'", "/theme": "'Lone'"],
      preferences: ["gtk-theme.dark": "Sunny"],
      running: "cinnamon"
    )
    let values = try values("cinnamon", context)
    #expect(values["/gtk-theme"] == "'Sunny'" && values["/theme"] == "'Sunny'")
    #expect(values["/name"] == nil)
  }

  @Test(
    "Kvantum gets the theme in the preferences, or else the installed variant of its own theme",
    arguments: [
      ("KvGnome", Style.dark, [:], "KvGnomeDark"), ("KvGnomeDark", .light, [:], "KvGnome"),
      ("KvMojave", .light, [:], nil), ("KvGnome", .light, [:], "KvGnome"),
      ("KvMojave", .dark, ["kvantum-theme.dark": "KvFlat"], "KvFlat"),
    ] as [(String, Style, [String: String], String?)]
  )
  func kvantum(
    present: String,
    style: Style,
    preferences: [String: String],
    name: String?
  ) throws {
    let context = context(
      style,
      folders: ["/usr/share/Kvantum": ["KvGnome", "KvGnomeDark", "KvMojave"]],
      own: ["General/theme": present],
      preferences: preferences
    )
    #expect(try values("kvantum", context)["General/theme"] == name)
  }

  private static let schemes = [
    "/usr/share/color-schemes/BreezeLight.colors": "[Colors:View]\nBackgroundNormal=255,255,255\n",
    "/usr/share/color-schemes/BreezeDark.colors": """
    [ColorEffects:Disabled]
    ColorAmount=0

    [Colors:Header][Inactive]
    BackgroundNormal=1,2,3
    [Colors:View]
    # a comment
    BackgroundNormal = 20,22,24
    [General]
    Name=Breeze Dark
    [KDE]
    contrast=4
    [WM]
    activeBackground=39,44,49
    """,
  ]
  private static let icons = [
    "/usr/share/icons/breeze/index.theme": "", "/usr/share/icons/breeze-dark/index.theme": "",
  ]
  private static let folders = [
    "/usr/share/color-schemes": ["BreezeDark.colors", "BreezeLight.colors"],
    "/usr/share/icons": ["breeze", "breeze-dark"],
  ]

  @Test("kdeglobals gets the icon theme and the colour groups of the matching scheme")
  func kdeglobals() throws {
    let context = context(
      files: Self.schemes.merging(Self.icons) { $1 },
      folders: Self.folders,
      own: ["Icons/Theme": "breeze"]
    )
    #expect(
      try values("kde", context) == [
        "General/ColorScheme": "BreezeDark", "ColorEffects:Disabled/ColorAmount": "0",
        "Colors:Header][Inactive/BackgroundNormal": "1,2,3",
        "Colors:View/BackgroundNormal": "20,22,24", "WM/activeBackground": "39,44,49",
        "Icons/Theme": "breeze-dark",
      ]
    )
    #expect(try wanted("kde", context).announcements == [.kdeColors])
  }

  @Test("On Plasma, plasma-apply-colorscheme sets the scheme, and nightd sends no signal")
  func plasma() throws {
    let context = context(
      files: Self.schemes,
      folders: Self.folders,
      own: ["General/ColorScheme": "BreezeLight", "Icons/Theme": "breeze"],
      environment: ["XDG_CURRENT_DESKTOP": "KDE"],
      programs: ["plasma-apply-colorscheme"]
    )
    let wanted = try wanted("kde", context)
    #expect(wanted.settings.first?.value == "BreezeDark")
    #expect(!wanted.settings.contains { $0.key.group == "Icons" })
    #expect(wanted.writer?.command == ["plasma-apply-colorscheme", "{=}"])
    #expect(wanted.writer?.usual == "BreezeLight")
    #expect(wanted.announcements == [])
  }

  @Test(
    "On Plasma, a user without a scheme gets the counterpart of the global theme's scheme",
    arguments: [
      (Style.dark, nil, "BreezeDark"), (.light, nil, nil),
      (.dark, "BreezeDark", nil), (.light, "BreezeDark", "BreezeLight"),
    ] as [(Style, String?, String?)]
  )
  func globalTheme(style: Style, theme: String?, wanted name: String?) throws {
    var files = Self.schemes
    files["/usr/share/color-schemes/BreezeLight.colors"] =
      files["/usr/share/color-schemes/BreezeDark.colors"]
    files["/home/ann/.config/kdedefaults/kdeglobals"] = theme.map {
      "[General]\nColorScheme=\($0)\n"
    }
    let context = context(
      style,
      files: files,
      folders: Self.folders,
      environment: ["XDG_CURRENT_DESKTOP": "KDE"],
      programs: ["plasma-apply-colorscheme"]
    )
    let wanted = try wanted("kde", context)
    #expect(wanted.settings.first?.value == name)
    #expect(wanted.writer?.usual == theme ?? "BreezeLight")
  }

  @Test("If the matching scheme is not installed or has no colours, nothing changes")
  func noScheme() throws {
    #expect(try values("kde", context(folders: Self.folders)) == [:])
    #expect(try values("kde", context(files: Self.schemes)) == [:])
  }
}
