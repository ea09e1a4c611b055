/// What a theme is asked for: a name, the kind of value, and what serves where there is none.
///
/// ```swift
/// extension ThemeKey<Color> {
///   static let background = ThemeKey("surface", default: .white)
/// }
/// view.fill(night[.background])
/// ```
public struct ThemeKey<Value: Sendable>: Sendable {
  /// What stands in the theme under this name is taken; nil for a key that the program answers.
  public let name: String?
  /// What serves where no theme gives it.
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
  /// What the theme gives under a name.
  public init(_ name: String, default value: Value) {
    self.init(name, default: value) { Value.find($1, in: $0) }
  }
}

extension ThemeKey {
  /// Values of the program's own, by the style, or by the name of the theme where it is named.
  public init(light: Value, dark: Value, themes: [String: Value] = [:]) {
    self.init(nil, default: light) { theme, _ in
      themes[theme.name] ?? (theme.style == .light ? light : dark)
    }
  }

  /// A value that no theme changes.
  public init(always value: Value) { self.init(nil, default: value) { _, _ in value } }

  /// The same in another form, such as the colour of a toolkit.
  public func map<Other: Sendable>(
    _ form: @escaping @Sendable (Value) -> Other
  ) -> ThemeKey<Other> {
    ThemeKey<Other>(name, default: form(`default`)) { [look] in look($0, $1).map(form) }
  }
}

extension ThemeKey<Color> {
  /// The same colour with that part of its alpha.
  public func faded(_ alpha: Double) -> ThemeKey { map { $0.faded(alpha) } }

  /// The same colour with that part of its alpha which the theme gives as a number.
  public func faded(by alpha: ThemeKey<Double>) -> ThemeKey {
    ThemeKey(name, default: `default`.faded(alpha.default)) { [look] theme, name in
      look(theme, name).map { $0.faded(alpha.find(in: theme) ?? alpha.default) }
    }
  }
}
