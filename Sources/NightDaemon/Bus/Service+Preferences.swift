import NightBus
import NightContract
import NightCore

// MARK: - Reading

extension Service {
  func read(_ call: Call, _ privately: Bool) throws(Refusal) {
    let key = try key(of: call, privately)
    guard let value = keeper.preferences.value(key) else { throw .notSet(key) }
    call.answer([.variant(value.bus), .uint64(revision)])
  }

  func readAll(_ call: Call, _ privately: Bool) throws(Refusal) {
    let preferences = keeper.preferences
    let values = preferences.keys(of: try application(of: call)).compactMap {
      key -> (String, BusValue)? in
      guard privately || !key.isPrivate, let value = preferences.value(key) else { return nil }
      return (key.name, value.bus)
    }
    call.answer([.options(values), .uint64(revision)])
  }

  func origin(_ call: Call, _ privately: Bool) throws(Refusal) {
    let key = try key(of: call, privately)
    guard let found = keeper.preferences.found(key) else { throw .notSet(key) }
    call.answer([.string(found.origin.rawValue), .string(found.place)])
  }

  func explain(_ call: Call, _ privately: Bool) throws(Refusal) {
    let rows = keeper.preferences.rows(try key(of: call, privately)).map(\.bus)
    call.answer([.array(.dictionary(.string, .variant), rows)])
  }

  func applications(_ call: Call) {
    let preferences = keeper.preferences
    let entries = preferences.applications.map { application in
      BusValue.Entry(
        key: .string(application),
        value: .string(preferences.choice(of: application).rawValue)
      )
    }
    call.answer([.dictionary(.string, .string, entries)])
  }

  func export(_ call: Call) {
    call.answer([.string(keeper.durable.preferences.document), .uint64(revision)])
  }

  /// Reads the files anew first: who asks may just have changed one.
  func check(_ call: Call) throws(Refusal) {
    guard !isClosing else { throw .closingUnchecked }
    guard mayWait else { throw .tooManyChecks }
    checks.append(call)
    if checks.count == 1 { readForChecks() }
  }

  /// All who wait share one reading and one answer; who comes meanwhile waits for the next, since
  /// this one may have passed what was changed.
  private func readForChecks() {
    let count = checks.count
    layering.readNow { [unowned self] in
      let values = findings
      if let body = try? Body(values) {
        for call in checks.prefix(count) { call.answer(body) }
      } else {
        for call in checks.prefix(count) { call.answer(values) }
      }
      checks.removeFirst(count)
      if !checks.isEmpty { return readForChecks() }
      if !isBusy { onIdle() }
    }
  }

  private var findings: [BusValue] {
    let findings = keeper.preferences.findings(storedIn: storePath) + zoneFindings
    return [.array(.dictionary(.string, .variant), findings.map(\.bus))]
  }

  var revision: UInt64 { UInt64(clamping: keeper.durable.revision) }

  private func application(of call: Call) throws(Refusal) -> String {
    let application = call.arguments.first?.asString ?? ""
    do throws(PreferenceKey.Flaw) {
      try PreferenceKey.checkApplication(application)
    } catch {
      throw Refusal(error.fault, error.message)
    }
    return application
  }

  private func key(of call: Call, _ privately: Bool) throws(Refusal) -> PreferenceKey {
    let words = call.arguments.map { $0.asString ?? "" }
    let key: PreferenceKey
    do throws(PreferenceKey.Flaw) {
      key = try PreferenceKey(words.dropFirst().first ?? "", of: words.first ?? "")
    } catch {
      throw Refusal(error.fault, error.message)
    }
    guard privately || !key.isPrivate else { throw .keyIsPrivate(key) }
    guard !key.isOfDesktop || PreferenceTable.entry(key) != nil else { throw .unknownKey(key) }
    return key
  }
}

// MARK: - Writing

extension Service {
  func write(_ call: Call) throws(Refusal) {
    guard case .array(_, let given)? = call.arguments.first else { throw .noEdits }
    guard given.count <= PreferenceLimits.edits else { throw .tooManyEdits }
    var edits: [PreferenceEdit] = []
    edits.reserveCapacity(given.count)
    for edit in given {
      do throws(PreferenceKey.Flaw) { edits.append(try PreferenceEdit(edit)) } catch {
        throw Refusal(error.fault, error.message)
      }
    }
    let options = call.arguments.last?.asOptions
    var expected: Int64?
    var isDryRun = false
    for option in (options?.keys ?? []).sorted() {
      switch option {
      case "revision":
        guard let number = options?[option]?.asUInt64 else { throw .revisionMalformed }
        expected = Int64(clamping: number)
      case "dry-run":
        guard let flag = options?[option]?.asBool else { throw .dryRunMalformed }
        isDryRun = flag
      default: throw .unknownOption(option)
      }
    }
    guard !isDryRun else {
      do throws(Denial) { try keeper.judge(edits, ifRevision: expected) } catch {
        throw Refusal(error.fault, error.message)
      }
      return call.answer([.uint64(revision)])
    }
    let isOfThemes = edits.contains(where: \.isOfTheme)
    try ask(.prefer(edits, ifRevision: expected), for: call) { service, call, _ in
      let revision = service.revision
      guard isOfThemes else { return call.answer([.uint64(revision)]) }
      service.awaitThemes { call.answer([.uint64(revision)]) }
    }
  }

  func setFor(_ call: Call) throws(Refusal) {
    let application = try namedApplication(of: call)
    let word = call.arguments.last?.asString ?? ""
    guard let choice = ApplicationChoice(rawValue: word) else {
      throw .unknownApplicationChoice(word)
    }
    try ask(.choice(choice, application: application), for: call) { _, call, _ in
      call.answer([])
    }
  }

  /// One that must be named.
  func namedApplication(of call: Call) throws(Refusal) -> String {
    let application = try application(of: call)
    guard !application.isEmpty else { throw .applicationMissing }
    return application
  }
}

// MARK: - Telling

extension Service {
  /// What is private is told in no signal.
  func tell(_ changes: [PreferenceChange]) {
    let revision = revision
    for change in changes where !change.key.isPrivate {
      var facts: [(String, BusValue)] = [("revision", .uint64(revision))]
      if let found = change.found, let value = found.value {
        facts.append(("value", value.bus))
        facts.append(("origin", .string(found.origin.rawValue)))
      }
      let values: [BusValue] = [
        .string(change.key.name), .string(change.key.application), .options(facts),
      ]
      tell { () throws(BusError) in
        try connection.server.signal("Changed", of: .preferences, at: .nightd, values)
      }
    }
  }

  /// Says of the files what was not said before.
  func learn(_ layers: Layers) {
    let old = keeper.preferences
    handle(.layers(layers))
    for finding in keeper.preferences.news(since: old) {
      log.warning(Words.finding(finding))
    }
  }
}
