/// The name of a theme's value, with its type and the default to use if a theme lacks the value.
///
/// ```swift
/// extension ThemeKey<Color> {
///   static let background = ThemeKey("surface", default: .white)
/// }
/// view.fill(night[.background])
/// ```
public struct ThemeKey<Value: Sendable>: Sendable {
  /// The name of the value in the theme; nil if the program itself provides the value.
  public let name: String?
  /// The value to use if the theme has no value of this name and type.
  public let `default`: Value
  @usableFromInline
  let look: @Sendable (_ theme: Theme, _ name: String) -> Value?

  private init(
    _ name: String?,
    default value: Value,
    _ look: @escaping @Sendable (_ theme: Theme, _ name: String) -> Value?
  ) {
    self.name = name
    `default` = value
    self.look = look
  }

  @inlinable
  func find(in theme: Theme) -> Value? { look(theme, name ?? "") }

  @inlinable
  func find(in theme: Theme, _ state: ThemeState) -> Value? {
    let own = name.flatMap { state == .normal ? nil : look(theme, "\($0)-\(state.name)") }
    return own ?? find(in: theme)
  }
}

extension ThemeKey where Value: ThemeValue {
  /// Makes a key that reads the theme's value with this name.
  ///
  /// - Parameters:
  ///   - name: The name in the theme's file, such as `surface`.
  ///   - value: The value to use if the theme has no value of this name and type.
  public init(_ name: String, default value: Value) {
    self.init(name, default: value) { Value.find($1, in: $0) }
  }
}

extension ThemeKey where Value: ThemeValue {
  /// Makes a key that reads the theme's value with this name, and has a default for each style.
  ///
  /// - Parameters:
  ///   - name: The name in the theme's file, such as `gutter`.
  ///   - light: The default for light themes.
  ///   - dark: The default for dark themes.
  public init(_ name: String, light: Value, dark: Value) {
    self.init(name, default: light) { theme, name in
      Value.find(name, in: theme) ?? (theme.style == .light ? light : dark)
    }
  }
}

extension ThemeKey {
  /// Makes a key whose values your program itself provides, for each style or for single themes.
  ///
  /// - Parameters:
  ///   - light: The value for light themes; it is also the default.
  ///   - dark: The value for dark themes.
  ///   - themes: Values for particular themes, each under the theme's name.
  public init(light: Value, dark: Value, themes: [String: Value] = [:]) {
    self.init(nil, default: light) { theme, _ in
      themes[theme.name] ?? (theme.style == .light ? light : dark)
    }
  }

  /// Makes a key that has the same value in every theme.
  ///
  /// - Parameter value: The value, which is also the default.
  public init(always value: Value) { self.init(nil, default: value) { _, _ in value } }

  /// Makes a key that converts this key's value to another type, such as a toolkit's own colour.
  ///
  /// - Parameter form: Converts a value; each read of the new key calls this function, so it must
  ///   be fast.
  /// - Returns: The new key; its default is converted too.
  public func map<Other: Sendable>(
    _ form: @escaping @Sendable (Value) -> Other
  ) -> ThemeKey<Other> {
    ThemeKey<Other>(name, default: form(`default`)) { [look] in look($0, $1).map(form) }
  }
}

extension ThemeKey<Color> {
  /// Makes a key for the same colour, but more transparent.
  ///
  /// - Parameter alpha: The factor by which the colour's own alpha is multiplied, from 0 to 1.
  /// - Returns: The new key; its default is faded too.
  public func faded(_ alpha: Double) -> ThemeKey { map { $0.faded(alpha) } }

  /// Makes a key for the same colour, with its alpha multiplied by a number from the same theme.
  ///
  /// - Parameter alpha: The key of the factor by which the colour's own alpha is multiplied, from 0
  ///   to 1.
  /// - Returns: The new key; its default is faded too.
  public func faded(by alpha: ThemeKey<Double>) -> ThemeKey {
    ThemeKey(name, default: `default`.faded(alpha.default)) { [look] theme, name in
      look(theme, name).map { $0.faded(alpha.find(in: theme) ?? alpha.default) }
    }
  }
}

/// The colour roles that every theme has, because every theme inherits from a built-in one.
///
/// The defaults repeat the colours of the built-in light theme, so that a program can use a key
/// without reading that theme.
extension ThemeKey<Color> {
  /// The window's background, behind everything else.
  public static let background = ThemeKey("background", default: Color(hex: 0xf5f6f8))
  /// The colour of text and icons on `background`.
  public static let onBackground = ThemeKey("onBackground", default: Color(hex: 0x1c2128))
  /// The background of pages, lists and text fields.
  public static let surface = ThemeKey("surface", default: Color(hex: 0xffffff))
  /// The colour of text and icons on `surface`.
  public static let onSurface = ThemeKey("onSurface", default: Color(hex: 0x1c2128))
  /// The background of bars, cards and headers.
  public static let surfaceVariant = ThemeKey("surfaceVariant", default: Color(hex: 0xe6e9ee))
  /// The colour of text and icons on `surfaceVariant`, and of less important text elsewhere.
  public static let onSurfaceVariant = ThemeKey("onSurfaceVariant", default: Color(hex: 0x5a6372))
  /// The primary action's colour, such as that of the default button.
  public static let primary = ThemeKey("primary", default: Color(hex: 0x1f5fc4))
  /// The colour of text and icons on `primary`.
  public static let onPrimary = ThemeKey("onPrimary", default: Color(hex: 0xffffff))
  /// The colour of secondary actions and highlights.
  public static let secondary = ThemeKey("secondary", default: Color(hex: 0x0f6b74))
  /// The colour of text and icons on `secondary`.
  public static let onSecondary = ThemeKey("onSecondary", default: Color(hex: 0xffffff))
  /// The colour that indicates success.
  public static let success = ThemeKey("success", default: Color(hex: 0x1f6f3a))
  /// The colour of text and icons on `success`.
  public static let onSuccess = ThemeKey("onSuccess", default: Color(hex: 0xffffff))
  /// The colour of warnings.
  public static let warning = ThemeKey("warning", default: Color(hex: 0x8a5200))
  /// The colour of text and icons on `warning`.
  public static let onWarning = ThemeKey("onWarning", default: Color(hex: 0xffffff))
  /// The colour of errors.
  public static let error = ThemeKey("error", default: Color(hex: 0xb3261e))
  /// The colour of text and icons on `error`.
  public static let onError = ThemeKey("onError", default: Color(hex: 0xffffff))
  /// The text colour of links.
  public static let link = ThemeKey("link", default: Color(hex: 0x1f5fc4))
  /// The background of selected text.
  public static let selection = ThemeKey("selection", default: Color(hex: 0xcfe0ff))
  /// The colour of selected text, which has `selection` as its background.
  public static let onSelection = ThemeKey("onSelection", default: Color(hex: 0x1c2128))
  /// The colour of lines between elements.
  public static let separator = ThemeKey("separator", default: Color(hex: 0xc3c9d3))
  /// The colour of text and icons in elements that cannot be used now.
  public static let disabled = ThemeKey("disabled", default: Color(hex: 0x5a6372, alpha: 0.6))
  /// The colour of shadows, usually partly transparent.
  public static let shadow = ThemeKey("shadow", default: Color(hex: 0x000000, alpha: 0.2))
}
