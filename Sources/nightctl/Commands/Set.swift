import NightClient
import NightCore

extension Nightctl {
  func set(_ invocation: Invocation) throws(Failure) {
    if let table = invocation.value(of: .byClock) { return try setByClock(table, invocation) }
    if let application = invocation.value(of: .application) {
      return try set(invocation, for: application)
    }
    // The table of commands lets no other word pass.
    guard let choice = invocation.operand.flatMap(Choice.init(rawValue:)) else { return }
    let term = try term(invocation)
    try tell(invocation) { (client) throws(ClientError) in try client.set(choice, term) }
  }

  func toggle(_ invocation: Invocation) throws(Failure) {
    let term = try term(invocation)
    try tell(invocation, isStylePrinted: true) { (client) throws(ClientError) in
      try client.toggle(term)
    }
  }

  func resume(_ invocation: Invocation) throws(Failure) {
    try tell(invocation) { (client) throws(ClientError) in try client.resume() }
  }

  /// A person is told what is in effect and until when; a program has an exit code.
  private func tell(
    _ invocation: Invocation,
    isStylePrinted: Bool = false,
    _ change: (Client) throws(ClientError) -> Standing
  ) throws(Failure) {
    let standing = try ask(change)
    if invocation.has(.json) {
      try output.json(standing.json())
    } else if output.isTerminal {
      try output.line(Words.inEffect(standing.appearance, at: LocalTime(now)))
    } else if isStylePrinted {
      try output.line(standing.appearance.style.rawValue)
    }
  }

  /// For how long; a word that the daemon cannot mean is told without asking it.
  private func term(_ invocation: Invocation) throws(Failure) -> Client.Term? {
    if invocation.has(.always) { return .always }
    do throws(HoldTerm.Flaw) {
      if let words = invocation.value(of: .until) {
        _ = try HoldTerm(words)
        return .until(words)
      }
      return try invocation.value(of: .length).map { (text) throws(HoldTerm.Flaw) in
        .seconds(try HoldLength(text).seconds)
      }
    } catch {
      throw .usage(error.message, help: invocation.command)
    }
  }
}
