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
    try refuseOptions(of: call)
    guard let style = choice.fixed else { throw .unsupportedChoice(what) }
    try ask(.style(style), for: call)
  }

  func toggle(_ call: Call) throws(Refusal) {
    try refuseOptions(of: call)
    try ask(.toggle, for: call)
  }

  /// A word that is not known is refused: a slip of the finger must not turn a hold into a choice.
  private func refuseOptions(of call: Call) throws(Refusal) {
    for key in (call.arguments.last?.asOptions?.keys ?? []).sorted() {
      guard ["until", "for"].contains(key) else { throw .unknownOption(key) }
      throw .unsupportedOption(key)
    }
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
