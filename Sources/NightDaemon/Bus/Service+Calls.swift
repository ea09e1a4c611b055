import NightBus
import NightContract
import NightCore

extension Service {
  /// So many callers may wait for the disk; each costs a little memory until it has answered.
  private static let waitingCalls = 4096

  /// Whether one more caller may.
  var mayWait: Bool { waiting.count + checks.count < Self.waitingCalls }

  func get(_ call: Call) { answer(call, standing) }

  func getFor(_ call: Call) throws(Refusal) {
    call.answer(keeper.standing(for: try namedApplication(of: call)).values)
  }

  func set(_ call: Call) throws(Refusal) {
    let what = call.arguments.first?.asString ?? ""
    guard let choice = Choice(rawValue: what) else { throw .unknownStyle(what) }
    let term = try holdTerm(of: call)
    if let style = choice.fixed { return try ask(.style(style, until: term), for: call) }
    guard term == nil else { throw .notHeld(choice) }
    try ask(.choose(choice), for: call)
  }

  func toggle(_ call: Call) throws(Refusal) {
    try ask(.toggle(until: try holdTerm(of: call)), for: call)
  }

  func resume(_ call: Call) throws(Refusal) { try ask(.resume, for: call) }

  /// A word that is not known is refused: a slip of the finger must not turn a hold into a choice.
  private func holdTerm(of call: Call) throws(Refusal) -> HoldTerm? {
    guard let options = call.arguments.last?.asOptions else { return nil }
    var term: HoldTerm?
    for key in options.keys.sorted() {
      let found: HoldTerm
      switch key {
      case "until":
        guard let text = options[key]?.asString else { throw .untilMalformed }
        do throws(HoldTerm.Flaw) { found = try HoldTerm(text) } catch {
          throw Refusal(.invalidValue, error.message)
        }
      case "for":
        guard let seconds = options[key]?.asUInt64, seconds > 0 else { throw .forMalformed }
        found = .seconds(seconds)
      default: throw .unknownOption(key)
      }
      guard term == nil else { throw .twoEnds }
      term = found
    }
    return term
  }

  func ask(
    _ demand: Demand,
    for call: Call,
    answer: @escaping Owed.Answer = { service, call, standing in service.answer(call, standing) }
  ) throws(Refusal) {
    guard !isClosing else { throw .closing }
    guard mayWait else { throw .tooManyWaiting }
    let ticket = newTicket()
    waiting[ticket] = Owed(call: call, answer: answer)
    handle(.asked(demand, ticket))
  }
}
