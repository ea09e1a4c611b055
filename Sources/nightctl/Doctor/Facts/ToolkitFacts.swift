import NightCore

/// The running programs of this session, grouped by toolkit, and what each toolkit needs to follow
/// nightd.
struct ToolkitFacts: Equatable, Sendable {
  var qt: [QtProgram] = []
  /// The platform themes that are installed for Qt, by Qt's major version.
  var qtThemes: [Int: Set<QtTheme>] = [:]
  /// Whether libraries that only KDE's programs need are installed.
  var hasKde = false
  var web: [WebProgram] = []
  /// Whether Chromium, or a program made with it, is installed.
  var hasWebPrograms = false
  var gtk = GtkFacts()
  /// The value of the preference `programs-off`: the programs, such as `qt6ct`, whose settings
  /// nightd must not change.
  var programsOff: Set<String> = []
  /// Sentences about settings that nightd should write but cannot write.
  var settingsProblems: [String] = []
  /// The preferences such as `gtk-theme.dark` that name a theme that is not installed.
  var missingThemes: [MissingToolkitTheme] = []
  /// The programs that are switched on in nightd, but keep their own colours.
  var uselessPrograms: [UselessProgram] = []
  /// The lines in the user's files that still refer to nightd's file for a program that is switched
  /// off.
  var remainingLines: [ProgramEditor.RemainingLine] = []
  /// The desktop shells that run, but are not switched on in nightd.
  var untoldShells: [String] = []
  /// The programs that are switched on in nightd, and whose executables are in this shell's `PATH`
  /// but not in nightd's.
  var programsOutside: [String] = []
  /// The major versions of Qt for which nightd writes the settings of qt5ct or qt6ct.
  var ctWritten: Set<Int> = []
}

/// A preference that names a theme of GTK or icons that is not installed.
struct MissingToolkitTheme: Equatable, Sendable {
  /// The preference, such as `gtk-theme.dark`.
  let key: String
  let name: String
  /// The installed theme with the most similar name; nil if no name is similar.
  let nearest: String?
}

/// A program that is switched on in nightd, but keeps its own colours.
struct UselessProgram: Equatable, Sendable {
  let name: String
  /// Why the program keeps its own colours, and what to do.
  let sentence: String
}

/// A process of this session, with the facts by which the doctor recognises its toolkit.
struct ProcessSight: Sendable {
  let identifier: UInt32
  let environment: [String: String]
  /// The command line, with the program first.
  let arguments: [String]
  /// The paths of the files that the process has mapped into its memory.
  let mapped: Set<String>

  /// The names of the mapped files, without their folders.
  var files: Set<String> { Set(mapped.map(\.fileName)) }

  /// The program's name as people know it; for an interpreter such as Python, the script's name.
  var name: String {
    let program = Self.file(arguments.first ?? "")
    let interpreters = ["python", "perl", "ruby", "node", "gjs", "sh", "bash", "mono"]
    guard interpreters.contains(where: { Self.isVersion(program, of: $0) }),
      // The options `-c` and `-e` are followed by the text of a script, not by its path.
      !arguments.contains("-c"), !arguments.contains("-e"),
      let script = arguments.dropFirst().first(where: { !$0.hasPrefix("-") })
    else { return program.isEmpty ? "process \(identifier)" : program }
    return Self.file(script)
  }

  /// The program's name; for a program that shares one Electron with others, the name of the folder
  /// that contains the program's archive.
  var nameOfWebProgram: String {
    guard name.hasPrefix("electron"),
      let archive = arguments.dropFirst().first(where: { !$0.hasPrefix("-") && $0.contains("/") })
    else { return name }
    let general = ["app.asar", "app", "resources"]
    return archive.split(separator: "/").map(String.init).last { !general.contains($0) } ?? name
  }

  /// Whether `name` is the program's name, alone or followed by a version as in `python3.11`.
  private static func isVersion(_ name: String, of program: String) -> Bool {
    name.hasPrefix(program)
      && name.utf8.dropFirst(program.utf8.count).allSatisfy {
        $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// The last part of a path, without control characters.
  private static func file(_ path: String) -> String {
    TerminalText.line(path.fileName)
  }
}

/// A platform theme of Qt.
///
/// The case `other` covers all platform themes without a case of their own.
enum QtTheme: Sendable {
  /// qt5ct or qt6ct.
  case ct
  /// KDE's platform theme, which the package plasma-integration contains.
  case kde
  case gtk3
  /// Qt's own platform theme for the desktop portal.
  case portal
  /// A platform theme that the doctor has no rules for.
  case other

  /// Recognises a platform theme by the path of its plugin; fails for other files.
  static func of(plugin path: String) -> QtTheme? {
    let parts = path.split(separator: "/")
    guard parts.count > 1, parts[parts.count - 2] == "platformthemes", let file = parts.last else {
      return nil
    }
    switch file {
    case "libqt5ct.so", "libqt6ct.so": return .ct
    case "libqgtk3.so": return .gtk3
    case "libqxdgdesktopportal.so": return .portal
    default: return file.hasPrefix("KDEPlasmaPlatformTheme") ? .kde : .other
    }
  }
}

/// A running program with Qt windows.
struct QtProgram: Equatable, Sendable {
  let name: String
  /// The version of Qt, such as `5.15.8`; only the major version if the library's name contains no
  /// more.
  let version: String
  /// The platform theme that the program has loaded; nil if it has loaded none.
  let theme: QtTheme?
  /// The program's value of QT_QPA_PLATFORMTHEME; empty if it is not set.
  var named = ""
  /// Whether the program paints with Kvantum.
  var hasKvantum = false
  /// Whether the program belongs to KDE, and therefore reads KDE's colours when it starts.
  var isKde = false
  /// Whether qt5ct or qt6ct, loaded in this program, watches its own settings folder.
  ///
  /// If the settings folder does not exist when the program starts, the program never notices a
  /// change of the settings.
  var isWatching = true

  var major: Int { version.hasPrefix("5") ? 5 : 6 }
}

extension QtProgram {
  /// Describes the Qt program in a process; nil if the process has no windows of Qt 5 or Qt 6.
  ///
  /// `isWatching` returns whether the process watches the settings of qt5ct or qt6ct.
  init?(_ process: ProcessSight, isWatching: (_ program: String) -> Bool = { _ in true }) {
    let files = process.files
    let marks = ["libQt5Gui.so.", "libQt6Gui.so."]
    // A Qt program loads the plugin for X11 or Wayland only if it uses a screen, which a daemon
    // does not.
    guard let library = files.first(where: { file in marks.contains(where: file.hasPrefix) }),
      files.contains(where: { $0.hasPrefix("libqxcb.so") || $0.hasPrefix("libqwayland") })
    else { return nil }
    let version = String(library.dropFirst(marks[0].count))
    let theme = process.mapped.lazy.compactMap(QtTheme.of).first
    self.init(
      name: process.name,
      version: version,
      theme: theme,
      named: process.environment["QT_QPA_PLATFORMTHEME"] ?? "",
      hasKvantum: files.contains("libkvantum.so"),
      isKde: files.contains {
        $0.hasPrefix("libKF5ConfigWidgets.so") || $0.hasPrefix("libKF6ColorScheme.so")
      },
      isWatching: theme != .ct || isWatching(version.hasPrefix("5") ? "qt5ct" : "qt6ct")
    )
  }
}

/// A running Chromium, or a program made with Electron.
struct WebProgram: Equatable, Sendable {
  let name: String
  let isElectron: Bool
  /// The version of Electron or Chromium; nil if no file contains the version.
  let version: String?

  /// The first number of the version; nil if the version is unknown.
  var major: Int? {
    version.flatMap { $0.split(separator: ".").first }.flatMap { Int($0) }
  }
}

/// The running programs that use GTK's theme, and the facts that determine this theme.
struct GtkFacts: Equatable, Sendable {
  /// The names of running GTK 3 and GTK 4 programs, except those that follow the portal.
  var programs: [String] = []
  /// Whether the session is an X11 session.
  var isX11 = false
  /// Whether a settings daemon of X11 runs.
  var hasDaemon = false
  /// Whether xsettingsd is installed, so that nightd can start it.
  var hasXsettingsd = false
  /// The user's theme if no counterpart for the other style is installed; otherwise nil.
  var lonely: LonelyTheme?
}

/// A GTK theme for which no counterpart in the other style is installed.
struct LonelyTheme: Equatable, Sendable {
  let name: String
  /// Where the theme's name is set: a file, or `GNOME's settings`.
  let origin: String
  /// The style for which no counterpart of the theme is installed.
  let missing: Style
  /// An installed theme of the missing style; nil if the doctor found none.
  let substitute: String?
}

extension ProcessSight {
  /// Whether the process has windows whose colours come from GTK's theme.
  ///
  /// Firefox, Chromium, Electron and libadwaita programs load GTK too, but follow the portal. The
  /// result is also false for a desktop's services, which show at most dialogs, and for bars and
  /// launchers that use the colours of their own style sheet.
  var usesGtkTheme: Bool {
    let files = files
    guard files.contains(where: { $0.hasPrefix("libgtk-3.so") || $0.hasPrefix("libgtk-4.so") }),
      !files.contains(where: { $0 == "libxul.so" || $0.hasPrefix("libadwaita-1.so") })
    else { return false }
    let services = [
      "xdg-desktop-portal", "gsd-", "csd-", "msd-", "ibus-", "xfsettingsd", "gnome-shell",
    ]
    let styled = ["waybar", "wofi", "swaync"]
    return !(services + styled).contains(where: name.hasPrefix)
  }
}
