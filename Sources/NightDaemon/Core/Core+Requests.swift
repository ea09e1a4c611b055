import NightBus
import NightContract
import NightCore

// MARK: - Requests of callers

extension Core {
  /// The most callers that may wait for a reply together; each of them needs memory.
  static let mostWaiting = 4_096

  func get(_ answer: Responder<Snapshot>) { self.answer(answer, snapshot) }

  func getFor(_ answer: Responder<Snapshot>, application: String) throws(Refusal) {
    // The reply depends on preferences, so their signals must be sent before the reply.
    finishStep()
    try application.checkAsNamedApplication()
    awaitThemes(of: application) { [unowned self] in
      self.answer(answer, keeper.snapshot(for: application))
    }
  }

  func set(_ answer: Responder<Snapshot>, what: String, options: Members) throws(Refusal) {
    guard let choice = Choice(rawValue: what) else { throw .unknownStyle(what) }
    let length = try Length(options)
    if let style = choice.fixed, length != .always {
      return try ask(.style(style, until: length?.term), for: answer)
    }
    guard length?.term == nil else { throw .notHeld(choice) }
    try ask(.choose(choice), for: answer)
  }

  func toggle(_ answer: Responder<Snapshot>, options: Members) throws(Refusal) {
    let length = try Length(options)
    guard length != .always else { throw .unknownOption("always") }
    try ask(.toggle(until: length?.term), for: answer)
  }

  func resume(_ answer: Responder<Snapshot>) throws(Refusal) { try ask(.resume, for: answer) }

  /// Replies with the appearance in effect once the request is stored.
  func ask(_ demand: Demand, for answer: Responder<Snapshot>) throws(Refusal) {
    try ask(demand, for: answer.call) { [weak self] in self?.answer(answer, $0) }
  }

  func ask(
    _ demand: Demand,
    for call: Call,
    answer: @escaping (Snapshot) -> Void
  ) throws(Refusal) {
    guard !isClosing else { throw .closing }
    let waiting = pending.count + awaitingDesktop.demands.count
    guard waiting < Self.mostWaiting else { throw .tooManyWaiting }
    if demand.isOfStyle {
      pending.lastTurn += 1
      // A part may hold back an older event (a flip of the desktop's switch): handle it first.
      prepare(for: .asked(demand, pending.newID()))
    }
    let reply = PendingReply(call: call, answer: answer)
    guard !mustDefer(demand) else { return awaitingDesktop.demands.add((demand, reply), work) }
    ask(demand, reply)
  }

  private func ask(_ demand: Demand, _ reply: PendingReply) {
    let id = pending.newID()
    pending.add(reply, id)
    handle(.asked(demand, id))
  }

  private func mustDefer(_ demand: Demand) -> Bool {
    // While a request is deferred, later style requests must wait behind it.
    guard awaitingDesktop.demands.isEmpty else { return demand.isOfStyle }
    guard case .toggle = demand else { return false }
    return keeper.awaitsDesktop && !awaitingDesktop.demands.isOver
  }

  /// Handles the requests that waited for the desktop's first report.
  func askDeferred() {
    let (requests, piece) = awaitingDesktop.demands.removeAll()
    for (demand, reply) in requests {
      guard !isClosing else {
        reply.call.refuse(.closing)
        continue
      }
      ask(demand, reply)
    }
    piece?.end()
  }
}

/// How long a caller wants a style or a theme to last.
enum Length: Equatable {
  case hold(HoldTerm)
  /// The style becomes the permanent choice, even if the schedule decides now.
  case always

  /// Returns nil if the options name no length.
  ///
  /// An unknown option is refused; otherwise a typing error could turn a hold into a choice.
  init?(_ options: Members) throws(Refusal) {
    var length: Length?
    for key in options.keys.sorted() {
      let found: Length
      switch key {
      case "always":
        guard let isAlways = options[key]?.asBool else { throw .alwaysMalformed }
        guard isAlways else { continue }
        found = .always
      case "until":
        guard let text = options[key]?.asString else { throw .untilMalformed }
        do throws(Flaw) { found = .hold(try HoldTerm(text)) } catch {
          throw Refusal(error)
        }
      case "for":
        guard let seconds = options[key]?.asUInt64, seconds > 0 else { throw .forMalformed }
        found = .hold(.seconds(seconds))
      default: throw .unknownOption(key)
      }
      guard length == nil else { throw .twoEnds }
      length = found
    }
    guard let length else { return nil }
    self = length
  }

  var term: HoldTerm? {
    guard case .hold(let term) = self else { return nil }
    return term
  }
}

extension String {
  /// Throws unless this is an application's identifier or empty.
  ///
  /// An empty text means the desktop's own preferences.
  func checkAsApplication() throws(Refusal) {
    do throws(Flaw) { try PreferenceKey.checkApplication(self) } catch {
      throw Refusal(error)
    }
  }

  /// Throws unless this is an application's identifier; an empty text is refused too.
  func checkAsNamedApplication() throws(Refusal) {
    try checkAsApplication()
    guard !isEmpty else { throw .applicationMissing }
  }
}

extension Core {
  /// The interface `org.nightd.Night1.Style`, for every program that reads the appearance.
  static let styleInterface = Interface<Core>(
    .style,
    properties: [
      Property("Style", .string, .emitsChange) { .string($0.snapshot.appearance.style.rawValue) },
      Property("Choice", .string, .emitsChange) { .string($0.snapshot.appearance.choice.rawValue) },
      Property("Theme", .string, .emitsChange) { .string($0.snapshot.appearance.theme) },
      Property("Serial", .uint64, .emitsChange) { .uint64($0.snapshot.serial) },
      Property("Appearance", .dictionary(.string, .variant), .emitsChange) {
        $0.values(of: $0.snapshot)[2]
      },
      Property("Version", .string, .constant) { _ in .string(Contract.version) },
      Property("Features", .array(.string), .constant) { _ in
        .strings(Feature.allCases.map(\.rawValue))
      },
    ],
    methods: [
      Method(.get, Core.get), Method(.subscribe, Core.get), Method(.getFor, Core.getFor),
    ],
    signals: [
      Signal("Changed", Snapshot.arguments),
      Signal("AppChanged", [Argument("app", .string), Argument("choice", .string)]),
    ]
  )

  /// The members of `org.nightd.Night1.Control` that change the style, or report how it is stored.
  static let changers = Interface<Core>(
    .control,
    properties: [Property("Store", .string, .constant) { .string($0.store.path) }],
    methods: [
      Method(.set, Core.set), Method(.toggle, Core.toggle), Method(.resume, Core.resume),
      Method(.why, Core.why),
      Method(.storeProblem) { core, _ in core.store.problem },
    ]
  )
}

// MARK: - Why the style is in effect

extension Core {
  /// Replies why the style is in effect; all facts come from the same turn of the loop.
  func why(_ answer: Responder<Explanation>, options: Members) throws(Refusal) {
    if let option = options.keys.sorted().first(where: { $0 != "app" }) {
      throw .unknownOption(option)
    }
    let application = try options["app"].map { (value) throws(Refusal) -> String in
      guard let application = value.asString else { throw .applicationMalformed }
      try application.checkAsNamedApplication()
      return application
    }
    awaitDesktop { [unowned self] in
      guard let application else { return answer(explanation(for: nil)) }
      awaitThemes(of: application) { [unowned self] in answer(explanation(for: application)) }
    }
  }

  private func explanation(for application: String?) -> Explanation {
    // The reply depends on preferences, so their signals must be sent before the reply.
    finishStep()
    var explanation = Explanation(application.map(keeper.snapshot) ?? snapshot)
    explanation.store = store.path
    explanation.storeProblem = store.problem
    for part in parts { part.explain(&explanation) }
    return explanation
  }
}
