import NightBus
import NightContract
package import NightCore
package import NightThemes
package import NightValues

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

    /// The request that makes the change.
    var question: Question<Standing> {
      switch self {
      case .set(let choice, let term):
        Request.set.with((choice.rawValue, Members(term?.options ?? [])))
      case .use(let theme, let term):
        Request.useTheme.with((theme, Members(term?.options ?? [])))
      case .toggle(let term): Request.toggle.with(Members(term?.options ?? []))
      case .resume: Request.resume.with(())
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
    try call(Demand.set(choice, term).question)
  }

  package func use(theme: String, _ term: Term? = nil) throws(ClientError) -> Standing {
    try call(Demand.use(theme: theme, term).question)
  }

  package func toggle(_ term: Term? = nil) throws(ClientError) -> Standing {
    try call(Demand.toggle(term).question)
  }

  package func resume() throws(ClientError) -> Standing { try call(Demand.resume.question) }
}

/// Requesting themes.
extension Client {
  /// All themes in the order in which people go through them, and whether each is in use.
  package func themes(_ starting: Starting = .allowed) throws(ClientError) -> [ThemeSummary] {
    try call(.themes, (), starting)
  }

  /// Requests all themes without waiting.
  package func startThemes(
    then deliver: @escaping (Result<[ThemeSummary], ClientError>) -> Void
  ) {
    start(Request.themes.with(()), then: deliver)
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

  /// A theme with all its values; the theme in use if the name is empty.
  package func theme(
    _ name: String = "",
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Theme {
    try call(.resolve, name, starting)
  }

  /// The mistakes in the themes in use, each as a sentence with its place.
  package func themeMistakes() throws(ClientError) -> [String] {
    let values = try call(
      .properties,
      "Get",
      [.string(InterfaceName.themes.text), .string("Mistakes")]
    )
    guard case .variant(let mistakes)? = values.first, let mistakes = mistakes.asStrings else {
      throw .unreadable("Get")
    }
    return mistakes
  }
}
