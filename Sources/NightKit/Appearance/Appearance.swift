import NightClient
import NightContract
import NightCore

/// One of the two styles, light or dark.
public enum Style: String, CaseIterable, Sendable {
  /// Dark text on a light background.
  case light
  /// Light text on a dark background.
  case dark

  /// The opposite style.
  public var other: Style { self == .light ? .dark : .light }

  init(_ style: NightCore.Style) { self = style == .light ? .light : .dark }

  var core: NightCore.Style { self == .light ? .light : .dark }
}

/// The origin of the appearance that a `Night` has now.
public enum Source: String, Sendable {
  /// The daemon, nightd.
  case daemon
  /// The desktop's portal, used while nightd is not running; the colours are built into NightKit.
  case portal
  /// A `NightPreview`, through which the program itself sets the appearance.
  case preview
  /// No source: the last known appearance stays. If no appearance was ever known, the standard
  /// appearance is used.
  case nobody
}

/// Everything that an application needs to paint itself, as it is at one moment.
///
/// If several values must be consistent with each other, read all of them from one appearance.
public struct Appearance: Sendable {
  /// Light or dark.
  public var style: Style
  /// The theme in use, with everything that it inherits.
  public var theme: Theme
  /// Whether the user asked for higher contrast.
  public var isHighContrast: Bool
  /// The colour that marks active elements; nil if the user has chosen no accent colour.
  public var accent: Color?
  /// Whether the user asked for less motion.
  public var isMotionReduced: Bool
  /// How long the fade to this appearance should take.
  ///
  /// If nightd sends a fade of more than ten seconds, the fade is shortened to ten seconds. If
  /// motion is reduced, the fade takes no time.
  public var fade: Duration
  /// The origin of this appearance; two appearances that differ only in their origin are equal.
  var source = Source.preview

  /// Makes an appearance from your own values, for previews and tests.
  ///
  /// - Parameters:
  ///   - style: Light or dark.
  ///   - theme: The theme; nil to use the built-in theme of this style and contrast.
  ///   - isHighContrast: Whether the user asked for higher contrast.
  ///   - accent: The colour that marks active elements; nil if there is no accent colour.
  ///   - isMotionReduced: Whether the user asked for less motion; if true, `fade` is zero.
  ///   - fade: How long the fade to this appearance should take.
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

  init(_ look: ThemedAppearance, theme: Theme? = nil) {
    self.init(look.paint, theme ?? Theme(look.theme.theme))
  }

  init(_ paint: Paint, _ theme: Theme) {
    self.init(
      Style(paint.style),
      theme: theme,
      isHighContrast: paint.isHighContrast,
      accent: paint.accent.map { Color(red: $0.red, green: $0.green, blue: $0.blue) },
      isMotionReduced: paint.isMotionReduced,
      fade: min(.milliseconds(Int64(paint.fade)), Self.longestFade)
    )
  }

  /// The longest fade that is accepted; a longer fade from the daemon is shortened to this limit.
  private static let longestFade = Duration.seconds(10)

  /// The standard appearance, light with the built-in theme, used until another appearance is
  /// known.
  public static let light = Appearance(.light)
  /// The dark appearance with the built-in theme.
  public static let dark = Appearance(.dark)

  /// The theme's value for a key, or the key's default if the theme has no such value.
  ///
  /// - Parameter key: The key of the value, such as `.surface`.
  @inlinable
  public subscript<Value>(key: ThemeKey<Value>) -> Value { key.find(in: theme) ?? key.default }

  /// The theme's value for a key in one state of an element.
  ///
  /// Looks up `NAME-STATE` first, such as `primary-pressed`, then `NAME`, then the key's default.
  ///
  /// - Parameters:
  ///   - key: The key of the value, such as `.surface`.
  ///   - state: The state of the element, such as `.pressed`.
  @inlinable
  public subscript<Value>(key: ThemeKey<Value>, state: ThemeState) -> Value {
    key.find(in: theme, state) ?? key.default
  }

  /// Looks up the theme's value for a key, without the key's default.
  ///
  /// - Parameter key: The key of the value, such as `.surface`.
  /// - Returns: The value; nil if the theme has no value of that name and type.
  @inlinable
  public func value<Value>(_ key: ThemeKey<Value>) -> Value? { key.find(in: theme) }
}

extension Appearance: Equatable {
  /// Whether an application would look the same with either appearance; their origins are ignored.
  public static func == (left: Appearance, right: Appearance) -> Bool {
    left.style == right.style && left.isHighContrast == right.isHighContrast
      && left.accent == right.accent && left.isMotionReduced == right.isMotionReduced
      && left.fade == right.fade && left.theme == right.theme
  }
}

extension Appearance {
  /// A copy of this appearance whose origin is `source`.
  func from(_ source: Source) -> Appearance {
    var appearance = self
    appearance.source = source
    return appearance
  }

  /// A copy of this appearance in another style, with the built-in theme of that style.
  func withBuiltIn(_ style: Style) -> Appearance {
    var appearance = self
    appearance.style = style
    appearance.theme = .builtIn(style, isHighContrast: isHighContrast)
    return appearance
  }

  /// This appearance in the given style; unchanged if it already has that style.
  func inStyle(_ style: Style) -> Appearance {
    self.style == style ? self : withBuiltIn(style)
  }
}
