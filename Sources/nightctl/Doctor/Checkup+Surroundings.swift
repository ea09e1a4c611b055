import Glibc
import NightBus
import NightCore
import NightStore

/// Whether the doctor can see the session at all, and as whom.
extension Checkup {
  // MARK: - Sandboxes

  func sandbox() -> Sandbox? {
    if access("/.flatpak-info", F_OK) == 0 { return .flatpak }
    // SNAP alone is in the environment of everything that a snap's terminal starts outside as well.
    let label = disk.text("/proc/self/attr/current", limit: KeyFile.bytes) ?? ""
    let isConfined = label.split { " \n\0".contains($0) }.contains("(enforce)")
    return label.hasPrefix("snap.") && isConfined ? .snap : nil
  }

  /// Whether something before the bus leaves names out: two connections then do not see each other.
  func isHidden(_ survey: Survey, _ address: String) -> Bool {
    guard let second = try? Survey(address, milliseconds: Self.milliseconds) else { return false }
    defer { second.end() }
    var names: [String]?
    second.askBus("ListNames") { names = $0.value?.first?.asStrings }
    second.wait()
    return names.map { !$0.contains(survey.uniqueName) } ?? false
  }

  /// Where the bus's socket is, if it is a file.
  private static func path(of address: String) -> String? {
    let first = address.split(separator: ";").first ?? ""
    let start = "unix:"
    guard first.hasPrefix(start) else { return nil }
    return first.dropFirst(start.count).split(separator: ",").lazy
      .first { $0.hasPrefix("path=") }.map { String($0.dropFirst("path=".count)) }
  }

  // MARK: - Users

  /// Whose bus this is, if it is not the caller's.
  func otherUser(_ address: String) -> OtherUser? {
    guard let path = Self.path(of: address), let owner = Self.owner(path), owner != getuid() else {
      return nil
    }
    // Where a login put it, its own shells find it by the folder.
    let folder = path.parentFolder
    let isUsual = path == "/run/user/\(owner)/bus"
    return user(
      owner,
      isUsual
        ? "XDG_RUNTIME_DIR=\(folder)"
        : "DBUS_SESSION_BUS_ADDRESS=" + ShellWord.of("unix:path=" + path)
    )
  }

  /// The user who ran this by sudo, which takes the session's variables away.
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

  private static func owner(_ path: String) -> UInt32? {
    (try? Disk.system.lookThroughLinks(path))?.owner
  }

  private static func name(_ user: UInt32) -> String {
    guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "#\(user)" }
    return String(cString: name)
  }

  // MARK: - Variables

  /// Where the bus looks for the user's service files, if not where this shell keeps them.
  func lookAtBusFolders(_ bus: ProcessFacts?) {
    guard let bus, let variables = bus.environment,
      let own = baseFolders.data
    else { return }
    // dbus-daemon does not go by HOME.
    let home = bus.name.hasPrefix("dbus-broker") ? variables["HOME"] : nil
    let listed = getpwuid(getuid()).flatMap(\.pointee.pw_dir).map { String(cString: $0) }
    let named = variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = named ?? (home ?? listed).map({ $0 + "/.local/share" }) else { return }
    guard (Self.realPath(folder) ?? folder) != (Self.realPath(own) ?? own) else { return }
    facts.session.otherBusDataHome = folder
  }

  /// Those of the shell, and those that nightd has or would be started with.
  func lookAtVariables() {
    for name in Variables.names { facts.session.environment[name] = environment(name) }
    facts.session.home = getpwuid(getuid()).flatMap(\.pointee.pw_dir).map { String(cString: $0) }
    facts.session.loginFolder = "/run/user/\(getuid())"
    let own = Self.variables(facts.daemon.unit?.environment ?? [])
    // With no manager, what the bus starts it with is not known until it runs.
    let started = managers.map { $0.merging(own) { $1 } }
    let nightds = facts.daemon.owner == nil ? started : facts.daemon.owner?.environment
    facts.daemon.environment = nightds?.filter { Variables.names.contains($0.key) }
    let both = [facts.session.environment, facts.daemon.environment ?? [:]]
    for path in both.flatMap(Variables.all) {
      if let real = Self.realPath(path), real != path { facts.session.realPaths[path] = real }
    }
    for folder in both.flatMap({ Variables.folders($0[Variables.dataFolders]) })
    where access(folder + "/nightd/themes", F_OK) == 0 {
      facts.session.foldersWithThemes.insert(folder)
    }
  }
}
