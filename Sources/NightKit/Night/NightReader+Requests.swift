import NightClient
import NightCore
import NightValues

/// Requests to the daemon; each waits for its reply, and is on disk and announced when it returns.
///
/// The next `dispatch()` switches to the new values. Each throws a `NightError`; after `noAnswer`
/// the daemon may have acted on the request.
extension NightReader {
  /// Sets the style of the whole desktop, as `Night.set` does.
  package func set(_ style: Style) throws(NightError) {
    _ = try make(.set(NightValues.Choice(style.core)))
  }

  /// Sets the opposite style for the whole desktop, and returns the new style.
  package func toggle() throws(NightError) -> Style { try make(.toggle()) }

  /// Ends the hold of the desktop's style or theme; without a hold, nothing changes.
  package func resume() throws(NightError) { _ = try make(.resume) }

  /// Uses a theme for the whole desktop, and sets the theme's style.
  package func use(theme name: String) throws(NightError) { _ = try make(.use(theme: name)) }

  /// Uses the next or the previous theme of the list; without another theme, nothing changes.
  package func useAdjacentTheme(isNext: Bool) throws(NightError) {
    // One request for both steps, so that one timeout is for both.
    try ask { (client, then: @escaping (Result<Void, ClientError>) -> Void) in
      client.startAdjacent(isNext: isNext) { [weak client] answer in
        switch answer {
        case .failure(let error): then(.failure(error))
        case .success((_, nil)): then(.success(()))
        case .success((_, let other?)):
          client?.start(.use(theme: other)) { then($0.map { _ in }) }
        }
      }
    }
  }

  /// All installed themes, in the order in which `useAdjacentTheme` selects them.
  package func themes() throws(NightError) -> [ThemeListing] {
    try ask { client, then in
      client.startThemes { answer in then(answer.map { $0.map(ThemeListing.init) }) }
    }
  }

  fileprivate func make(_ demand: Client.Demand) throws(NightError) -> Style {
    let style = try ask { client, then in
      client.start(demand) { then($0.map(\.appearance.style)) }
    }
    return Style(style)
  }
}

/// The application's own choice and preferences.
extension NightReader {
  /// Sets the own choice of the application; the reader must have been made with its name.
  package func choose(_ choice: Night.Choice) throws(NightError) {
    let stored: ApplicationChoice =
      switch choice {
      case .light: .light
      case .dark: .dark
      case .desktop: .follow
      }
    let name = application
    try ask { client, then in client.start(stored, for: name, then: then) }
  }

  /// Uses a theme for the application alone, in the theme's style; nil to use the desktop's themes.
  package func choose(theme name: String?) throws(NightError) {
    if name == "" { throw .refused("there is no theme “”") }
    _ = try make(.useTheme(name ?? "", application: application))
  }

  /// The own choice of the application; `desktop` if nothing was chosen or there is no application.
  package var choice: Night.Choice {
    guard !application.isEmpty else { return .desktop }
    return switch preference("choice") {
    case .string("light"): .light
    case .string("dark"): .dark
    default: .desktop
    }
  }

  /// Sets a preference; nil removes the value that was set, so that the layers below apply again.
  package func set(_ value: PreferenceValue?, for name: String) throws(NightError) {
    let edit: PreferenceEdit
    do throws(Flaw) {
      edit = PreferenceEdit(try NightCore.PreferenceKey(name, of: application), value?.core)
    } catch {
      throw .refused(error.message)
    }
    try ask { client, then in client.start([edit], then: then) }
  }
}

extension NightReader {
  /// Asks what decides the style of the application, or of the desktop, and until when.
  package func status() throws(NightError) -> Status {
    let name = application
    let forced = forced
    return try ask { client, then in
      func deliver(_ answer: Result<Snapshot, ClientError>) {
        then(answer.map { Status($0.appearance).forced(to: forced) })
      }
      if name.isEmpty {
        client.startGet(then: deliver)
      } else {
        client.startGet(for: name, then: deliver)
      }
    }
  }
}
