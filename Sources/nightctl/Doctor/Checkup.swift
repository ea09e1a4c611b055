import Glibc
import NightBus
import NightClient
import NightCore
import NightStore

/// Looks at everything between the style and the applications, and changes nothing.
final class Checkup {
  /// How long those who hang are waited for, all together.
  static let milliseconds = 2_000
  static let manager = "org.freedesktop.systemd1"
  private static let settingsKeeper = "ca.desrt.dconf"
  static let portalName = "org.freedesktop.portal.Desktop"
  static let portalPath = Contract.portalPath
  static let backendPrefix = "org.freedesktop.impl.portal.desktop."

  let environment: (String) -> String?
  let baseFolders: BaseFolders
  let disk = Disk.system
  var facts = DoctorFacts()
  /// Who is on the bus.
  var names: [String] = []
  /// What the manager starts programs with; nil where there is none.
  var managers: [String: String]?
  /// What the portal's unit, or its service, is to start.
  var portalProgram: String?

  init(environment: @escaping (String) -> String?) {
    self.environment = environment
    baseFolders = BaseFolders(environment: environment)
  }

  func look() -> DoctorFacts {
    facts.session.sandbox = sandbox()
    guard facts.session.sandbox == nil else { return facts }
    do throws(ClientError) {
      let address = try Client.address(environment: environment)
      facts.session.otherUser = otherUser(address)
      guard facts.session.otherUser == nil else { return facts }
      try survey(address)
      guard facts.busFailure == nil, facts.session.sandbox == nil else { return facts }
      lookAtVariables()
      lookAtFiles()
      lookAtPortalFiles()
      askOtherBackends(address)
      lookAtSession()
      if facts.daemon.version.value != nil {
        askDaemon(address)
        askAnswersAgain(address)
      }
    } catch {
      facts.busFailure = busFailure(Words.sentence(error))
      facts.session.otherUser = callerOfSudo()
    }
    return facts
  }

  private func busFailure(_ why: String) -> BusFailure {
    var flaw = BusFailure(why: why, loginFolder: "/run/user/\(getuid())")
    flaw.address = environment("DBUS_SESSION_BUS_ADDRESS").flatMap { $0.isEmpty ? nil : $0 }
    flaw.runtimeFolder = baseFolders.runtime
    func have(_ socket: String) -> Set<String> {
      Set(flaw.folders.filter { access("\($0)/\(socket)", F_OK) == 0 })
    }
    flaw.foldersWithBus = have("bus")
    flaw.foldersWithManager = have("systemd/private")
    return flaw
  }

  // MARK: - The bus

  private func survey(_ address: String) throws(ClientError) {
    let survey: Survey
    do throws(BusError) {
      survey = try Survey(address, milliseconds: Self.milliseconds)
    } catch {
      throw ClientError(error)
    }
    defer { survey.end() }
    survey.askBus("ListNames") { self.names = $0.value?.first?.asStrings ?? [] }
    var activatable: [String]?
    survey.askBus("ListActivatableNames") { activatable = $0.value?.first?.asStrings }
    survey.wait()
    // A bus that has no time to answer is not one that knows of nobody.
    guard !names.isEmpty, let activatable else {
      facts.busFailure = busFailure(Words.busSilent)
      return
    }
    if isHidden(survey, address) {
      facts.session.sandbox = .proxy
      return
    }
    facts.daemon.activatable = Diagnosis.activated.filter(activatable.contains)
    facts.portal.isActivatable = activatable.contains(Self.portalName)
    facts.portal.startable = Set(activatable)
    facts.daemon.hasDconf = (activatable + names).contains(Self.settingsKeeper)
    survey.askProcess("org.freedesktop.DBus") { self.lookAtBusFolders($0) }
    askNightd(survey)
    askPortal(survey)
    askBackends(survey)
    if names.contains(Self.manager) { askManager(survey) }
    survey.wait()
    awaitBackendName(survey)
  }

  private func askNightd(_ survey: Survey) {
    guard names.contains(Contract.busName) else { return }
    facts.daemon.owner = ProcessFacts(identifier: 0, name: "")
    survey.askProcess(Contract.busName) {
      guard let found = $0 else { return }
      self.facts.daemon.owner = found
      self.facts.daemon.ownerProgram = found.program
      self.facts.daemon.ownerUnit = found.unit
    }
    survey.askProperty(
      Contract.busName,
      Contract.objectPath,
      Contract.styleInterface,
      "Version"
    ) {
      self.facts.daemon.version = $0.map(\.asString)
    }
    survey.ask(Contract.busName, Contract.objectPath, Contract.controlInterface, "Reactions") {
      guard case .array(_, let all)? = $0.value?.first else { return }
      self.facts.daemon.reactions = all.compactMap(FailedReaction.init)
      self.facts.daemon.mirrorLacks = all.lazy.compactMap(MirrorFailure.init).first
    }
    if names.contains(Contract.portalBackendName) { askBackendName(survey) }
  }

  private static let tries = 20
  private static let pauseMicroseconds: UInt32 = 50_000

  /// A nightd that was just started has its own name a moment before the portal's.
  private func awaitBackendName(_ survey: Survey) {
    guard facts.daemon.version.value != nil, !names.contains(Contract.portalBackendName) else {
      return
    }
    for _ in 0..<Self.tries where !facts.daemon.hasBackendName {
      usleep(Self.pauseMicroseconds)
      var isThere = false
      survey.askBus("NameHasOwner", [.string(Contract.portalBackendName)]) {
        isThere = $0.value?.first?.asBool == true
      }
      survey.wait()
      guard isThere else { continue }
      askBackendName(survey)
      survey.wait()
    }
  }

  private func askBackendName(_ survey: Survey) {
    // It stands on a connection of its own, so that only the process tells whose it is.
    survey.askProcess(Contract.portalBackendName) { process in
      let owner = self.facts.daemon.owner?.identifier ?? 0
      let isKnown = owner != 0 && process != nil
      self.facts.daemon.hasBackendName = !isKnown || process?.identifier == owner
    }
  }

  private func askBackends(_ survey: Survey) {
    for name in names where name.hasPrefix(Self.backendPrefix) { askBackend(survey, name) }
  }

  func askBackend(_ survey: Survey, _ name: String) {
    var process: ProcessFacts?
    survey.askProcess(name) { process = $0 }
    survey.ask(
      name,
      Self.portalPath,
      Contract.portalBackendInterface,
      "Read",
      Self.schemeKey
    ) { answer in
      let scheme = answer.map { $0.first?.bare.asUInt32 }
      self.facts.portal.backends.append(
        BackendFacts(name: name, process: process, scheme: scheme)
      )
    }
  }

  static let namespace = "org.freedesktop.appearance"
  static let schemeKey: [BusValue] = [.string(namespace), .string("color-scheme")]

  // MARK: - The manager

  /// Those that Debian and others bring as units of such names.
  private static let backends = [
    "cosmic", "gnome", "gtk", "hyprland", "kde", "lxqt", "wlr", "xapp",
  ]

  private func askManager(_ survey: Survey) {
    facts.session.hasManager = true
    var process: ProcessFacts?
    survey.askProcess(Self.manager) { process = $0 }
    survey.askProperty(
      Self.manager,
      "/org/freedesktop/systemd1",
      Self.manager + ".Manager",
      "Environment"
    ) {
      self.managers = Self.variables($0.value?.asStrings ?? [])
      if $0.isSilent, let process {
        self.facts.session.silentManager =
          SilentManager(process: process, isStopped: process.isStopped)
      }
    }
    askUnit(survey, "nightd_2eservice") { self.facts.daemon.unit = $0 }
    askService(survey, "nightd_2eservice")
    askPortalUnit(survey)
    askFailedBackends(survey)
  }

  func askFailedBackends(_ survey: Survey) {
    for name in Self.backends {
      askUnit(survey, "xdg_2ddesktop_2dportal_2d\(name)_2eservice") { unit in
        // Some are started anew again and again, until that is given up.
        if ["failed", "auto-restart"].contains(unit.state) {
          self.facts.portal.failedBackends.append(name)
        }
      }
    }
  }

  func askUnit(
    _ survey: Survey,
    _ escaped: String,
    then take: @escaping (UnitFacts) -> Void
  ) {
    let path = "/org/freedesktop/systemd1/unit/" + escaped
    let all = "org.freedesktop.DBus.Properties"
    var environment: [String] = []
    survey.askProperty(Self.manager, path, Self.manager + ".Service", "Environment") {
      environment = $0.value?.asStrings ?? []
    }
    var exitStatus: Int32 = 0
    survey.askProperty(Self.manager, path, Self.manager + ".Service", "ExecMainStatus") {
      if case .int32(let status)? = $0.value { exitStatus = status }
    }
    survey.ask(Self.manager, path, all, "GetAll", [.string(Self.manager + ".Unit")]) { answer in
      guard let members = answer.value?.first?.asOptions else { return }
      var unit = UnitFacts(
        isKnown: members["LoadState"]?.asString != "not-found",
        state: members["SubState"]?.asString == "auto-restart"
          ? "auto-restart" : members["ActiveState"]?.asString ?? "",
        fileState: members["UnitFileState"]?.asString ?? "",
        environment: environment,
        exitStatus: exitStatus
      )
      unit.isValid = !["bad-setting", "error"].contains(members["LoadState"]?.asString)
      unit.file = members["FragmentPath"]?.asString ?? ""
      unit.dropIns = (members["DropInPaths"]?.asStrings ?? []).compactMap(self.dropIn)
      take(unit)
    }
  }

  static func variables(_ pairs: [String]) -> [String: String] {
    var variables: [String: String] = [:]
    for pair in pairs {
      guard let equals = pair.firstIndex(of: "=") else { continue }
      variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    return variables
  }
}

extension FailedReaction {
  /// Nil for one that did not fail.
  fileprivate init?(_ value: BusValue) {
    guard let members = value.asOptions, members["failed"]?.asBool == true,
      let name = members["name"]?.asString
    else { return nil }
    self.init(
      name: name,
      words: members["words"]?.asString ?? "",
      output: members["output"]?.asString ?? ""
    )
  }
}

extension MirrorFailure {
  /// How the mirror's last run ended, where that says what is missing.
  fileprivate init?(_ value: BusValue) {
    guard let members = value.asOptions, members["name"]?.asString == Self.reaction,
      members["end"]?.asString == "exited", case .int32(let code)? = members["code"]
    else { return nil }
    self.init(rawValue: code)
  }
}
