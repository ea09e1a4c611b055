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

  @Test("A template that is switched on follows each style change, and `off` restores every byte")
  func whole() throws {
    let list = try desk.nightctl("programs").output
    #expect(list.contains("templates of other tools\n"))
    let isListed = list.split(separator: "\n").contains {
      $0.hasPrefix("  matugen-waybar ") && $0.hasSuffix(" off: matugen's template Waybar")
    }
    #expect(isListed, "\(list)")
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

  @Test(
    "In templates and hooks, `image` is the theme's picture unless the user has set a wallpaper"
  )
  func image() throws {
    try desk.home.write(
      "[templates.a]\ninput_path = 'a'\noutput_path = '~/out'\n"
        + "post_hook = 'echo {{image}} >\"$HOME/hooked\"'\n",
      to: Self.config
    )
    try desk.home.write("{{image}}|{{mode}}\n", to: ".config/matugen/a")
    let theme = ".local/share/nightd/themes/lake.json5"
    try desk.home.write("{ style: 'light', strings: { picture: '~/lake.png' } }", to: theme)
    #expect(try desk.nightctl("programs", "on", "matugen").exit == .exited(0))
    #expect(desk.home.text("out") == "|light\n")
    #expect(try desk.nightctl("theme", "use", "lake").exit == .exited(0))
    let picture = desk.home.file("lake.png")
    try programs.until { desk.home.text("out") == "\(picture)|light\n" }
    try programs.until { desk.home.text("hooked") == "\(picture)\n" }
    #expect(try desk.nightctl("prefs", "write", "wallpaper.light", "/p/day.png").exit == .exited(0))
    try programs.until { desk.home.text("out") == "/p/day.png|light\n" }
  }

  @Test("With --dry-run, `on` and `off` list each file that a template writes, and change nothing")
  func dryRun() throws {
    let end = "Nothing was changed. Without --dry-run, the command does what is listed above.\n"
    let (css, kitty) = (desk.home.file(Self.output), desk.home.file(".config/kitty/colors.conf"))
    let on = try desk.nightctl("programs", "on", "matugen", "--dry-run")
    let hook = "Runs the hook: echo light >>\"$HOME/hooks\"\n"
    #expect(on.output == "Writes \(kitty)\nWrites \(css)\n" + hook + end, "\(on)")
    #expect(desk.home.text(Self.output) == Self.own && !desk.home.list(".config").contains("kitty"))
    #expect(try desk.nightctl("programs", "on", "matugen").exit == .exited(0))
    let text = desk.home.text(Self.output)
    let planned = try desk.nightctl("programs", "off", "--all", "--dry-run")
    #expect(planned.output == "Removes \(kitty)\nRestores your values in \(css)\n" + end)
    #expect(desk.home.text(Self.output) == text)
    let off = try desk.nightctl("programs", "off", "--all")
    #expect(off.output + end == planned.output)
    #expect(desk.home.text(Self.output) == Self.own)
  }

  @Test(
    "A dry run prints which file would get the user's earlier text, but does not make this file"
  )
  func dryRunAfterEdit() throws {
    try desk.home.write("# mine\ncolor = red\n", to: Self.output)
    #expect(try desk.nightctl("programs", "on", "matugen-waybar").exit == .exited(0))
    let light = desk.home.text(Self.output)
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
    // After this change, the daemon writes the file no more.
    try programs.until { ![nil, light].contains(desk.home.text(Self.output)) }
    try programs.until { try !programs.nightctl("programs").output.contains("runs now") }
    let edited = (desk.home.text(Self.output) ?? "") + "/* edited */\n"
    try desk.home.write(edited, to: Self.output)
    let copy = Self.output + ".before-nightd"
    let planned = try desk.nightctl("programs", "off", "matugen-waybar", "--dry-run")
    #expect(planned.output.contains("what you had before is kept in \(desk.home.file(copy))"))
    #expect(desk.home.text(copy) == nil)
    let off = try desk.nightctl("programs", "off", "matugen-waybar")
    #expect(planned.output.hasPrefix(off.output) && off.errors.isEmpty, "\(off)")
    #expect(desk.home.text(copy)?.hasPrefix("# mine") == true)
    #expect(desk.home.text(Self.output) == edited)
  }

  @Test("If a template writes a file, a program that adds a line to it cannot also be switched on")
  func sameFile() throws {
    let mine = "font_size 1\n", kitty = ".config/kitty/kitty.conf"
    try desk.home.write(
      "[templates.a]\ninput_path = 'a'\noutput_path = '~/\(kitty)'\n",
      to: Self.config
    )
    try desk.home.write("# {{mode}}\n", to: ".config/matugen/a")
    for pair in [["matugen-a", "kitty"], ["kitty", "matugen-a"]] {
      try desk.home.write(mine, to: kitty)
      #expect(try desk.nightctl("programs", "on", pair[0]).exit == .exited(0))
      let text = desk.home.text(kitty)
      let refused = try desk.nightctl("programs", "on", pair[1])
      #expect(refused.exit == .exited(1) && desk.home.text(kitty) == text)
      #expect(
        refused.errors.hasSuffix("before that, run: nightctl programs off \(pair[0])\n"),
        "\(refused)"
      )
      #expect(try desk.nightctl("programs", "off", pair[0]).exit == .exited(0))
      #expect(desk.home.text(kitty) == mine)
    }
  }

  @Test(
    "If a program sets keys in a file, one that adds a line to it cannot also be switched on"
  )
  func keysAndLine() throws {
    let mine = "[Mine]\na=1\n"
    try desk.home.write(
      "{ title: 'Keys', programs: ['sh'], edits: [{ file: '~/app.conf', format: 'ini', "
        + "section: 'W', set: [{ key: 'style', to: '{{style}}' }] }] }",
      to: ".config/nightd/programs/keys/program.json5"
    )
    try desk.home.write(
      "{ title: 'Line', programs: ['sh'], edits: [{ file: '~/app.conf', "
        + "line: 'style=nightd', at: 'end' }] }",
      to: ".config/nightd/programs/line/program.json5"
    )
    for pair in [["keys", "line"], ["line", "keys"]] {
      try desk.home.write(mine, to: "app.conf")
      #expect(try desk.nightctl("programs", "on", pair[0]).exit == .exited(0))
      let text = desk.home.text("app.conf")
      #expect(text != mine)
      let refused = try desk.nightctl("programs", "on", pair[1])
      #expect(refused.exit == .exited(1) && desk.home.text("app.conf") == text)
      let advice = "before that, run: nightctl programs off \(pair[0])"
      #expect(refused.errors.contains(advice), "\(refused)")
      #expect(try desk.nightctl("programs", "off", pair[0]).exit == .exited(0))
      #expect(desk.home.text("app.conf") == mine)
    }
  }

  @Test("If the user edits a template's output, the user's earlier text is kept beside it")
  func editedOutput() throws {
    try desk.home.write(
      "[templates.a]\ninput_path = 'a'\noutput_path = '~/out'\n",
      to: Self.config
    )
    try desk.home.write("# {{mode}}\ncolor = {{mode}}\n", to: ".config/matugen/a")
    try desk.home.write("# mine\ncolor = red\n", to: "out")
    #expect(try desk.nightctl("programs", "on", "matugen-a").exit == .exited(0))
    let edited = "# light\ncolor = light\n# my line\n"
    try desk.home.write(edited, to: "out")
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
    try programs.until { desk.home.text("out")?.hasPrefix("# dark") == true }
    #expect(desk.home.text("out.before-nightd") == "# mine\ncolor = red\n")
    try desk.home.write("# dark\ncolor = dark\n# another line\n", to: "out")
    let off = try desk.nightctl("programs", "off", "matugen-a")
    #expect(off.exit == .exited(0) && off.output.contains("out.before-nightd-2"), "\(off)")
    #expect(desk.home.text("out") == "# dark\ncolor = dark\n# another line\n")
    #expect(desk.home.text("out.before-nightd-2") == edited)
  }

  @Test("A template and a program cannot both be switched on for one file, even through a link")
  func sameFileLater() throws {
    try desk.home.write(
      "[templates.a]\ninput_path = 'a'\noutput_path = '~/dots/kitty/kitty.conf'\n",
      to: Self.config
    )
    try desk.home.write("# {{mode}}\n", to: ".config/matugen/a")
    try desk.home.makeFolder("dots/kitty")
    try #require(symlink("../dots/kitty", desk.home.file(".config/kitty")) == 0)
    let on = try desk.nightctl("programs", "on", "kitty", "matugen-a")
    #expect(on.exit == .exited(1) && on.errors.contains("programs off kitty"), "\(on)")
    #expect(try desk.nightctl("programs", "off", "kitty").exit == .exited(0))
    #expect(desk.home.list("dots/kitty") == [])
  }

  @Test(
    "`off` restores files even if the templates are gone, and does not end a hook's child processes"
  )
  func withoutTemplates() throws {
    try desk.home.write(
      "[templates.a]\ninput_path = 'a'\noutput_path = '~/out'\n"
        + "post_hook = 'sleep 300 & echo $! >\"$HOME/child\"'\n"
        + "[templates.b]\ninput_path = 'missing'\noutput_path = '~/b'\n",
      to: Self.config
    )
    try desk.home.write("{{mode}}\n", to: ".config/matugen/a")
    try desk.home.write(Self.own, to: "out")
    #expect(try desk.nightctl("programs", "on", "matugen").exit == .exited(1))
    #expect(desk.home.text("out") == "light\n")
    let child = try #require(
      desk.home.text("child").flatMap { pid_t($0.split(separator: "\n").first ?? "") }
    )
    #expect(kill(child, SIGKILL) == 0)
    try desk.home.write("{{ nothing }}", to: ".config/matugen/a")
    #expect(try desk.nightctl("programs", "off", "matugen").exit == .exited(0))
    #expect(desk.home.text("out") == Self.own)
    try desk.home.write("{{mode}}\n", to: ".config/matugen/a")
    #expect(try desk.nightctl("programs", "on", "matugen-a").exit == .exited(0))
    try #require(unlink(desk.home.file(Self.config)) == 0)
    let off = try desk.nightctl("programs", "off", "matugen")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text("out") == Self.own)
  }

  @Test("`$XDG_CONFIG_HOME` and `${HOME}` in a template's paths are replaced by the user's folders")
  func variables() throws {
    try desk.home.write(
      "[theme.templates.user.a]\ninput_path = '$XDG_CONFIG_HOME/noctalia/a'\n"
        + "output_path = '${HOME}/out'\n",
      to: ".config/noctalia/config.toml"
    )
    try desk.home.write("{{mode}}\n", to: ".config/noctalia/a")
    let on = try desk.nightctl("programs", "on", "noctalia-a")
    #expect(on.exit == .exited(0) && desk.home.text("out") == "light\n", "\(on)")
  }

  @Test(
    "While a template replaces a toolkit's settings file, nightd itself writes no settings into it"
  )
  func toolkitsFile() throws {
    let file = ".config/kdeglobals"
    try desk.home.write(
      "[templates.a]\ninput_path = 'a'\noutput_path = '~/\(file)'\n",
      to: Self.config
    )
    try desk.home.write("[General]\nColorScheme={{mode}}\n", to: ".config/matugen/a")
    try programs.nightctl("programs", "on", "matugen-a")
    for style in ["dark", "light", "dark"] {
      try programs.nightctl("set", style)
      try programs.nightctl("programs", "apply")
      #expect(desk.home.text(file) == "[General]\nColorScheme=\(style)\n")
    }
    let off = try programs.nightctl("programs", "off", "--all")
    #expect(desk.home.text(file) == nil, "\(off)")
  }

  @Test("If a file already had the template's text before `on`, `off` does not warn about the file")
  func fixedText() throws {
    let fixed = "a { color: red }\n"
    try desk.home.write(fixed, to: Self.output)
    try desk.home.write(fixed, to: ".config/matugen/templates/colors.css")
    for command in ["on", "off"] {
      let result = try desk.nightctl("programs", command, "matugen")
      #expect(result.exit == .exited(0) && !result.output.contains("has the values"), "\(result)")
      #expect(desk.home.text(Self.output) == fixed)
    }
  }

  @Test(
    "A template that would take too long, or loops over too large a range, is refused immediately"
  )
  func endless() throws {
    let loop = "<* for i in 0..1000 *>"
    let end = "<* endfor *>"
    for template in [
      loop + loop + loop + end + end + end, "<* for i in -5..9223372036854775807 *>x" + end,
      "<* for i in -9223372036854775808..0 *>x" + end,
    ] {
      try desk.home.write(template, to: ".config/matugen/templates/kitty.conf")
      let refused = try desk.nightctl("programs", "on", "matugen-kitty")
      #expect(refused.exit == .exited(1))
      #expect(
        refused.errors.contains("kitty.conf:1:") || refused.errors.contains("at most"),
        "\(refused)"
      )
    }
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
