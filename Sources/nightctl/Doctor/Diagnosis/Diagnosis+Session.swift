import NightCore

/// Findings about settings of the session that prevent programs from following the style.
extension Diagnosis {
  package var sessionFindings: [DoctorFinding] {
    var found: [DoctorFinding] = []
    if let theme = session.manager.gtkTheme {
      let remedy = Remedy.command("systemctl --user unset-environment GTK_THEME")
      found.append(DoctorFinding.gtkTheme(theme, remedy))
    } else if let theme = session.callersGtkTheme {
      found.append(DoctorFinding.gtkTheme(theme, .command("unset GTK_THEME")))
    }
    found += session.flatpaks.map { DoctorFinding.flatpakGtkTheme($0, Self.undoing($0)) }
    // Of the values that are right at the start, one that also changes running programs is better.
    let theme = hasKde ? "kde" : liveQtTheme ?? "xdgdesktopportal"
    if !isQtFollowing, let remedy = hasKde && !hasLiveKde ? kdeTheme : settingQtTheme(theme) {
      found.append(DoctorFinding.qtTheme(session.qtTheme, to: theme, remedy))
    }
    return found
  }

  private static func undoing(_ override: FlatpakOverride) -> Remedy {
    let command = override.isSystem ? "sudo flatpak override --system" : "flatpak override --user"
    let application = override.application.isEmpty ? "" : " " + ShellWord.of(override.application)
    return .command("\(command) --unset-env=GTK_THEME\(application)")
  }

  /// Whether Qt programs can use the portal's style, as far as the session's settings show.
  ///
  /// Only the platform theme xdgdesktopportal uses this style. nightd writes the colours of qt6ct and
  /// KDE. The platform themes gnome and gtk3 ask the portal too, but use the colours of GTK's theme.
  /// Without QT_QPA_PLATFORMTHEME, Qt uses the desktop's own platform theme, if it has one.
  private var isQtFollowing: Bool {
    guard session.hasQt else { return true }
    guard let theme = session.qtTheme, !theme.isEmpty else {
      let desktops = portal.callersDesktops.isEmpty ? portal.desktops : portal.callersDesktops
      // KDE's own platform theme follows KDE's settings; the doctor leaves it in place.
      let known = [
        "gnome", "x-cinnamon", "unity", "mate", "xfce", "lxde", "pantheon", "budgie", "kde",
      ]
      return desktops.isEmpty || desktops.contains { known.contains($0.lowercased()) }
    }
    switch theme {
    case "xdgdesktopportal": return true
    // qt6ct also answers to qt5ct's name.
    case "qt5ct", "qt6ct": return isLive(.ct, 6)
    // Without KDE's platform theme for Qt 6, no single value serves KDE's programs and Qt 6.
    case "kde": return isLive(.kde, 6) || isLive(.kde, 5)
    default: return false
    }
  }

  package var pathFindings: [DoctorFinding] {
    unusableCauses.map { path in
      let remedy = path.remedy(portal.own.configHome)
      guard case .inTheWay(_, isFolders: true) = path.flaw, case .command(let command) = remedy,
        daemon.owner != nil, daemon.ownerUnit == "nightd.service"
      else { return DoctorFinding.unusablePath(path, remedy) }
      // nightd's sandbox makes only those folders writable that exist when nightd starts.
      let restart = "systemctl --user restart nightd"
      return DoctorFinding.unusablePath(path, .command("\(command) && \(restart)"))
    }
  }

  /// The unusable paths, without those that are only unusable because of another one.
  ///
  /// For example, an unreadable home folder makes everything in it unreadable.
  private var unusableCauses: [UnusablePath] {
    var causes: [UnusablePath] = []
    for path in daemon.unusable where !causes.contains(where: { $0.explains(path) }) {
      causes.removeAll(where: path.explains)
      causes.append(path)
    }
    return causes
  }
}

/// The variables that say where files are and which desktop runs.
package enum Variables {
  /// The variables whose value must be an absolute path.
  static let paths = [
    "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
  ]
  package static let names = paths + [dataFolders, desktopName]

  package static let dataFolders = "XDG_DATA_DIRS"
  package static let desktopName = "XDG_CURRENT_DESKTOP"
  /// The default values below the home folder.
  static let defaults = [
    "XDG_CONFIG_HOME": "/.config", "XDG_STATE_HOME": "/.local/state",
    "XDG_DATA_HOME": "/.local/share",
  ]

  package static func folders(_ list: String?) -> [String] {
    let list = list.flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    return list.split(separator: ":").map(String.init).map(plain)
  }

  /// Every folder in these variables, and the default folders below `HOME`.
  package static func all(_ environment: [String: String]) -> [String] {
    let said = paths.compactMap { environment[$0] }.filter { $0.hasPrefix("/") }.map(plain)
    let home = environment["HOME"].map(plain)
    return said + defaults.values.compactMap { below in home.map { $0 + below } }
  }

  static func plain(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

extension Diagnosis {
  package var variableFindings: [DoctorFinding] { unusableVariables + differingVariables }

  /// Whether this shell has no usable `HOME`; the doctor then does not know the user's files.
  package var isHomeless: Bool { unusableOfShell("HOME") != nil }

  /// Returns a variable's unusable value in this shell; nil if the value is usable.
  ///
  /// If the shell has no variables at all, `HOME` is only unusable if the user database has the
  /// home folder.
  private func unusableOfShell(_ name: String) -> String? {
    if name == "HOME", session.home != nil, session.environment.isEmpty { return "" }
    return Self.unusable(name, session.environment)
  }

  // MARK: - Unusable values

  /// The findings about variables that need an absolute path but have another value.
  ///
  /// Programs ignore a relative path in these variables, as if they were not set.
  package var unusableVariables: [DoctorFinding] {
    Variables.paths.compactMap { name in
      if let value = unusableOfShell(name) {
        return DoctorFinding.unusableVariable(
          name: name,
          value: value,
          isOwn: true,
          .command(set(name, usual(name)))
        )
      }
      guard let value = Self.unusable(name, daemon.environment ?? [:]) else { return nil }
      return DoctorFinding.unusableVariable(
        name: name,
        value: value,
        isOwn: false,
        .command(setForDaemon(name, usual(name)))
      )
    }
  }

  private static func unusable(_ name: String, _ environment: [String: String]) -> String? {
    let value = environment[name] ?? ""
    // Only `HOME` is required.
    guard !value.isEmpty || name == "HOME" && !environment.isEmpty else { return nil }
    return value.hasPrefix("/") ? nil : value
  }

  /// The value that a variable should have; nil if it should not be set.
  private func usual(_ name: String) -> String? {
    switch name {
    case "HOME": session.home
    case "XDG_RUNTIME_DIR": session.loginFolder
    default: nil
    }
  }

  // MARK: - Differing values

  private var differingVariables: [DoctorFinding] {
    guard let nightds = daemon.environment else { return [] }
    let own = session.environment
    if let home = path("HOME", own), let other = path("HOME", nightds), home != other {
      return [finding("HOME", home, other, isShells: true)]
    }
    var found = Variables.defaults.keys.sorted().compactMap { name -> DoctorFinding? in
      guard let value = path(name, own), let other = path(name, nightds), value != other else {
        return nil
      }
      // nightd's unit allows writing state only in the default folder.
      let isUsual = value == path(name, own.filter { $0.key == "HOME" })
      return finding(name, value, other, isShells: name == "XDG_STATE_HOME" && !isUsual)
    }
    let name = Variables.dataFolders
    let (folders, others) = (folders(own[name]), folders(nightds[name]))
    if folders.symmetricDifference(others).contains(where: session.foldersWithThemes.contains) {
      found.append(finding(name, own[name], nightds[name], isShells: false))
    }
    if let desktop = own[Variables.desktopName], !desktop.isEmpty, daemon.gnome.isOn == true,
      Self.isGNOME(desktop) != Self.isGNOME(nightds[Variables.desktopName] ?? "")
    {
      found.append(
        finding(Variables.desktopName, desktop, nightds[Variables.desktopName], isShells: false)
      )
    }
    return found
  }

  /// Whether the desktops include GNOME, for which nightd writes another value for light.
  private static func isGNOME(_ desktops: String) -> Bool {
    desktops.lowercased().split(separator: ":").contains("gnome")
  }

  private func folders(_ list: String?) -> Set<String> { Set(Variables.folders(list)) }

  /// The folder from a variable or its default; nil if it is unusable or unknown.
  private func path(_ name: String, _ environment: [String: String]) -> String? {
    let value = environment[name] ?? ""
    guard value.isEmpty else { return value.hasPrefix("/") ? real(value) : nil }
    guard let below = Variables.defaults[name], let home = environment["HOME"],
      home.hasPrefix("/")
    else { return nil }
    return real(real(home) + below)
  }

  private func real(_ path: String) -> String {
    let plain = Variables.plain(path)
    return session.realPaths[plain] ?? plain
  }

  private func finding(
    _ name: String,
    _ own: String?,
    _ nightds: String?,
    isShells: Bool
  ) -> DoctorFinding {
    // Only the unit itself can change a variable that it sets.
    let isUnits = daemon.unit?.environment.contains { $0.hasPrefix(name + "=") } == true
    let command =
      isShells || isUnits
      ? set(name, daemon.environment?[name]) : setForDaemon(name, session.environment[name])
    return DoctorFinding.variableDiffers(name: name, own: own, nightds: nightds, .command(command))
  }

  // MARK: - Commands

  private func set(_ name: String, _ value: String?) -> String {
    value.map { "export \(name)=\(ShellWord.of($0))" } ?? "unset \(name)"
  }

  private func setForDaemon(_ name: String, _ value: String?) -> String {
    guard session.manager.isThere else {
      let setting = value.map(ShellWord.of) ?? ""
      let command = "dbus-update-activation-environment \(name)=\(setting)"
      return daemon.owner?.known.map { "\(command) && kill \($0)" } ?? command
    }
    if daemon.unit?.environment.contains(where: { $0.hasPrefix(name + "=") }) == true {
      return "systemctl --user cat nightd"
    }
    let command =
      value.map { "set-environment \(name)=\(ShellWord.of($0))" } ?? "unset-environment \(name)"
    let ending = restartCommand.map { " && " + $0 } ?? ""
    return "systemctl --user \(command)\(ending)"
  }

  /// The command that restarts nightd; nil if nightd does not run.
  ///
  /// If it does not run, its next start uses the new values anyway.
  private var restartCommand: String? {
    guard let owner = daemon.owner else { return nil }
    guard daemon.unit?.isKnown == true else { return owner.known.map { "kill \($0)" } }
    return "systemctl --user restart nightd"
  }
}
