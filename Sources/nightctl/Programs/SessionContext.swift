import Glibc
import NightClient
import NightCore
import NightPublished
import NightPrograms
import NightThemes
import NightValues

/// What programs and mirrors know when they make their files.
extension Nightctl {
  /// The colours in effect and the user's folders.
  func programContext(_ client: Client) throws(Failure) -> ProgramContext {
    let key = { (style: Style) in PreferenceKey(known: PreferenceTable.wallpaper(style)) }
    var preferences: [String: String] = [:]
    for style in [Style.light, .dark] {
      let value = try ask(client) { (client) throws(ClientError) in
        try client.read(key(style)).value
      }
      if case .string(let text) = value { preferences[key(style).name] = text }
    }
    return try programContext(client, preferences: preferences)
  }

  func programContext(
    _ client: Client,
    preferences: [String: String]
  ) throws(Failure) -> ProgramContext {
    try programContext(colorScheme(client), preferences: preferences)
  }

  func programContext(
    _ scheme: ColorScheme,
    preferences: [String: String] = [:]
  ) throws(Failure) -> ProgramContext {
    let environment = environment
    let folders = BaseFolders(environment: environment)
    // Without them, paths would begin at the root of the file system.
    for (folder, variable) in [
      (folders.state, "XDG_STATE_HOME"), (folders.config, "XDG_CONFIG_HOME"),
    ] where folder == nil { throw .system(Messages.noFolder(variable)) }
    let variables = [
      "HOME", "WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "XDG_CURRENT_DESKTOP", "TMUX_TMPDIR",
      "XDG_SESSION_TYPE", "XENVIRONMENT", "GTK2_RC_FILES", "KDE_SESSION_VERSION",
      "QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
      "GSETTINGS_BACKEND", "BAT_CONFIG_PATH",
    ]
    let finder = ProgramFinder(environment: environment)
    let values = variables.reduce(into: [String: String]()) { $0[$1] = environment($1) }
    return ProgramContext(
      scheme,
      folders,
      preferences: preferences,
      environment: { values[$0] },
      exists: { access($0, F_OK) == 0 },
      text: { path in
        let bytes = (try? UserFile(path: path).bytes()) ?? nil
        return bytes.flatMap { $0.count > mostText ? nil : String(decoding: $0, as: UTF8.self) }
      },
      matches: OwnPaths.matching,
      programContains: { finder.contains($0, $1) },
      programExists: { finder.path(of: $0) != nil }
    )
  }

  /// The colours in effect: from the published state, or else from the daemon.
  func colorScheme(_ client: Client) throws(Failure) -> ColorScheme {
    if let state = PublishedReader(environment: environment).read(at: now) {
      let roles = state.palette.colors
      if !roles.isEmpty {
        return ColorScheme(state.snapshot.appearance, roles: roles)
      }
    }
    let (appearance, theme) = try ask(client) { (client) throws(ClientError) in
      (try client.get().appearance, try client.theme())
    }
    return ColorScheme(appearance, roles: theme.roleColors)
  }
}

/// The largest file, in bytes, in which nightctl looks for what overrides a line.
private let mostText = 4 << 20

extension ColorScheme {
  fileprivate init(_ appearance: Appearance, roles: [(role: String, color: Color)]) {
    self.init(
      style: appearance.style,
      theme: appearance.theme,
      isHighContrast: appearance.isHighContrast,
      accent: appearance.accent.map(Color.init),
      roles: Dictionary(roles.map { ($0.role, $0.color) }) { first, _ in first }
    )
  }
}
