import NightClient
import NightCore

/// Why the style is in effect, since when, and when it will change.
public struct Status: Equatable, Sendable {
  /// Why the style is in effect.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    /// The keyword that nightd sends; later versions of nightd may have further keywords.
    public let rawValue: String

    /// Makes a reason from the keyword that nightd sends.
    ///
    /// - Parameter rawValue: The keyword, such as `hold`. Any string is accepted, because later
    ///   versions of nightd may have further keywords.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user or a program chose the style.
    public static let choice = Reason(rawValue: "choice")
    /// The style is temporary, and lasts until a certain moment.
    public static let hold = Reason(rawValue: "hold")
    /// The schedule decides the style.
    public static let schedule = Reason(rawValue: "schedule")
    /// The desktop's own setting decides the style.
    public static let system = Reason(rawValue: "system")
    /// A program inhibits automatic changes, so the previous style stays.
    public static let inhibit = Reason(rawValue: "inhibit")
    /// The application has chosen its own style.
    public static let app = Reason(rawValue: "app")
    /// Nothing decides the style, so the default applies: light.
    public static let fallback = Reason(rawValue: "fallback")
    /// The variable `NIGHTD_FORCE_STYLE` in the program's environment forces the style.
    public static let forced = Reason(rawValue: ForcedStyle.reason)
  }

  /// A planned change of the style.
  public struct Change: Equatable, Sendable {
    /// When the style changes.
    public var moment: Moment
    /// The style after the change.
    public var style: Style

    /// Makes a planned change.
    ///
    /// - Parameters:
    ///   - moment: When the style changes.
    ///   - style: The style after the change.
    public init(at moment: Moment, to style: Style) {
      self.moment = moment
      self.style = style
    }
  }

  /// The style that is in effect.
  public var style: Style
  /// Why this style is in effect.
  public var reason: Reason
  /// What decides the style while no hold is in force: `light`, `dark`, `schedule` or `system`.
  public var choice: String
  /// When this style took effect for this reason.
  public var since: Moment
  /// The next planned change; nil if no change is planned.
  public var next: Change?
  /// When the present hold (a temporary style or theme) ends; nil if no hold is in force.
  ///
  /// Even after the hold ends, the style may stay the same.
  public var holdEnd: Moment?
  /// Whether a program has asked nightd not to change the style automatically.
  public var isInhibited: Bool

  /// Makes a status from your own values, for previews and tests.
  ///
  /// - Parameters:
  ///   - style: The style that is in effect.
  ///   - reason: Why this style is in effect.
  ///   - choice: What decides the style while no hold is in force: `light`, `dark`, `schedule` or
  ///     `system`.
  ///   - since: When this style took effect for this reason.
  ///   - next: The next planned change.
  ///   - holdEnd: When the present hold ends.
  ///   - isInhibited: Whether a program inhibits automatic changes.
  public init(
    _ style: Style,
    reason: Reason,
    choice: String = "system",
    since: Moment = Moment(secondsSince1970: 0),
    next: Change? = nil,
    holdEnd: Moment? = nil,
    isInhibited: Bool = false
  ) {
    self.style = style
    self.reason = reason
    self.choice = choice
    self.since = since
    self.next = next
    self.holdEnd = holdEnd
    self.isInhibited = isInhibited
  }

  init(_ appearance: NightCore.Appearance) {
    self.init(
      Style(appearance.style),
      reason: Reason(rawValue: appearance.reason.rawValue),
      choice: appearance.choice.rawValue,
      since: Moment(appearance.since),
      holdEnd: appearance.holdUntil.map { Moment($0) },
      isInhibited: appearance.isInhibited
    )
    if let next = appearance.next, let style = appearance.nextStyle {
      self.next = Change(at: Moment(next), to: Style(style))
    }
  }
}

extension Status {
  /// This status, adjusted for a program whose environment forces `style`; unchanged if `style` is
  /// nil.
  func forced(to style: Style?) -> Status {
    guard let style else { return self }
    var status = self
    (status.style, status.reason) = (style, .forced)
    (status.next, status.holdEnd) = (nil, nil)
    return status
  }
}

extension Night {
  /// Asks nightd why the style is in effect, since when, and when it will change.
  ///
  /// For an application with its own choice, the result is the status of the application's style.
  ///
  /// - Returns: The status at this moment.
  /// - Throws: A `NightError`.
  public func status() async throws(NightError) -> Status {
    if let previewDaemon { return try await previewDaemon.answer { $0.presentStatus } }
    let name = values.application
    let snapshot = try await shared().ask { client, then in
      client.startGet(for: name, then: then)
    }
    return Status(snapshot.appearance).forced(to: engine?.forced)
  }
}
