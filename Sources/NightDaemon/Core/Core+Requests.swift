import NightBus
import NightContract
import NightCore
import NightTime
import NightValues

// MARK: - Requests of callers

extension Core {
  /// So many callers may wait for the disk; each costs a little memory until it has its reply.
  static let mostWaiting = 4_096

  func get(_ answer: Answer<Standing>) { self.answer(answer, standing) }

  func getFor(_ answer: Answer<Standing>, application: String) throws(Refusal) {
    // It depends on preferences.
    finishStep()
    try application.checkAsNamedApplication()
    answer(keeper.standing(for: application))
  }

  func set(_ answer: Answer<Standing>, what: String, options: Members) throws(Refusal) {
    guard let choice = Choice(rawValue: what) else { throw .unknownStyle(what) }
    let length = try Length(options)
    if let style = choice.fixed, length != .always {
      return try ask(.style(style, until: length?.term), for: answer)
    }
    guard length?.term == nil else { throw .notHeld(choice) }
    try ask(.choose(choice), for: answer)
  }

  func toggle(_ answer: Answer<Standing>, options: Members) throws(Refusal) {
    let length = try Length(options)
    guard length != .always else { throw .unknownOption("always") }
    try ask(.toggle(until: length?.term), for: answer)
  }

  func resume(_ answer: Answer<Standing>) throws(Refusal) { try ask(.resume, for: answer) }

  /// Replies with what is in effect once the request is stored.
  func ask(_ demand: Demand, for answer: Answer<Standing>) throws(Refusal) {
    try ask(demand, for: answer.call) { [unowned self] in self.answer(answer, $0) }
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

  /// Returns nil if the options say nothing about it.
  ///
  /// An unknown option is refused: a slip of the finger
  /// must not turn a hold into a choice.
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
  /// Throws if this is no application; empty text stands for the desktop's own preferences.
  func checkAsApplication() throws(Refusal) {
    do throws(Flaw) { try PreferenceKey.checkApplication(self) } catch {
      throw Refusal(error)
    }
  }

  /// Throws if this is no application, or if it is empty.
  func checkAsNamedApplication() throws(Refusal) {
    try checkAsApplication()
    guard !isEmpty else { throw .applicationMissing }
  }
}
