import NightCore
import Testing

@testable import NightPrograms

@Suite("Files for bars, launchers, notifications, compositors and wallpapers")
struct ScreenProgramTests {
  private static func color(_ red: Int, _ green: Int, _ blue: Int) -> Color {
    Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
  }

  /// Each role has a different colour, so that a mistake in a role makes the test fail.
  private static let scheme = ColorScheme(
    style: .dark,
    theme: "made-up",
    accent: color(0xAC, 0xCE, 0x07),
    roles: Dictionary(
      uniqueKeysWithValues: [
        "background", "onBackground", "surface", "onSurface", "surfaceVariant",
        "onSurfaceVariant", "primary", "onPrimary", "secondary", "onSecondary", "error", "onError",
        "warning", "onWarning", "success", "onSuccess", "selection", "onSelection", "link",
        "separator", "disabled",
      ].enumerated().map { ($1, color($0, 0x10, 0x20)) }
    )
  )

  private static func context(
    files: Set<String> = [],
    preferences: [String: String] = [:],
    knows: Bool = true
  ) -> ProgramContext {
    let variables = ["HOME": "/home/ann", "XDG_RUNTIME_DIR": "/run/user/1"]
    return ProgramContext(
      scheme,
      BaseFolders { variables[$0] },
      preferences: preferences,
      exists: { files.contains($0) },
      programContains: { _, _ in knows }
    )
  }

  private static func text(_ name: String) throws -> String {
    let program = try ShippedPrograms.program(name)
    return try #require(try program.wanted(context()).files.first).text
  }

  @Test(
    "A program's file has the colours of the right roles",
    arguments: [
      ("waybar", "@define-color night_surfaceVariant #041020;\n"),
      ("waybar", "@define-color night_accent #acce07;\n"),
      ("polybar", "[nightd]\nbackground = #001020\n"),
      ("polybar", "accent = #acce07\n"),
      ("rofi", "element selected.normal { background-color: #061020; text-color: #071020; }\n"),
      ("rofi", "window { background-color: #021020; border-color: #131020; }\n"),
      ("wofi", "@define-color night_onPrimary #071020;\n"),
      ("dunst", "[urgency_critical]\n    background = \"#041020\"\n    foreground = \"#031020\"\n"),
      ("mako", "[urgency=critical]\nbackground-color=#041020\ntext-color=#031020\n"),
      ("swaync", "@define-color bg-selected @night_primary;\n"),
      ("sway", "\nclient.focused #061020 #061020 #071020 #081020 #061020\n"),
      ("i3", "\nclient.urgent #0a1020 #0a1020 #0b1020 #0a1020 #0a1020\n"),
      ("hyprland", "  col.active_border = rgb(061020)\n"),
      ("labwc", "window.active.label.text.color: #071020\n"),
    ]
  )
  func colors(_ name: String, _ part: String) throws {
    #expect(try Self.text(name).includes(part))
  }

  @Test(
    "nightd's line is added where nothing overrides it, and removing the line restores each byte",
    arguments: [
      ("waybar", "* { color: red; }", "* { color: red; }\nLINE\n"),
      ("waybar", "a {}\r\n", "a {}\r\nLINE\r\n"),
      ("polybar", "[bar/one]\n", "LINE\n[bar/one]\n"),
      ("rofi", "@theme \"x\"\n", "@theme \"x\"\nLINE\n"),
      ("wofi", "", "LINE\n"),
      ("mako", "font=a\n[urgency=high]\nfont=b", "font=a\nLINE\n[urgency=high]\nfont=b"),
      ("mako", "  [mode=dnd]\n", "LINE\n  [mode=dnd]\n"),
      ("mako", "font=a", "font=a\nLINE\n"),
      ("sway", "bar {\n}\n", "bar {\n}\nLINE\n"),
      ("i3", "bar {\n}", "bar {\n}\nLINE\n"),
      ("hyprland", "general {\n}\n", "general {\n}\nLINE\n"),
    ]
  )
  func line(_ name: String, _ before: String, _ after: String) throws {
    let program = try ShippedPrograms.program(name)
    let files = ["sway/config", "i3/config", "hypr/hyprland.conf"].map { "/home/ann/.config/" + $0 }
    let include = try #require(try program.wanted(Self.context(files: Set(files))).include)
    let added = include.added(to: Array(before.utf8))
    let parts = after.split(separator: "LINE", omittingEmptySubsequences: false)
    #expect(String(decoding: added, as: UTF8.self) == parts.joined(separator: include.line))
    #expect(include.added(to: added) == added)
    #expect(
      include.removed(from: added, wasOpen: IncludeLine.isOpen(Array(before.utf8)))
        == Array(before.utf8)
    )
  }

  @Test(
    "A new file of the user first includes the system-wide file that it would otherwise hide",
    arguments: [
      (
        "waybar", "/etc/xdg/waybar/style.css",
        "@import url(\"file:///etc/xdg/waybar/style.css\");\n"
      ),
      (
        "swaync", "/etc/xdg/swaync/style.css",
        "@import url(\"file:///etc/xdg/swaync/style.css\");\n"
      ),
      ("polybar", "/etc/polybar/config.ini", "include-file = /etc/polybar/config.ini\n"),
      ("sway", "/etc/sway/config", "include /etc/sway/config\n"),
      ("i3", "/etc/i3/config", "include /etc/i3/config\n"),
    ]
  )
  func start(_ name: String, _ file: String, _ start: String) throws {
    let program = try ShippedPrograms.program(name)
    #expect(try program.wanted(Self.context(files: [file])).include?.start == start)
    #expect((try program.wanted(Self.context()).include?.start ?? "") == "")
  }

  @Test("If a compositor has no configuration, nightd makes none", arguments: ["sway", "i3"])
  func noFile(_ name: String) throws {
    let program = try ShippedPrograms.program(name)
    #expect(try program.wanted(Self.context()).include == nil)
  }

  @Test("If dunst is too old to reload its settings, it gets no reload command")
  func oldDunst() throws {
    let dunst = try ShippedPrograms.program("dunst")
    #expect(try dunst.wanted(Self.context(knows: false)).announcements.isEmpty)
    #expect(
      try dunst.wanted(Self.context()).announcements == [
        .run(["dunstctl", "reload"], ifRunning: ["dunst"])
      ]
    )
  }

  @Test("A path for a GTK program is written as a URL")
  func url() { #expect(FileURL.escaped("/a b/ä\".css") == "/a%20b/%C3%A4%22.css") }

  @Test(
    "Each style can have its own wallpaper, and a style without one shows the desktop's wallpaper",
    arguments: [
      ([:], nil),
      (["wallpaper.light": "/l.png"], nil),
      (
        ["wallpaper.light": "/l.png", "wallpaper.dark": "~/d.png"],
        Wallpaper(style: .dark, light: "/l.png", dark: "/home/ann/d.png")
      ),
      (
        ["wallpaper.light": "", "wallpaper.dark": "/d.png"],
        Wallpaper(style: .dark, light: nil, dark: "/d.png")
      ),
    ] as [([String: String], Wallpaper?)]
  )
  func picture(_ preferences: [String: String], _ wallpaper: Wallpaper?) throws {
    let program = try ShippedPrograms.program("wallpaper")
    let context = Self.context(preferences: preferences)
    #expect(try program.wanted(context).announcements == [.wallpaper(wallpaper)])
    #expect(try program.wanted(context).restorations == [.wallpaper(nil)])
  }
}
