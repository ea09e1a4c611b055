import NightClient
import NightContract
import NightCore
import NightStore

/// Requests to the daemon; each returns after its change has been stored on disk and announced.
///
/// The `NightReader` has the new values after the next `dispatch()`. If a request fails, it throws
/// a `NightError`. If the error is `noAnswer`, the daemon may have acted on the request all the
/// same.
extension NightReader {
  /// Sets the style of the whole desktop, as `Night.Desktop.set` does.
  package func setDesktop(
    _ style: Style,
    _ term: Night.Desktop.Term? = nil
  ) throws(NightError) {
    _ = try make(.set, (NightCore.Choice(style.core), term?.core))
  }

  /// Lets the schedule or the desktop's own setting decide the style of the whole desktop.
  package func setDesktop(_ automatic: Night.Desktop.Automatic) throws(NightError) {
    _ = try make(.set, (automatic == .schedule ? .schedule : .system, nil))
  }

  /// Switches the whole desktop to the opposite style, and returns the new style.
  package func toggleDesktop() throws(NightError) -> Style { try make(.toggle, nil) }

  /// Ends the desktop's hold, which is a temporary style or theme; without a hold, nothing changes.
  package func endHold() throws(NightError) { _ = try make(.resume, ()) }

  /// Uses a theme and its style for the whole desktop.
  package func useForDesktop(theme name: String) throws(NightError) {
    _ = try make(.useTheme, (name, nil))
  }

  /// Uses the next or the previous theme for the whole desktop, or for the application alone.
  ///
  /// If no other theme can be used, nothing changes.
  package func useAdjacentTheme(
    isNext: Bool,
    forDesktop isForDesktop: Bool
  ) throws(NightError) {
    let application = isForDesktop ? "" : application
    _ = try ask { client, then in
      client.startAdjacent(isNext: isNext, for: application, then: then)
    }
  }

  /// All installed themes, in the order in which `useAdjacentTheme` selects them.
  package func themes() throws(NightError) -> [ThemeListing] {
    try ask { client, then in
      client.start(Request.themes.with(())) { then($0.map { $0.map(ThemeListing.init) }) }
    }
  }

  fileprivate func make<Arguments>(
    _ request: Request<Arguments, Snapshot>,
    _ arguments: Arguments
  ) throws(NightError) -> Style {
    let question = request.with(arguments)
    let style = try ask { client, then in
      client.start(question) { then($0.map(\.appearance.style)) }
    }
    return Style(style)
  }
}

/// Requests about the application's own choice and preferences.
extension NightReader {
  /// Sets the application's own choice; the reader must have been made with the application's name.
  package func choose(_ choice: Night.Choice) throws(NightError) {
    let question = Request.setFor.with((NamedApplication(application), choice.core))
    try ask { client, then in client.start(question, then: then) }
  }

  /// Uses a theme and its style for the application alone; if `name` is nil, the application uses
  /// the desktop's themes again.
  package func choose(theme name: String?) throws(NightError) {
    if name == "" { throw .refused("there is no theme “”") }
    _ = try make(.useThemeFor, (NamedApplication(application), name ?? "", NoOptions()))
  }

  /// Chooses the opposite of the application's present style, and returns the new style.
  package func toggleChoice() throws(NightError) -> Style {
    let name = application
    return Style(try ask { client, then in client.startToggle(for: name, then: then) })
  }

  /// Sets the application's own theme for each style in one step; nil selects the desktop's theme.
  package func choose(light: String?, dark: String?) throws(NightError) {
    if light == "" || dark == "" { throw .refused("there is no theme “”") }
    let themes: [NightCore.Style: String] = [.light: light ?? "", .dark: dark ?? ""]
    let name = application
    try ask { client, then in client.start(themes: themes, for: name, then: then) }
  }

  /// The application's own choice; `follow` if nothing was chosen, or if the reader was made
  /// without an application.
  package var choice: Night.Choice {
    guard !application.isEmpty, case .string(let text)? = preference("choice") else {
      return .follow
    }
    return Night.Choice(rawValue: text) ?? .follow
  }

  /// Sets a preference; nil removes the stored value, so that lower layers such as the user's file
  /// decide again.
  package func set(_ value: PreferenceValue?, for name: String) throws(NightError) {
    let edit = PreferenceEdit(try key(name), value?.core)
    try ask { client, then in client.start([edit], then: then) }
  }
}

extension NightReader {
  /// Asks nightd what decides the style of the application or of the desktop, and until when.
  package func status() throws(NightError) -> Status {
    let name = application
    let forced = forced
    return try ask { client, then in
      client.startGet(for: name) { then($0.map { Status($0.appearance).forced(to: forced) }) }
    }
  }
}

/// Requests about installed themes, locks and inhibitions.
extension NightReader {
  /// Installs a theme from the contents of its file, as `Night.install(theme:named:replacing:)`
  /// does.
  package func install(
    theme text: String,
    named name: String?,
    replacing isReplacing: Bool
  ) throws(NightError) -> String {
    try ThemeInstaller.ofUser().installed { (installer) throws(ThemeInstaller.Refusal) in
      try installer.install(text: text, named: name, replace: isReplacing)
    }
  }

  /// Installs the themes that a file or folder contains, as `Night.install(themesAt:as:replacing:)`
  /// does.
  package func install(
    themesAt path: String,
    as name: String?,
    replacing isReplacing: Bool
  ) throws(NightError) -> [String] {
    try ThemeInstaller.ofUser().installed(themesAt: path, as: name, replacing: isReplacing)
  }

  /// Removes a theme that the user has installed.
  package func remove(theme name: String) throws(NightError) {
    try ThemeInstaller.ofUser().removed(name)
  }

  /// The position of the lock on a preference, as `FILE:LINE:COLUMN`; nil if the preference is not
  /// locked.
  package func lock(on name: String) throws(NightError) -> String? {
    let key = try key(name)
    let rows = try ask { client, then in client.startExplain(key, then: then) }
    return rows.lazy.compactMap(\.lock).first
  }

  /// Asks nightd to inhibit automatic changes until the inhibition is released.
  package func inhibit(why: String) throws(NightError) -> Inhibition {
    _ = try ask { client, then in client.startGet(then: then) }
    return try inhibition(why: why)
  }

  private func key(_ name: String) throws(NightError) -> NightCore.PreferenceKey {
    do throws(Flaw) { return try NightCore.PreferenceKey(name, of: application) } catch {
      throw .refused(error.message)
    }
  }
}
