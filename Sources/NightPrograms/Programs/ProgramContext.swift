import Glibc
package import NightCore

/// All inputs from which nightd makes a program's files and settings.
package struct ProgramContext: Sendable {
  package private(set) var scheme: ColorScheme
  /// The colours of the style that is not in effect; nil if no program's template needs them.
  let other: ColorScheme?
  /// The path of the picture from which the theme was made; nil if no program's template needs it.
  let picture: String?
  package private(set) var terminal: TerminalColors
  package let folders: BaseFolders
  /// The values of the preferences that programs use, such as `wallpaper.dark`.
  package let preferences: [String: String]
  /// The user ID, which is in the paths of some sockets.
  package let user: UInt32
  private let variable: @Sendable (String) -> String?
  private let exists: @Sendable (String) -> Bool
  private let read: @Sendable (String) -> String?
  private let made: @Sendable (String) -> Bool
  private let glob: @Sendable (String) -> [String]
  private let programContains: @Sendable (_ program: String, _ word: String) -> Bool
  private let programExists: @Sendable (String) -> Bool
  /// The source from which nightd reads the desktop's style, such as the desktop's switch; nil if
  /// nightd follows no source.
  ///
  /// nightd must not write the settings that the followed source reads.
  package let followedSource: String?
  private var usersValue: @Sendable (SettingPlace, SettingPlace.Key) -> String?
  private let names: @Sendable (_ folder: String) -> [String]
  private let isProcess: @Sendable (_ name: String, _ needsDisplay: Bool) -> Bool
  private let target: @Sendable (_ path: String) -> String
  /// The values that each template can use; they are the same for all programs.
  private(set) var templateValues: [TemplateValue.Member] = []
  /// The values for templates of other tools; if nil, they are made anew for each program.
  private(set) var materialValues: [TemplateValue.Member]?

  /// `exists` returns whether a path exists, and `text` returns a file's text.
  ///
  /// `programContains` returns whether an installed program's file contains a string. Tests pass
  /// functions that read a fake file system. Pass true as `hasTemplates` if the programs have
  /// templates of other tools.
  package init(
    _ scheme: ColorScheme,
    other: ColorScheme? = nil,
    picture: String? = nil,
    hasTemplates: Bool = false,
    _ folders: BaseFolders,
    preferences: [String: String] = [:],
    user: UInt32 = geteuid(),
    environment: @escaping @Sendable (String) -> String? = { _ in nil },
    exists: @escaping @Sendable (String) -> Bool = { _ in false },
    isMade: @escaping @Sendable (String) -> Bool = { _ in false },
    text: @escaping @Sendable (String) -> String? = { _ in nil },
    matches: @escaping @Sendable (String) -> [String] = { [$0] },
    programContains: @escaping @Sendable (String, String) -> Bool = { _, _ in true },
    programExists: @escaping @Sendable (String) -> Bool = { _ in true },
    followedSource: String? = nil,
    usersValue: @escaping @Sendable (SettingPlace, SettingPlace.Key) -> String? = { _, _ in nil },
    names: @escaping @Sendable (String) -> [String] = { _ in [] },
    isProcess: @escaping @Sendable (String, Bool) -> Bool = { _, _ in false },
    target: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.scheme = scheme
    self.other = other
    self.picture = picture
    terminal = TerminalColors(scheme)
    self.folders = folders
    self.preferences = preferences
    self.user = user
    variable = environment
    self.exists = exists
    made = isMade
    read = text
    glob = matches
    self.programContains = programContains
    self.programExists = programExists
    self.followedSource = followedSource
    self.usersValue = usersValue
    self.names = names
    self.isProcess = isProcess
    self.target = target
    templateValues = makeTemplateValues()
    if hasTemplates { materialValues = MaterialColors.values(templateValues, self) }
  }

  package var style: Style { scheme.style }

  package func environment(_ name: String) -> String? {
    variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  package func fileExists(_ path: String) -> Bool { exists(path) }

  /// Whether nightd made this file from a template; if so, the file does not show that a program is
  /// installed.
  func isMade(_ path: String) -> Bool { made(path) }

  /// The text of one of the user's files; nil if the file is missing or cannot be read.
  package func text(_ path: String) -> String? { read(path) }

  /// The files that match a pattern with `*`, in the order in which programs read them.
  func matches(_ pattern: String) -> [String] { pattern.includes("*") ? glob(pattern) : [pattern] }

  /// Whether a program's executable contains a string; true if the program is not installed.
  ///
  /// An executable contains the names of its options, so this search tells old versions from new
  /// ones without running the program.
  package func program(_ program: String, has word: String) -> Bool {
    programContains(program, word)
  }

  package func isInstalled(_ program: String) -> Bool { programExists(program) }

  /// The user's own value of a key; nil if the key has no value.
  ///
  /// The user's own value is the value that the key had before nightd changed it, or a value that
  /// another program has written since then.
  func own(_ place: SettingPlace, _ key: SettingPlace.Key) -> String? { usersValue(place, key) }

  /// The same context without the user's own settings, so that nightctl asks no settings store.
  package var withoutSettings: ProgramContext {
    var context = self
    context.usersValue = { _, _ in nil }
    return context
  }

  /// The same context with the colours of another theme.
  package func with(_ scheme: ColorScheme) -> ProgramContext {
    var context = self
    (context.scheme, context.terminal) = (scheme, TerminalColors(scheme))
    context.templateValues = context.makeTemplateValues()
    return context
  }

  /// The names in a folder, sorted; empty if the folder cannot be read.
  func list(_ folder: String) -> [String] { names(folder) }

  /// Whether a path exists; `*` matches the name of any one folder.
  func pathExists(_ path: String) -> Bool {
    guard let star = path.utf8.firstPlace(of: "*".utf8) else { return exists(path) }
    let parent = String(path[..<star.lowerBound].dropLast())
    return list(parent).contains { exists("\(parent)/\($0)\(path[star.upperBound...])") }
  }

  /// Whether the user has a process of this name in this session.
  func isRunning(_ name: String) -> Bool { isRunning(name, needsDisplay: false) }

  /// Whether a program of this name runs; `needsDisplay` leaves out processes without `DISPLAY`.
  func isRunning(_ name: String, needsDisplay: Bool) -> Bool { isProcess(name, needsDisplay) }

  /// The names in `XDG_CURRENT_DESKTOP`, in lower case.
  package var desktops: [String] {
    (environment("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":").map(String.init)
  }

  /// Whether a desktop with its own settings daemon is running; if so, programs ignore settings
  /// files.
  ///
  /// LXQt is not one of these desktops, because it has no settings daemon for GTK.
  var hasDesktop: Bool {
    let known: Set = [
      "gnome", "kde", "xfce", "lxde", "cinnamon", "x-cinnamon", "mate", "unity", "budgie",
      "pantheon", "deepin", "cosmic",
    ]
    return desktops.contains(where: known.contains)
  }

  /// Whether a path is in one of nightd's own folders, either as written or (with `followsLinks`)
  /// after its links are resolved.
  func isInOwnFolder(_ path: String, followsLinks: Bool) -> Bool {
    let own = [folders.config, folders.data, folders.state].compactMap { $0.map { $0 + "/nightd" } }
    return own.contains { path.hasPrefix($0 + "/") }
      || followsLinks && own.contains { target(path).hasPrefix(target($0) + "/") }
  }

  /// A path in the user's configuration folder, such as `~/.config/kitty/kitty.conf`.
  package func config(_ path: String) -> String { (folders.config ?? "") + "/" + path }

  package func data(_ path: String) -> String { (folders.data ?? "") + "/" + path }

  package func home(_ path: String) -> String { (folders.home ?? "") + "/" + path }

  package func runtime(_ path: String) -> String { (folders.runtime ?? "") + "/" + path }

  /// The path of a file that nightd makes and that programs include: `…/nightd/programs/NAME`.
  package func own(_ name: String) -> String { (folders.state ?? "") + "/nightd/programs/" + name }

  /// The path with the home folder in place of `~`.
  package func long(_ path: String) -> String {
    path.hasPrefix("~/") ? home(String(path.dropFirst(2))) : path
  }

  /// The path with `~` in place of the home folder, for programs that understand `~`.
  ///
  /// A line with `~` works on all machines that share the configuration.
  package func short(_ path: String) -> String {
    guard let home = folders.home, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }
}
