import NightClient
import NightContract
import NightCore

extension Night {
  /// Changes the style and the theme of the whole desktop, for every program and user interface.
  ///
  /// Use `Desktop` if your program is one of the desktop's settings pages. An application that
  /// changes only itself uses ``Night/choose(_:)``, ``Night/toggleChoice()`` and
  /// ``Night/choose(theme:)``.
  ///
  /// Each call returns after nightd has stored the change on disk and announced it. If the task is
  /// cancelled, the call throws `cancelled` at once, but the change may still be made.
  public struct Desktop: Sendable {
    let night: Night

    /// What decides the desktop's style if nobody has chosen light or dark.
    public enum Automatic: String, CaseIterable, Sendable {
      /// The schedule, which changes the style by its rules or, without rules, at dusk and dawn.
      case schedule
      /// The desktop's own setting for light or dark.
      case system
    }

    /// How long a new style or theme of the whole desktop stays in effect.
    public enum Term: Equatable, Sendable {
      /// Permanently, even if the schedule decides the style now; only `set` accepts this value.
      case always
      /// For a duration of at most 366 days, which nightd counts in whole seconds.
      case lasting(Duration)
      /// Until a moment in nightd's time zone, such as `07:00`, `sunrise` or `2026-12-24 08:00`.
      case until(String)
    }
  }

  /// Changes the style and the theme of the whole desktop.
  public var desktop: Desktop { Desktop(night: self) }
}

extension Night.Desktop {
  /// Sets the style of the whole desktop.
  ///
  /// - Parameters:
  ///   - style: The new style.
  ///   - term: How long the style lasts. If `term` is nil, the style lasts until the schedule's
  ///     next change. If the schedule does not decide the style, the new style becomes the
  ///     permanent choice.
  /// - Throws: A `NightError`: `refused` if the term is not a valid moment or duration. If the
  ///   error is `noAnswer`, the style may have been set all the same.
  public func set(_ style: Style, _ term: Term? = nil) async throws(NightError) {
    if let preview = night.previewDaemon {
      return try await preview.answer { $0.set(style, term) }
    }
    try await night.make(.set, (NightCore.Choice(style.core), term?.core))
  }

  /// Lets the schedule or the desktop's own setting decide the style of the whole desktop.
  ///
  /// - Parameter automatic: What decides the style from now on.
  /// - Throws: A `NightError`. If the error is `noAnswer`, the change may have been made all the
  ///   same.
  public func set(_ automatic: Automatic) async throws(NightError) {
    if let preview = night.previewDaemon {
      return try await preview.answer { state in
        state.status.choice = automatic.rawValue
        state.status.reason = automatic == .schedule ? .schedule : .system
      }
    }
    try await night.make(.set, (automatic == .schedule ? .schedule : .system, nil))
  }

  /// Sets the style of the whole desktop to the opposite of the present style.
  ///
  /// - Parameter term: How long the style lasts, as in `set`, but `always` is refused.
  /// - Returns: The new style.
  /// - Throws: A `NightError`. If the error is `noAnswer`, the style may have been set all the
  ///   same.
  @discardableResult
  public func toggle(_ term: Term? = nil) async throws(NightError) -> Style {
    if let preview = night.previewDaemon {
      return try await preview.answer { state in
        state.set(state.desktop.style.other, term)
        return state.desktop.style
      }
    }
    return try await night.make(.toggle, term?.core)
  }

  /// Ends the desktop's hold (a temporary style or theme), so that the user's choice decides again.
  ///
  /// If the desktop has no hold, nothing changes.
  ///
  /// - Throws: A `NightError`. If the error is `noAnswer`, the hold may have ended all the same.
  public func endHold() async throws(NightError) {
    if let preview = night.previewDaemon {
      return try await preview.answer { state in
        state.status.holdEnd = nil
        if state.status.reason == .hold { state.status.reason = .choice }
      }
    }
    try await night.make(.resume, ())
  }

  /// Uses a theme and its style for the whole desktop.
  ///
  /// - Parameters:
  ///   - name: The theme's name, such as `midnight`.
  ///   - term: How long the theme stays in use; `always` is refused. If `term` is nil, the theme
  ///     becomes the permanent theme of its style.
  /// - Throws: A `NightError`: `refused` if no theme has this name; the error then suggests the
  ///   nearest name. A refused request changes nothing.
  public func use(theme name: String, _ term: Term? = nil) async throws(NightError) {
    if let preview = night.previewDaemon {
      return try await preview.answer { (state) throws(NightError) in try state.use(name) }
    }
    try await night.make(.useTheme, (name, term?.core))
  }

  /// Switches the whole desktop to the next theme in the list of themes.
  ///
  /// If the present theme is the last one, the call switches to the first one. Themes that cannot
  /// be used are skipped. If no other theme can be used, nothing changes.
  ///
  /// - Returns: The name of the theme that is in use now.
  /// - Throws: A `NightError`.
  @discardableResult
  public func useNextTheme() async throws(NightError) -> String {
    try await useAdjacent(isNext: true)
  }

  /// Switches the whole desktop to the previous theme in the list of themes.
  ///
  /// If the present theme is the first one, the call switches to the last one. In all other
  /// respects, the call works like `useNextTheme`.
  ///
  /// - Returns: The name of the theme that is in use now.
  /// - Throws: A `NightError`.
  @discardableResult
  public func usePreviousTheme() async throws(NightError) -> String {
    try await useAdjacent(isNext: false)
  }

  private func useAdjacent(isNext: Bool) async throws(NightError) -> String {
    if let preview = night.previewDaemon {
      return try await preview.answer { (state) throws(NightError) in
        try state.use(state.adjacent(to: state.desktop.theme, isNext: isNext))
        return state.desktop.theme.name
      }
    }
    return try await night.shared().ask { client, then in
      client.startAdjacent(isNext: isNext, then: then)
    }
  }
}

extension Night.Desktop.Term {
  var core: NightContract.Term {
    switch self {
    case .always: .always
    case .until(let text): .until(text)
    case .lasting(let duration):
      // Round up to a whole second, because the daemon refuses zero seconds.
      .seconds(
        UInt64(
          clamping: duration.components.seconds + (duration.components.attoseconds > 0 ? 1 : 0)
        )
      )
    }
  }
}
