import NightClient
import NightContract
import NightCore

/// The application's own themes, which nightd stores. An application's own themes do not affect
/// other programs.
///
/// An application can have its own theme for each style. An application without its own theme for a
/// style uses the desktop's theme of that style.
extension Night {
  /// Uses a theme and its style for this application alone.
  ///
  /// To follow the desktop's style again, call ``choose(_:)``. If the application follows the
  /// desktop, it uses its own theme only while the desktop has the style of that theme. While the
  /// desktop has the other style, the application uses the desktop's theme.
  ///
  /// - Parameter name: The theme's name; nil to return to the desktop's themes without changing the
  ///   application's style.
  /// - Throws: A `NightError`: `refused` if no theme has this name, or if the theme has a mistake.
  ///   The error is also `refused` if this `Night` was made without an application's name. A
  ///   refused request changes nothing.
  public func choose(theme name: String?) async throws(NightError) {
    let application = try ownName()
    // Refuse an empty name here, because on the bus it would mean “no theme”.
    if name == "" { throw .refused("there is no theme “”") }
    if let previewDaemon {
      let style = try await previewDaemon.answer { (state) throws(NightError) in
        try state.useOwn(name)
      }
      if let style { try await choose(style.choice) }
      return
    }
    try await make(.useThemeFor, (NamedApplication(application), name ?? "", NoOptions()))
  }

  /// Sets this application's own theme for one style, without choosing the style.
  ///
  /// - Parameters:
  ///   - name: The theme's name; nil to use the desktop's theme for the style again.
  ///   - style: The style that the theme is for.
  /// - Throws: A `NightError`: `refused` if no theme has this name, or if the theme is for the
  ///   other style. The error is also `refused` if this `Night` was made without an application's
  ///   name. A refused request changes nothing.
  public func choose(theme name: String?, for style: Style) async throws(NightError) {
    try await set(ownThemes: [style: name])
  }

  /// Sets this application's own themes for light and dark in one step, without choosing a style.
  ///
  /// ```swift
  /// try await night.choose(themes: [.light: "sand", .dark: "coal"])
  /// ```
  ///
  /// - Parameter themes: The theme's name for each style; for a style without an entry, the
  ///   application uses the desktop's theme.
  /// - Throws: A `NightError`: `refused` if one of the names is unknown, or if a theme is for the
  ///   other style. The error is also `refused` if this `Night` was made without an application's
  ///   name. A refused request changes nothing.
  public func choose(themes: [Style: String]) async throws(NightError) {
    try await set(ownThemes: [.light: themes[.light], .dark: themes[.dark]])
  }

  private func set(ownThemes themes: [Style: String?]) async throws(NightError) {
    let application = try ownName()
    // Refuse an empty name here, because on the bus it would mean “no theme”.
    if themes.values.contains("") { throw .refused("there is no theme “”") }
    if let previewDaemon {
      return try await previewDaemon.answer { (state) throws(NightError) in
        try state.setOwn(themes)
      }
    }
    var names: [NightCore.Style: String] = [:]
    for (style, name) in themes { names[style.core] = name ?? "" }
    try await shared().ask { [names] client, then in
      client.start(themes: names, for: application, then: then)
    }
  }

  /// Asks for this application's own themes for the contrast that is in effect: normal or higher.
  ///
  /// - Returns: The names of the application's own themes, each under its style; a style without
  ///   its own theme is left out.
  /// - Throws: A `NightError`: `refused` if this `Night` was made without an application's name.
  public func ownThemes() async throws(NightError) -> [Style: String] {
    let application = try ownName()
    if let previewDaemon { return try await previewDaemon.answer { $0.own } }
    let all = try await shared().ask { client, then in client.startApplicationThemes(then: then) }
    let isHigh = appearance.isHighContrast
    var themes: [Style: String] = [:]
    for style in Style.allCases {
      themes[style] = all[application]?[ThemeSlot(style.core, isHigh: isHigh)]
    }
    return themes
  }

  /// Switches this application alone to the next theme in the list of themes.
  ///
  /// The call also chooses the style that the theme is for. If the present theme is the last one,
  /// the call switches to the first one. Themes that cannot be used are skipped. If no other theme
  /// can be used, nothing changes.
  ///
  /// - Returns: The name of the theme that this application uses now.
  /// - Throws: A `NightError`: `refused` if this `Night` was made without an application's name.
  @discardableResult
  public func chooseNextTheme() async throws(NightError) -> String {
    try await chooseAdjacent(isNext: true)
  }

  /// Switches this application alone to the previous theme in the list of themes.
  ///
  /// If the present theme is the first one, the call switches to the last one. In all other
  /// respects, the call works like `chooseNextTheme`.
  ///
  /// - Returns: The name of the theme that this application uses now.
  /// - Throws: A `NightError`: `refused` if this `Night` was made without an application's name.
  @discardableResult
  public func choosePreviousTheme() async throws(NightError) -> String {
    try await chooseAdjacent(isNext: false)
  }

  private func chooseAdjacent(isNext: Bool) async throws(NightError) -> String {
    let application = try ownName()
    if let previewDaemon {
      let name = previewDaemon.read { $0.adjacent(to: $0.appearance.theme, isNext: isNext) }
      try await choose(theme: name)
      return name
    }
    return try await shared().ask { client, then in
      client.startAdjacent(isNext: isNext, for: application, then: then)
    }
  }
}
