import Glibc
import TestSupport
import Testing

/// matugen's templates, as they lie in a user's home.
@Suite("matugen's templates")
struct ToolTemplateTests {
  private static let config = ".config/matugen/config.toml"
  private static let output = ".config/waybar/colors.css"
  private static let own = "/* of matugen */\r\n@define-color a #010203;"
  private let programs: FollowerDesk
  private var desk: Desk { programs.desk }

  init() throws {
    programs = try FollowerDesk(try Desk())
    try desk.home.write(
      """
      [config]
      reload_apps = true

      [templates.Waybar]
      input_path = './templates/colors.css'
      output_path = '~/\(Self.output)'
      post_hook = 'echo {{mode}} >>"$HOME/hooks"'

      [templates.kitty]
      input_path = '~/.config/matugen/templates/kitty.conf'
      output_path = '~/.config/kitty/colors.conf'

      """,
      to: Self.config
    )
    try desk.home.write(
      "<* for name, value in colors *>\n@define-color {{name}} {{value.default.hex}};\n<* endfor *>\n",
      to: ".config/matugen/templates/colors.css"
    )
    try desk.home.write(
      "background {{colors.surface.default.hex}}\n",
      to: ".config/matugen/templates/kitty.conf"
    )
    try desk.home.write(Self.own, to: Self.output)
    try programs.startDaemon()
    try programs.nightctl("set", "light")
  }

  @Test("A template that is on follows each change, and `off` gives each byte back")
  func whole() throws {
    let list = try desk.nightctl("programs").output
    #expect(list.contains("templates of other tools\n"))
    #expect(list.contains("  matugen-waybar  off: matugen's template Waybar\n"))
    let shown = try desk.nightctl("programs", "show", "matugen-waybar").output
    #expect(
      shown.contains("-@define-color a #010203;") && shown.contains("+@define-color surface ")
    )
    let on = try desk.nightctl("programs", "on", "matugen")
    #expect(on.exit == .exited(0), "\(on)")
    let light = desk.home.text(Self.output) ?? ""
    #expect(light.hasPrefix("\n@define-color background #"))
    #expect(desk.home.text(".config/kitty/colors.conf")?.hasPrefix("background #") == true)
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
    try programs.until { desk.home.text("hooks")?.hasSuffix("dark\n") == true }
    let dark = desk.home.text(Self.output) ?? ""
    #expect(dark != light && dark.hasPrefix("\n@define-color background #"))
    let off = try desk.nightctl("programs", "off", "matugen")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text(Self.output) == Self.own)
    #expect(desk.home.text(".config/kitty/colors.conf") == nil)
  }

  @Test("A mistake in the configuration or in a template is reported with its place")
  func mistakes() throws {
    try desk.home.write(
      "{{ colors.nothing.default.hex }}",
      to: ".config/matugen/templates/kitty.conf"
    )
    let broken = try desk.nightctl("programs", "on", "matugen-kitty")
    #expect(broken.exit == .exited(1))
    #expect(broken.errors.contains("/.config/matugen/templates/kitty.conf:1:4: "), "\(broken)")
    #expect(desk.home.text(".config/kitty/colors.conf") == nil)
    try desk.home.write("[templates.kitty\n", to: Self.config)
    let list = try desk.nightctl("programs")
    #expect(list.exit == .exited(0))
    #expect(
      list.errors.contains("\(desk.home.file(Self.config)):1:17: this is not valid TOML"),
      "\(list)"
    )
  }
}
