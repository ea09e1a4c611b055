import Glibc
import TestSupport

/// A file of the user's, which both nightctl and editors write.
struct SavedFile {
  private static let lines = 40

  let path: String
  /// The text with which each version of the file begins.
  private let start: String
  /// The start and the end of a comment in this file's language.
  private let comment: (start: String, end: String)
  /// The program whose line is in the file; nil for a program that follows automatically.
  let program: String?

  private init(
    _ path: String,
    _ start: String,
    _ comment: (String, String) = ("#", ""),
    of program: String? = nil
  ) {
    self.path = path
    self.start = start
    self.comment = comment
    self.program = program
  }

  /// One file for each program that follows automatically on any desktop, and one for each of
  /// eleven programs with lines.
  static let all = [
    SavedFile(".config/gtk-3.0/settings.ini", "[Settings]\ngtk-theme-name=HighContrast\n"),
    SavedFile(".config/gtk-4.0/settings.ini", "[Settings]\ngtk-theme-name=HighContrast\n"),
    SavedFile(".gtkrc-2.0", "gtk-theme-name = \"HighContrast\"\n"),
    SavedFile(
      ".config/kdeglobals",
      "[General]\nColorScheme=BreezeLight\n\n[Colors:View]\nBackgroundNormal=1,1,1\n"
    ),
    SavedFile(".config/qt5ct/qt5ct.conf", "[Appearance]\nstyle=Fusion\n"),
    SavedFile(".config/qt6ct/qt6ct.conf", "[Appearance]\ncustom_palette=false\nstyle=Fusion\n"),
    SavedFile(".config/Kvantum/kvantum.kvconfig", "[General]\ntheme=KvGnome\n"),
    SavedFile(".Xresources", "*background: #ffffff\n", ("!", "")),
    SavedFile(".config/xsettingsd/xsettingsd.conf", "Net/ThemeName \"HighContrast\"\n"),
    SavedFile(".config/kitty/kitty.conf", "font_size 10\n", of: "kitty"),
    SavedFile(".config/foot/foot.ini", "pad=2x2\n[scrollback]\nlines=9\n", of: "foot"),
    SavedFile(".config/alacritty/alacritty.toml", "[font]\nsize = 9\n", of: "alacritty"),
    SavedFile(".tmux.conf", "set -g mouse on\n", of: "tmux"),
    SavedFile(".config/waybar/style.css", "* { font-size: 9px; }\n", ("/*", " */"), of: "waybar"),
    SavedFile(
      ".config/rofi/config.rasi",
      "configuration {\n  modi: \"run\";\n}\n",
      ("//", ""),
      of: "rofi"
    ),
    SavedFile(".config/mako/config", "font=mono 9\n[urgency=low]\nwidth=9\n", of: "mako"),
    SavedFile(".config/sway/config", "set $mod Mod4\n", of: "sway"),
    SavedFile(".zshrc", "HISTSIZE=9\n", of: "fzf"),
    SavedFile(".gitconfig", "[user]\n\tname = A\n", of: "delta"),
    SavedFile(".config/bat/config", "--style=plain\n", of: "bat"),
  ]

  /// The programs that must exist; for one of them, also the text that its program file must
  /// contain.
  private static let programs = [
    "xrdb": "", "xsettingsd": "", "systemd-run": "", "systemctl": "", "kitty": "", "foot": "",
    "alacritty": "", "tmux": "", "waybar": "", "rofi": "", "mako": "# include", "makoctl": "",
    "sway": "", "swaymsg": "", "vim": "", "fzf": "", "zsh": "", "delta": "", "bat": "",
  ]
  /// Other files, without which nightctl does nothing.
  private static let others = [
    ".local/share/color-schemes/BreezeLight.colors":
      "[Colors:View]\nBackgroundNormal=255,255,255\n",
    ".local/share/color-schemes/BreezeDark.colors": "[Colors:View]\nBackgroundNormal=20,22,24\n",
    ".themes/HighContrast/gtk-2.0/gtkrc": "",
    ".themes/HighContrastInverse/gtk-2.0/gtkrc": "",
    ".config/Kvantum/KvGnome/KvGnome.kvconfig": "",
    ".config/Kvantum/KvGnomeDark/KvGnomeDark.kvconfig": "",
  ]

  /// Writes all files and the stubs of programs; returns the environment variables with which
  /// nightctl finds the stubs.
  static func prepare(_ home: TemporaryFolder) throws -> [String: String] {
    for file in all { try home.write(file.text(0), to: file.path) }
    for (path, text) in others { try home.write(text, to: path) }
    for (name, text) in programs {
      try home.write("#!/bin/sh\n\(text)\n", to: "bin/" + name)
      _ = chmod(home.file("bin/" + name), 0o755)
    }
    // No X server has this display number, so no program can connect to one.
    return ["PATH": home.file("bin") + ":" + Tool.searchPath, "DISPLAY": ":9999"]
  }

  func text(_ round: Int) -> String { start + comments(round).joined(separator: "\n") + "\n" }

  func comments(_ round: Int) -> [String] {
    (1...Self.lines).map { "\(comment.start) save \(round) line \($0)\(comment.end)" }
  }

  /// The lines of a text that are comments in this file's language.
  func comments(in text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(comment.start + " save ") }
  }
}
