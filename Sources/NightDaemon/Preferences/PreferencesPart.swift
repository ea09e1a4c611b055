import NightBus
import NightContract
import NightCore

/// Serves the preferences on the bus, and hands the hand-written files to the Keeper.
final class PreferencesPart: Part {
  private static let mostChecks = 4_096

  private let core: Core
  private let files: ConfigWatcher
  private let themes: ThemesPart
  /// Callers that wait until the hand-written files have been read.
  private var checks: [Responder<[PreferenceFinding]>] = []
  private var checking: PendingWork.Piece?

  init(_ core: Core, _ files: ConfigWatcher, _ themes: ThemesPart) {
    self.core = core
    self.files = files
    self.themes = themes
    files.onChange = { [unowned self] layers in update(layers) }
    let findings = core.keeper.preferences.findings + core.keeper.zoneFindings
    for finding in findings { core.log.warning(Messages.finding(finding)) }
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
    server.export(Self.control, self, at: .nightd)
  }

  func explain(_ explanation: inout Explanation) {
    explanation.choice = core.keeper.preferences.rows(
      PreferenceKey(known: PreferenceTable.choice)
    )
    explanation.findings = findings
  }

  private var findings: [PreferenceFinding] {
    core.keeper.preferences.findings(storedIn: core.store.path) + core.keeper.zoneFindings
  }

  /// Hands the preference layers to the Keeper, and logs all new findings (problems in the layers).
  private func update(_ layers: Layers) {
    let old = core.keeper.preferences
    core.handle(.layers(layers))
    for finding in core.keeper.preferences.news(since: old) {
      core.log.warning(Messages.finding(finding))
    }
  }
}

// MARK: - Reading

extension PreferencesPart {
  private func read(_ key: PreferenceKey) throws(Refusal) -> (AnyPreference, UInt64) {
    guard let value = core.keeper.preferences.value(key) else { throw .notSet(key) }
    return (AnyPreference(value), core.revision)
  }

  private func readAll(
    of application: String,
    _ privately: Bool
  ) throws(Refusal) -> (PreferenceMembers, UInt64) {
    try application.checkAsApplication()
    let preferences = core.keeper.preferences
    let members = preferences.keys(of: application).compactMap {
      key -> PreferenceValue.Member? in
      guard privately || !key.isPrivate, let value = preferences.value(key) else { return nil }
      return PreferenceValue.Member(name: key.name, value: value)
    }
    return (PreferenceMembers(members), core.revision)
  }

  private func origin(of key: PreferenceKey) throws(Refusal) -> (PreferenceOrigin, String) {
    guard let found = core.keeper.preferences.found(key) else { throw .notSet(key) }
    return (found.origin, found.place)
  }

  private func applications(_ answer: Responder<ApplicationChoices>) {
    let preferences = core.keeper.preferences
    answer(
      ApplicationChoices(
        preferences.applications.map { ($0, preferences.choice(of: $0).rawValue) }
      )
    )
  }

  private func key(
    _ subject: (application: String, name: String),
    _ privately: Bool
  ) throws(Refusal) -> PreferenceKey {
    let key: PreferenceKey
    do throws(Flaw) {
      key = try PreferenceKey(subject.name, of: subject.application)
    } catch {
      throw Refusal(error)
    }
    guard privately || !key.isPrivate else { throw .keyIsPrivate(key) }
    guard !key.isOfDesktop || PreferenceTable.entry(key) != nil else { throw .unknownKey(key) }
    return key
  }
}

// MARK: - Methods for callers that may change preferences

extension PreferencesPart {
  private func exportStored(_ answer: Responder<(String, UInt64)>) {
    let preferences = core.keeper.durable.preferences
    // The document with all stored preferences may be megabytes long, so do not build it if this
    // caller's reply would be refused.
    guard !answer.call.isRefused(answerBytes: preferences.size.bytes) else { return }
    answer((preferences.document, core.revision))
  }

  /// Reads the hand-written files again before the reply, because the caller may have just changed
  /// one.
  private func check(_ answer: Responder<[PreferenceFinding]>) throws(Refusal) {
    guard !core.isClosing else { throw .closingUnchecked }
    guard checks.count < Self.mostChecks else { throw .tooManyChecks }
    checks.append(answer)
    guard checks.count == 1 else { return }
    checking = core.work.begin()
    readForChecks()
  }

  /// Reads the hand-written files and the themes in use once, and sends one reply to all waiting
  /// callers.
  ///
  /// A caller that comes while the files are being read waits until the files have been read once
  /// more. The version that is being read now may be older than the caller's change to a file.
  private func readForChecks() {
    let count = checks.count
    files.readNow { [weak self] in
      self?.themes.awaitUsed { [weak self] in
        guard let self else { return }
        Responder.all(checks.prefix(count), findings)
        checks.removeFirst(count)
        if checks.isEmpty { checking = nil } else { readForChecks() }
      }
    }
  }

  private func write(
    _ answer: Responder<UInt64>,
    given: PreferenceEdits,
    options: WriteOptions
  ) throws(Refusal) {
    let edits = given.edits
    let revision = options.revision.map { Int64(clamping: $0) }
    guard !options.isDryRun else {
      do throws(DemandRefusal) { try core.keeper.judge(edits, ifRevision: revision) } catch {
        throw Refusal(error.code, error.message)
      }
      return answer(core.revision)
    }
    let isOfThemes = edits.contains(where: \.isOfTheme)
    try core.ask(.prefer(edits, ifRevision: revision), for: answer.call) {
      [core, themes] _ in
      let revision = core.revision
      guard isOfThemes else { return answer(revision) }
      themes.awaitUsed { answer(revision) }
    }
  }

  private func setFor(
    _ answer: Responder<Void>,
    application: NamedApplication,
    choice: ApplicationChoice
  ) throws(Refusal) {
    let name = application.name
    core.pending.applicationTurns.overtake(name)
    try core.ask(.choice(choice, application: name), for: answer.call) { _ in answer(()) }
  }
}

// MARK: - On the bus

extension PreferencesPart {
  private static let interface = Interface<PreferencesPart>(
    .preferences,
    methods: readers(privately: false),
    signals: [
      Signal(
        "Changed",
        [
          Argument("key", .string), Argument("app", .string),
          Argument("facts", .dictionary(.string, .variant)),
        ]
      )
    ]
  )

  private static let control = Interface<PreferencesPart>(
    .control,
    methods: [
      Method(.write, callValues: Message.readingCount, PreferencesPart.write),
      Method(.setFor, PreferencesPart.setFor), Method(.export, PreferencesPart.exportStored),
      Method(.check, PreferencesPart.check),
    ] + readers(privately: true)
  )

  /// The methods that read preferences; those of `Control` also read private preferences.
  private static func readers(privately: Bool) -> [Method<PreferencesPart>] {
    let interface = privately ? InterfaceName.control : .preferences
    return [
      Method(.read(interface)) { (part, subject) throws(Refusal) in
        try part.read(part.key(subject, privately))
      },
      Method(.readAll(interface)) { (part, application) throws(Refusal) in
        try part.readAll(of: application, privately)
      },
      Method(.origin(interface)) { (part, subject) throws(Refusal) in
        try part.origin(of: part.key(subject, privately))
      },
      Method(.explain(interface)) { (part, subject) throws(Refusal) in
        part.core.keeper.preferences.rows(try part.key(subject, privately))
      },
      Method(.applications(interface), PreferencesPart.applications),
    ]
  }
}
