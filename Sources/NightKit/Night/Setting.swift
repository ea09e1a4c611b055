import NightClient
import NightCore
import NightValues

/// Changing the style.
///
/// Each of these calls returns when the change is on disk and announced. If the task is cancelled,
/// the call throws `cancelled` at once, but the change may still be made.
extension Night {
  /// The style that an application chooses for itself.
  public enum Choice: String, CaseIterable, Sendable {
    /// Always light, regardless of the desktop's style.
    case light
    /// Always dark, regardless of the desktop's style.
    case dark
    /// The same style as the desktop's.
    case desktop
  }

  /// What decides the desktop's style if nobody has chosen light or dark.
  public enum Automatic: String, CaseIterable, Sendable {
    /// Dusk and dawn, or the rules of the schedule.
    case schedule
    /// The desktop's own switch.
    case system
  }

  /// Sets the style of the whole desktop.
  ///
  /// If the schedule decides, the new style is held until the schedule's next change; otherwise the
  /// new style becomes the choice.
  ///
  /// - Parameter style: The new style.
  /// - Throws: A `NightError`. After `noAnswer` the style may have been set.
  public func set(_ style: Style) async throws(NightError) {
    if let previewDaemon {
      return try await previewDaemon.answer { state in
        state.desktop = state.desktop(in: style)
        (state.status.choice, state.status.reason) = (style.rawValue, .choice)
      }
    }
    try await make(.set(NightValues.Choice(style.core)))
  }

  /// Lets the schedule or the desktop's own switch decide the style of the whole desktop again.
  ///
  /// - Parameter automatic: What decides from now on.
  /// - Throws: A `NightError`. After `noAnswer` the change may have been made.
  public func set(_ automatic: Automatic) async throws(NightError) {
    if let previewDaemon {
      return try await previewDaemon.answer { state in
        state.status.choice = automatic.rawValue
        state.status.reason = automatic == .schedule ? .schedule : .system
      }
    }
    try await make(.set(automatic == .schedule ? .schedule : .system))
  }

  /// Sets the opposite style for the whole desktop, as `set` does.
  ///
  /// - Returns: The new style.
  /// - Throws: A `NightError`. After `noAnswer` the style may have been set.
  @discardableResult
  public func toggle() async throws(NightError) -> Style {
    if let previewDaemon {
      return try await previewDaemon.answer { state in
        state.desktop = state.desktop(in: state.desktop.style.other)
        return state.desktop.style
      }
    }
    return try await make(.toggle())
  }

  /// Ends the present hold of the desktop's style, so that the choice decides again.
  ///
  /// Without a hold, nothing changes.
  ///
  /// - Throws: A `NightError`. After `noAnswer` the hold may have ended.
  public func resume() async throws(NightError) {
    if let previewDaemon { return try await previewDaemon.answer { $0.status.holdEnd = nil } }
    try await make(.resume)
  }

  /// Sets this application's own choice; nightd stores the choice, and this `Night` follows it.
  ///
  /// An application can choose only through a `Night` that was made with its name, or through
  /// pinned parts of that `Night`.
  ///
  /// - Parameter choice: Light, dark, or the desktop's style.
  /// - Throws: A `NightError`: `refused` if this `Night` has no application's name.
  public func choose(_ choice: Choice) async throws(NightError) {
    let name = try ownName()
    if let previewDaemon {
      return try await previewDaemon.choose(choice, preferences)
    }
    let stored: ApplicationChoice =
      switch choice {
      case .light: .light
      case .dark: .dark
      case .desktop: .follow
      }
    try await shared().ask { client, then in client.start(stored, for: name, then: then) }
  }

  /// Uses a theme for this application alone, and chooses the theme's style for it.
  ///
  /// nightd stores the theme. With ``choose(_:)`` the application can follow the desktop's style
  /// again; it then has its own theme in the theme's style, and the desktop's theme in the other
  /// one. An application can have an own theme for each style.
  ///
  /// - Parameter name: The theme's name; nil to use the desktop's themes again, in the style that
  ///   this application has chosen.
  /// - Throws: A `NightError`: `refused` if no theme has this name, if the theme has a mistake, or
  ///   if this `Night` has no application's name. Nothing is changed then.
  public func choose(theme name: String?) async throws(NightError) {
    let application = try ownName()
    // On the bus, an empty name means no theme.
    if name == "" { throw .refused("there is no theme “”") }
    if let previewDaemon {
      let style = try await previewDaemon.answer { (state) throws(NightError) in
        try state.useOwn(name)
      }
      if let style { try await choose(style == .light ? .light : .dark) }
      return
    }
    try await make(.useTheme(name ?? "", application: application))
  }

  /// This application's own choice, as nightd has stored it; `desktop` if nothing was chosen.
  ///
  /// It is up to date as soon as ``choose(_:)`` has returned. To follow the choice, observe the
  /// preference `choice`, which may change a moment before the style does.
  public var choice: Choice {
    switch preferences["choice"] {
    case .string("light"): .light
    case .string("dark"): .dark
    default: .desktop
    }
  }

  /// The name of this application; throws if this `Night` was made without one.
  func ownName() throws(NightError) -> String {
    guard !values.application.isEmpty else {
      throw .refused("this Night was made without the name of an application")
    }
    return values.application
  }

  @discardableResult
  func make(_ demand: Client.Demand) async throws(NightError) -> Style {
    let style = try await shared().ask { client, then in
      client.start(demand) { then($0.map(\.appearance.style)) }
    }
    return Style(style)
  }

  /// The object that passes requests to the daemon; throws for a preview, which has no daemon.
  func shared() throws(NightError) -> SharedState {
    guard let engine else { throw .refused("a preview has no nightd") }
    return engine.shared
  }
}
