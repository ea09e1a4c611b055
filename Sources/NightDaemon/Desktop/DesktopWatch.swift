package import NightBus
import NightContract
package import NightCore

/// Follows what the desktop's own settings say, told by the first of its sources that answers.
package final class DesktopWatch {
  private static let namespace: BusName = "org.freedesktop.impl.portal.desktop"
  private static let questionMilliseconds = 10_000
  /// The sources that are programs beside nightd, by their names; every other one is a backend.
  private static let scripts = [DesktopSource.program: SettingsScript.text]

  /// Called with each change, and once it is clear at the start; nil where no source answers.
  package var onReport: (DesktopReport?) -> Void = { _ in }

  /// Called with each word of the source that counts, before changes are gathered.
  package var onWord: (DesktopReport) -> Void = { _ in }
  /// Whether nightd wrote this value and no source has reported it yet.
  package var isEcho: (DesktopReport) -> Bool = { _ in false }

  /// Whether a word of the source that counts is still gathered with others.
  package var isGathering: Bool { gathering?.isHolding ?? false }

  /// Tells what is still gathered: whatever comes now is newer.
  package func tellNow() { gathering?.tellNow() }

  /// Whom to ask, the best first; nothing is asked or followed before it is set.
  package var sources: [String] = [] {
    didSet { if sources != oldValue || !hasBegun { begin() } }
  }

  private let connection: Connection
  private let loop: Loop
  private let hasOnlyMemory: Bool
  private let isUnit: Bool
  private let programEnvironment: [String: String]
  private let pace: DesktopPace
  private let log: Log
  private var hasBegun = false
  private var names: NameOwners?
  private var backends: [String: PortalBackend] = [:]
  /// Let go of their names while they were asked: a bus counts unanswered questions and refuses those
  /// that are too many, so that none of these is asked again before it has answered.
  private var leavers: [(name: String, backend: PortalBackend)] = []
  /// Those that were started, by their names.
  private var programs: [String: SettingsProgram] = [:]
  private var current: String?
  private var gathering: Gathering?
  /// What was complained of already.
  private var flaws: Set<[String]> = []
  private var isRefusalSaid = false

  /// What is added to the program's environment, and the pace, are for tests.
  package init(
    on connection: Connection,
    _ loop: Loop,
    hasOnlyMemory: Bool,
    isUnit: Bool,
    programEnvironment: [String: String] = [:],
    pace: DesktopPace = DesktopPace(),
    log: Log
  ) {
    self.connection = connection
    self.loop = loop
    self.hasOnlyMemory = hasOnlyMemory
    self.isUnit = isUnit
    self.programEnvironment = programEnvironment
    self.pace = pace
    self.log = log
    gathering = Gathering(loop) { [unowned self] in onReport($0) }
  }

  private func begin() {
    hasBegun = true
    if names == nil, sources.contains(where: { Self.scripts[$0] == nil }) { follow() }
    // One that was given up is tried again.
    programs = programs.filter { $0.value.standing != .silent }
    look()
  }

  private func follow() {
    do throws(BusError) {
      names = try NameOwners(
        below: Self.namespace,
        on: connection,
        milliseconds: Self.questionMilliseconds,
        onRefusal: { [unowned self] in sayUnfollowed($0) },
        onChange: { [unowned self] in look() }
      )
    } catch {
      sayUnfollowed(error)
    }
  }

  /// The loss of the bus is told by others.
  private func sayUnfollowed(_ error: BusError) {
    guard error != .disconnected else { return }
    log.warning(Messages.backendsNotFollowed(error))
  }

  /// Takes up the backends that are there now, and lets go of those that are not.
  private func look() {
    for name in Set(sources).union(backends.keys) where Self.scripts[name] == nil {
      let owner = sources.contains(name) ? owner(of: name) : nil
      guard backends[name]?.uniqueName != owner else { continue }
      if let left = backends[name] { leavers.append((name, left)) }
      leavers.removeAll { !$0.backend.isUnanswered }
      backends[name] = owner.map { returned(name, $0) ?? backend(name, $0) }
    }
    decide()
  }

  private func owner(of name: String) -> BusName? {
    BusName("\(Self.namespace).\(name)").flatMap { names?.owners[$0] }
  }

  private func returned(_ name: String, _ owner: BusName) -> PortalBackend? {
    let place = leavers.firstIndex { $0.name == name && $0.backend.uniqueName == owner }
    return place.map { leavers.remove(at: $0).backend }
  }

  private func backend(_ name: String, _ owner: BusName) -> PortalBackend {
    PortalBackend(
      owner,
      on: connection,
      loop,
      patience: pace.patience,
      onFlaw: { [unowned self] key in complain(name, key) },
      onChange: { [unowned self] in decide() }
    )
  }

  private func decide() {
    guard names?.isKnown ?? true else { return }
    let chosen = choose()
    switch chosen {
    case .nobody:
      current = nil
      gathering?.take(nil)
    case .undecided:
      // Until that is over, what told last goes on.
      guard let current, case .telling(let facts) = standing(of: current) else { return }
      gathering?.take(facts.report(from: current))
    case .source(let name, let facts):
      current = name
      let report = facts.report(from: name)
      onWord(report)
      gathering?.take(report, isEcho: isEcho(report))
    }
  }

  private enum Choice {
    case nobody
    case undecided
    case source(String, SourceFacts)
  }

  /// The first that tells; one before it that was asked a moment ago is waited for.
  private func choose() -> Choice {
    for (place, name) in sources.enumerated() {
      startProgram(name)
      switch standing(of: name) {
      case .silent: continue
      case .asked: return .undecided
      case .telling(let facts):
        keepPrograms(sources[...place])
        return .source(name, facts)
      }
    }
    keepPrograms(sources[...])
    return .nobody
  }

  /// Starts it, if the source is a program that does not run.
  private func startProgram(_ name: String) {
    // Nothing but a process itself would ever see such settings.
    guard let script = Self.scripts[name], programs[name] == nil, !hasOnlyMemory else { return }
    let program = SettingsProgram(
      script,
      on: connection,
      loop,
      environment: programEnvironment,
      isOwnerUnit: isUnit,
      pace: pace,
      log: log,
      onFlaw: { [unowned self] key in complain(name, key) },
      onRefusal: { [unowned self] in sayUnstarted($0) },
      onChange: { [unowned self] in decide() }
    )
    programs[name] = program
    program.start()
  }

  private func keepPrograms(_ names: ArraySlice<String>) {
    programs = programs.filter { names.contains($0.key) }
  }

  private func standing(of name: String) -> SourceStanding {
    programs[name]?.standing ?? backends[name]?.standing ?? .silent
  }

  private func sayUnstarted(_ refusal: Refusal) {
    guard !isRefusalSaid else { return }
    isRefusalSaid = true
    log.info(Messages.settingsProgramRefused(refusal))
  }

  private func complain(_ source: String, _ key: String) {
    guard flaws.insert([source, key]).inserted else { return }
    log.warning(Messages.settingFlawed(source, key))
  }
}
