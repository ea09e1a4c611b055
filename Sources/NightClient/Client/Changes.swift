import NightBus
import NightContract
package import NightCore

/// Calls that read themes, or that change the theme or the style in use.
extension Client {
  /// Returns all themes in the order in which “next” and “previous” select them; each summary shows
  /// whether its theme is in use.
  package func themes(_ starting: Starting = .allowed) throws(ClientError) -> [ThemeSummary] {
    try call(.themes, (), starting)
  }

  /// Returns the themes of all applications that have their own themes, sorted by application.
  ///
  /// The result is empty if the daemon is too old to support applications' own themes.
  package func applicationThemes(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [(application: String, themes: [ThemeSlot: String])] {
    do throws(ClientError) {
      return try call(.applicationThemes, (), starting).themes
        .sorted { $0.application.precedes($1.application) }
    } catch .refused(nil, _) {
      return []
    }
  }

  /// Switches the desktop or an application to the next or previous theme; does not wait for the
  /// answer.
  ///
  /// An empty `application` means the desktop. The answer is the name of the theme in use after the
  /// switch. If no other theme can be used, the present theme stays in use.
  package func startAdjacent(
    isNext: Bool,
    for application: String = "",
    then deliver: @escaping (Result<String, ClientError>) -> Void
  ) {
    startGet(for: application) { [weak self] snapshot in
      guard case .success(let snapshot) = snapshot else { return deliver(snapshot.map { _ in "" }) }
      let present = snapshot.appearance.theme
      self?.start(Request.themes.with(())) { [weak self] list in
        guard case .success(let list) = list else { return deliver(list.map { _ in "" }) }
        guard let other = ThemeSummary.neighbour(of: present, in: list, isNext: isNext) else {
          return deliver(.success(present))
        }
        let question =
          application.isEmpty
          ? Request.useTheme.with((other, nil))
          : Request.useThemeFor.with((NamedApplication(application), other, NoOptions()))
        self?.start(question) { deliver($0.map { _ in other }) }
      }
    }
  }

  /// Chooses the opposite style for an application; does not wait for the answer.
  ///
  /// The answer is the application's new style.
  package func startToggle(
    for application: String,
    then deliver: @escaping (Result<Style, ClientError>) -> Void
  ) {
    startGet(for: application) { [weak self] snapshot in
      guard case .success(let snapshot) = snapshot else {
        return deliver(snapshot.map(\.appearance.style))
      }
      let style = snapshot.appearance.style.opposite
      let choice: ApplicationChoice = style == .light ? .light : .dark
      self?.start(Request.setFor.with((NamedApplication(application), choice))) {
        deliver($0.map { style })
      }
    }
  }

  /// Sets an application's own themes for some styles with a single call; does not wait for the
  /// answer.
  ///
  /// The call does not change the application's choice of `light`, `dark` or `follow`. An empty
  /// name removes the application's theme for that style, so that the desktop's theme is used. Like
  /// `UseThemeFor`, the call sets the themes for the contrast in effect.
  package func start(
    themes: [Style: String],
    for application: String,
    then deliver: @escaping (Result<Void, ClientError>) -> Void
  ) {
    startGet(for: application) { [weak self] snapshot in
      guard case .success(let snapshot) = snapshot else { return deliver(snapshot.map { _ in }) }
      let isHigh = snapshot.appearance.isHighContrast
      self?.startCheck(themes.filter { !$0.value.isEmpty }) { [weak self] refusal in
        if let refusal { return deliver(.failure(refusal)) }
        let edits = themes.map { style, name in
          let key = ThemeSlot(style, isHigh: isHigh).preference(of: application)
          return PreferenceEdit(key, name.isEmpty ? nil : .string(name))
        }
        self?.start(edits, then: deliver)
      }
    }
  }

  /// Checks whether each theme can be used for its style; calls `deliver` with the first error, or
  /// with nil if all themes can be used.
  ///
  /// The daemon's `Write` does not check a theme's name, because the theme may be installed later.
  private func startCheck(
    _ themes: [Style: String],
    then deliver: @escaping (ClientError?) -> Void
  ) {
    guard let (style, name) = themes.first else { return deliver(nil) }
    // Refuse a keyword as a theme's name: to the daemon, `dark`, for example, means the theme that
    // is set for the dark style.
    guard ThemeName.flaw(name) == nil else {
      return deliver(.refused(.unknownTheme, "there is no theme “\(name)”"))
    }
    start(Request.resolve.with(name)) { [weak self] theme in
      switch theme {
      case .failure(let error): deliver(error)
      case .success(let theme) where theme.style != style:
        let why = "“\(name)” is a \(theme.style.rawValue) theme, not a \(style.rawValue) one"
        deliver(.refused(.invalidValue, why))
      case .success: self?.startCheck(themes.filter { $0.key != style }, then: deliver)
      }
    }
  }

  /// Requests the list of all applications that have their own themes; does not wait for the
  /// answer.
  package func startApplicationThemes(
    then deliver: @escaping (Result<[String: [ThemeSlot: String]], ClientError>) -> Void
  ) {
    start(Request.applicationThemes.with(())) { answer in
      deliver(
        answer.map { Dictionary($0.themes.map { ($0.application, $0.themes) }) { $1 } }
      )
    }
  }

  /// Returns a theme with all its values; an empty name means the theme in use.
  package func theme(
    _ name: String = "",
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Theme {
    try call(.resolve, name, starting)
  }

  /// Returns the mistakes in the themes in use, each as a sentence with the mistake's position.
  package func themeMistakes() throws(ClientError) -> [String] {
    let value = try call(.property, (InterfaceName.themes.text, "Mistakes"))
    guard case .variant(let mistakes) = value, let mistakes = mistakes.asStrings else {
      throw .unreadable("Get")
    }
    return mistakes
  }
}
