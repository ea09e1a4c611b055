package import NightBus
import NightContract
package import NightCore

/// Follows the desktop's own settings, as reported by the first source that answers.
package final class DesktopWatch {
  private static let namespace: BusName = "org.freedesktop.impl.portal.desktop"
  private static let questionMilliseconds = 10_000
  /// For each source, the script that reads its settings; a source without a script can be read
  /// only through a portal backend.
  ///
  /// The script of a source runs only while the source's portal backend does not run.
  private let scripts: [String: SettingsScript]

  /// Called with each changed report, and once at the start; nil means that no source answers.
  package var onReport: (DesktopReport?) -> Void = { _ in }

  /// Called with each report of the chosen source, before changes are debounced.
  package var onRawReport: (DesktopReport) -> Void = { _ in }
  /// Called after a quiet period in which the value changed, but then changed back.
  ///
  /// Work that waited until `isDebouncing` is false can then continue.
  package var onReturn: () -> Void = {}
  /// Whether nightd wrote this value and no source has reported the value yet.
  package var isEcho: (DesktopReport) -> Bool = { _ in false }

  /// Whether a report of the chosen source is still waiting to be passed on.
  package var isDebouncing: Bool { debouncer?.isWaiting ?? false }

  /// Passes the waiting report on at once, so that it comes before a newer event.
  package func flush() { debouncer?.flush() }

  /// The sources to ask, the preferred source first; the watch asks no source before you set this
  /// list.
  package var sources: [String] = [] {
    didSet { if sources != oldValue || !hasBegun { begin() } }
  }

  private let connection: Connection
  private let loop: Loop
  private let configuration: SettingsProgram.Configuration
  private let log: Log
  private var hasBegun = false
  private var names: NameOwners?
  private var backends = Backends()
  /// The programs that read settings for this watch; each key is the name of a source.
  private var programs: [String: SettingsProgram] = [:]
  private var current: String?
  private var debouncer: ChangeDebouncer?
  /// The problems that are already in the log, each as strings, such as a source and a key.
  private var logged: Set<[String]> = []

  private struct Backends {
    /// The portal backends that own their bus names now; each key is the name of a source.
    var current: [String: PortalBackend] = [:]
    /// The portal backends that lost their bus names before they answered nightd's call.
    ///
    /// If a backend in this list gets its name back, nightd does not ask the backend again. The
    /// first call is still unanswered, and the bus limits the number of such calls.
    var former: [(name: String, backend: PortalBackend)] = []
  }

  /// Creates a watch; tests set the delays, and add variables to the environment of the programs
  /// that read settings.
  package init(
    on connection: Connection,
    _ loop: Loop,
    hasOnlyMemory: Bool,
    hasProgram: Bool = true,
    scripts: [String: SettingsScript] = SettingsScript.scripts([]),
    isUnit: Bool,
    programEnvironment: [String: String] = [:],
    delays: DesktopDelays = DesktopDelays(),
    log: Log
  ) {
    self.connection = connection
    self.loop = loop
    self.scripts = scripts
    configuration = SettingsProgram.Configuration(
      environment: programEnvironment,
      isOwnerUnit: isUnit,
      hasOnlyMemory: hasOnlyMemory,
      hasProgram: hasProgram,
      delays: delays
    )
    self.log = log
    debouncer = ChangeDebouncer(loop) { [unowned self] in onReport($0) }
    debouncer?.onReturn = { [unowned self] in onReturn() }
  }

  private func begin() {
    hasBegun = true
    if names == nil, sources.contains(where: { $0 != DesktopSource.program }) { follow() }
    // The list of sources has changed, so retry the programs that nightd no longer restarts.
    programs = programs.filter { $0.value.status != .silent }
    updateBackends()
  }

  private func follow() {
    do throws(BusError) {
      names = try NameOwners(
        below: Self.namespace,
        on: connection,
        milliseconds: Self.questionMilliseconds,
        onRefusal: { [unowned self] in logUnfollowed($0) },
        onChange: { [unowned self] in updateBackends() }
      )
    } catch {
      logUnfollowed(error)
    }
  }

  /// Logs that the backends cannot be followed; if the bus is lost, logs nothing, because the
  /// daemon itself reports the loss.
  private func logUnfollowed(_ error: BusError) {
    guard error != .disconnected else { return }
    log.warning(Messages.backendsNotFollowed(error))
  }

  /// Follows the backends that are on the bus now, and drops the backends that have left the bus.
  private func updateBackends() {
    for name in Set(sources).union(backends.current.keys) where name != DesktopSource.program {
      let owner = sources.contains(name) ? owner(of: name) : nil
      guard backends.current[name]?.uniqueName != owner else { continue }
      if let former = backends.current[name] { backends.former.append((name, former)) }
      backends.former.removeAll { !$0.backend.isUnanswered }
      backends.current[name] = owner.map { formerBackend(name, $0) ?? backend(name, $0) }
    }
    decide()
  }

  private func owner(of name: String) -> BusName? {
    BusName("\(Self.namespace).\(name)").flatMap { names?.owners[$0] }
  }

  /// Returns the object that followed a backend before the backend lost its bus name; nil if no
  /// such object is kept.
  ///
  /// The object is kept only if the backend lost the name before it had answered nightd's call.
  private func formerBackend(_ name: String, _ owner: BusName) -> PortalBackend? {
    let index = backends.former.firstIndex { $0.name == name && $0.backend.uniqueName == owner }
    return index.map { backends.former.remove(at: $0).backend }
  }

  private func backend(_ name: String, _ owner: BusName) -> PortalBackend {
    PortalBackend(
      owner,
      on: connection,
      loop,
      timeout: configuration.delays.answer,
      onFlaw: { [unowned self] key in logFlaw(name, key) },
      onChange: { [unowned self] in decide() }
    )
  }

  private func decide() {
    guard names?.isKnown ?? true else { return }
    let chosen = choose()
    switch chosen {
    case .noSource:
      current = nil
      debouncer?.add(nil)
    case .undecided:
      // A preferred source has not answered yet, so the current source stays in use until the
      // preferred one answers.
      guard let current, case .reporting(let facts) = status(of: current) else { return }
      debouncer?.add(facts.report(from: current))
    case .source(let name, let facts):
      current = name
      let report = facts.report(from: name)
      onRawReport(report)
      debouncer?.add(report, isEcho: isEcho(report))
    }
  }

  private enum Choice {
    case noSource
    /// A source that is earlier in the list was asked, but has not answered yet.
    case undecided
    case source(String, SourceFacts)
  }

  /// Chooses the first source that reports; if a source that is earlier in the list was just asked,
  /// waits for its answer.
  private func choose() -> Choice {
    for (index, name) in sources.enumerated() {
      startProgram(name)
      switch status(of: name) {
      case .silent: continue
      case .asked: return .undecided
      case .reporting(let facts):
        keepPrograms(sources[...index])
        return .source(name, facts)
      }
    }
    keepPrograms(sources[...])
    return .noSource
  }

  /// Starts the program of a source, unless the program or the source's backend already runs.
  private func startProgram(_ name: String) {
    if backends.current[name] != nil { programs[name] = nil }
    // Start no program if GSettings keeps the settings only in memory, because another process
    // cannot see such settings.
    guard let script = scripts[name], programs[name] == nil, backends.current[name] == nil,
      !configuration.hasOnlyMemory
    else { return }
    let program = SettingsProgram(
      script,
      on: connection,
      loop,
      configuration,
      log: log,
      SettingsProgram.Handlers(
        onFlaw: { [unowned self] key in logFlaw(name, key) },
        onRefusal: { [unowned self] in logRefusal($0) },
        onChange: { [unowned self] in decide() }
      )
    )
    programs[name] = program
    program.start()
  }

  private func keepPrograms(_ names: ArraySlice<String>) {
    programs = programs.filter { names.contains($0.key) }
  }

  private func status(of name: String) -> SourceStatus {
    backends.current[name]?.status ?? programs[name]?.status ?? .silent
  }

  private func logRefusal(_ refusal: Refusal) {
    guard logged.insert([DesktopSource.program]).inserted else { return }
    log.info(Messages.settingsProgramRefused(refusal))
  }

  private func logFlaw(_ source: String, _ key: String) {
    guard logged.insert([source, key]).inserted else { return }
    log.warning(Messages.settingFlawed(source, key))
  }
}

/// How long the watch waits for sources, in milliseconds.
package struct DesktopDelays: Sendable {
  /// How long a source may take to answer; after that, the next source is used.
  package var answer = 5_000
  /// The delay between the first and second reading of the settings by a `SettingsProgram`.
  ///
  /// The second reading finds changes that were made between the first reading and the program's
  /// own subscription.
  package var secondReading = 1_000
  /// The delays before the restarts of a `SettingsProgram`; a program that ends after the last
  /// restart is not restarted again.
  package var restarts = [1_000, 2_000, 4_000, 8_000, 16_000]

  package init() {}
}

/// The status of one source of the desktop's settings.
enum SourceStatus: Equatable {
  /// The source was asked and has not answered yet.
  case asked
  case reporting(SourceFacts)
  /// The source reports nothing at the moment, so the next source is used instead.
  case silent
}
