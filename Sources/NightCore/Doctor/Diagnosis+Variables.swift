/// Variables that say where files are, and which desktop this is.
package enum Variables {
  /// Each has to be an absolute path.
  static let paths = [
    "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
  ]
  package static let names = paths + [dataFolders, desktopName]

  package static let dataFolders = "XDG_DATA_DIRS"
  package static let desktopName = "XDG_CURRENT_DESKTOP"
  /// What these are, below the home, if they are not set.
  static let defaults = [
    "XDG_CONFIG_HOME": "/.config", "XDG_STATE_HOME": "/.local/state",
    "XDG_DATA_HOME": "/.local/share",
  ]

  package static func folders(_ list: String?) -> [String] {
    let list = list.flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    return list.split(separator: ":").map(String.init).map(plain)
  }

  /// Every folder that these say or come to.
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
  var ofVariables: [DoctorFinding] { unusableVariables + differingVariables }

  /// Whether this shell has no home, so that nothing is known of the user's files.
  var isHomeless: Bool { unusableOfShell("HOME") != nil }

  /// The list of users names a home even if this shell has no variable at all.
  private func unusableOfShell(_ name: String) -> String? {
    if name == "HOME", session.home != nil, session.environment.isEmpty { return "" }
    return Self.unusable(name, session.environment)
  }

  // MARK: - Unusable

  /// A relative path is ignored by everyone who reads the variable, as if it were not set.
  var unusableVariables: [DoctorFinding] {
    Variables.paths.compactMap { name in
      if let value = unusableOfShell(name) {
        return DoctorFinding(
          .unusableVariable(name: name, value: value, isOwn: true),
          .command(set(name, usual(name)))
        )
      }
      guard let value = Self.unusable(name, daemon.environment ?? [:]) else { return nil }
      return DoctorFinding(
        .unusableVariable(name: name, value: value, isOwn: false),
        .command(setForDaemon(name, usual(name)))
      )
    }
  }

  private static func unusable(_ name: String, _ environment: [String: String]) -> String? {
    let value = environment[name] ?? ""
    // Without a home there is no place for anything; the others may be missing.
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

  // MARK: - Differing

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
      // nightd's unit lets it write nowhere else than in the usual folder for state.
      let isUsual = value == path(name, own.filter { $0.key == "HOME" })
      return finding(name, value, other, isShells: name == "XDG_STATE_HOME" && !isUsual)
    }
    let name = Variables.dataFolders
    let (folders, others) = (folders(own[name]), folders(nightds[name]))
    if folders.symmetricDifference(others).contains(where: session.foldersWithThemes.contains) {
      found.append(finding(name, own[name], nightds[name], isShells: false))
    }
    if let desktop = own[Variables.desktopName], !desktop.isEmpty, daemon.isMirroring == true,
      Self.isGNOME(desktop) != Self.isGNOME(nightds[Variables.desktopName] ?? "")
    {
      found.append(
        finding(Variables.desktopName, desktop, nightds[Variables.desktopName], isShells: false)
      )
    }
    return found
  }

  /// The mirror writes something else there, and nowhere else.
  private static func isGNOME(_ desktops: String) -> Bool {
    desktops.lowercased().split(separator: ":").contains("gnome")
  }

  private func folders(_ list: String?) -> Set<String> { Set(Variables.folders(list)) }

  /// The folder that a variable comes to; nil if it is told to be unusable.
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
    // What the unit itself sets, nobody else changes.
    let isUnits = daemon.unit?.environment.contains { $0.hasPrefix(name + "=") } == true
    let command =
      isShells || isUnits
      ? set(name, daemon.environment?[name]) : setForDaemon(name, session.environment[name])
    return DoctorFinding(
      .variableDiffers(name: name, own: own, nightds: nightds),
      .command(command)
    )
  }

  // MARK: - Commands

  private func set(_ name: String, _ value: String?) -> String {
    value.map { "export \(name)=\(ShellWord.of($0))" } ?? "unset \(name)"
  }

  private func setForDaemon(_ name: String, _ value: String?) -> String {
    guard session.hasManager else {
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

  /// Nil if nightd does not run: the next start has the new values.
  private var restartCommand: String? {
    guard let owner = daemon.owner else { return nil }
    guard daemon.unit?.isKnown == true else { return owner.known.map { "kill \($0)" } }
    return "systemctl --user restart nightd"
  }
}
