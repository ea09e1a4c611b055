import NightBus
import NightContract
package import NightCore

/// Changing what is in effect; each is answered with what is in effect then.
extension Client {
  /// What someone wants changed.
  package enum Demand: Sendable {
    case set(Choice, Term? = nil)
    case toggle(Term? = nil)
    /// A theme, and its style.
    case use(theme: String, Term? = nil)
    /// Ends what is held.
    case resume

    /// The method of Control that does it, and what that takes.
    var call: (MemberName, [BusValue]) {
      switch self {
      case .set(let choice, let term):
        ("Set", [.string(choice.rawValue), .options(term?.options ?? [])])
      case .use(let theme, let term):
        ("UseTheme", [.string(theme), .options(term?.options ?? [])])
      case .toggle(let term): ("Toggle", [.options(term?.options ?? [])])
      case .resume: ("Resume", [])
      }
    }
  }

  /// For how long a style is to hold, where the daemon is not to say so.
  package enum Term: Equatable, Sendable {
    /// As the choice, whoever decides now; of `set` alone.
    case always
    /// In words that the daemon reads, by the clock of its zone.
    case until(String)
    case seconds(UInt64)

    fileprivate var options: [(String, BusValue)] {
      switch self {
      case .always: [("always", .boolean(true))]
      case .until(let words): [("until", .string(words))]
      case .seconds(let seconds): [("for", .uint64(seconds))]
      }
    }
  }

  package func set(_ choice: Choice, _ term: Term? = nil) throws(ClientError) -> Standing {
    try make(.set(choice, term))
  }

  package func use(theme: String, _ term: Term? = nil) throws(ClientError) -> Standing {
    try make(.use(theme: theme, term))
  }

  package func toggle(_ term: Term? = nil) throws(ClientError) -> Standing {
    try make(.toggle(term))
  }

  package func resume() throws(ClientError) -> Standing { try make(.resume) }

  private func make(_ demand: Demand) throws(ClientError) -> Standing {
    let (member, arguments) = demand.call
    return try standing(.control, member, arguments)
  }
}
