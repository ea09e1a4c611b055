import NightClient
import NightCore
import NightThemes
import NightValues

/// Changing the style.
extension Night {
  /// The style that an application chooses for itself.
  public enum Choice: String, CaseIterable, Sendable {
    /// Always light, regardless of the desktop's style.
    case light
    /// Always dark, regardless of the desktop's style.
    case dark
    /// The same style as the desktop's.
    case system
  }

  /// Sets the style of the whole desktop.
  ///
  /// Returns when the style is on disk and the change was announced. If the schedule decides, the
  /// new style is held until the schedule's next change; otherwise the new style becomes the
  /// choice.
  ///
  /// - Throws: A `NightError`. After `noAnswer` the style may have been set.
  public func set(_ style: Style) async throws(NightError) {
    if let previewDaemon {
      previewDaemon.set(style)
      return await previewDaemon.deliver()
    }
    try await make(.set(NightValues.Choice(style.core)))
  }

  /// Sets the opposite style for the whole desktop, as `set` does, and returns the new style.
  ///
  /// - Throws: A `NightError`. After `noAnswer` the style may have been set.
  @discardableResult
  public func toggle() async throws(NightError) -> Style {
    if let previewDaemon {
      let other = previewDaemon.toggle()
      await previewDaemon.deliver()
      return other
    }
    return try await make(.toggle())
  }

  /// Sets this application's own choice; nightd stores the choice, and this `Night` follows it.
  ///
  /// An application can choose only through a `Night` that was made with its name, or through
  /// pinned parts of that `Night`.
  ///
  /// - Throws: A `NightError`: `refused` if this `Night` has no application's name.
  public func choose(_ choice: Choice) async throws(NightError) {
    let name = values.application
    guard !name.isEmpty else {
      throw .refused("this Night was made without the name of an application")
    }
    if let previewDaemon {
      previewDaemon.choose(choice)
      await previewDaemon.deliver()
      return try await preferences.set(.string(choice.rawValue), for: "choice")
    }
    let stored: ApplicationChoice =
      switch choice {
      case .light: .light
      case .dark: .dark
      case .system: .follow
      }
    try await shared().ask { client, then in client.start(stored, for: name, then: then) }
  }

  /// This application's own choice, as nightd has stored it; `system` if nothing was chosen.
  public var choice: Choice {
    switch preferences["choice"] {
    case .string("light"): .light
    case .string("dark"): .dark
    default: .system
    }
  }

  @discardableResult
  private func make(_ demand: Client.Demand) async throws(NightError) -> Style {
    let style = try await shared().ask { client, then in
      client.start(demand) { then($0.map(\.appearance.style)) }
    }
    return Style(style)
  }

  /// The object that passes requests to the daemon; throws for a preview, which has no daemon.
  private func shared() throws(NightError) -> SharedState {
    guard let engine else { throw .refused("a preview has no nightd") }
    return engine.shared
  }
}

/// A theme in the list of installed themes, without its values.
public struct ThemeListing: Equatable, Sendable {
  /// The name by which people choose the theme.
  public let name: String
  /// The style that the theme is for, or nil if the theme's file cannot be read.
  public let style: Style?
  /// A sentence that describes the theme, if its file has one.
  public let description: String?
  /// The theme's author, if its file names one.
  public let author: String?
  /// Whether the theme is the chosen theme of a style, or is held.
  public let isInUse: Bool
  /// Why the theme cannot be used, as a sentence; nil if the theme can be used.
  public let flaw: String?

  init(_ summary: ThemeSummary) {
    name = summary.name
    style = summary.style.map(Style.init)
    description = summary.description
    author = summary.author
    isInUse = summary.isInUse
    flaw = summary.flaw
  }
}

/// Choosing among the installed themes.
extension Night {
  /// All installed themes, in the order in which `useNextTheme` selects them.
  ///
  /// - Throws: A `NightError`; a preview always refuses.
  public func themes() async throws(NightError) -> [ThemeListing] {
    try await shared().ask { client, then in
      client.startThemes { answer in
        then(answer.map { $0.map(ThemeListing.init) })
      }
    }
  }

  /// Uses a theme for the whole desktop, and sets the theme's style.
  ///
  /// - Throws: A `NightError`: `refused` if no theme has this name; the error then suggests the
  ///   nearest name, and nothing is changed. A preview always refuses.
  public func use(theme name: String) async throws(NightError) {
    try await make(.use(theme: name))
  }

  /// Uses the theme after the desktop's present theme in the list, and returns its name.
  ///
  /// After the last theme comes the first theme. Themes that cannot be used are skipped. If no
  /// other theme can be used, nothing changes, and the result is the present theme's name.
  ///
  /// - Throws: A `NightError`; a preview always refuses.
  @discardableResult
  public func useNextTheme() async throws(NightError) -> String {
    try await useAdjacent(isNext: true)
  }

  /// Uses the theme before the desktop's present theme in the list, and returns its name.
  ///
  /// Before the first theme comes the last theme. Otherwise this works like `useNextTheme`.
  ///
  /// - Throws: A `NightError`; a preview always refuses.
  @discardableResult
  public func usePreviousTheme() async throws(NightError) -> String {
    try await useAdjacent(isNext: false)
  }

  private func useAdjacent(isNext: Bool) async throws(NightError) -> String {
    let (present, other) = try await shared().ask { client, then in
      client.startAdjacent(isNext: isNext, then: then)
    }
    guard let other else { return present }
    try await use(theme: other)
    return other
  }
}

/// Why a request to nightd failed; the error's description is a sentence for people.
public enum NightError: Error, Equatable, Sendable {
  /// There is no session bus, or the connection to it was lost.
  case noBus(String)
  /// The daemon is not running and could not be started.
  case noDaemon(String)
  /// The daemon did not reply, or ended before it replied; the request may have been carried out.
  case noAnswer
  /// The daemon could not store the change; the error's sentence says whether anything may have
  /// changed.
  case notDurable(String)
  /// The daemon, the bus or a sandbox refused the request for another reason; the error's sentence
  /// gives it.
  case refused(String)

  init(_ error: ClientError) {
    self =
      switch error {
      case .noBus(let why): .noBus(why)
      case .noDaemon(let why, _): .noDaemon(why)
      case .noAnswer, .silent, .ended, .forged: .noAnswer
      case .denied(let why): .refused("the bus or a sandbox does not allow it (\(why))")
      case .refused(.notDurable, let why): .notDurable(why)
      case .refused(_, let why), .garbled(let why): .refused(why)
      }
  }
}

extension NightError: CustomStringConvertible {
  /// The error as a sentence for people.
  public var description: String {
    switch self {
    // These texts are complete sentences, because programs other than nightd may refuse requests
    // too.
    case .noBus(let why), .refused(let why): why
    case .noDaemon(let why): "nightd is not running and could not be started: \(why)"
    case .noAnswer: "nightd did not answer"
    case .notDurable(let why): "nightd could not store it: \(why)"
    }
  }
}
