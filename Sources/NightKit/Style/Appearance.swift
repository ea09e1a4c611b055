import NightCore

/// Everything that an application paints by, at one moment.
public struct Appearance: Equatable, Sendable {
  /// A colour in sRGB; each part from 0 to 1.
  public struct Accent: Equatable, Sendable {
    /// The red part.
    public var red: Double
    /// The green part.
    public var green: Double
    /// The blue part.
    public var blue: Double
  }

  /// Light or dark.
  public var style: Style
  /// The name of the theme in use.
  public var theme: String
  /// Whether the person asked for more contrast.
  public var isHighContrast: Bool
  /// The colour that marks what is active, where one is chosen.
  public var accent: Accent?
  /// Whether the person asked for less motion.
  public var isMotionReduced: Bool
  /// How long a change to this appearance should take to fade in.
  public var fade: Duration

  init(_ appearance: NightCore.Appearance) {
    style = Style(appearance.style)
    theme = appearance.theme
    isHighContrast = appearance.isHighContrast
    accent = appearance.accent.map { Accent(red: $0.red, green: $0.green, blue: $0.blue) }
    isMotionReduced = appearance.isMotionReduced
    fade = .milliseconds(Int64(appearance.fade))
  }

  /// What holds where there is no daemon to ask: light.
  public static let standard = Appearance(
    NightCore.Appearance(
      style: .light,
      choice: .system,
      isChosen: false,
      reason: .fallback,
      since: Instant(microseconds: 0)
    )
  )
}
