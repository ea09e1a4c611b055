import NightClient
import NightContract
import NightCore

/// The application's own style and themes, which nightd stores. An application's own style and
/// themes do not affect other programs.
///
/// If a call changes the choice or a theme, it returns only after nightd has stored the change on
/// disk and announced it. If the task is cancelled, the call throws `cancelled` at once, but nightd
/// may still make the change.
extension Night {
  /// The style that an application chooses for itself.
  public enum Choice: String, CaseIterable, Sendable {
    /// Always light, regardless of the desktop's style.
    case light
    /// Always dark, regardless of the desktop's style.
    case dark
    /// The same style as the desktop's.
    case follow
  }

  /// Sets this application's own choice; nightd stores the choice, and this `Night` follows it.
  ///
  /// This `Night` must have been made with the application's name, or pinned from such a `Night`.
  ///
  /// - Parameter choice: Light, dark, or `follow` for the desktop's style.
  /// - Throws: A `NightError`: `refused` if this `Night` was made without an application's name.
  public func choose(_ choice: Choice) async throws(NightError) {
    let name = try ownName()
    if let previewDaemon {
      return try await previewDaemon.choose(choice, preferences)
    }
    let question = Request.setFor.with((NamedApplication(name), choice.core))
    try await shared().ask { client, then in client.start(question, then: then) }
  }

  /// Switches this application alone to the opposite of its present style.
  ///
  /// - Returns: The new style.
  /// - Throws: A `NightError`: `refused` if this `Night` was made without an application's name.
  @discardableResult
  public func toggleChoice() async throws(NightError) -> Style {
    let name = try ownName()
    if let previewDaemon {
      let style = previewDaemon.read { $0.appearance.style.other }
      try await choose(style.choice)
      return style
    }
    return Style(
      try await shared().ask { client, then in client.startToggle(for: name, then: then) }
    )
  }

  /// This application's own choice, as nightd has stored it; `follow` if nothing was chosen.
  ///
  /// This property is up to date as soon as ``choose(_:)`` has returned. To follow the choice,
  /// observe the preference `choice`. The preference may change a moment before the style does.
  public var choice: Choice {
    if case .string(let text)? = preferences["choice"] {
      Choice(rawValue: text) ?? .follow
    } else {
      .follow
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
  func make<Arguments>(
    _ request: Request<Arguments, Snapshot>,
    _ arguments: Arguments
  ) async throws(NightError) -> Style {
    let question = request.with(arguments)
    let style = try await shared().ask { client, then in
      client.start(question) { then($0.map(\.appearance.style)) }
    }
    return Style(style)
  }

  /// The object that sends requests to the daemon; throws for a preview, because a preview has no
  /// daemon.
  func shared() throws(NightError) -> SharedState {
    guard let engine else { throw .refused("a preview has no connection to nightd") }
    return engine.shared
  }
}

extension Night.Choice {
  var core: ApplicationChoice {
    switch self {
    case .light: .light
    case .dark: .dark
    case .follow: .follow
    }
  }
}

extension Style {
  /// The choice that makes an application always use this style.
  var choice: Night.Choice { self == .light ? .light : .dark }
}
