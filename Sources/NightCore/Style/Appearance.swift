/// The style, theme, contrast, accent and motion in effect at one moment, and the reason for the
/// style.
///
/// An appearance is derived from the intent, the layers, the desktop and the time, and is never
/// stored.
package struct Appearance: Equatable, Sendable {
  package var style: Style
  package var choice: Choice
  /// Whether someone has made a choice.
  ///
  /// Before someone makes a choice, nightd answers requests, but leaves other programs' settings
  /// alone.
  package var isChosen: Bool
  package var theme: String
  package var themeDigest = ""
  /// Whether the application's own theme is in effect now; nil if the application has no themes of
  /// its own.
  package var isThemeOwn: Bool?
  package var isHighContrast = false
  /// Whether a preference or the desktop sets the contrast; false if the default applies.
  package var isContrastSet = false
  package var accent: Accent?
  package var isMotionReduced = false
  /// Whether a preference or the desktop sets `isMotionReduced`; false if the default applies.
  package var isMotionSet = false
  package var reason: Reason
  /// The time at which the style took effect for the current reason.
  package var since: Instant
  package var next: Instant?
  package var nextStyle: Style?
  /// When the hold ends; nil if there is no hold.
  package var holdUntil: Instant?
  /// How long programs should take to fade to a new style, in milliseconds.
  package var fade = Appearance.registeredFade
  /// The style that the desktop asks for; nil if no source of the desktop's settings answers.
  package var desktop: DesktopWord?
  /// Whether a person used the desktop's own switch to make the choice, or to set the hold, that is
  /// in force.
  package var isByDesktop = false
  /// Whether a program inhibits automatic changes.
  package var isInhibited = false

  package static let registeredFade: UInt32 = 300

  package init(
    style: Style,
    choice: Choice,
    isChosen: Bool,
    reason: Reason,
    since: Instant,
    next: Instant? = nil,
    nextStyle: Style? = nil
  ) {
    self.style = style
    self.choice = choice
    self.isChosen = isChosen
    theme = style.builtInTheme
    self.reason = reason
    self.since = since
    self.next = next
    self.nextStyle = nextStyle
  }

  /// Whether an application would paint the same way with the appearance `other`.
  package func paintsLike(_ other: Appearance) -> Bool {
    style == other.style && theme == other.theme && themeDigest == other.themeDigest
      && isHighContrast == other.isHighContrast && accent == other.accent
      && isMotionReduced == other.isMotionReduced
  }
}

/// A record with all fields but the style, which the bus passes as a separate argument.
extension Appearance: Record {
  package static let blank = Appearance(
    style: .light,
    choice: .system,
    isChosen: false,
    reason: .fallback,
    since: Instant(microseconds: 0)
  )

  package mutating func visit(_ fields: inout Fields) {
    fields.field(AppearanceKey.choice, &choice)
    fields.field(AppearanceKey.chosen, &isChosen)
    fields.field(AppearanceKey.theme, &theme)
    fields.field(AppearanceKey.themeDigest, &themeDigest)
    fields.number(AppearanceKey.contrast, &isHighContrast)
    fields.field(AppearanceKey.reducedMotion, &isMotionReduced)
    fields.field(AppearanceKey.reason, &reason)
    fields.field(AppearanceKey.since, &since)
    fields.field(AppearanceKey.fade, &fade)
    fields.field(AppearanceKey.inhibited, &isInhibited)
    fields.field(AppearanceKey.ownTheme, &isThemeOwn)
    fields.field(AppearanceKey.accent, &accent)
    fields.field(AppearanceKey.next, &next)
    fields.field(AppearanceKey.nextStyle, &nextStyle)
    fields.field(AppearanceKey.holdUntil, &holdUntil)
    fields.field(AppearanceKey.desktop, &desktop)
    var by = isByDesktop ? AppearanceKey.desktop : nil
    fields.field(AppearanceKey.by, &by)
    isByDesktop = by == AppearanceKey.desktop
  }
}

/// An appearance and its serial number.
package struct Snapshot: Equatable, Sendable {
  /// The serial number: 1 when the daemon starts, then increased by 1 whenever programs must
  /// repaint.
  package var serial: UInt64
  package var appearance: Appearance

  package init(serial: UInt64, appearance: Appearance) {
    self.serial = serial
    self.appearance = appearance
  }
}

extension Snapshot {
  /// Returns a JSON object whose members have the same names as on the bus.
  ///
  /// The members in `more` come last.
  package func json(_ more: [JSON.Member] = []) -> JSON {
    let members: [JSON.Member] = [
      .init(name: "style", value: .string(appearance.style.rawValue)),
      .init(name: "serial", value: .integer(Int64(clamping: serial))),
    ]
    return .object(members + appearance.json + more)
  }
}
