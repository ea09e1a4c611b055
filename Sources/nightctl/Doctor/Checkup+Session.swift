import Glibc
import NightBus
import NightClient
import NightCore
import NightStore

/// nightd's files and answers, and the session around it.
extension Checkup {
  /// What it does not answer is not known: it may be older, or have gone.
  func askDaemon(_ address: String) {
    let client = Client(address: address, Patience.opening, milliseconds: Self.milliseconds)
    do throws(ClientError) {
      facts.daemon.hasOnlyMemory =
        facts.daemon.owner?.environment?["GSETTINGS_BACKEND"] == "memory"
      let appearance = try client.get(.forbidden).appearance
      facts.daemon.scheme = PortalSettings(appearance).colorScheme.rawValue
      facts.daemon.isFollowing = appearance.choice == .system
      let store = try client.store()
      lookAt(store, isWritten: true)
      lookForObstacles(beside: store)
      lookAtSandbox(store)
      facts.daemon.desktop = try client.desktop(.forbidden)
      facts.daemon.mistakes = try client.check(.forbidden).count(where: \.isMistake)
      let schedule = try client.scheduleFacts(.forbidden)
      if appearance.choice == .schedule, schedule.placeOrigin == .none,
        Self.needsSun(schedule.rules)
      {
        let state = try client.geoClueState(.forbidden)
        let hasGeoClue = hasGeoClue()
        facts.daemon.lackingPlace = LackingPlace(
          geoClue: state,
          hasGeoClue: hasGeoClue,
          reason: Words.geoClue(state) ?? (hasGeoClue ? nil : Words.noGeoClue)
        )
      }
      if let key = try? PreferenceKey(PreferenceTable.mirrorsSettings),
        case .bool(let isOn) = try client.read(key, .forbidden).value
      {
        facts.daemon.isMirroring = isOn
      }
    } catch {}
  }

  private static func needsSun(_ rules: [String]) -> Bool {
    guard let schedule = try? Schedule(rules) else { return false }
    return schedule.rules.contains { if case .sun = $0.when { true } else { false } }
  }

  /// Whether the machine's own bus has it, or would start it.
  private func hasGeoClue() -> Bool {
    let address = SystemBus.address(environment: environment)
    guard let survey = try? Survey(address, milliseconds: Self.milliseconds) else { return false }
    defer { survey.end() }
    var names: [String] = []
    for member in ["ListNames", "ListActivatableNames"] as [MemberName] {
      survey.askBus(member) { names += $0.value?.first?.asStrings ?? [] }
    }
    survey.wait()
    return names.contains("org.freedesktop.GeoClue2")
  }

  // MARK: - Files

  func lookAtFiles() {
    facts.daemon.program = program(beside: (try? disk.readLink("/proc/self/exe")) ?? nil)
    facts.daemon.realProgram = facts.daemon.program.flatMap(Self.realPath)
    facts.daemon.serviceFiles += Diagnosis.activated.compactMap(serviceFile)
    guard let places = try? Places(environment: environment) else { return }
    lookAt(places.stateFolder + "/intent.json", isWritten: true)
    lookForObstacles(beside: places.stateFolder + "/intent.json")
    if let config = places.userConfig { lookAt(config, isWritten: false) }
    // A daemon that runs says so itself, later.
    facts.daemon.isMirroring = isMirroring(places)
  }

  /// Whether a daemon that is started now writes GNOME's settings, as its files say.
  private func isMirroring(_ places: Places) -> Bool {
    let files = LayerFiles(places)
    func file(_ path: String) -> LayerTexts.File {
      guard case .bytes(let bytes) = files.read(path).content else {
        return .init(path: path, content: .missing)
      }
      return .init(path: path, content: .bytes(bytes))
    }
    let layers = Layers(
      LayerTexts(
        user: file(files.user ?? ""),
        systems: files.systems.map { .init(config: file($0.config), locks: file($0.locks)) }
      )
    )
    var intent = Intent()
    let store = places.stateFolder + "/intent.json"
    if case .bytes(let bytes) = disk.reading(store, limit: JSONLimits.standard.bytes).content,
      let stored = try? IntentFile.intent(bytes)
    {
      intent = stored
    }
    return Preferences(intent, layers).isMirrorOn
  }

  /// The file by which the bus starts a program for a name: the first one counts.
  func serviceFile(_ name: String) -> ServiceFile? {
    let folders =
      [environment("XDG_RUNTIME_DIR"), base("XDG_DATA_HOME", ".local/share")].compactMap(\.self)
      + (environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
      .map(String.init)
    let paths = folders.map { "\($0)/dbus-1/services/\(name).service" }
    return paths.lazy.compactMap { path in
      self.disk.text(path, limit: KeyFile.bytes).flatMap {
        ServiceFile(path: path, text: $0) { access($0, X_OK) == 0 }
      }
    }
    .first
  }

  private func program(beside own: String?) -> String? {
    let beside = own.flatMap { path in
      path.lastIndex(of: "/").map { path[..<$0] + "/nightd" }
    }
    let searched = (environment("PATH") ?? "").split(separator: ":").map { $0 + "/nightd" }
    return ([beside].compactMap(\.self) + searched).map(String.init)
      .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }

  // MARK: - The session

  func lookAtSession() {
    // What stands in the caller's own environment is the session's, where it has one.
    let isInSession = environment("XDG_CURRENT_DESKTOP") != nil || managers == nil
    facts.session.qtTheme =
      environment("QT_QPA_PLATFORMTHEME")
      ?? (isInSession ? nil : managers?["QT_QPA_PLATFORMTHEME"])
    facts.session.hasQt = Self.libraries.contains { access($0 + "/libQt6Gui.so.6", F_OK) == 0 }
    facts.session.callersScreen = SessionFacts.screenVariables.filter {
      !(environment($0) ?? "").isEmpty
    }
    let told = (managers ?? [:]).filter { !$0.value.isEmpty }.keys
    facts.session.hasManagersScreen = SessionFacts.isScreen(told)
    facts.session.isManagersMemory = managers?["GSETTINGS_BACKEND"] == "memory"
    facts.session.managersGtkTheme = managers?["GTK_THEME"].flatMap { $0.isEmpty ? nil : $0 }
    facts.session.callersGtkTheme = environment("GTK_THEME").flatMap { $0.isEmpty ? nil : $0 }
    facts.session.installer = Self.installers.first { access("/usr/bin/" + $0.0, X_OK) == 0 }
      .map { "sudo \($0.0) \($0.1)" }
    if let data = base("XDG_DATA_HOME", ".local/share") {
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
      guard let text = disk.text(path, limit: KeyFile.bytes),
        let found = FlatpakOverride(
          path: path,
          application: name,
          isSystem: isSystem,
          text: text
        )
      else { continue }
      facts.session.flatpaks.append(found)
    }
  }
}
