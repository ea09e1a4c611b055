import NightBus
import NightContract
import NightCore

// MARK: - Requests of callers

extension Core {
  /// So many callers may wait for the disk; each costs a little memory until it has its reply.
  static let mostWaiting = 4_096

  func get(_ call: Call) { answer(call, standing) }

  func getFor(_ call: Call) throws(Refusal) {
    // It depends on preferences.
    finishStep()
    call.answer(keeper.standing(for: try call.namedApplication()).values)
  }

  func set(_ call: Call) throws(Refusal) {
    let what = call.arguments.first?.asString ?? ""
    guard let choice = Choice(rawValue: what) else { throw .unknownStyle(what) }
    let length = try Length(call)
    if let style = choice.fixed, length != .always {
      return try ask(.style(style, until: length?.term), for: call)
    }
    guard length?.term == nil else { throw .notHeld(choice) }
    try ask(.choose(choice), for: call)
  }

  func toggle(_ call: Call) throws(Refusal) {
    let length = try Length(call)
    guard length != .always else { throw .unknownOption("always") }
    try ask(.toggle(until: length?.term), for: call)
  }

  func resume(_ call: Call) throws(Refusal) { try ask(.resume, for: call) }

  /// Replies with what is in effect once the request is stored.
  func ask(_ demand: Demand, for call: Call) throws(Refusal) {
    try ask(demand, for: call) { [unowned self] standing in answer(call, standing) }
  }

  func ask(
    _ demand: Demand,
    for call: Call,
    answer: @escaping (Standing) -> Void
  ) throws(Refusal) {
    guard !isClosing else { throw .closing }
    guard owed.count + deferral.count < Self.mostWaiting else { throw .tooManyWaiting }
    if demand.isOfStyle {
      owed.lastTurn += 1
      // Parts may have something that came before it.
      prepare(for: .asked(demand, owed.newTicket()))
    }
    let reply = OwedReply(call: call, answer: answer)
    guard !mustDefer(demand) else { return deferral.add((demand, reply), work) }
    ask(demand, reply)
  }

  private func ask(_ demand: Demand, _ reply: OwedReply) {
    let ticket = owed.newTicket()
    owed.add(reply, ticket)
    handle(.asked(demand, ticket))
  }

  private func mustDefer(_ demand: Demand) -> Bool {
    // A later request must not come first.
    guard deferral.isEmpty else { return demand.isOfStyle }
    guard case .toggle = demand else { return false }
    return keeper.awaitsDesktop && !deferral.isOver
  }

  /// Makes the requests that waited for the desktop's first word.
  func askDeferred() {
    let (requests, piece) = deferral.removeAll()
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

/// For how long a caller wants a style or a theme.
enum Length: Equatable {
  case hold(HoldTerm)
  /// As the choice, whoever decides now.
  case always

  /// Returns nil if the call's options say nothing about it.
  ///
  /// An unknown option is refused: a slip of the finger
  /// must not turn a hold into a choice.
  init?(_ call: Call) throws(Refusal) {
    guard let options = call.arguments.last?.asOptions else { return nil }
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
        do throws(HoldTerm.Flaw) { found = .hold(try HoldTerm(text)) } catch {
          throw Refusal(.invalidValue, error.message)
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

extension Call {
  /// The application in the first argument; empty for the desktop's own preferences.
  func application() throws(Refusal) -> String {
    let application = arguments.first?.asString ?? ""
    do throws(PreferenceKey.Flaw) {
      try PreferenceKey.checkApplication(application)
    } catch {
      throw Refusal(error.code, error.message)
    }
    return application
  }

  /// The application in the first argument, which must not be empty.
  func namedApplication() throws(Refusal) -> String {
    let application = try application()
    guard !application.isEmpty else { throw .applicationMissing }
    return application
  }
}
