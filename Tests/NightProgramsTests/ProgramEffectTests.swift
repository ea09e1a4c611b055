import NightCore
import NightPrograms
import Testing

/// A made-up home folder with these files; relative paths are below `/home/ann`.
private func madeUpContext(
  _ files: [String: String],
  preferences: [String: String] = [:],
  words: Set<String> = [],
  missing: Set<String> = []
) -> ProgramContext {
  let paths = Dictionary(
    files.map { ($0.key.hasPrefix("/") ? $0.key : "/home/ann/" + $0.key, $0.value) }
  ) { $1 }
  return ProgramContext(
    ColorScheme(style: .dark, theme: "made-up", roles: [:]),
    BaseFolders { $0 == "HOME" ? "/home/ann" : nil },
    preferences: preferences,
    exists: { paths[$0] != nil },
    text: { paths[$0] },
    matches: { pattern in
      let start = pattern.prefix { $0 != "*" }
      return paths.keys.filter { $0.hasPrefix(start) }.sorted()
    },
    programContains: { words.isEmpty || words.contains("\($0) \($1)") },
    programExists: { !missing.contains($0) }
  )
}

@Suite("Whether a switched-on program has nightd's colours")
struct ProgramEffectTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let files: [String: String]
    /// The beginning of the expected effect, without quotation marks and without the path of the
    /// home folder.
    let effect: String

    init(_ name: String, _ files: [String: String], _ effect: String) {
      self.name = name
      self.files = files
      self.effect = effect
    }

    var testDescription: String { "\(name), \(effect)" }
  }

  private static let own = "~/.local/state/nightd/programs/"
  private static let kitty = ".config/kitty/kitty.conf"
  private static let foot = ".config/foot/foot.ini"

  @Test("If a path has a space, but a program's line cannot contain a space, the program stays off")
  func space() throws {
    for (state, isBlocked) in [("/home/ann/my state", true), ("/home/ann/mystate", false)] {
      let context = ProgramContext(
        ColorScheme(style: .dark, theme: "made-up", roles: [:]),
        BaseFolders { ["HOME": "/home/ann", "XDG_STATE_HOME": state][$0] }
      )
      for name in ["fzf", "kitty"] {
        let wanted = try ShippedPrograms.program(name).wanted(context)
        #expect(
          wanted.blocker?.contains("~/my state/nightd/programs/\(name)") ?? false == isBlocked
        )
      }
    }
  }

  @Test(
    "A program has nightd's colours only if it has nightd's line and no later setting overrides it",
    arguments: [
      Case("kitty", [kitty: "include \(own)kitty.conf\n"], "works"),
      Case("kitty", [kitty: "include ${HOME}/.local/state/nightd/programs/kitty.conf"], "works"),
      Case("kitty", [kitty: "font_size 10\n"], "noLine(path: \(kitty)"),
      Case("kitty", [:], "noLine(path: \(kitty)"),
      Case("kitty", [kitty: "# include \(own)kitty.conf\n"], "noLine(path: \(kitty)"),
      Case("kitty", [kitty: "background #000\ninclude \(own)kitty.conf\n"], "works"),
      Case(
        "kitty",
        [kitty: "include \(own)kitty.conf\n# x\nbackground #000\n"],
        "overridden(path: \(kitty), line: 3, key: background)"
      ),
      Case(
        "kitty",
        [
          kitty: "include \(own)kitty.conf\ninclude theme.conf\n",
          ".config/kitty/theme.conf": "\n\nforeground #fff\n",
        ],
        "overridden(path: .config/kitty/theme.conf, line: 3, key: foreground)"
      ),
      Case(
        "kitty",
        [
          kitty: "include \(own)kitty.conf\ninclude keys.conf\n",
          ".config/kitty/keys.conf": "map ctrl+a new_tab\n",
        ],
        "works"
      ),
      Case(
        "kitty",
        [kitty: "include my.conf\n", ".config/kitty/my.conf": "include \(own)kitty.conf\n"],
        "works"
      ),
      Case(
        "kitty",
        [kitty: "include \(own)kitty.conf\n", ".config/kitty/dark-theme.auto.conf": ""],
        "changeFirst(path: \(kitty)"
      ),
      Case(
        "foot",
        [
          foot: "include=\(own)foot.ini\ninclude=~/a.ini\n",
          "a.ini": "[colors]\nforeground=ffffff\n",
        ],
        "overridden(path: a.ini, line: 2, key: foreground)"
      ),
      Case(
        "foot",
        [
          foot: "include=~/a.ini\ninclude=\(own)foot.ini\n",
          "a.ini": "[colors]\nforeground=ffffff\n",
        ],
        "works"
      ),
      Case(
        "foot",
        [foot: "[colors]\nregular1=ff0000\n"],
        "refused(path: \(foot)"
      ),
      Case("foot", [foot: "include=\(own)foot.ini\n[colors]\nalpha=0.9\n"], "works"),
      Case("fish", [:], "works"),
      Case("fish", [".config/fish/config.fish": "set -U fish_color_command red\n"], "works"),
      Case(
        "fish",
        [
          ".config/fish/config.fish":
            "if status is-interactive\n  set -g fish_color_command red\nend\n"
        ],
        "overridden(path: .config/fish/config.fish, line: 2, key: fish_color_command)"
      ),
      Case(
        "tmux",
        [".tmux.conf": "source-file -q \(own)tmux.conf\nset -g status-style bg=red\n"],
        "overridden(path: .tmux.conf, line: 2, key: status-style)"
      ),
      Case(
        "sway",
        [
          ".config/sway/config": "include \(own)sway.conf\ninclude $HOME/.config/sway/config.d/*\n",
          ".config/sway/config.d/10-keys.conf": "bindsym Mod4+q kill\n",
          ".config/sway/config.d/20-theme.conf": "set $a #aaaaaa\nclient.unfocused $a $a $a\n",
        ],
        "overridden(path: .config/sway/config.d/20-theme.conf, line: 2, key: client.unfocused)"
      ),
      Case(
        "i3",
        [
          ".config/i3/config": "include \(own)i3.conf\ninclude config.d/*.conf\n",
          ".config/i3/config.d/theme.conf": "client.focused #111111 #111111 #ffffff\n",
        ],
        "overridden(path: .config/i3/config.d/theme.conf, line: 1, key: client.focused)"
      ),
      Case(
        "kitty",
        [
          kitty: "include \(own)kitty.conf\nglobinclude conf.d/*.conf\n",
          ".config/kitty/conf.d/theme.conf": "background #101010\n",
        ],
        "overridden(path: .config/kitty/conf.d/theme.conf, line: 1, key: background)"
      ),
      Case(
        "tmux",
        [
          ".tmux.conf": "source-file -q \(own)tmux.conf\nsource ~/.tmux/a.conf ~/.tmux/b.conf\n",
          ".tmux/a.conf": "set -g status-bg red\n",
        ],
        "overridden(path: .tmux/a.conf, line: 1, key: status-bg)"
      ),
      Case(
        "sway",
        [".config/sway/config": "include \(own)sway.conf\nclient.focused #000 #000 #fff\n"],
        "overridden(path: .config/sway/config, line: 2, key: client.focused)"
      ),
      Case(
        "fish",
        [
          ".config/fish/config.fish": "source my.fish\n",
          ".config/fish/my.fish": "fish_config theme choose Dracula\n",
        ],
        "overridden(path: .config/fish/my.fish, line: 1, key: fish_config theme)"
      ),
      Case(
        "bat",
        [".config/bat/config": "--theme=ansi\n--theme=\"Nord\"\n"],
        "overridden(path: .config/bat/config, line: 2, key: --theme)"
      ),
      Case("wezterm", [".wezterm.lua": "return {}\n"], "refused(path: .wezterm.lua"),
      Case(
        "wezterm",
        [
          ".wezterm.lua":
            "config.color_scheme = \"nightd\"\nconfig.color_scheme = \"Dracula\"\nreturn config\n"
        ],
        "overridden(path: .wezterm.lua, line: 2, key: config.color_scheme)"
      ),
      Case(
        "wezterm",
        [".wezterm.lua": "config.color_scheme = \"nightd\"\nreturn config\n"],
        "works"
      ),
      Case(
        "alacritty",
        [".config/alacritty/alacritty.toml": "import = [\n  \"\(own)alacritty.toml\",\n]\n"],
        "works"
      ),
    ]
  )
  func effect(_ test: Case) throws {
    let context = madeUpContext(test.files)
    let effect = try ShippedPrograms.program(test.name).wanted(context).effect(context) { _ in nil }
    let text = "\(effect)".replacing("\"", with: "").replacing("/home/ann/", with: "")
    #expect(text.hasPrefix(test.effect), "\(text)")
  }

  @Test("If nightctl may not write a file that lacks nightd's line, the user must add the line")
  func readOnly() throws {
    let program = try ShippedPrograms.program("kitty")
    let path = "/home/ann/" + Self.kitty
    let without = madeUpContext([Self.kitty: "a 1\n"])
    let include = try #require(try program.wanted(without).include)
    #expect(
      try program.wanted(without).effect(without) { $0 == path ? "it is read-only" : nil }
        == .refused(path: path, include, .addYourself("it is read-only"))
    )
    let with = madeUpContext([Self.kitty: include.line])
    #expect(try program.wanted(with).effect(with) { _ in "it is read-only" } == .works)
  }

  @Test("If a program cannot use nightd's colours on this machine, this is reported with a remedy")
  func blockers() throws {
    func blocker(_ name: String, _ context: ProgramContext) throws -> String {
      try ShippedPrograms.program(name).wanted(context).blocker ?? ""
    }
    let lua = [".config/hypr/hyprland.lua": "", ".config/hypr/hyprland.conf": ""]
    func line(_ words: [String]) throws -> String? {
      let context = madeUpContext(lua, words: Set(words))
      return try ShippedPrograms.program("hyprland").wanted(context).include?.line
    }
    #expect(
      try line(["Hyprland hl.config"])
        == "pcall(dofile, \"/home/ann/.local/state/nightd/programs/hyprland.lua\")"
    )
    // Versions of Hyprland before 0.55 do not read the Lua file.
    #expect(try line(["none"])?.hasPrefix("source = ") == true)
    #expect(try blocker("hyprland", madeUpContext([:])).contains("has neither hyprland.conf"))
    #expect(try blocker("mako", madeUpContext([:], words: ["none"])).contains("older than 1.8"))
    #expect(
      try blocker("mako", madeUpContext([:], missing: ["mako"])).contains("install mako first")
    )
    #expect(try blocker("dunst", madeUpContext([:])).contains("copy /etc/xdg/dunst/dunstrc"))
    #expect(try blocker("dunst", madeUpContext([".config/dunst/dunstrc": ""])) == "")
    #expect(
      try blocker("wallpaper", madeUpContext([:])).contains("prefs write wallpaper.light FILE")
    )
    let picture = ["wallpaper.dark": "~/night.png"]
    #expect(
      try blocker("wallpaper", madeUpContext([:], preferences: picture))
        == "wallpaper.dark names /home/ann/night.png, which does not exist; name a picture with "
        + "nightctl prefs write wallpaper.dark FILE"
    )
    #expect(
      try blocker("wallpaper", madeUpContext(["night.png": ""], preferences: picture)) == ""
    )
  }
}

@Suite("Choice of the file that gets nightd's line")
struct ProgramPathTests {
  @Test(
    "nightd's line is added to the file that a program already reads, or else to its usual file",
    arguments: [
      ("sway", [".sway/config", ".config/sway/config"], ".sway/config"),
      ("sway", [".config/sway/config", ".config/i3/config"], ".config/sway/config"),
      ("sway", [".config/i3/config"], ".config/i3/config"),
      ("sway", ["/etc/sway/config"], ".config/sway/config"),
      ("i3", [".i3/config", ".config/i3/config"], ".config/i3/config"),
      ("i3", ["/etc/i3/config"], ".config/i3/config"),
      ("tmux", [".tmux.conf", ".config/tmux/tmux.conf"], ".config/tmux/tmux.conf"),
      ("tmux", [], ".tmux.conf"),
      (
        "polybar", [".config/polybar/config", ".config/polybar/config.ini"],
        ".config/polybar/config"
      ),
      ("polybar", [], ".config/polybar/config.ini"),
      ("mako", [".mako/config", ".config/mako/config"], ".mako/config"),
      ("mako", [], ".config/mako/config"),
      ("wezterm", [".wezterm.lua", ".config/wezterm/wezterm.lua"], ".wezterm.lua"),
      (
        "ghostty", [".config/ghostty/config", ".config/ghostty/config.ghostty"],
        ".config/ghostty/config.ghostty"
      ),
      ("ghostty", [], ".config/ghostty/config"),
    ] as [(String, [String], String)]
  )
  func order(_ name: String, _ existing: [String], _ path: String) throws {
    let context = madeUpContext(Dictionary(existing.map { ($0, "") }) { $1 })
    let include = try #require(ShippedPrograms.program(name).wanted(context).include)
    #expect(include.path(context.fileExists) == "/home/ann/" + path)
  }
}

@Suite("tmux files that are also shell scripts")
struct TmuxScriptTests {
  private static let line = "source-file -q ~/.local/state/nightd/programs/tmux.conf"
  private static let important = "set -g @nightd-line 1 ; \(line) #!important"
  private static let script =
    "# : << 'EOF'\nset -g mouse on\nrun 'source \"$TMUX_CONF_LOCAL\"'\n# EOF\n#\n# hi() { :; }\n# \"$@\"\n"

  private func added(_ files: [String: String]) throws -> (path: String, text: String) {
    let context = madeUpContext(files)
    let include = try #require(ShippedPrograms.program("tmux").wanted(context).include)
    let path = include.path(context.fileExists)
    let bytes = Array((context.text(path) ?? "").utf8)
    let added = include.added(to: bytes)
    #expect(include.removed(from: added, wasOpen: IncludeLine.isOpen(bytes)) == bytes)
    return (String(path.dropFirst("/home/ann/".count)), String(decoding: added, as: UTF8.self))
  }

  @Test("With Oh my tmux, nightd's line is added to the .local file, so that no theme overrides it")
  func local() throws {
    let local = "# : << EOF\ntmux_conf_theme=enabled\n# # keep the next line\n# EOF\n#\n# \"$@\"\n"
    let files = [".tmux.conf": Self.script, ".tmux.conf.local": local]
    let result = try added(files)
    #expect(result.path == ".tmux.conf.local")
    #expect(result.text == local.replacing("# EOF\n", with: "\(Self.important)\n# EOF\n"))
    let plain = try added([
      ".config/tmux/tmux.conf": Self.script, ".config/tmux/tmux.conf.local": "set -g mouse on",
    ])
    #expect(plain.path == ".config/tmux/tmux.conf.local")
    #expect(plain.text == "set -g mouse on\n\(Self.important)\n")
    #expect(try added([".tmux.conf": Self.script]).path == ".tmux.conf.local")
  }

  @Test(
    "In a tmux file that runs as a script, but is not Oh my tmux's, nightd's line comes before its end"
  )
  func other() throws {
    let text = "# : << ENDOFCONF\nset -g mouse on\n# ENDOFCONF\n# \"$@\"\n"
    let result = try added([".tmux.conf": text])
    #expect(result.path == ".tmux.conf")
    #expect(
      result.text == "# : << ENDOFCONF\nset -g mouse on\n\(Self.line)\n# ENDOFCONF\n# \"$@\"\n"
    )
  }
}
