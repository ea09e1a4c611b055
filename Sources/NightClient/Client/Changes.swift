import NightBus
import NightContract
package import NightCore

/// Changing the style; each call returns the appearance that is in effect afterwards.
extension Client {
  /// A change of the style.
  package enum Demand: Sendable {
    case set(Choice, Term? = nil)
    case toggle(Term? = nil)
    /// Uses a theme, and sets its style.
    case use(theme: String, Term? = nil)
    /// Ends a hold.
    case resume

    /// The method of the Control interface that makes the change, with its arguments.
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

  /// How long a style holds, if the daemon is not to decide.
  package enum Term: Equatable, Sendable {
    /// Permanently: the style becomes the choice, even if a schedule decides now. Only for `set`.
    case always
    /// Until a moment that the daemon parses, by the clock of its time zone.
    case until(String)
    case seconds(UInt64)

    fileprivate var options: [(String, BusValue)] {
      switch self {
      case .always: [("always", .boolean(true))]
      case .until(let text): [("until", .string(text))]
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

/// Requesting themes.
extension Client {
  /// All themes in the order in which people go through them, and whether each is in use.
  package func themes(_ starting: Starting = .allowed) throws(ClientError) -> [ThemeSummary] {
    try Self.listed(try call(.themes, "List", [], starting))
  }

  /// Requests all themes without waiting.
  package func startThemes(
    then deliver: @escaping (Result<[ThemeSummary], ClientError>) -> Void
  ) {
    start("List", of: .themes, []) { answer in
      deliver(
        answer.flatMap { values in
          Result { () throws(ClientError) in try Self.listed(values) }
        }
      )
    }
  }

  /// The desktop's theme and the one after or before it; nil if there is no other.
  package func startNeighbour(
    isNext: Bool,
    then deliver: @escaping (Result<(present: String, other: String?), ClientError>) -> Void
  ) {
    startGet { [weak self] standing in
      switch standing {
      case .failure(let error): deliver(.failure(error))
      case .success(let standing):
        let present = standing.appearance.theme
        self?.startThemes { answer in
          deliver(
            answer.map { list in
              (present, ThemeSummary.neighbour(of: present, in: list, isNext: isNext))
            }
          )
        }
      }
    }
  }

  private static func listed(_ values: [BusValue]) throws(ClientError) -> [ThemeSummary] {
    guard case .array(_, let rows)? = values.first else { throw .unreadable("List") }
    return rows.compactMap(ThemeSummary.init)
  }

  /// A theme with all its values; the theme in use if the name is empty.
  package func theme(
    _ name: String = "",
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Theme {
    let answer = try call(.themes, "Resolve", [.string(name)], starting)
    guard answer.count == 2, let theme = Theme(facts: answer[0], values: answer[1]) else {
      throw .unreadable("Resolve")
    }
    return theme
  }

  /// The mistakes in the themes in use, each as a sentence with its place.
  package func themeMistakes(_ starting: Starting = .allowed) throws(ClientError) -> [String] {
    let values = try call(
      .properties,
      "Get",
      [.string(InterfaceName.themes.text), .string("Mistakes")],
      starting
    )
    guard case .variant(let mistakes)? = values.first, let mistakes = mistakes.asStrings else {
      throw .unreadable("Get")
    }
    return mistakes
  }
}
