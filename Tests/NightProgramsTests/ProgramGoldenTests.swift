import Glibc
import NightCore
import Testing

@testable import NightPrograms

/// Compares everything that nightd writes for each program, in both styles, with the files in
/// Tests/golden/programs.
///
/// If NIGHTD_WRITE_DOCS is set, the tests rewrite these files first. Review the diff of these
/// files before you commit them.
@Suite("Golden texts of programs")
struct ProgramGoldenTests {
  private static let folder = ShippedPrograms.root + "/Tests/golden/programs"

  @Test(
    "The text that nightd writes for each program equals the golden text",
    arguments: try ShippedPrograms.names()
  )
  func golden(name: String) throws {
    let program = try ShippedPrograms.program(name)
    var shown: Set<String> = []
    var text = ""
    for style in [Style.light, .dark] {
      for world in World.allCases {
        text += "==== \(style.rawValue), \(world.title)\n"
        text += try Self.text(of: program, world.context(style), &shown)
      }
    }
    let path = Self.folder + "/\(name).txt"
    if getenv("NIGHTD_WRITE_DOCS") != nil { try ShippedPrograms.write(text, to: path) }
    let golden = try #require(ShippedPrograms.read(path), "\(path) is missing")
    #expect(
      String(decoding: golden, as: UTF8.self) == text,
      "make texts"
    )
  }

  @Test("The generated list of programs that follow by default matches the programs' descriptions")
  func followers() throws {
    let index = FollowerIndex(try ShippedPrograms.names().map(ShippedPrograms.program))
    let path = ShippedPrograms.root + "/data/" + FollowerIndex.fileName
    if getenv("NIGHTD_WRITE_DOCS") != nil { try ShippedPrograms.write(index.text, to: path) }
    let present = String(decoding: ShippedPrograms.read(path) ?? [], as: UTF8.self)
    #expect(FollowerIndex(reading: present) == index)
    #expect(present == index.text)
  }

  @Test("Any two programs can be switched on together, as no two change one file in different ways")
  func together() throws {
    let programs = try ShippedPrograms.names().map(ShippedPrograms.program)
    for world in World.allCases {
      let wanted = try programs.map { try $0.wanted(world.context(.dark)) }
      for (index, one) in wanted.enumerated() {
        for other in wanted[..<index] {
          let file = one.contested(with: other, { $0 })?.path
          #expect(file == nil, "\(one.name), \(other.name), \(world.title)")
        }
      }
    }
  }

  @Test("docs/programs/list.md lists each program with the facts from the program's description")
  func list() throws {
    let path = ShippedPrograms.root + "/docs/programs/list.md"
    let old = String(decoding: try #require(ShippedPrograms.read(path)), as: UTF8.self)
    let mark = "<!-- programs -->\n"
    let head = String(try #require(old.split(separator: mark, maxSplits: 1).first))
    var text = head + mark
    text += "| group | program | version tested | note |\n| --- | --- | --- | --- |\n"
    let programs = try ShippedPrograms.names().map(ShippedPrograms.program)
    for group in Program.Group.allCases {
      for program in programs where program.group == group {
        let note = program.note.isEmpty ? "–" : program.note.replacing("|", with: "\\|")
        text += "| \(group.title) | `\(program.name)`"
        text += program.title == program.name ? "" : " (\(program.title))"
        text += " | \(program.tried ?? "not tested") | \(note) |\n"
      }
    }
    if getenv("NIGHTD_WRITE_DOCS") != nil { try ShippedPrograms.write(text, to: path) }
    #expect(try #require(ShippedPrograms.read(path)) == Array(text.utf8), "make texts")
  }

  /// The home folders for which the golden files are made.
  private enum World: CaseIterable {
    case fresh
    case used

    var title: String {
      switch self {
      case .fresh: "a fresh home"
      case .used: "a home with files"
      }
    }

    private var files: Set<String> {
      switch self {
      case .fresh: []
      case .used:
        [
          "/etc/xdg/waybar/style.css", "/etc/xdg/swaync/style.css", "/etc/polybar/config.ini",
          "/etc/sway/config", "/etc/i3/config", "/home/ann/.zshrc", "/home/ann/.vim/vimrc",
          "/home/ann/.config/hypr/hyprland.conf", "/home/ann/.config/dunst/dunstrc",
          "/home/ann/.config/emacs", "/home/ann/.config/git/config",
          "/home/ann/.config/sway/config",
          "/home/ann/.config/ghostty/config", "/home/ann/.wezterm.lua", "/home/ann/Pictures/a.png",
          "/home/ann/.config/alacritty/alacritty.yml", "/home/ann/.config/tmux/tmux.conf",
          "/home/ann/.config/gtk-3.0/settings.ini", "/home/ann/.gtkrc-2.0",
          "/home/ann/.Xresources", "/home/ann/.config/Kvantum/kvantum.kvconfig",
          "/usr/share/themes/Arc/gtk-3.0/gtk.css", "/usr/share/themes/Arc-Dark/gtk-3.0/gtk.css",
          "/usr/share/themes/Arc/gtk-2.0/gtkrc", "/usr/share/themes/Arc-Dark/gtk-2.0/gtkrc",
        ]
      }
    }

    func context(_ style: Style) -> ProgramContext {
      let variables = [
        "HOME": "/home/ann", "XDG_RUNTIME_DIR": "/run/user/1", "TMUX_TMPDIR": "/tmp/t",
      ]
      let files = files
      let scheme = ColorScheme(
        style: style,
        theme: "made-up",
        accent: Color(red: 0.5, green: 0.25, blue: 0.75),
        // Each role has a different colour, so that a mistake in a role changes the golden file.
        roles: Dictionary(
          uniqueKeysWithValues: [
            "background", "onBackground", "surface", "onSurface", "surfaceVariant",
            "onSurfaceVariant", "primary", "onPrimary", "secondary", "onSecondary", "error",
            "onError", "warning", "onWarning", "success", "onSuccess", "selection", "onSelection",
            "link", "separator", "disabled",
          ].enumerated().map { number, role in
            // Text colours are far from background colours, so that mixtures of the two differ too.
            let share =
              Double(number) * 0.01 + (role.hasPrefix("on") == (style == .dark) ? 0.75 : 0)
            return (role, Color(red: share, green: share * 0.9, blue: 0.2))
          }
        )
      )
      return ProgramContext(
        scheme,
        BaseFolders { variables[$0] },
        preferences: ["wallpaper.light": "~/Pictures/a.png"],
        user: 0,
        environment: { variables[$0] },
        exists: { files.contains($0) },
        text: { path in
          guard files.contains(path) else { return nil }
          return path.hasSuffix(".Xresources") ? "*background: #fff\n" : ""
        },
        usersValue: { _, key in
          switch key.name {
          case "gtk-theme-name": "Arc"
          case "theme": "KvFlat"
          case "background": "#fff"
          default: nil
          }
        },
        names: { folder in
          switch folder {
          case "/usr/share/themes": ["Arc", "Arc-Dark"]
          case "/usr/share/Kvantum": ["KvFlat", "KvFlatDark"]
          default: []
          }
        },
        isProcess: { _, _ in true }
      )
    }
  }

  /// Describes what nightd writes for a program; omits each file's text that `shown` already
  /// contains.
  private static func text(
    of program: Program,
    _ context: ProgramContext,
    _ shown: inout Set<String>
  ) throws -> String {
    let wanted = try program.wanted(context)
    var lines = wanted.blocker.map { ["cannot: " + $0] } ?? []
    for file in wanted.files {
      let isNew = shown.insert(file.text).inserted
      lines.append("file \(file.path)" + (isNew ? "" : " as above"))
      guard isNew else { continue }
      lines += file.text.split(separator: "\n", omittingEmptySubsequences: false).map { "| " + $0 }
    }
    if let include = wanted.include {
      lines.append("line \(include.place) of \(include.path(context.fileExists)): \(include.line)")
      if !include.start.isEmpty { lines.append("begins with: " + include.start) }
      if let refusal = include.refusal("") { lines.append("refuses an empty file: \(refusal)") }
    }
    lines += wanted.settings.map { setting in
      let key =
        setting.key.group.isEmpty ? setting.key.name : setting.key.group + "/" + setting.key.name
      return "set \(key) of \(setting.place.shown): \(setting.value ?? "nothing")"
    }
    lines += wanted.announcements.map { "tell \($0.shown)" }
    lines += wanted.restorations.map { "restore \($0.shown)" }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension Announcement {
  fileprivate var shown: String {
    switch self {
    case .signal(let signal, let programs): "\(signal.rawValue) to \(programs)"
    case .run(let arguments, let programs, let mode):
      "run \(arguments) if \(programs) runs" + (mode.isEmpty ? "" : ", which shows \(mode)")
    case .runEach(let pattern, let arguments): "run \(arguments) for each \(pattern)"
    case .terminals(let bytes, let programs):
      "bytes \(String(decoding: bytes, as: UTF8.self).debugDescription) to terminals of \(programs)"
    case .kdeColors: "KDE's colours"
    case .wallpaper(let wallpaper):
      "wallpaper \(wallpaper.map { "light \($0.light ?? "–"), dark \($0.dark ?? "–")" } ?? "of the desktop")"
    }
  }
}

extension SettingPlace {
  fileprivate var shown: String {
    switch self {
    case .file(let path, let format): "\(path) (\(format.rawValue))"
    case .commands(let commands): "\(commands.write)"
    }
  }
}
