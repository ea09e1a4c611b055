import NightBus
import NightContract
import NightCore

// MARK: - Requests of callers

extension Core {
  /// The maximum number of callers that may wait for a reply; each of them needs memory.
  static let mostWaiting = 4_096

  func get(_ answer: Responder<Snapshot>) { self.answer(answer, snapshot) }

  func getFor(_ answer: Responder<Snapshot>, application: NamedApplication) {
    // The reply depends on preferences, so first send the signals of changed preferences.
    finishStep()
    let name = application.name
    awaitThemes(of: name) { [unowned self] in self.answer(answer, keeper.snapshot(for: name)) }
  }

  func set(_ answer: Responder<Snapshot>, choice: Choice, term: Term?) throws(Refusal) {
    if let style = choice.fixed, term != .always {
      return try ask(.style(style, until: term?.held()), for: answer)
    }
    guard term == nil || term == .always else { throw .notHeld(choice) }
    try ask(.choose(choice), for: answer)
  }

  func toggle(_ answer: Responder<Snapshot>, term: Term?) throws(Refusal) {
    try ask(.toggle(until: term?.held()), for: answer)
  }

  func resume(_ answer: Responder<Snapshot>) throws(Refusal) { try ask(.resume, for: answer) }

  /// Handles a request; once the request is stored, replies with the appearance in effect at that
  /// moment.
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
      // First handle any older event, such as a flip of the desktop's switch, that a part of the
      // daemon still holds back.
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
    // While one request waits for the desktop's report, all later requests for a style must wait
    // too.
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

  /// The members of `org.nightd.Night1.Control` that set the style, explain the style, or describe
  /// the store.
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
  /// Replies with the reasons why the style is in effect.
  ///
  /// All reasons are read in a single turn of the loop, so that no reason contradicts another.
  func why(_ answer: Responder<Explanation>, options: WhyOptions) {
    let application = options.application
    awaitDesktop { [unowned self] in
      guard !application.isEmpty else { return answer(explanation(for: nil)) }
      awaitThemes(of: application) { [unowned self] in answer(explanation(for: application)) }
    }
  }

  private func explanation(for application: String?) -> Explanation {
    // The reply depends on preferences, so first send the signals of changed preferences.
    finishStep()
    var explanation = Explanation(application.map(keeper.snapshot) ?? snapshot)
    explanation.store = store.path
    explanation.storeProblem = store.problem
    for part in parts { part.explain(&explanation) }
    return explanation
  }
}
