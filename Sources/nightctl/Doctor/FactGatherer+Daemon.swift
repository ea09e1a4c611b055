import Glibc
import NightBus
import NightClient
import NightContract
import NightCore
import NightPrograms
import NightStore

/// Gathers facts about nightd from its files and its replies.
extension FactGatherer {
  /// Asks nightd for facts.
  ///
  /// A fact stays unknown if nightd is too old to report it, or has ended.
  func askDaemon(_ address: String) {
    let client = Client(address: address, ConnectTimeout.opening, milliseconds: Self.milliseconds)
    do throws(ClientError) {
      facts.daemon.gnome.hasOnlyMemory =
        facts.daemon.owner?.environment?["GSETTINGS_BACKEND"] == "memory"
      let explanation = try client.why(.forbidden)
      let appearance = explanation.appearance
      facts.daemon.style.scheme = PortalSettings(appearance).colorScheme.rawValue
      facts.daemon.style.choice = appearance.choice
      let store = explanation.store
      lookAt(store, isWritten: true)
      lookInTheWay(beside: store)
      lookAtSandbox(store)
      facts.daemon.style.desktop = explanation.desktop
      if let place = explanation.place, place.origin == .none,
        explanation.schedule?.usesSun == true
      {
        let state = place.geoClue
        let hasGeoClue = hasGeoClue()
        facts.daemon.style.lackingPlace = LackingPlace(
          geoClue: state,
          hasGeoClue: hasGeoClue,
          reason: PlaceMessages.geoClue(state) ?? (hasGeoClue ? nil : PlaceMessages.noGeoClue)
        )
      }
      facts.daemon.files.unreadChoice = explanation.storeProblem.map {
        UnreadChoice(
          problem: $0,
          effect: StatusMessages.inEffect($0) { LocalTime($0) },
          isIntact: isIntact($0)
        )
      }
      // Call `check` to make nightd read its files again, because nightd's file watches do not see
      // every change.
      facts.daemon.files.mistakes = try client.check(.forbidden).count(where: \.isMistake)
      let key = PreferenceKey(known: PreferenceTable.programsOff)
      if case .array(let names) = try client.read(key, .forbidden).value {
        facts.toolkits.programsOff = Set(
          names.compactMap { if case .string(let name) = $0 { name } else { nil } }
        )
        facts.daemon.gnome.isOn = facts.toolkits.programsOff.isDisjoint(
          with: [PreferenceTable.gnome, PreferenceTable.allPrograms]
        )
      }
      facts.daemon.reactionsOff = try reactionsOff(client)
      let missing = try missingThemes(client)
      facts.daemon.files.missingThemes = missing
      facts.daemon.files.themeMistakes = explanation.themeMistakes.filter { mistake in
        !missing.contains { mistake.hasPrefix($0.slot.key + ":") }
      }
    } catch {}
  }

  /// The names of nightd's reactions (programs that nightd runs after a change of the style) that
  /// are switched off or have nothing to do.
  private func reactionsOff(_ client: Client) throws(ClientError) -> Set<String> {
    var off: Set<String> = facts.daemon.gnome.isOn == false ? [GnomeFailure.reaction] : []
    let hooks = PreferenceKey(known: PreferenceTable.runsHooks)
    if try client.read(hooks, .forbidden).value == .bool(false)
      || !HookFinder(environment: environment).hooks().contains(where: { $0.state == .ready })
    {
      off.insert("hooks")
    }
    let programs = PreferenceKey(known: PreferenceTable.programs)
    if case .array(let names) = try client.read(programs, .forbidden).value, names.isEmpty,
      !haveFollowers
    {
      off.insert("programs")
    }
    return off
  }

  /// Whether this machine has a program whose settings nightd could write, or whether nightd still
  /// has to undo earlier changes.
  private var haveFollowers: Bool {
    let off = ProgramsOff(names: Array(facts.toolkits.programsOff))
    let record = try? RecordFile<ProgramRecord>(baseFolders, keepsAside: false)
    guard record?.content.isEmpty == true else { return true }
    guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment($0) != nil }) else {
      return false
    }
    let catalog = ProgramCatalog(environment: environment)
    return catalog.followers(ProgramFinder(environment: environment)) { _ in false }
      .programs.contains { !off.contains($0.name) }
  }

  /// Whether the file of the stored choice, which nightd could not read, is valid now.
  private func isIntact(_ problem: StoreProblem) -> Bool {
    guard problem.aside == nil, problem.copy == nil else { return false }
    let limit = JSONLimits.standard.bytes
    guard case .bytes(let bytes) = disk.reading(problem.path, limit: limit).content else {
      return false
    }
    return (try? IntentFile.intent(bytes)) != nil
  }

  /// The themes that the preferences mention, but that nightd does not find.
  ///
  /// The result is empty if a folder cannot be read, because the themes may be in that folder.
  private func missingThemes(_ client: Client) throws(ClientError) -> [MissingTheme] {
    var named: [(slot: ThemeSlot, name: String)] = []
    for slot in ThemeSlot.all {
      guard case .string(let name) = try client.read(slot.preference, .forbidden).value,
        BuiltInThemes.fact(name) == nil
      else { continue }
      named.append((slot, name))
    }
    guard !named.isEmpty else { return [] }
    let known = try client.themes(.forbidden).map(\.name)
    let places = StandardFolders(environment: environment)
    let isShut = places.map { [$0.userThemes].compactMap(\.self) + $0.systemThemes }?.contains {
      access($0, F_OK) == 0 && access($0, R_OK | X_OK) != 0
    }
    guard isShut != true else { return [] }
    let folders = places.map { ThemeFolders($0, message: SystemError.message) }
    return named.filter { theme in !known.contains { $0.isSameText(as: theme.name) } }.map {
      MissingTheme(slot: $0.slot, name: $0.name, file: folders?.paths(of: $0.name).first)
    }
  }

  /// Whether the system bus has GeoClue or can start GeoClue.
  private func hasGeoClue() -> Bool {
    let address = SystemBus.address(environment: environment)
    guard let probe = try? BusProbe(address, milliseconds: Self.milliseconds) else { return false }
    defer { probe.end() }
    var names: [String] = []
    for member in ["ListNames", "ListActivatableNames"] as [MemberName] {
      probe.askBus(member) { names += $0.value?.first?.asStrings ?? [] }
    }
    probe.wait()
    return names.contains("org.freedesktop.GeoClue2")
  }

  // MARK: - Files

  func lookAtFiles() {
    facts.daemon.installation.program = program(
      beside: (try? disk.readLink("/proc/self/exe")) ?? nil
    )
    facts.daemon.installation.realProgram = facts.daemon.installation.program.flatMap(Disk.realPath)
    facts.daemon.installation.serviceFiles += Diagnosis.activated.compactMap(serviceFile)
    guard let places = StandardFolders(environment: environment) else { return }
    lookAt(places.stateFolder + "/intent.json", isWritten: true)
    lookInTheWay(beside: places.stateFolder + "/intent.json")
    if let config = places.userConfig { lookAt(config, isWritten: false) }
    // If a daemon is running, `askDaemon` later replaces `isOn` with the daemon's answer.
    let (intent, preferences) = stored(places)
    facts.daemon.gnome.isOn = preferences.writesGnome
    facts.daemon.style.storedChoice = preferences.choice(of: intent)
  }

  /// The intent (all that people set through nightd) and the preferences with which nightd would
  /// start now, according to its files.
  private func stored(_ places: StandardFolders) -> (Intent, Preferences) {
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
    return (intent, Preferences(intent, layers))
  }

  /// The service file that the bus uses for a name: the first such file that the bus finds.
  func serviceFile(_ name: String) -> ServiceFile? {
    let folders =
      [baseFolders.runtime, baseFolders.data].compactMap(\.self) + baseFolders.systemData
    let paths = folders.map { "\($0)/dbus-1/services/\(name).service" }
    return paths.lazy.compactMap { path in
      self.disk.text(path, limit: KeyFile.bytes).flatMap {
        ServiceFile(path: path, text: $0) { access($0, X_OK) == 0 }
      }
    }
    .first
  }

  private func program(beside own: String?) -> String? {
    let folders =
      [own?.parentFolder].compactMap(\.self)
      + ProgramSearch.folders(environment("PATH"))
    return try? ProgramSearch.path(of: "nightd", in: folders.filter { $0.hasPrefix("/") })
  }
}

/// Gathers facts about nightd's unit in the user's service manager.
extension FactGatherer {
  /// Asks for more facts about nightd's unit; call `askUnit` first.
  func askOwnService(_ probe: BusProbe, _ escaped: String) {
    func ask(_ property: String, then set: @escaping (inout UnitFacts, BusValue) -> Void) {
      askService(probe, escaped, property) { value in
        guard var unit = self.facts.daemon.unit else { return }
        set(&unit, value)
        self.facts.daemon.unit = unit
      }
    }
    ask("ExecStart") { unit, value in
      guard let program = Self.program(value) else { return }
      unit.program = program
      unit.realProgram = Disk.realPath(program)
      unit.isRunnable = Self.isRunnable(program)
    }
    ask("ReadWritePaths") { $0.writablePaths = $1.asStrings ?? [] }
    ask("MainPID") { $0.run.mainProcess = $1.asUInt32 ?? 0 }
    ask("NRestarts") { $0.run.restarts = $1.asUInt32 ?? 0 }
    ask("Result") { $0.run.result = $1.asString ?? "" }
  }

  func dropIn(_ path: String) -> DropIn? {
    guard !path.hasSuffix("/" + DropIn.ownName) else { return nil }
    let text = disk.text(path, limit: KeyFile.bytes) ?? ""
    return DropIn(
      path: path,
      isOwn: access(path.parentFolder, W_OK) == 0,
      setsProgram: text.split(separator: "\n").contains { $0.hasPrefix("ExecStart") }
    )
  }

  private static func isRunnable(_ path: String) -> Bool {
    Disk.kind(of: path) == .file && access(path, X_OK) == 0
  }
}
