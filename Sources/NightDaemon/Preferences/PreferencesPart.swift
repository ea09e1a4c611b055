import NightBus
import NightContract
import NightCore

/// The preferences on the bus, and the hand-written files for the Keeper.
final class PreferencesPart: Part {
  private static let mostChecks = 4_096

  private let core: Core
  private let layering: Layering
  private let themes: ThemesPart
  /// Callers that wait until the hand-written files have been read.
  private var checks: [Call] = []
  private var checking: PendingWork.Piece?

  init(_ core: Core, _ layering: Layering, _ themes: ThemesPart) {
    self.core = core
    self.layering = layering
    self.themes = themes
    layering.onChange = { [unowned self] layers in learn(layers) }
    let findings = core.keeper.preferences.findings + core.keeper.zoneFindings
    for finding in findings { core.log.warning(Words.finding(finding)) }
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
    server.export(Self.control, self, at: .nightd)
  }

  /// The log says of the files what it has not said before.
  private func learn(_ layers: Layers) {
    let old = core.keeper.preferences
    core.handle(.layers(layers))
    for finding in core.keeper.preferences.news(since: old) {
      core.log.warning(Words.finding(finding))
    }
  }
}

// MARK: - Reading

extension PreferencesPart {
  private func read(_ call: Call, _ privately: Bool) throws(Refusal) {
    let key = try key(of: call, privately)
    guard let value = core.keeper.preferences.value(key) else { throw .notSet(key) }
    call.answer([.variant(value.bus), .uint64(core.revision)])
  }

  private func readAll(_ call: Call, _ privately: Bool) throws(Refusal) {
    let preferences = core.keeper.preferences
    let values = preferences.keys(of: try call.application()).compactMap {
      key -> (String, BusValue)? in
      guard privately || !key.isPrivate, let value = preferences.value(key) else { return nil }
      return (key.name, value.bus)
    }
    call.answer([.options(values), .uint64(core.revision)])
  }

  private func origin(_ call: Call, _ privately: Bool) throws(Refusal) {
    let key = try key(of: call, privately)
    guard let found = core.keeper.preferences.found(key) else { throw .notSet(key) }
    call.answer([.string(found.origin.rawValue), .string(found.place)])
  }

  private func explain(_ call: Call, _ privately: Bool) throws(Refusal) {
    let rows = core.keeper.preferences.rows(try key(of: call, privately)).map(\.bus)
    call.answer([.array(.dictionary(.string, .variant), rows)])
  }

  private func applications(_ call: Call) {
    let preferences = core.keeper.preferences
    let entries = preferences.applications.map { application in
      BusValue.Entry(
        key: .string(application),
        value: .string(preferences.choice(of: application).rawValue)
      )
    }
    call.answer([.dictionary(.string, .string, entries)])
  }

  private func key(of call: Call, _ privately: Bool) throws(Refusal) -> PreferenceKey {
    let names = call.arguments.map { $0.asString ?? "" }
    let key: PreferenceKey
    do throws(PreferenceKey.Flaw) {
      key = try PreferenceKey(names.dropFirst().first ?? "", of: names.first ?? "")
    } catch {
      throw Refusal(error.code, error.message)
    }
    guard privately || !key.isPrivate else { throw .keyIsPrivate(key) }
    guard !key.isOfDesktop || PreferenceTable.entry(key) != nil else { throw .unknownKey(key) }
    return key
  }
}

// MARK: - For callers that may change something

extension PreferencesPart {
  private func exportStored(_ call: Call) {
    let preferences = core.keeper.durable.preferences
    // Megabytes of text are not written for a caller that does not read them.
    guard !call.isRefused(answerBytes: preferences.size.bytes) else { return }
    call.answer([.string(preferences.document), .uint64(core.revision)])
  }

  /// Reads the files anew first: the caller may just have changed one.
  private func check(_ call: Call) throws(Refusal) {
    guard !core.isClosing else { throw .closingUnchecked }
    guard checks.count < Self.mostChecks else { throw .tooManyChecks }
    checks.append(call)
    guard checks.count == 1 else { return }
    checking = core.work.begin()
    readForChecks()
  }

  /// All callers that wait share one reading and one reply.
  ///
  /// A caller that comes meanwhile waits for the
  /// next reading, since this one may have passed what that caller changed.
  private func readForChecks() {
    let count = checks.count
    layering.readNow { [unowned self] in
      let findings =
        core.keeper.preferences.findings(storedIn: core.store.path) + core.keeper.zoneFindings
      let values: [BusValue] = [.array(.dictionary(.string, .variant), findings.map(\.bus))]
      if let body = try? Body(values) {
        for call in checks.prefix(count) { call.answer(body) }
      } else {
        for call in checks.prefix(count) { call.answer(values) }
      }
      checks.removeFirst(count)
      if checks.isEmpty { checking = nil } else { readForChecks() }
    }
  }

  private func write(_ call: Call) throws(Refusal) {
    guard case .array(_, let given)? = call.arguments.first else { throw .noEdits }
    guard given.count <= PreferenceLimits.edits else { throw .tooManyEdits }
    var edits: [PreferenceEdit] = []
    edits.reserveCapacity(given.count)
    for edit in given {
      do throws(PreferenceKey.Flaw) { edits.append(try PreferenceEdit(edit)) } catch {
        throw Refusal(error.code, error.message)
      }
    }
    let options = try WriteOptions(call)
    guard !options.isDryRun else {
      do throws(DemandRefusal) { try core.keeper.judge(edits, ifRevision: options.revision) } catch
      {
        throw Refusal(error.code, error.message)
      }
      return call.answer([.uint64(core.revision)])
    }
    let isOfThemes = edits.contains(where: \.isOfTheme)
    try core.ask(.prefer(edits, ifRevision: options.revision), for: call) { [unowned self] _ in
      let revision = core.revision
      guard isOfThemes else { return call.answer([.uint64(revision)]) }
      themes.awaitUsed { call.answer([.uint64(revision)]) }
    }
  }

  private func setFor(_ call: Call) throws(Refusal) {
    let application = try call.namedApplication()
    let word = call.arguments.last?.asString ?? ""
    guard let choice = ApplicationChoice(rawValue: word) else {
      throw .unknownApplicationChoice(word)
    }
    try core.ask(.choice(choice, application: application), for: call) { _ in call.answer([]) }
  }
}

private struct WriteOptions {
  var revision: Int64?
  var isDryRun = false

  init(_ call: Call) throws(Refusal) {
    guard let options = call.arguments.last?.asOptions else { return }
    for option in options.keys.sorted() {
      switch option {
      case "revision":
        guard let number = options[option]?.asUInt64 else { throw .revisionMalformed }
        revision = Int64(clamping: number)
      case "dry-run":
        guard let flag = options[option]?.asBool else { throw .dryRunMalformed }
        isDryRun = flag
      default: throw .unknownOption(option)
      }
    }
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
      Method(
        "Write",
        [Argument("edits", .array(PreferenceEdit.busType)), .options],
        gives: [Argument("revision", .uint64)],
        callValues: Message.readingCount,
        PreferencesPart.write
      ),
      Method(
        "SetFor",
        [Argument("app", .string), Argument("choice", .string)],
        gives: [],
        PreferencesPart.setFor
      ),
      Method(
        "Export",
        [],
        gives: [Argument("json", .string), Argument("revision", .uint64)],
        PreferencesPart.exportStored
      ),
      Method("Check", [], gives: [.rows("findings")], PreferencesPart.check),
    ] + readers(privately: true)
  )

  /// `Control` has the same methods as `Preferences`, and there private preferences are read too.
  private static func readers(privately: Bool) -> [Method<PreferencesPart>] {
    let app = Argument("app", .string)
    let key = Argument("key", .string)
    let revision = Argument("revision", .uint64)
    return [
      Method("Read", [app, key], gives: [Argument("value", .variant), revision]) {
        (part, call) throws(Refusal) in try part.read(call, privately)
      },
      Method(
        "ReadAll",
        [app],
        gives: [Argument("values", .dictionary(.string, .variant)), revision]
      ) { (part, call) throws(Refusal) in try part.readAll(call, privately) },
      Method(
        "Origin",
        [app, key],
        gives: [Argument("origin", .string), Argument("place", .string)]
      ) { (part, call) throws(Refusal) in try part.origin(call, privately) },
      Method("Explain", [app, key], gives: [.rows("layers")]) {
        (part, call) throws(Refusal) in try part.explain(call, privately)
      },
      Method(
        "Applications",
        [],
        gives: [Argument("applications", .dictionary(.string, .string))],
        PreferencesPart.applications
      ),
    ]
  }
}
