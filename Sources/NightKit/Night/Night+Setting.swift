import NightClient
import NightCore

/// Changing what is in effect.
extension Night {
  /// What an application wants for itself.
  public enum Choice: String, CaseIterable, Sendable {
    /// Light, whatever the desktop has.
    case light
    /// Dark, whatever the desktop has.
    case dark
    /// What the desktop has.
    case system
  }

  /// Sets a style for the whole desktop; when this returns, it is on disk and told.
  ///
  /// Where the schedule decides, it holds until the schedule's next change; else it is the choice.
  public func set(_ style: Style) async throws(NightError) {
    if let desk {
      desk.set(style)
      return await desk.deliver()
    }
    try await demand(.set(NightCore.Choice(style.core)))
  }

  /// Sets the other style for the whole desktop, as `set` does, and answers it.
  @discardableResult
  public func toggle() async throws(NightError) -> Style {
    if let desk {
      let other = desk.toggle()
      await desk.deliver()
      return other
    }
    return try await demand(.toggle())
  }

  /// Sets what this application wants for itself: nightd keeps it, and this follows it.
  ///
  /// For a `Night` that was made with the application's name, and for parts of it.
  public func choose(_ choice: Choice) async throws(NightError) {
    let name = values.application
    guard !name.isEmpty else {
      throw .refused("this Night was made without the name of an application")
    }
    if let desk {
      desk.choose(choice)
      await desk.deliver()
      return try await preferences.set(.string(choice.rawValue), for: "choice")
    }
    let word: ApplicationChoice =
      switch choice {
      case .light: .light
      case .dark: .dark
      case .system: .follow
      }
    try await board().ask { client, then in client.start(word, for: name, then: then) }
  }

  /// What this application wants for itself, as nightd has it.
  public var choice: Choice {
    switch preferences["choice"] {
    case .string("light"): .light
    case .string("dark"): .dark
    default: .system
    }
  }

  @discardableResult
  func demand(_ demand: Client.Demand) async throws(NightError) -> Style {
    let style = try await board().ask { client, then in
      client.start(demand) { then($0.map(\.appearance.style)) }
    }
    return Style(style)
  }

  /// Where the daemon is asked.
  func board() throws(NightError) -> Board {
    guard let engine else { throw .refused("there is no nightd in a preview") }
    return engine.board
  }
}
