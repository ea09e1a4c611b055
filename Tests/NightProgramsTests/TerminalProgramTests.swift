import NightCore
import NightPrograms
import Testing

/// A made-up theme whose colours differ from those of every real theme.
private func madeUpScheme(_ style: Style = .dark) -> ColorScheme {
  var roles: [String: Color] = [:]
  func set(_ role: String, _ digits: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(digits >> shift & 0xFF) / 255 }
    roles[role] = Color(red: part(16), green: part(8), blue: part(0))
  }
  set("background", 0x010203)
  set("onBackground", 0xF0F1F2)
  set("primary", 0xA0B0C0)
  set("onPrimary", 0x111213)
  set("selection", 0x303132)
  set("onSelection", 0xE0E1E2)
  set("link", 0x80C0FF)
  set("separator", 0x505152)
  set("surfaceVariant", 0x202122)
  set("onSurface", 0xD0D1D2)
  set("warning", 0xFFC000)
  for (number, role) in TerminalScheme.roles.enumerated() {
    set(role, 0x400000 + UInt32(number))
  }
  return ColorScheme(style: style, theme: "made-up", roles: roles)
}

private func madeUpContext(existing: Set<String> = []) -> ProgramContext {
  ProgramContext(
    madeUpScheme(),
    BaseFolders { $0 == "HOME" ? "/home/ann" : nil },
    exists: { existing.contains($0) }
  )
}

@Suite("Files for terminals")
struct TerminalProgramTests {
  struct FileCase: Sendable {
    let name: String
    let path: String
    let lines: [String]
    var existing: Set<String> = []
  }

  private static let own = "/home/ann/.local/state/nightd/programs/"

  @Test(
    "A terminal's file has the theme's colours in the terminal's own format",
    arguments: [
      FileCase(
        name: "kitty",
        path: own + "kitty.conf",
        lines: [
          "background #010203", "foreground #f0f1f2", "cursor #a0b0c0", "url_color #80c0ff",
          "selection_background #303132", "color0 #400000", "color15 #40000f",
        ]
      ),
      FileCase(
        name: "alacritty",
        path: own + "alacritty.toml",
        lines: [
          "[colors.primary]", "background = \"#010203\"", "[colors.bright]", "black = \"#400008\"",
          "white = \"#40000f\"", "[colors.selection]", "text = \"#e0e1e2\"",
        ]
      ),
      FileCase(
        name: "alacritty",
        path: own + "alacritty.yml",
        lines: [
          "colors:", "  primary:", "    background: \"#010203\"", "    white: \"#40000f\"",
        ],
        existing: ["/home/ann/.config/alacritty/alacritty.yml"]
      ),
      FileCase(
        name: "foot",
        path: own + "foot.ini",
        lines: ["[colors]", "background=010203", "regular7=400007", "bright0=400008"]
      ),
      FileCase(
        name: "konsole",
        path: "/home/ann/.local/share/konsole/nightd.colorscheme",
        lines: ["[Background]", "Color=1,2,3", "[Color7Intense]", "Color=64,0,15"]
      ),
      FileCase(
        name: "wezterm",
        path: "/home/ann/.config/wezterm/colors/nightd.toml",
        lines: ["[colors]", "background = \"#010203\"", "cursor_bg = \"#a0b0c0\""]
      ),
      FileCase(
        name: "ghostty",
        path: own + "ghostty",
        lines: ["background = #010203", "palette = 15=#40000f"]
      ),
      FileCase(
        name: "tmux",
        path: own + "tmux.conf",
        lines: [
          "set -g status-style 'bg=#202122,fg=#d0d1d2'",
          "set -g pane-active-border-style 'fg=#a0b0c0'",
        ]
      ),
      FileCase(
        name: "zellij",
        path: "/home/ann/.config/zellij/themes/nightd.kdl",
        lines: ["themes {", "  nightd {", "    fg \"#f0f1f2\"", "    white \"#400007\""]
      ),
    ]
  )
  func hasTheColors(_ test: FileCase) throws {
    let program = try ShippedPrograms.program(test.name)
    let files = try program.wanted(madeUpContext(existing: test.existing)).files
    let file = try #require(files.first { $0.path == test.path }, "\(files.map(\.path))")
    let lines = file.text.split(separator: "\n").map(String.init)
    for line in test.lines { #expect(lines.contains(line), "\(line) is missing in \(file.text)") }
    #expect(file.text.hasSuffix("\n") || test.name == "terminals")
  }

  struct UserFileCase: Sendable {
    let name: String
    let text: String
    /// The user's file after nightd has added its line; nil if the user must add the line.
    let expected: String?
    var existing: Set<String> = []
  }

  private static let short = "~/.local/state/nightd/programs/"
  private static let yaml: Set<String> = ["/home/ann/.config/alacritty/alacritty.yml"]

  @Test(
    "Adding nightd's line changes no other byte, and a file that would override the line is refused",
    arguments: [
      UserFileCase(
        name: "kitty",
        text: "background black",
        expected: "background black\ninclude \(short)kitty.conf\n"
      ),
      UserFileCase(
        name: "kitty",
        text: "",
        expected: nil,
        existing: ["/home/ann/.config/kitty/dark-theme.auto.conf"]
      ),
      UserFileCase(
        name: "alacritty",
        text: "[font]\r\nsize = 10\r\n",
        expected: "general.import = [\"\(short)alacritty.toml\"]\r\n[font]\r\nsize = 10\r\n"
      ),
      UserFileCase(
        name: "alacritty",
        text: "font:\n  size: 10",
        expected: "import: [\"\(short)alacritty.yml\"]\nfont:\n  size: 10",
        existing: yaml
      ),
      UserFileCase(name: "alacritty", text: "import:\n - a\n", expected: nil, existing: yaml),
      UserFileCase(name: "alacritty", text: "colors: {}\n", expected: nil, existing: yaml),
      UserFileCase(
        name: "alacritty",
        text: "#colors:\nimportant: 1\n",
        expected: "import: [\"\(short)alacritty.yml\"]\n#colors:\nimportant: 1\n",
        existing: yaml
      ),
      UserFileCase(name: "foot", text: "", expected: "include=\(short)foot.ini\n"),
      UserFileCase(
        name: "foot",
        text: "[key-bindings]\n",
        expected: "include=\(short)foot.ini\n[key-bindings]\n"
      ),
      UserFileCase(
        name: "foot",
        text: "[colors]\nalpha=0.9\n",
        expected: "include=\(short)foot.ini\n[colors]\nalpha=0.9\n"
      ),
      UserFileCase(
        name: "foot",
        text: "[main]\nfont=a\ninclude=b\n\n[bell]\n",
        expected: "[main]\nfont=a\ninclude=b\n\ninclude=\(short)foot.ini\n[bell]\n"
      ),
      UserFileCase(name: "foot", text: "[main]", expected: "[main]\ninclude=\(short)foot.ini\n"),
      UserFileCase(name: "foot", text: "[colors]\nregular0=000000\n", expected: nil),
      UserFileCase(name: "foot", text: "a=b\r\n[colors-dark]\r\nbackground=0\r\n", expected: nil),
      UserFileCase(name: "wezterm", text: "return {}\n", expected: nil),
      UserFileCase(
        name: "ghostty",
        text: "theme = a\n",
        expected: "theme = a\nconfig-file = ?/home/ann/.local/state/nightd/programs/ghostty\n"
      ),
      UserFileCase(
        name: "tmux",
        text: "set -g mouse on\n",
        expected: "set -g mouse on\nsource-file -q \(short)tmux.conf\n"
      ),
      UserFileCase(name: "tmux", text: "set -g \\\n", expected: nil),
      UserFileCase(name: "zellij", text: "a 1\n", expected: "a 1\ntheme \"nightd\"\n"),
      UserFileCase(name: "zellij", text: "theme \"x\"\n", expected: nil),
    ]
  )
  func addsTheLine(_ test: UserFileCase) throws {
    let program = try ShippedPrograms.program(test.name)
    let include = try #require(try program.wanted(madeUpContext(existing: test.existing)).include)
    let bytes = Array(test.text.utf8)
    guard let expected = test.expected else {
      #expect(include.refusal(test.text) != nil)
      return
    }
    #expect(include.refusal(test.text) == nil)
    let added = include.added(to: bytes)
    #expect(String(decoding: added, as: UTF8.self) == expected)
    #expect(include.removed(from: added, wasOpen: IncludeLine.isOpen(bytes)) == bytes)
  }

  @Test("The escape sequences set all colours of a terminal, and the sequences of `off` reset them")
  func sequences() throws {
    let program = try ShippedPrograms.program("terminals")
    func text(_ announcements: [Announcement]) -> String {
      guard case .terminals(let bytes, of: [])? = announcements.first else { return "" }
      return String(decoding: bytes, as: UTF8.self)
        .replacing("\u{1B}]", with: "<").replacing("\u{1B}\\", with: ">")
    }
    let colors = text(try program.wanted(madeUpContext()).announcements)
    #expect(colors.hasPrefix("<4;0;#400000><4;1;#400001>"))
    #expect(
      colors.hasSuffix("<10;#f0f1f2><11;#010203><12;#a0b0c0><17;#303132><19;#e0e1e2>")
    )
    #expect(
      text(try program.wanted(madeUpContext()).restorations) == "<104><110><111><112><117><119>"
    )
  }

  @Test("Escape sequences for one terminal program are sent only to that program")
  func namedTerminals() throws {
    for name in ["alacritty", "foot", "konsole", "wezterm"] {
      let program = try ShippedPrograms.program(name)
      let context = madeUpContext()
      let wanted = try program.wanted(context)
      for announcement in wanted.announcements + wanted.restorations {
        guard case .terminals(_, let programs) = announcement else { continue }
        #expect(programs.contains { $0.hasPrefix(name) })
      }
    }
  }
}
