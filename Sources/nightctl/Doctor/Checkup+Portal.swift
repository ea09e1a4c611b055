import Glibc
import NightBus
import NightCore
import NightStore

/// The portal: what it answers, and the files that it goes by.
extension Checkup {
  /// More than the portal's program is.
  private static let programBytes = 8 << 20
  /// What may be found only because a change is on its way.
  private static let answerCodes: Set<DoctorCode> = [
    .backendFailed, .portalDesktop, .noPortalsConf, .portalOtherWins, .portalStale, .doubleAnswer,
  ]
  /// How long a change takes until everyone has heard of it.
  private static let settlingMicroseconds: UInt32 = 700_000

  func askPortal(_ survey: Survey) {
    guard names.contains(Self.portalName) else { return }
    let settings = "org.freedesktop.portal.Settings"
    facts.portal.owner = ProcessFacts(identifier: 0, name: "")
    survey.askProcess(Self.portalName) { if let found = $0 { self.facts.portal.owner = found } }
    survey.askProperty(Self.portalName, Self.portalPath, settings, "version") {
      self.facts.portal.version = $0.map(\.asUInt32)
    }
    survey.askProperty(
      Self.portalName,
      Self.portalPath,
      "org.freedesktop.portal.FileChooser",
      "version"
    ) {
      self.facts.portal.fileChooser = $0.map(\.asUInt32)
    }
    askReach(survey)
    askAnswers(survey)
  }

  /// What the portal says of the style, by both ways to ask.
  private func askAnswers(_ survey: Survey) {
    let settings = "org.freedesktop.portal.Settings"
    survey.ask(Self.portalName, Self.portalPath, settings, "Read", Self.schemeKey) {
      self.facts.portal.scheme = $0.map { $0.first?.bare.asUInt32 }
    }
    let spaces = BusValue.strings([Self.namespace])
    survey.ask(Self.portalName, Self.portalPath, settings, "ReadAll", [spaces]) {
      self.facts.portal.schemes = Self.schemes($0.value?.first)
    }
  }

  /// Whether the portal passes questions on to nightd, whatever the style is.
  ///
  /// A nightd that does not know the question itself says nothing of the portal.
  private func askReach(_ survey: Survey) {
    guard names.contains(Contract.portalBackendName) else { return }
    let key: [BusValue] = [.string(Contract.busName), .string(Contract.versionKey)]
    var isKnown = false
    var isPassedOn: Bool?
    func note() { facts.portal.isReachingNightd = isKnown ? isPassedOn : nil }
    survey.ask(
      Contract.portalBackendName,
      Self.portalPath,
      Contract.portalBackendInterface,
      "Read",
      key
    ) { answer in
      isKnown = answer.value != nil
      note()
    }
    survey.ask(Self.portalName, Self.portalPath, "org.freedesktop.portal.Settings", "Read", key) {
      // One that hangs says nothing, and is a finding of its own.
      isPassedOn = $0.isSilent ? nil : $0.value != nil
      note()
    }
  }

  /// The portal's unit, and what it is to start.
  func askPortalUnit(_ survey: Survey) {
    let path = "/org/freedesktop/systemd1/unit/xdg_2ddesktop_2dportal_2eservice"
    askUnit(survey, "xdg_2ddesktop_2dportal_2eservice") { self.facts.portal.unit = $0 }
    survey.askProperty(Self.manager, path, Self.manager + ".Service", "ExecStart") { answer in
      guard case .array(_, let commands)? = answer.value,
        case .structure(let members)? = commands.first
      else { return }
      self.portalProgram = members.first?.asString
    }
  }

  /// One for each time that the namespace stands in the answer, which may be more than once.
  private static func schemes(_ answer: BusValue?) -> [UInt32] {
    guard case .dictionary(_, _, let entries)? = answer else { return [] }
    return entries.compactMap { entry in
      guard entry.key == .string(namespace) else { return nil }
      return entry.value.asOptions?["color-scheme"]?.bare.asUInt32
    }
  }

  // MARK: - Files

  func lookAtPortalFiles() {
    // Without the bus only files are looked at, and as few as can be.
    if !names.isEmpty { lookAtPortalProgram() }
    var portal = facts.portal
    let variables = portalEnvironment()
    portal.callersDesktops = PortalFolders.desktops(environment("XDG_CURRENT_DESKTOP") ?? "")
    portal.desktops = PortalFolders.desktops(variables("XDG_CURRENT_DESKTOP") ?? "")
    let led = PortalFolders(portal.desktops, environment: variables)
    portal.own.configHome = baseFolders.config
    portal.own.dataHome = baseFolders.data
    let isLed = led.override != nil && led.override == portal.own.folder
    portal.folders = led
    if isLed {
      portal.folders = PortalFolders(portal.desktops) {
        $0 == "XDG_DESKTOP_PORTAL_DIR" ? nil : variables($0)
      }
    }
    portal.rules = rules(portal)
    portal.isLedAside = isLed && portal.rules == .byConf
    // The older one is meant to be led.
    if portal.rules == .byUseIn { portal.folders = led }
    let folders = portal.folders.portals(portal.rules)
    var seen: Set<String> = []
    var paths: [(file: PortalFile, path: String)] = []
    for folder in folders {
      for name in Folder(path: folder).names(ending: PortalFile.suffix)
      where seen.insert(name).inserted {
        let path = "\(folder)/\(name)"
        guard let text = textOfPortals(path), let file = PortalFile(fileName: name, text: text)
        else {
          if name == "nightd.portal" { portal.brokenFile = path }
          continue
        }
        paths.append((file, path))
      }
    }
    portal.files = paths.map(\.file)
    for path in portal.folders.confs(portal.rules) where portal.conf == nil {
      portal.conf = textOfPortals(path).flatMap { PortalsConf(path: path, text: $0) }
    }
    portal.own = ownFiles(portal, paths)
    facts.portal = portal
  }

  /// What would start the portal, and whether that is there.
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
    // Of several the last one counts.
    let files = unit.map { [$0.file] + $0.dropIns.map(\.path) } ?? []
    for path in files where path != own {
      guard let text = disk.text(path, limit: KeyFile.bytes), Diagnosis.leads(text) else {
        continue
      }
      facts.portal.leading = LinkedFile(path: path, text: text)
    }
    facts.portal.isManagerLeading = managers?["XDG_DESKTOP_PORTAL_DIR"] != nil
    // It wrote nothing yet, and could not.
    if facts.daemon.mirrorLacks == nil, !isInPath("gsettings") {
      facts.daemon.mirrorLacks = .noProgram
    }
  }

  private func isInPath(_ program: String) -> Bool {
    let folders = managers?["PATH"] ?? environment("PATH") ?? "/usr/bin:/bin"
    return folders.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Asks backends that have a name of their own making.
  func askOtherBackends(_ address: String) {
    let known = Set(facts.portal.backends.map(\.name))
    let others = facts.portal.asked.map(\.busName)
      .filter { names.contains($0) && !known.contains($0) }
    guard !others.isEmpty, let survey = try? Survey(address, milliseconds: Self.milliseconds) else {
      return
    }
    defer { survey.end() }
    for name in others { askBackend(survey, name) }
    survey.wait()
  }

  /// Asks once more what the style is if answers differ, before that is called wrong.
  ///
  /// Right after a change a backend says what was written before, until it hears of the new value. A
  /// backend that crashed is started by the portal's next question, unless it fails again.
  func askAnswersAgain(_ address: String) {
    let codes = Set(Diagnosis(facts).findings.map(\.code))
    guard !codes.isDisjoint(with: Self.answerCodes) else { return }
    usleep(Self.settlingMicroseconds)
    guard let survey = try? Survey(address, milliseconds: Self.milliseconds) else { return }
    defer { survey.end() }
    askAnswers(survey)
    let names = facts.portal.backends.map(\.name)
    facts.portal.backends = []
    for name in names { askBackend(survey, name) }
    facts.portal.failedBackends = []
    if facts.session.hasManager { askFailedBackends(survey) }
    survey.wait()
  }

  /// Of the portal that runs; or of the one that would be started.
  private func portalEnvironment() -> (String) -> String? {
    if let variables = facts.portal.owner?.environment { return { variables[$0] } }
    guard facts.portal.owner == nil, let managers else { return environment }
    let units = Self.variables(facts.portal.unit?.environment ?? [])
    return { units[$0] ?? managers[$0] }
  }

  /// By its version; if it does not tell, by what its program has in it, and else by files of desktops
  /// for the newer one.
  private func rules(_ portal: PortalFacts) -> PortalRules {
    if let version = portal.version.value { return version < 2 ? .byUseIn : .byConf }
    if let rules = portalProgram.flatMap(programRules) { return rules }
    let folders = portal.folders.confs(.byConf).filter { $0.hasSuffix("/portals.conf") }
    let isNewer = folders.contains { path in
      let folder = String(path.dropLast("/portals.conf".count))
      return !Folder(path: folder).names(ending: "-portals.conf").isEmpty
    }
    return isNewer ? .byConf : .byUseIn
  }

  /// The newer program holds the name of the file that it goes by; nil for what is not the portal.
  private func programRules(_ path: String) -> PortalRules? {
    guard case .bytes(let bytes) = disk.reading(path, limit: Self.programBytes).content else {
      return nil
    }
    // A program that only starts another one has neither.
    guard Self.holds(bytes, "XDG_DESKTOP_PORTAL_DIR") else { return nil }
    return Self.holds(bytes, "portals.conf") ? .byConf : .byUseIn
  }

  private static func holds(_ bytes: [UInt8], _ words: String) -> Bool {
    let words = Array(words.utf8)
    guard let first = words.first else { return true }
    return bytes.withUnsafeBytes { bytes in
      guard var next = bytes.baseAddress else { return false }
      let end = next + bytes.count
      while let found = memchr(next, Int32(first), end - next) {
        guard end - UnsafeRawPointer(found) >= words.count else { return false }
        if memcmp(found, words, words.count) == 0 { return true }
        next = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }

  private func ownFiles(
    _ portal: PortalFacts,
    _ paths: [(file: PortalFile, path: String)]
  ) -> OwnPortalFiles {
    let folders = portal.folders
    var own = portal.own
    // Links in our own folder lead to the system's, and new ones are found there.
    let isRead = folders.override != nil && folders.override == own.folder
    let sources =
      isRead
      ? Folder(path: PortalFolders.system).names(ending: PortalFile.suffix)
        .map { PortalFolders.system + "/" + $0 }
      : paths.filter { !$0.file.isOwn }.map(\.path)
    own.sources = sources.filter { !$0.hasSuffix("/nightd.portal") }
    if portal.rules == .byUseIn {
      for source in own.sources { own.texts[source] = textOfPortals(source) }
    }
    var places = [
      own.dropIn, own.dataHome.map { $0 + "/xdg-desktop-portal/portals/nightd.portal" },
    ]
    .compactMap(\.self)
    if let folder = own.folder {
      places += (own.sources.map(Diagnosis.lastPart) + ["00-nightd.portal"]).map {
        "\(folder)/\($0)"
      }
    }
    if let config = own.configHome {
      places += folders.confs(.byConf).map {
        "\(config)/xdg-desktop-portal/\(Diagnosis.lastPart($0))"
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
      if let mode = Mender.mode(path), mode & S_IWUSR == 0 { own.readOnly.insert(path) }
    }
    return own
  }

  /// Links on the way are followed too, where they lead to something.
  private func linked(_ path: String, _ target: String) -> LinkedFile {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      let text = disk.text(path, limit: KeyFile.bytes)
      return LinkedFile(path: String(cString: resolved), text: text)
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return LinkedFile(path: target.hasPrefix("/") ? target : folder + target, text: nil)
  }
}

extension Disk {
  /// What stands under a name, a link not followed; nil where nothing does.
  func content(_ path: String) -> FileFix.Content? {
    if let target = try? readLink(path) { return .link(to: target) }
    return text(path, limit: KeyFile.bytes).map { .text($0) }
  }
}
