import Glibc
import TestSupport

/// The home folder of a user who has settings files of all toolkits.
struct SettingsHome {
  /// The user's files; each text is unusual in some way, for example in how it ends.
  private static let texts = [
    ".config/gtk-3.0/settings.ini": "# mine\n[Settings]\ngtk-theme-name = HighContrast\n",
    ".config/gtk-4.0/settings.ini":
      "[Settings]\r\ngtk-theme-name=HighContrast\r\ngtk-application-prefer-dark-theme=0",
    ".gtkrc-2.0": "gtk-theme-name = \"HighContrast\" # mine\n",
    ".config/kdeglobals":
      "[General]\nColorScheme=BreezeLight\n\n[Colors:View]\nBackgroundNormal=1,1,1\n",
    ".config/qt5ct/qt5ct.conf": "[Appearance]\nstyle=Fusion\n",
    ".config/qt6ct/qt6ct.conf": "[Appearance]\ncustom_palette=false\nstyle=Fusion",
    ".config/Kvantum/kvantum.kvconfig": "[General]\ntheme=KvGnome\n",
    ".Xresources": "! mine\n*background: #fff\nURxvt*color1:\t#010203\n",
  ]
  /// The folders for nightd's own files; they may stay if they are empty.
  private static let own = ["programs"].map { ".local/state/nightd/" + $0 }
  private static let daemonFile = ".config/xsettingsd/xsettingsd.conf"
  private static let daemonText = "Net/CursorBlink 1\nNet/ThemeName \"HighContrast\"\n"
  private static let schemes = [
    "BreezeLight": "[Colors:View]\nBackgroundNormal=255,255,255\n",
    "BreezeDark": "[Colors:View]\nBackgroundNormal=20,22,24\n[WM]\nactiveBackground=39,44,49\n",
  ]
  /// Stubs of programs that nightctl starts or looks for.
  private static let stubs = ["xsettingsd", "xrdb", "systemd-run", "systemctl"]

  let folder: TemporaryFolder
  /// The user's files with their texts.
  let files: [String: String]
  let environment: [String: String]
  private var before: Set<String> = []

  /// Makes the home; if `hasDaemon` is true, the user also has a file of xsettingsd.
  ///
  /// Because of this file, nightctl sends SIGHUP to each xsettingsd of the user.
  init(_ desk: Desk, hasDaemon: Bool) throws {
    folder = try TemporaryFolder()
    files = hasDaemon ? Self.texts.merging([Self.daemonFile: Self.daemonText]) { $1 } : Self.texts
    for (path, text) in files { try folder.write(text, to: path) }
    for (name, text) in Self.schemes {
      try folder.write(text, to: ".local/share/color-schemes/\(name).colors")
    }
    for theme in ["HighContrast", "HighContrastInverse"] {
      try folder.write("", to: ".themes/\(theme)/gtk-2.0/gtkrc")
    }
    for theme in ["KvGnome", "KvGnomeDark"] {
      try folder.makeFolder(".config/Kvantum/\(theme)")
    }
    for name in Self.stubs {
      try folder.write("#!/bin/sh\n", to: "bin/" + name)
      _ = chmod(folder.file("bin/" + name), 0o755)
    }
    // No X server has this display number, so no program can connect to one.
    environment = try desk.bus.environment(home: folder).merging([
      "PATH": folder.file("bin") + ":" + Tool.searchPath, "DISPLAY": ":9999",
    ]) { $1 }
    // The user's values for programs that are off stay in `former.json`.
    before = Set(names + ["/.local", "/.cache", "/run", Self.former])
  }

  /// The paths of the user's files that nightd has changed.
  var changed: [String] {
    files.filter { folder.read($0.key) != Array($0.value.utf8) }.keys.sorted()
  }

  var hasRecord: Bool { folder.read(Self.record) != nil }

  func removeRecord() { unlink(folder.file(Self.record)) }

  /// Files in the user's and nightd's folders that did not exist at first.
  var left: [String] { names.filter { !before.contains($0) } }

  private var names: [String] {
    let folders = files.keys.map { path in
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
    return Set(folders + Self.own).sorted().flatMap { place in
      folder.list(place).map { "\(place)/\($0)" }
    }
  }

  private static let record = ".local/state/nightd/programs/record.json"
  private static let former = ".local/state/nightd/programs/former.json"
}
