import Glibc
import NightBus
import NightContract
import NightCore
import NightPrograms
import NightStore

/// Gathers facts about the portal from its replies and from the files that it reads.
extension FactGatherer {
  /// The size limit in bytes for reading the portal's program.
  ///
  /// In every known version, the portal's program is smaller than this limit.
  private static let programBytes = 8 << 20
  static let settings = "org.freedesktop.portal.Settings"
  /// The findings that can be wrong right after a change of the style, before every program has
  /// received the change.
  private static let answerCodes: Set<DoctorCode> = [
    .backendFailed, .portalDesktop, .noPortalsConf, .portalOtherWins, .portalStale, .doubleAnswer,
  ]
  /// The time after which every program has received a change of the style.
  private static let settlingMicroseconds: UInt32 = 700_000

  func askPortal(_ probe: BusProbe) {
    guard names.contains(Self.portalName) else { return }
    facts.portal.owner = ProcessFacts(identifier: 0, name: "")
    probe.askProcess(Self.portalName) { if let found = $0 { self.facts.portal.owner = found } }
    probe.askProperty(Self.portalName, Self.portalPath, Self.settings, "version") {
      self.facts.portal.answers.version = $0.map(\.asUInt32)
    }
    let fileChooser = "org.freedesktop.portal.FileChooser"
    probe.askProperty(Self.portalName, Self.portalPath, fileChooser, "version") {
      self.facts.portal.answers.fileChooser = $0.map(\.asUInt32)
    }
    askReach(probe)
    askAnswers(probe)
  }

  /// Asks the portal for the style twice: with the method `Read` and with `ReadAll`.
  private func askAnswers(_ probe: BusProbe) {
    probe.askPortalSetting(Self.schemeKey) {
      self.facts.portal.answers.scheme = $0.map { $0.first?.unwrapped.asUInt32 }
    }
    let spaces = BusValue.strings([Self.namespace])
    probe.ask(Self.portalName, Self.portalPath, Self.settings, "ReadAll", [spaces]) {
      self.facts.portal.answers.schemes = Self.schemes($0.value?.first)
    }
  }

  /// Finds out whether the portal passes requests on to nightd.
  ///
  /// The requested key exists only in nightd, so a reply must come from nightd. If nightd itself
  /// does not know the key, the portal's reply proves nothing.
  private func askReach(_ probe: BusProbe) {
    guard names.contains(Contract.portalBackendName) else { return }
    let key: [BusValue] = [.string(Contract.busName), .string(Contract.versionKey)]
    var isKnown = false
    var isForwarded: Bool?
    func note() { facts.portal.answers.isReachingNightd = isKnown ? isForwarded : nil }
    probe.askSetting(of: Contract.portalBackendName, key) {
      isKnown = $0.value != nil
      note()
    }
    probe.askPortalSetting(key) {
      // If the portal hangs, this test proves nothing; another finding reports that the portal
      // hangs.
      isForwarded = $0.isSilent ? nil : $0.value != nil
      note()
    }
  }

  /// Asks the service manager for the portal's unit and program.
  func askPortalUnit(_ probe: BusProbe) {
    let unit = "xdg_2ddesktop_2dportal_2eservice"
    askUnit(probe, unit) { self.facts.portal.unit = $0 }
    askService(probe, unit, "ExecStart") { self.portalProgram = Self.program($0) }
  }

  /// The colour schemes in a reply of `ReadAll`: one for each backend whose settings the reply
  /// contains.
  private static func schemes(_ answer: BusValue?) -> [UInt32] {
    guard case .dictionary(_, _, let entries)? = answer else { return [] }
    return entries.compactMap { entry in
      guard entry.key == .string(namespace) else { return nil }
      return entry.value.asOptions?["color-scheme"]?.unwrapped.asUInt32
    }
  }

  // MARK: - Files

  func lookAtPortalFiles() {
    // `PortalHint` also calls this function, but passes no names from the bus, so that few files
    // are read.
    if !names.isEmpty { lookAtPortalProgram() }
    var portal = facts.portal
    let variables = portalEnvironment()
    portal.callersDesktops = PortalFolders.desktops(environment("XDG_CURRENT_DESKTOP") ?? "")
    portal.desktops = PortalFolders.desktops(variables("XDG_CURRENT_DESKTOP") ?? "")
    let led = PortalFolders(portal.desktops, environment: variables)
    portal.own.configHome = baseFolders.config
    portal.own.dataHome = baseFolders.data
    let isLed = led.override != nil && led.override == portal.own.folder
    portal.lookup.folders = led
    if isLed {
      portal.lookup.folders = PortalFolders(portal.desktops) {
        $0 == "XDG_DESKTOP_PORTAL_DIR" ? nil : variables($0)
      }
    }
    portal.lookup.rules = rules(portal)
    portal.lookup.readsEachFolder =
      portalProgram.flatMap(programBytes).map(Self.readsEachFolder) ?? false
    portal.isLedAside = isLed && portal.lookup.rules == .byConf
    // A portal up to version 1.17.0 reads only the folder in XDG_DESKTOP_PORTAL_DIR.
    if portal.lookup.rules == .byUseIn { portal.lookup.folders = led }
    let folders = portal.lookup.folders.portals(portal.lookup.rules)
    var seen: Set<String> = []
    var paths: [(file: PortalFile, path: String)] = []
    for folder in folders {
      for name in Folder(path: folder).names(ending: PortalFile.suffix)
      where seen.insert(name).inserted {
        let path = "\(folder)/\(name)"
        guard let text = textOfPortals(path), let file = PortalFile(fileName: name, text: text)
        else {
          if name == "nightd.portal" { portal.lookup.brokenFile = path }
          continue
        }
        paths.append((file, path))
      }
    }
    portal.lookup.files = paths.map(\.file)
    for path in portal.lookup.folders.confs(portal.lookup.rules) {
      let known = portal.lookup.confs
      let isFolderRead = known.contains { $0.path.parentFolder == path.parentFolder }
      guard portal.lookup.readsEachFolder ? !isFolderRead : known.isEmpty else { continue }
      guard let text = textOfPortals(path), let conf = PortalsConf(path: path, text: text) else {
        continue
      }
      portal.lookup.confs.append(conf)
    }
    portal.own = ownFiles(portal, paths)
    facts.portal = portal
  }

  /// Finds out whether the portal's program exists, and what sets XDG_DESKTOP_PORTAL_DIR for it.
  private func lookAtPortalProgram() {
    let unit = facts.portal.unit
    if unit?.isKnown != true {
      portalProgram = serviceFile(Self.portalName)?.program
    }
    if let program = portalProgram, program.hasPrefix("/"), access(program, X_OK) != 0 {
      facts.portal.missingProgram = program
    }
    let own = baseFolders.config.map {
      $0 + "/systemd/user/xdg-desktop-portal.service.d/nightd.conf"
    }
    // If several files set XDG_DESKTOP_PORTAL_DIR, systemd uses the last one.
    let files = unit.map { [$0.file] + $0.dropIns.map(\.path) } ?? []
    for path in files where path != own {
      guard let text = disk.text(path, limit: KeyFile.bytes), Diagnosis.leads(text) else {
        continue
      }
      facts.portal.leading = LinkedFile(path: path, text: text)
    }
    // If a library or schema that GNOME's settings need is missing, nightd has failed or will fail
    // to write the settings. If the schemas are missing, nightd does not even try to write.
    if facts.daemon.gnome.lacks == nil { facts.daemon.gnome.lacks = GnomeSettings.lacks }
  }

  /// Asks backends for the style if their bus names do not begin with `backendPrefix`.
  func askOtherBackends(_ address: String) {
    let known = Set(facts.portal.backends.map(\.name))
    let others = facts.portal.asked.map(\.busName)
      .filter { names.contains($0) && !known.contains($0) }
    guard !others.isEmpty, let probe = try? BusProbe(address, milliseconds: Self.milliseconds)
    else {
      return
    }
    defer { probe.end() }
    for name in others { askBackend(probe, name) }
    probe.wait()
  }

  /// If the portal or a backend seems to reply wrongly, asks both for the style again, because the
  /// doctor must not report a fault that lasts only a moment.
  ///
  /// Right after a change of the style, a backend can still report the old value. If a backend has
  /// crashed, the portal's next request starts it again, unless the backend crashes each time.
  func askAnswersAgain(_ address: String) {
    let codes = Set(Diagnosis(facts).findings.map(\.code))
    guard !codes.isDisjoint(with: Self.answerCodes) else { return }
    usleep(Self.settlingMicroseconds)
    guard let probe = try? BusProbe(address, milliseconds: Self.milliseconds) else { return }
    defer { probe.end() }
    askAnswers(probe)
    let names = facts.portal.backends.map(\.name)
    facts.portal.backends = []
    for name in names { askBackend(probe, name) }
    facts.portal.failedBackends = []
    if facts.session.manager.isThere { askFailedBackends(probe) }
    probe.wait()
  }

  /// The environment of the running portal; if none runs, the environment in which it would start.
  private func portalEnvironment() -> (String) -> String? {
    if let variables = facts.portal.owner?.environment { return { variables[$0] } }
    guard facts.portal.owner == nil, let managers else { return environment }
    let units = ProcessFolder.variables(facts.portal.unit?.environment ?? [])
    return { units[$0] ?? managers[$0] }
  }

  /// The rules by which the portal chooses its backends.
  ///
  /// The portal's version determines the rules. If the version is unknown, the portal's program
  /// shows the rules, or else whether files exist that only a portal after version 1.17.0 reads.
  private func rules(_ portal: PortalFacts) -> PortalRules {
    if let version = portal.answers.version.value { return version < 2 ? .byUseIn : .byConf }
    if let rules = portalProgram.flatMap(programRules) { return rules }
    let folders = portal.lookup.folders.confs(.byConf).filter { $0.hasSuffix("/portals.conf") }
    let isNewer = folders.contains { path in
      let folder = String(path.dropLast("/portals.conf".count))
      return !Folder(path: folder).names(ending: "-portals.conf").isEmpty
    }
    return isNewer ? .byConf : .byUseIn
  }

  /// The rules that the portal with this program file follows; nil if the file is not a portal's
  /// program.
  ///
  /// Only the program of a portal after version 1.17.0 contains the text `portals.conf`.
  private func programRules(_ path: String) -> PortalRules? {
    // A wrapper that only starts the portal does not contain the string XDG_DESKTOP_PORTAL_DIR.
    guard let bytes = programBytes(path), bytes.includes("XDG_DESKTOP_PORTAL_DIR") else {
      return nil
    }
    return bytes.includes("portals.conf") ? .byConf : .byUseIn
  }

  /// Whether this is the program of a portal that reads a `portals.conf` in each folder.
  ///
  /// Only a portal that reads each folder contains this log message. The portal began to read each
  /// folder in the change that added the message (commits fdc937bc and 355fadff in the portal's
  /// repository).
  private static func readsEachFolder(_ bytes: [UInt8]) -> Bool {
    bytes.includes("(interface specific config)")
  }

  private func programBytes(_ path: String) -> [UInt8]? {
    guard case .bytes(let bytes) = disk.reading(path, limit: Self.programBytes).content else {
      return nil
    }
    return bytes
  }

  private func ownFiles(
    _ portal: PortalFacts,
    _ paths: [(file: PortalFile, path: String)]
  ) -> OwnPortalFiles {
    let folders = portal.lookup.folders
    var own = portal.own
    // The links in the doctor's folder lead to the system's folder. List the system's folder
    // instead of the links, because packages add new files to the system's folder.
    let isRead = folders.override != nil && folders.override == own.folder
    let sources =
      isRead
      ? Folder(path: PortalFolders.system).names(ending: PortalFile.suffix)
        .map { PortalFolders.system + "/" + $0 }
      : paths.filter { !$0.file.isOwn }.map(\.path)
    own.sources = sources.filter { !$0.hasSuffix("/nightd.portal") }
    if portal.lookup.rules == .byUseIn {
      for source in own.sources { own.texts[source] = textOfPortals(source) }
    }
    var places = [
      own.dropIn, own.dataHome.map { $0 + "/xdg-desktop-portal/portals/nightd.portal" },
    ]
    .compactMap(\.self)
    if let folder = own.folder {
      places += (own.sources.map(\.fileName) + ["00-nightd.portal"]).map {
        "\(folder)/\($0)"
      }
    }
    if let config = own.configHome {
      places += folders.confs(.byConf).map {
        "\(config)/xdg-desktop-portal/\($0.fileName)"
      }
      places.append(config + "/xdg-desktop-portal/portals.conf")
    }
    if let data = own.dataHome {
      places += Diagnosis.activated.map { "\(data)/dbus-1/services/\($0).service" }
    }
    for path in places where own.present[path] == nil {
      own.present[path] = disk.content(path)
      if case .link(let target) = own.present[path] {
        own.linked[path] = linked(path, target)
      }
      if let mode = FixWriter.mode(path), mode & S_IWUSR == 0 { own.readOnly.insert(path) }
    }
    return own
  }

  /// The file at the end of a chain of links, or the first target if the last target does not
  /// exist.
  private func linked(_ path: String, _ target: String) -> LinkedFile {
    if let resolved = Disk.realPath(path) {
      return LinkedFile(path: resolved, text: disk.text(path, limit: KeyFile.bytes))
    }
    let isAbsolute = target.hasPrefix("/")
    return LinkedFile(path: isAbsolute ? target : "\(path.parentFolder)/\(target)", text: nil)
  }
}

extension Disk {
  /// The content of the file at this path, or the target of the link there; nil if it cannot be
  /// read.
  func content(_ path: String) -> FileFix.Content? {
    if let target = try? readLink(path) { return .link(to: target) }
    return text(path, limit: KeyFile.bytes).map { .text($0) }
  }
}
