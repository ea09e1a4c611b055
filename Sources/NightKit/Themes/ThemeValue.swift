/// What a theme can give.
///
/// A program's own types may be made of what themes give as well.
///
/// ```swift
/// extension Pen: ThemeValue {
///   static func find(_ name: String, in theme: Theme) -> Pen? { theme.color(name).map(Pen.init) }
/// }
/// ```
public protocol ThemeValue: Sendable {
  /// What a theme gives under a name; nil where it gives nothing of this kind.
  static func find(_ name: String, in theme: Theme) -> Self?
}

extension Color: ThemeValue {
  /// The colour of a role.
  public static func find(_ name: String, in theme: Theme) -> Color? { theme.color(name) }
}

extension ThemeImage: ThemeValue {
  /// An image by its name.
  public static func find(_ name: String, in theme: Theme) -> ThemeImage? { theme.image(name) }
}

extension ThemeFont: ThemeValue {
  /// A font by its name.
  public static func find(_ name: String, in theme: Theme) -> ThemeFont? { theme.font(name) }
}

extension Double: ThemeValue {
  /// A number by its name; an alpha, a width, a radius.
  public static func find(_ name: String, in theme: Theme) -> Double? { theme.number(name) }
}

extension Int: ThemeValue {
  /// A number by its name, where it is a whole one.
  public static func find(_ name: String, in theme: Theme) -> Int? {
    theme.number(name).flatMap(Int.init(exactly:))
  }
}

extension String: ThemeValue {
  /// A text by its name.
  public static func find(_ name: String, in theme: Theme) -> String? { theme.string(name) }
}

extension Bool: ThemeValue {
  /// Whether something is so, by its name.
  public static func find(_ name: String, in theme: Theme) -> Bool? { theme.bool(name) }
}
