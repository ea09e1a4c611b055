import NightClient
import NightContract
import NightCore

/// Everything that an application paints by, at one moment.
public struct Appearance: Equatable, Sendable {
  /// Light or dark.
  public var style: Style
  /// The theme in use, with all that it gives.
  public var theme: Theme
  /// Whether the person asked for more contrast.
  public var isHighContrast: Bool
  /// The colour that marks what is active, where one is chosen.
  public var accent: Color?
  /// Whether the person asked for less motion.
  public var isMotionReduced: Bool
  /// How long a change to this appearance should take to fade in; zero where motion is reduced.
  public var fade: Duration

  /// An appearance of the program's own, for previews and tests.
  public init(
    _ style: Style,
    theme: Theme? = nil,
    isHighContrast: Bool = false,
    accent: Color? = nil,
    isMotionReduced: Bool = false,
    fade: Duration = .milliseconds(300)
  ) {
    self.style = style
    self.theme = theme ?? .builtIn(style, isHighContrast: isHighContrast)
    self.isHighContrast = isHighContrast
    self.accent = accent
    self.isMotionReduced = isMotionReduced
    self.fade = isMotionReduced ? .zero : fade
  }

  init(_ look: Look, theme: Theme? = nil) {
    let paint = look.paint
    self.init(
      Style(paint.style),
      theme: theme ?? Theme(look.theme.theme),
      isHighContrast: paint.isHighContrast,
      accent: paint.accent.map { Color(red: $0.red, green: $0.green, blue: $0.blue) },
      isMotionReduced: paint.isMotionReduced,
      fade: min(.milliseconds(Int64(paint.fade)), Self.longestFade)
    )
  }

  /// Whoever advises more means something else.
  private static let longestFade = Duration.seconds(10)

  /// Light, with the theme that is built in: what holds where nobody says anything else.
  public static let light = Appearance(.light)
  /// Dark, with the theme that is built in.
  public static let dark = Appearance(.dark)

  /// What the theme gives for a key, or else the key's default.
  @inlinable
  public subscript<Value>(key: ThemeKey<Value>) -> Value { key.find(in: theme) ?? key.default }

  /// The same for one state of a thing: `NAME-STATE` where the theme has that, else `NAME`.
  @inlinable
  public subscript<Value>(key: ThemeKey<Value>, state: ThemeState) -> Value {
    key.find(in: theme, state) ?? key.default
  }

  /// What the theme gives for a key; nil where it gives nothing of that kind under that name.
  @inlinable
  public func value<Value>(_ key: ThemeKey<Value>) -> Value? { key.find(in: theme) }
}
