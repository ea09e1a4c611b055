import Glibc
import NightBus
import NightCore
import NightStore

/// Gathers facts about the session: its sandboxes, users, variables and toolkits.
extension FactGatherer {
  // MARK: - Sandboxes

  func sandbox() -> Sandbox? {
    if access("/.flatpak-info", F_OK) == 0 { return .flatpak }
    // The variable SNAP alone proves nothing, because a snap's terminal passes it to programs
    // outside the snap.
    let label = disk.text("/proc/self/attr/current", limit: KeyFile.bytes) ?? ""
    let isConfined = label.split { " \n\0".contains($0) }.contains("(enforce)")
    return label.hasPrefix("snap.") && isConfined ? .snap : nil
  }

  /// Whether a proxy hides bus names, so that two of the doctor's connections to the bus do not see
  /// each other.
  func isHidden(_ probe: BusProbe, _ address: String) -> Bool {
    guard let second = try? BusProbe(address, milliseconds: Self.milliseconds) else { return false }
    defer { second.end() }
    var names: [String]?
    second.askBus("ListNames") { names = $0.value?.first?.asStrings }
    second.wait()
    return names.map { !$0.contains(probe.uniqueName) } ?? false
  }

  /// The path of the bus's socket; nil if the address contains no path.
  static func path(of address: String) -> String? {
    let first = address.split(separator: ";").first ?? ""
    let start = "unix:"
    guard first.hasPrefix(start) else { return nil }
    return first.dropFirst(start.count).split(separator: ",").lazy
      .first { $0.hasPrefix("path=") }.map { String($0.dropFirst("path=".count)) }
  }

  // MARK: - Users

  /// The user who owns the bus's socket; nil if the doctor's user owns the socket, or if the owner
  /// is unknown.
  func otherUser(_ address: String) -> OtherUser? {
    guard let path = Self.path(of: address), let owner = Self.owner(path), owner != getuid() else {
      return nil
    }
    // If the socket has its usual path, XDG_RUNTIME_DIR is enough for its owner to find the socket.
    let folder = path.parentFolder
    let isUsual = path == "/run/user/\(owner)/bus"
    return user(
      owner,
      isUsual
        ? "XDG_RUNTIME_DIR=\(folder)"
        : "DBUS_SESSION_BUS_ADDRESS=" + ShellWord.of("unix:path=" + path)
    )
  }

  /// The user who ran this command with sudo; nil without sudo.
  ///
  /// The doctor must run as the user who called sudo, because sudo removes the variables of the
  /// session.
  func callerOfSudo() -> OtherUser? {
    guard getuid() == 0, let user = environment("SUDO_UID").flatMap(UInt32.init), user != 0 else {
      return nil
    }
    return self.user(user, "XDG_RUNTIME_DIR=/run/user/\(user)")
  }

  private func user(_ number: UInt32, _ variable: String) -> OtherUser {
    OtherUser(
      name: Self.name(number),
      caller: Self.name(getuid()),
      isCallerRoot: getuid() == 0,
      variable: variable
    )
  }

  static func owner(_ path: String) -> UInt32? {
    (try? Disk.system.lookThroughLinks(path))?.owner
  }

  private static func name(_ user: UInt32) -> String {
    guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "#\(user)" }
    return String(cString: name)
  }

  // MARK: - Variables

  /// Records whether the bus looks for the user's service files in a different folder than this
  /// shell would.
  func lookAtBusFolders(_ bus: ProcessFacts?) {
    guard let bus, let variables = bus.environment,
      let own = baseFolders.data
    else { return }
    // Only dbus-broker uses HOME; dbus-daemon looks up the home folder of the user.
    let home = bus.name.hasPrefix("dbus-broker") ? variables["HOME"] : nil
    let listed = getpwuid(getuid()).flatMap(\.pointee.pw_dir).map { String(cString: $0) }
    let named = variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = named ?? (home ?? listed).map({ $0 + "/.local/share" }) else { return }
    guard (Disk.realPath(folder) ?? folder) != (Disk.realPath(own) ?? own) else { return }
    facts.session.otherBusDataHome = folder
  }

  /// Records this shell's variables, and the variables that nightd has or would get at its start.
  func lookAtVariables() {
    for name in Variables.names { facts.session.environment[name] = environment(name) }
    facts.session.home = getpwuid(getuid()).flatMap(\.pointee.pw_dir).map { String(cString: $0) }
    facts.session.loginFolder = "/run/user/\(getuid())"
    let own = ProcessFolder.variables(facts.daemon.unit?.environment ?? [])
    // Without a service manager, the bus starts nightd. nightd's environment is then unknown until
    // nightd runs.
    let started = managers.map { $0.merging(own) { $1 } }
    let nightds = facts.daemon.owner == nil ? started : facts.daemon.owner?.environment
    facts.daemon.environment = nightds?.filter { Variables.names.contains($0.key) }
    let both = [facts.session.environment, facts.daemon.environment ?? [:]]
    for path in both.flatMap(Variables.all) {
      if let real = Disk.realPath(path), real != path { facts.session.realPaths[path] = real }
    }
    for folder in both.flatMap({ Variables.folders($0[Variables.dataFolders]) })
    where access(folder + "/nightd/themes", F_OK) == 0 {
      facts.session.foldersWithThemes.insert(folder)
    }
  }

  // MARK: - The session

  func lookAtSession() {
    // If XDG_CURRENT_DESKTOP is set in the doctor's own environment, take the session's variables
    // only from that environment.
    let isInSession = environment("XDG_CURRENT_DESKTOP") != nil || managers == nil
    facts.session.qtTheme =
      environment("QT_QPA_PLATFORMTHEME")
      ?? (isInSession ? nil : managers?["QT_QPA_PLATFORMTHEME"])
    facts.session.hasQt = Self.libraries.contains { access($0 + "/libQt6Gui.so.6", F_OK) == 0 }
    facts.toolkits.hasKde = Self.libraries.contains { folder in
      ["libKF5ConfigWidgets.so.5", "libKF6ColorScheme.so.6"].contains {
        access("\(folder)/\($0)", F_OK) == 0
      }
    }
    facts.session.callersScreen = SessionFacts.screenVariables.filter {
      !(environment($0) ?? "").isEmpty
    }
    facts.session.callersGtkTheme = environment("GTK_THEME").flatMap { $0.isEmpty ? nil : $0 }
    facts.session.installer = Self.installers.first { access("/usr/bin/" + $0.0, X_OK) == 0 }
      .map { "sudo \($0.0) \($0.1)" }
    if let data = baseFolders.data {
      lookAtFlatpak(data + "/flatpak/overrides", isSystem: false)
    }
    lookAtFlatpak("/var/lib/flatpak/overrides", isSystem: true)
  }

  private static let libraries = [
    "/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
  ]

  private static let installers = [
    ("apt-get", "install"), ("dnf", "install"), ("pacman", "-S"), ("zypper", "install"),
  ]

  private func lookAtFlatpak(_ folder: String, isSystem: Bool) {
    for name in Folder(path: folder).names() {
      let path = "\(folder)/\(name)"
      guard let text = disk.text(path, limit: KeyFile.bytes) else { continue }
      facts.session.flatpaks +=
        [FlatpakOverride(path: path, application: name, isSystem: isSystem, text: text)]
        .compactMap(\.self)
    }
  }
}
