import Glibc
import NightBus
import NightClient
import NightContract
import NightCore
import NightStore

/// Gathers facts about every component that passes the style on to applications.
///
/// Gathering facts changes no file and no setting.
final class FactGatherer {
  /// The timeout for all requests of a probe together, no matter how many programs hang.
  static let milliseconds = 2_000
  static let manager = "org.freedesktop.systemd1"
  private static let dconfName = "ca.desrt.dconf"
  static let portalName = "org.freedesktop.portal.Desktop"
  static let portalPath = Contract.portalPath
  static let backendPrefix = "org.freedesktop.impl.portal.desktop."

  let environment: (String) -> String?
  let baseFolders: BaseFolders
  let disk = Disk.system
  var facts = DoctorFacts()
  /// The names that programs own on the bus.
  var names: [String] = []
  /// The program that the portal's unit or service file starts.
  var portalProgram: String?

  /// The environment with which the service manager starts programs; nil if no service manager
  /// runs.
  var managers: [String: String]? { facts.session.manager.environment }

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
      try probe(address)
      guard facts.busFailure == nil, facts.session.sandbox == nil else { return facts }
      lookAtVariables()
      lookAtFiles()
      lookAtPortalFiles()
      askOtherBackends(address)
      lookAtSession()
      lookAtToolkits(address)
      if facts.daemon.version.value != nil {
        askDaemon(address)
        askAnswersAgain(address)
      }
    } catch {
      facts.busFailure = busFailure(Messages.sentence(error))
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

  private func probe(_ address: String) throws(ClientError) {
    let probe: BusProbe
    do throws(BusError) {
      probe = try BusProbe(address, milliseconds: Self.milliseconds)
    } catch {
      throw ClientError(error)
    }
    defer { probe.end() }
    probe.askBus("ListNames") { self.names = $0.value?.first?.asStrings ?? [] }
    var activatable: [String]?
    probe.askBus("ListActivatableNames") { activatable = $0.value?.first?.asStrings }
    probe.wait()
    // A bus always lists some names, so an empty list means that the bus did not reply in time.
    guard !names.isEmpty, let activatable else {
      facts.busFailure = busFailure("the session bus does not answer")
      return
    }
    if isHidden(probe, address) {
      facts.session.sandbox = .proxy
      return
    }
    facts.daemon.installation.activatable = Diagnosis.activated.filter(activatable.contains)
    facts.portal.isActivatable = activatable.contains(Self.portalName)
    facts.portal.startable = Set(activatable)
    facts.daemon.gnome.hasDconf = (activatable + names).contains(Self.dconfName)
    probe.askProcess("org.freedesktop.DBus") { self.lookAtBusFolders($0) }
    askNightd(probe)
    askPortal(probe)
    askBackends(probe)
    if names.contains(Self.manager) { askManager(probe) }
    probe.wait()
    awaitBackendName(probe)
  }

  private func askNightd(_ probe: BusProbe) {
    guard names.contains(Contract.busName) else { return }
    facts.daemon.owner = ProcessFacts(identifier: 0, name: "")
    probe.askProcess(Contract.busName) {
      guard let found = $0 else { return }
      self.facts.daemon.owner = found
      self.facts.daemon.ownerProgram = found.program
      self.facts.daemon.ownerUnit = found.unit
    }
    probe.askProperty(Contract.busName, Contract.objectPath, Contract.styleInterface, "Version") {
      self.facts.daemon.version = $0.map(\.asString)
    }
    probe.ask(Contract.busName, Contract.objectPath, Contract.controlInterface, "Reactions") {
      guard let reactions = $0.value?.first.flatMap([ReactionReport].read) else { return }
      self.facts.daemon.reactions = reactions.compactMap(FailedReaction.init)
      if let failure = reactions.lazy.compactMap(GnomeFailure.init).first {
        self.facts.daemon.gnome.lacks = failure
      }
    }
    if names.contains(Contract.portalBackendName) { askBackendName(probe) }
  }

  private static let tries = 20
  private static let pauseMicroseconds: UInt32 = 50_000

  /// Waits for the bus name of the portal backend, which nightd gets a moment after its main bus
  /// name.
  private func awaitBackendName(_ probe: BusProbe) {
    guard facts.daemon.version.value != nil, !names.contains(Contract.portalBackendName) else {
      return
    }
    for _ in 0..<Self.tries where !facts.daemon.hasBackendName {
      usleep(Self.pauseMicroseconds)
      var isThere = false
      probe.askBus("NameHasOwner", [.string(Contract.portalBackendName)]) {
        isThere = $0.value?.first?.asBool == true
      }
      probe.wait()
      guard isThere else { continue }
      askBackendName(probe)
      probe.wait()
    }
  }

  private func askBackendName(_ probe: BusProbe) {
    // nightd owns the backend's name on a second connection, so compare process IDs, not
    // connections.
    probe.askProcess(Contract.portalBackendName) { process in
      let owner = self.facts.daemon.owner?.identifier ?? 0
      let isKnown = owner != 0 && process != nil
      self.facts.daemon.hasBackendName = !isKnown || process?.identifier == owner
    }
  }

  private func askBackends(_ probe: BusProbe) {
    for name in names where name.hasPrefix(Self.backendPrefix) { askBackend(probe, name) }
  }

  func askBackend(_ probe: BusProbe, _ name: String) {
    var process: ProcessFacts?
    probe.askProcess(name) { process = $0 }
    probe.askSetting(of: name, Self.schemeKey) { answer in
      let scheme = answer.map { $0.first?.unwrapped.asUInt32 }
      self.facts.portal.backends.append(.init(name: name, process: process, scheme: scheme))
    }
  }

  static let namespace = "org.freedesktop.appearance"
  static let schemeKey: [BusValue] = [.string(namespace), .string("color-scheme")]

  // MARK: - The service manager

  /// The backends for which Debian and other distributions install units.
  private static let backends = [
    "cosmic", "gnome", "gtk", "hyprland", "kde", "lxqt", "wlr", "xapp",
  ]

  private func askManager(_ probe: BusProbe) {
    var process: ProcessFacts?
    probe.askProcess(Self.manager) { process = $0 }
    let path = "/org/freedesktop/systemd1"
    probe.askProperty(Self.manager, path, Self.manager + ".Manager", "Environment") {
      self.facts.session.manager.environment = ProcessFolder.variables($0.value?.asStrings ?? [])
      if $0.isSilent, let process {
        self.facts.session.manager.silent =
          SilentManager(process: process, isStopped: process.isStopped)
      }
    }
    askUnit(probe, "nightd_2eservice") { self.facts.daemon.unit = $0 }
    askOwnService(probe, "nightd_2eservice")
    askUnit(probe, "nightd_2dlogin_2eservice") { self.facts.daemon.loginUnit = $0 }
    askUnit(probe, "graphical_2dsession_2etarget") {
      self.facts.session.manager.hasGraphicalSession = $0.state == "active"
    }
    askPortalUnit(probe)
    askFailedBackends(probe)
  }

  func askFailedBackends(_ probe: BusProbe) {
    for name in Self.backends {
      askUnit(probe, "xdg_2ddesktop_2dportal_2d\(name)_2eservice") { unit in
        // systemd restarts some failed units several times before it gives up.
        if ["failed", "auto-restart"].contains(unit.state) {
          self.facts.portal.failedBackends.append(name)
        }
      }
    }
  }

  private static let unitPath = "/org/freedesktop/systemd1/unit/"

  /// Asks the service manager for a property of a unit.
  ///
  /// `escaped` is the unit's name as it is written in the unit's object path.
  func askService(
    _ probe: BusProbe,
    _ escaped: String,
    _ property: String,
    then handle: @escaping (BusValue) -> Void
  ) {
    let path = Self.unitPath + escaped
    probe.askProperty(Self.manager, path, Self.manager + ".Service", property) {
      if let value = $0.value { handle(value) }
    }
  }

  /// The path of the program in a value of `ExecStart`.
  static func program(_ value: BusValue) -> String? {
    guard case .array(_, let commands) = value, case .structure(let fields)? = commands.first
    else { return nil }
    return fields.first?.asString
  }

  func askUnit(_ probe: BusProbe, _ escaped: String, then handle: @escaping (UnitFacts) -> Void) {
    var environment: [String] = []
    askService(probe, escaped, "Environment") { environment = $0.asStrings ?? [] }
    var exitStatus: Int32 = 0
    askService(probe, escaped, "ExecMainStatus") {
      if case .int32(let status) = $0 { exitStatus = status }
    }
    let all = "org.freedesktop.DBus.Properties"
    let unit = BusValue.string(Self.manager + ".Unit")
    probe.ask(Self.manager, Self.unitPath + escaped, all, "GetAll", [unit]) { answer in
      guard let members = answer.value?.first?.asOptions else { return }
      var unit = UnitFacts(
        isKnown: members["LoadState"]?.asString != "not-found",
        state: members["SubState"]?.asString == "auto-restart"
          ? "auto-restart" : members["ActiveState"]?.asString ?? "",
        fileState: members["UnitFileState"]?.asString ?? "",
        environment: environment
      )
      unit.run.exitStatus = exitStatus
      unit.isValid = !["bad-setting", "error"].contains(members["LoadState"]?.asString)
      unit.file = members["FragmentPath"]?.asString ?? ""
      unit.dropIns = (members["DropInPaths"]?.asStrings ?? []).compactMap(self.dropIn)
      handle(unit)
    }
  }
}

extension FailedReaction {
  /// Describes a failed reaction; nil if the reaction did not fail.
  fileprivate init?(_ report: ReactionReport) {
    guard let last = report.last, last.isFailed else { return nil }
    self.init(name: report.name, words: last.words, output: last.output)
  }
}

extension GnomeFailure {
  /// Why nightd could not write GNOME's settings, according to the exit code of the command that
  /// writes them; nil if the code does not show the reason.
  fileprivate init?(_ report: ReactionReport) {
    guard report.name == Self.reaction, let last = report.last, last.end == .exited else {
      return nil
    }
    self.init(rawValue: last.code)
  }
}
