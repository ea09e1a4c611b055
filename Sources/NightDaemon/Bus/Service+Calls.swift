import NightBus
import NightContract
import NightCore

extension Service {
  /// So many callers may wait for the disk; each costs a little memory until it has answered.
  private static let waitingCalls = 4096

  /// Whether one more caller may.
  var mayWait: Bool { waiting.count + checks.count + deferred.count < Self.waitingCalls }

  func get(_ call: Call) { answer(call, standing) }

  func getFor(_ call: Call) throws(Refusal) {
    call.answer(keeper.standing(for: try namedApplication(of: call)).values)
  }

  func set(_ call: Call) throws(Refusal) {
    let what = call.arguments.first?.asString ?? ""
    guard let choice = Choice(rawValue: what) else { throw .unknownStyle(what) }
    let length = try length(in: call)
    if let style = choice.fixed, length != .always {
      return try ask(.style(style, until: length?.term), for: call)
    }
    guard length?.term == nil else { throw .notHeld(choice) }
    try ask(.choose(choice), for: call)
  }

  func toggle(_ call: Call) throws(Refusal) {
    let length = try length(in: call)
    guard length != .always else { throw .unknownOption("always") }
    try ask(.toggle(until: length?.term), for: call)
  }

  func resume(_ call: Call) throws(Refusal) { try ask(.resume, for: call) }

  /// A word that is not known is refused: a slip of the finger must not turn a hold into a choice.
  func length(in call: Call) throws(Refusal) -> Length? {
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
    return length
  }

  /// For how long someone wants a style, where that is said.
  enum Length: Equatable {
    case hold(HoldTerm)
    /// As the choice, whoever decides now.
    case always

    var term: HoldTerm? {
      guard case .hold(let term) = self else { return nil }
      return term
    }
  }

  func ask(
    _ demand: Demand,
    for call: Call,
    answer: @escaping Owed.Answer = { service, call, standing in service.answer(call, standing) }
  ) throws(Refusal) {
    guard !isClosing else { throw .closing }
    guard mayWait else { throw .tooManyWaiting }
    if demand.isOfStyle {
      lastTurn += 1
      // A flip of the desktop's switch that came before must not undo it.
      onDemand()
    }
    let owed = Owed(call: call, answer: answer)
    guard !mustDefer(demand) else {
      if deferred.isEmpty { deferral?.set(milliseconds: Self.deferralMilliseconds) }
      return deferred.append((demand, owed))
    }
    make(demand, owed)
  }

  private func make(_ demand: Demand, _ owed: Owed) {
    let ticket = newTicket()
    waiting[ticket] = owed
    handle(.asked(demand, ticket))
  }

  /// How long a toggle waits for the first word of the desktop, which says what the other style is.
  ///
  /// A source that hangs is not waited for.
  private static let deferralMilliseconds = 250

  private func mustDefer(_ demand: Demand) -> Bool {
    // What is asked later must not come first.
    guard deferred.isEmpty else { return demand.isOfStyle }
    guard case .toggle = demand else { return false }
    return keeper.awaitsDesktop && !isDeferralOver
  }

  func makeDeferred() {
    deferral?.rest()
    let waited = deferred
    deferred = []
    for (demand, owed) in waited {
      guard !isClosing else {
        owed.call.refuse(.closing)
        continue
      }
      make(demand, owed)
    }
    if !isBusy { onIdle() }
  }
}
