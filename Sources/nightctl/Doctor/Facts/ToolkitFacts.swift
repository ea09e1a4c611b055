import NightCore

/// The running programs of this session by toolkit, and what their toolkits need to follow nightd.
struct ToolkitFacts: Equatable, Sendable {
  var qt: [QtProgram] = []
  /// The platform themes that are installed for Qt, by Qt's major version.
  var qtThemes: [Int: Set<QtTheme>] = [:]
  /// Whether libraries that only KDE's programs need are installed.
  var hasKde = false
  var web: [WebProgram] = []
  /// Whether Chromium, or a program made with it, is installed.
  var hasWebPrograms = false
  /// The desktops in use whose own settings neither nightd nor a hook writes.
  var unwritten: [UnwrittenDesktop] = []
  var gtk = GtkFacts()
  /// The programs that follow by themselves but are switched off, such as `qt6ct`.
  var programsOff: Set<String> = []
  /// Sentences about settings that nightd would write, but cannot.
  var settingsProblems: [String] = []
  /// The programs that are on, but keep their own colours.
  var uselessPrograms: [UselessProgram] = []
  /// The major versions of Qt for which nightd writes qt5ct or qt6ct, unless that is switched off.
  var ctWritten: Set<Int> = []
}

/// A program that is on, but keeps its own colours.
struct UselessProgram: Equatable, Sendable {
  let name: String
  /// Why the program keeps its own colours, and what to do.
  let sentence: String
}

/// A process of this session, with what the doctor needs to recognise its toolkit.
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
      // After these options comes the script's text instead of its path.
      !arguments.contains("-c"), !arguments.contains("-e"),
      let script = arguments.dropFirst().first(where: { !$0.hasPrefix("-") })
    else { return program.isEmpty ? "process \(identifier)" : program }
    return Self.file(script)
  }

  /// The program's name; for an Electron that many programs share, the name of the folder with the
  /// program's archive.
  var nameOfWebProgram: String {
    guard name.hasPrefix("electron"),
      let archive = arguments.dropFirst().first(where: { !$0.hasPrefix("-") && $0.contains("/") })
    else { return name }
    let general = ["app.asar", "app", "resources"]
    return archive.split(separator: "/").map(String.init).last { !general.contains($0) } ?? name
  }

  /// Whether `name` is the program's name, with or without a version: `python3.11`.
  private static func isVersion(_ name: String, of program: String) -> Bool {
    name.hasPrefix(program)
      && name.utf8.dropFirst(program.utf8.count).allSatisfy {
        $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// The last part of a path, without characters that a terminal would obey.
  private static func file(_ path: String) -> String {
    TerminalText.line(path.fileName)
  }
}

/// A platform theme of Qt, as far as the doctor tells them apart.
enum QtTheme: Sendable {
  /// qt5ct or qt6ct.
  case ct
  /// KDE's platform theme, which the package plasma-integration contains.
  case kde
  case gtk3
  /// Qt's own platform theme for the desktop portal.
  case portal
  /// A platform theme that nightd's documents do not describe.
  case other

  /// Recognises the plugin by its path; nil if the file is no platform theme.
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
  /// The version of Qt, such as `5.15.8`; only the major version if the library's name has no more.
  let version: String
  /// The platform theme that the program has loaded; nil if it has loaded none.
  let theme: QtTheme?
  /// The program's value of QT_QPA_PLATFORMTHEME; empty if it is not set.
  var named = ""
  /// Whether the program paints with Kvantum.
  var hasKvantum = false
  /// Whether the program is one of KDE's, which reads KDE's colours when it starts.
  var isKde = false
  /// Whether qt5ct or qt6ct in this program watches its folder of settings.
  ///
  /// If the folder does not exist when the program starts, the program never notices a change.
  var isWatching = true

  var major: Int { version.hasPrefix("5") ? 5 : 6 }
}

extension QtProgram {
  /// Returns nil if the process has no windows of Qt 5 or Qt 6.
  ///
  /// `isWatching` returns whether the process watches the settings of qt5ct or qt6ct.
  init?(_ process: ProcessSight, isWatching: (_ program: String) -> Bool = { _ in true }) {
    let files = process.files
    let marks = ["libQt5Gui.so.", "libQt6Gui.so."]
    // A Qt program without a screen, such as a daemon, loads another platform or none.
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
  /// The version of Electron or Chromium; nil if no file names it.
  let version: String?

  /// The first number of the version; nil if the version is unknown.
  var major: Int? {
    version.flatMap { $0.split(separator: ".").first }.flatMap { Int($0) }
  }
}

/// A desktop whose own settings nightd does not write.
enum UnwrittenDesktop: String, CaseIterable, Sendable {
  case cinnamon = "Cinnamon"
  case mate = "MATE"
  case lxqt = "LXQt"

  /// The settings in which the desktop stores the theme of its programs.
  var settings: String {
    switch self {
    case .cinnamon: "org.cinnamon.desktop.interface"
    case .mate: "org.mate.interface"
    case .lxqt: "lxqt.conf"
    }
  }

  /// The settings daemon, which gives the theme to programs on other desktops too.
  private var daemon: String? {
    switch self {
    case .cinnamon: "csd-xsettings"
    case .mate: "mate-settings-daemon"
    case .lxqt: nil
    }
  }

  /// Whether the desktop runs, or its settings daemon does.
  ///
  /// `desktops` has the names in XDG_CURRENT_DESKTOP, where Cinnamon is `X-Cinnamon`.
  func isHere(desktops: [String], programs: Set<String>) -> Bool {
    daemon.map(programs.contains) == true
      || desktops.contains { name in
        let name = name.lowercased()
        return name == rawValue.lowercased() || name == "x-" + rawValue.lowercased()
      }
  }
}

/// The running programs that use GTK's theme, and what decides it.
struct GtkFacts: Equatable, Sendable {
  /// The names of the running programs of GTK 3 and 4, without those that follow the portal.
  var programs: [String] = []
  /// Whether the session is an X11 session.
  var isX11 = false
  /// Whether a settings daemon of X11 runs.
  var hasDaemon = false
  /// Whether xsettingsd is installed, so that nightd can start it.
  var hasXsettingsd = false
  /// The user's theme without an installed twin; nil if it has one, or is unknown.
  var lonely: LonelyTheme?
}

/// A GTK theme without an installed twin for the other style.
struct LonelyTheme: Equatable, Sendable {
  let name: String
  /// Where the name is set: a file, or `GNOME's settings`.
  let origin: String
  /// The style for which no theme is installed.
  let missing: Style
  /// An installed theme of that style; nil if the doctor found none.
  let substitute: String?
}

extension ProcessSight {
  /// Whether the process has windows whose colours GTK's theme decides.
  ///
  /// Firefox, Chromium and Electron load GTK 3 too, but follow the portal, as GTK 4 does with
  /// libadwaita. The services of a desktop show no windows, or only dialogs. Bars and launchers
  /// with their own style sheet take their colours from it.
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
