import NightClient

/// Calls that wait without blocking the thread, for programs that must not block the main actor.
extension Night {
  /// Makes a `Night` that follows the appearance of the desktop, without blocking the thread.
  ///
  /// Returns when the first values are known. If the timeout passes first, the call returns with
  /// the best values that are known by then. Later calls on this `Night` never block: a value that
  /// is still unknown has its default.
  ///
  /// - Parameters:
  ///   - delivery: The executor or loop that calls the handlers on the main actor.
  ///   - timeout: The longest time to wait.
  ///   - requestTimeout: The longest time that a request such as `set` waits for its reply, at most
  ///     15 seconds. If no reply comes in time, the request throws `noAnswer`.
  ///   - log: Receives a sentence about each problem that did not stop the library. If `log` is
  ///     nil, the sentences are written to standard error.
  /// - Returns: The `Night`. A missing bus or daemon is not an error.
  /// - Throws: A `NightError`: `cancelled` if the task is cancelled.
  public static func connect(
    delivery: Delivery = .mainActor,
    timeout: Duration = .seconds(2),
    requestTimeout: Duration = .seconds(15),
    log: (@Sendable (String) -> Void)? = nil
  ) async throws(NightError) -> Night {
    try await Night(
      for: nil,
      delivery,
      WaitLimit(timeout, request: requestTimeout, mayBlock: false),
      log
    ).connected()
  }

  /// Makes a `Night` that follows the appearance of one application, without blocking the thread.
  ///
  /// The call also waits for the application's preferences.
  ///
  /// - Parameters:
  ///   - application: The name, such as `org.example.Editor`, under which nightd stores this
  ///     program's own choice, themes and preferences.
  ///   - delivery: The executor or loop that calls the handlers on the main actor.
  ///   - timeout: The longest time to wait.
  ///   - requestTimeout: The longest time that a request such as `set` waits for its reply, at most
  ///     15 seconds. If no reply comes in time, the request throws `noAnswer`.
  ///   - log: Receives a sentence about each problem that did not stop the library. If `log` is
  ///     nil, the sentences are written to standard error.
  /// - Returns: The `Night`. A missing bus or daemon is not an error.
  /// - Throws: A `NightError`: `cancelled` if the task is cancelled, or `refused` if the name is
  ///   not valid for an application.
  public static func connect(
    application: String,
    delivery: Delivery = .mainActor,
    timeout: Duration = .seconds(2),
    requestTimeout: Duration = .seconds(15),
    log: (@Sendable (String) -> Void)? = nil
  ) async throws(NightError) -> Night {
    try check(application: application)
    let limit = WaitLimit(timeout, request: requestTimeout, mayBlock: false)
    let night = Night(for: application, delivery, limit, log)
    night.values.startFollowing()
    return try await night.connected()
  }

  private func connected() async throws(NightError) -> Night {
    await ready()
    if !values.application.isEmpty { await values.ready() }
    if Task.isCancelled { throw .cancelled }
    return self
  }

  /// Waits until this `Night` knows its first values, without blocking the thread.
  ///
  /// Use this function for a pinned part whose first frame must have the right theme:
  ///
  /// ```swift
  /// let paper = await night.pinned(to: .light).ready()
  /// ```
  ///
  /// The wait ends early if the task is cancelled, or if the timeout of this `Night` passes.
  ///
  /// - Returns: This `Night`.
  @discardableResult
  public func ready() async -> Night {
    await engine?.limit.value(of: channel)
    return self
  }
}

/// Parts of a program that do not follow the style, such as one window that stays light.
///
/// Each such part follows a pinned `Night`, which is updated until you release the original
/// `Night`.
extension Night {
  /// Returns a `Night` whose style never changes.
  ///
  /// The pinned `Night` still follows changes of the contrast, and of the theme that is in use for
  /// its style. Until the daemon has sent the theme in use, the pinned part has the built-in theme
  /// of its style. ``ready()`` waits for the daemon's theme.
  ///
  /// - Parameter style: The style that the part keeps.
  /// - Returns: The pinned part; all callers that pin the same style share it.
  public func pinned(to style: Style) -> Night {
    var present = appearance
    if let theme = engine?.shared.theme(for: style) {
      (present.style, present.theme) = (style, theme)
    }
    return pinned(.style(style.core), present.inStyle(style))
  }

  /// Returns a `Night` that always uses the theme with this name, and follows edits of that theme.
  ///
  /// If the theme is removed later, the pinned part keeps the theme's last values.
  ///
  /// - Parameter name: The theme's name.
  /// - Returns: The pinned part; all callers that pin the same theme share it.
  /// - Throws: A `NightError`: `refused` if no theme has this name; the error then suggests the
  ///   nearest name. Throws `noBus`, `noDaemon` or `noAnswer` if nightd cannot be reached. A
  ///   built-in theme is found even without nightd.
  public func pinned(toTheme name: String) async throws(NightError) -> Night {
    let theme = try await theme(named: name)
    var pinned = appearance
    pinned.theme = theme
    pinned.style = theme.style
    return await self.pinned(.theme(name), pinned).ready()
  }

  private func pinned(_ subject: Subject, _ appearance: Appearance) -> Night {
    if let previewDaemon { return previewDaemon.pinned(subject, appearance, of: self) }
    return engine?.pinned(subject, appearance, of: self) ?? self
  }
}
