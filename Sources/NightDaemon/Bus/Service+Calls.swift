import NightBus
import NightContract
import NightCore

extension Service {
  /// So many callers may wait for the disk; each costs a little memory until it has answered.
  private static let waitingCalls = 4096

  func get(_ call: Call) { answer(call, standing) }

  /// No application has a choice of its own yet, so each gets what everyone gets.
  func getFor(_ call: Call) throws(Refusal) {
    let application = call.arguments.first?.asString ?? ""
    guard application.utf8.count <= Contract.applicationBytes else { throw .applicationTooLong }
    let isPlain = application.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control
    }
    guard isPlain, !application.isEmpty else { throw .applicationMalformed }
    get(call)
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

  private func ask(_ demand: Demand, for call: Call) throws(Refusal) {
    guard !isClosing else { throw .closing }
    guard waiting.count < Self.waitingCalls else { throw .tooManyWaiting }
    let ticket = newTicket()
    waiting[ticket] = call
    handle(.asked(demand, ticket))
  }
}
