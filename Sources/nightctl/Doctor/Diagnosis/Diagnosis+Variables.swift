import NightCore

/// The environment variables that determine where files are and which desktop is running.
enum Variables {
  /// The variables whose value must be an absolute path.
  static let paths = [
    "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
  ]
  static let names = paths + [dataFolders, desktopName, programFolders]

  static let programFolders = "PATH"
  static let dataFolders = "XDG_DATA_DIRS"
  static let desktopName = "XDG_CURRENT_DESKTOP"
  /// The default values of the path variables, as paths below the home folder.
  static let defaults = [
    "XDG_CONFIG_HOME": "/.config", "XDG_STATE_HOME": "/.local/state",
    "XDG_DATA_HOME": "/.local/share",
  ]

  static func folders(_ list: String?) -> [String] {
    let list = list.flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    return list.split(separator: ":").map(String.init).map(plain)
  }

  /// Every folder in the path variables, and the default folders below `HOME`.
  static func all(_ environment: [String: String]) -> [String] {
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
  var variableFindings: [DoctorFinding] { unusableVariables + differingVariables }

  /// Whether this shell has no usable `HOME`, so that the doctor cannot find the user's files.
  var isHomeless: Bool { unusableOfShell("HOME") != nil }

  /// Returns a variable's unusable value in this shell; nil if the value is usable.
  ///
  /// If this shell has none of `Variables.names`, `HOME` is treated as unusable only if the user
  /// database contains the user's home folder.
  private func unusableOfShell(_ name: String) -> String? {
    if name == "HOME", session.home != nil, session.environment.isEmpty { return "" }
    return Self.unusable(name, session.environment)
  }

  // MARK: - Unusable values

  /// The findings about variables whose value must be an absolute path, but is not.
  ///
  /// If such a variable has a relative path, programs act as if the variable were not set.
  var unusableVariables: [DoctorFinding] {
    Variables.paths.compactMap { name in
      // The variable's value in this shell may be usable, although its value for nightd is not.
      let shells = unusableOfShell(name)
      guard let value = shells ?? Self.unusable(name, daemon.environment ?? [:]) else { return nil }
      let isOwn = shells != nil
      let origin = isOwn ? "~/.profile" : "~/.config/environment.d"
      return DoctorFinding(
        .unusableVariable,
        (value.isEmpty
          ? "\(name) is not set" : "\(name) is \(value), which is not an absolute path")
          + (isOwn ? "" : ", in the environment that nightd starts with"),
        means: value.isEmpty
          ? "Without this variable, programs cannot find your files."
          : "Programs ignore such a value and use other folders. Also remove it where it is set, "
            + "such as in \(origin).",
        .command(isOwn ? set(name, usual(name)) : setForDaemon(name, usual(name)))
      )
    }
  }

  private static func unusable(_ name: String, _ environment: [String: String]) -> String? {
    let value = environment[name] ?? ""
    // All path variables except `HOME` may be empty.
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
      return [difference("HOME", home, other, isShells: true)]
    }
    var found = Variables.defaults.keys.sorted().compactMap { name -> DoctorFinding? in
      guard let value = path(name, own), let other = path(name, nightds), value != other else {
        return nil
      }
      // nightd's unit allows nightd to write its state only to the default folder.
      let isUsual = value == path(name, own.filter { $0.key == "HOME" })
      return difference(name, value, other, isShells: name == "XDG_STATE_HOME" && !isUsual)
    }
    let data = Variables.dataFolders
    let differing = folders(own[data]).symmetricDifference(folders(nightds[data]))
    if !differing.isDisjoint(with: session.foldersWithThemes) {
      found.append(difference(data, own[data], nightds[data]))
    }
    if !toolkits.programsOutside.isEmpty {
      found.append(difference(Variables.programFolders, own["PATH"], nightds["PATH"]))
    }
    let name = Variables.desktopName
    if let desktop = own[name], !desktop.isEmpty, daemon.gnome.isOn == true,
      Self.isGNOME(desktop) != Self.isGNOME(nightds[name] ?? "")
    {
      found.append(difference(name, desktop, nightds[name]))
    }
    return found
  }

  /// Whether the list of desktops includes GNOME, where nightd reports light as “no preference”.
  private static func isGNOME(_ desktops: String) -> Bool {
    desktops.lowercased().split(separator: ":").contains("gnome")
  }

  private func folders(_ list: String?) -> Set<String> { Set(Variables.folders(list)) }

  /// The folder to which a variable is set, or else the variable's default folder; nil if the
  /// folder is unusable or unknown.
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

  /// The finding that a variable has different values for nightd and for this shell.
  ///
  /// If `isShells` is true, the remedy is to change this shell's value instead of nightd's.
  private func difference(
    _ name: String,
    _ own: String?,
    _ nightds: String?,
    isShells: Bool = false
  ) -> DoctorFinding {
    func shown(_ value: String?) -> String {
      value.map { $0.isEmpty ? "empty" : $0 } ?? "not set"
    }
    // A variable that the unit sets can be changed only in the unit.
    let command =
      isShells || isSetByUnit(name)
      ? set(name, daemon.environment?[name]) : setForDaemon(name, session.environment[name])
    return DoctorFinding(
      .variableDiffers,
      "\(name) is \(shown(own)) in this shell, but \(shown(nightds)) for nightd",
      means: effect(of: name)
        + " The command makes both values the same until the next login. For later logins, set the "
        + "variable in one place, such as ~/.config/environment.d.",
      .command(command)
    )
  }

  /// The effect of the difference between nightd's value and this shell's value.
  private func effect(of name: String) -> String {
    switch name {
    case Variables.desktopName: "nightd writes GNOME's settings as if another desktop ran here."
    case Variables.programFolders:
      "nightd does not find these programs, which are switched on, and cannot notify them of changes: "
        + Messages.joined(toolkits.programsOutside) + "."
    default: "nightd and the programs of this shell use different folders."
    }
  }

  private func isSetByUnit(_ name: String) -> Bool {
    daemon.unit?.environment.contains { $0.hasPrefix(name + "=") } == true
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
    if isSetByUnit(name) { return "systemctl --user cat nightd" }
    let command =
      value.map { "set-environment \(name)=\(ShellWord.of($0))" } ?? "unset-environment \(name)"
    // If nightd does not run, no restart is needed: its next start uses the new value.
    guard let owner = daemon.owner else { return "systemctl --user \(command)" }
    let restart =
      daemon.unit?.isKnown == true
      ? "systemctl --user restart nightd" : owner.known.map { "kill \($0)" }
    return "systemctl --user \(command)" + (restart.map { " && " + $0 } ?? "")
  }
}
