extension Night: ThemeProvider {
  /// The appearance that is in effect now.
  public var currentTheme: Appearance { appearance }

  /// Calls `handler` at once and then after each change, as long as `object` lives.
  ///
  /// If an object subscribes twice, its second handler replaces the first.
  ///
  /// - Parameters:
  ///   - object: The calls end when this object is released; the subscription does not keep the
  ///     object alive.
  ///   - handler: Receives the object and the appearance.
  /// - Returns: A subscription, which you need not keep.
  @discardableResult
  public func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Appearance) -> Void
  ) -> Subscription {
    let key = ObjectIdentifier(object)
    fading.known?.frames.cancel(key: key)
    return observe(by: object, key: key, handler)
  }

  /// Makes a provider for your own theme type.
  ///
  /// ```swift
  /// let themes = night.provider { EditorTheme(paper: $0[.surface], ink: $0[.onSurface]) }
  /// editor.setUpTheming(by: themes)
  /// ```
  ///
  /// - Parameter make: Derives your theme from an appearance; the provider calls `make` once
  ///   immediately, and then after each change.
  /// - Returns: The provider; keep it, because themed objects do not keep their provider alive.
  @MainActor
  public func provider<Look>(
    _ make: @escaping @MainActor (Appearance) -> Look
  ) -> some ThemeProvider<Look> {
    TypedThemeProvider(self, make) { _, _ in false }
  }

  /// Makes a provider for an equatable theme type; a new theme that equals the last one is not
  /// applied.
  ///
  /// - Parameter make: Derives your theme from an appearance; the provider calls `make` once
  ///   immediately, and then after each change.
  /// - Returns: The provider; keep it, because themed objects do not keep their provider alive.
  @MainActor
  public func provider<Look: Equatable>(
    _ make: @escaping @MainActor (Appearance) -> Look
  ) -> some ThemeProvider<Look> {
    TypedThemeProvider(self, make) { $0 == $1 }
  }

  /// Makes a provider whose theme fades to each new value.
  ///
  /// To fade a whole appearance, return it unchanged: `night.provider(fading: true) { $0 }`.
  ///
  /// - Parameters:
  ///   - isFading: Whether the theme fades; if false, it changes at once.
  ///   - make: Derives your theme from an appearance; the provider calls `make` once for each
  ///     change.
  /// - Returns: The provider; keep it, because themed objects do not keep their provider alive.
  @MainActor
  public func provider<Look: Mixable>(
    fading isFading: Bool,
    _ make: @escaping @MainActor (Appearance) -> Look
  ) -> some ThemeProvider<Look> {
    isFading
      ? TypedThemeProvider(fading: self, make) : TypedThemeProvider(self, make) { _, _ in false }
  }
}

/// Makes values of an application's own theme type from the appearances of a `Night`.
///
/// Keep the provider: themed objects do not keep their provider alive.
@MainActor
final class TypedThemeProvider<Look>: ThemeProvider {
  private let look: SubscribableValue<Look>
  /// Keep the `Night` alive here, because a pinned `Night` may have no other owner.
  private let night: Night
  private var following: Subscription?

  init(
    _ night: Night,
    _ make: @escaping @MainActor (Appearance) -> Look,
    isSame: @escaping (Look, Look) -> Bool
  ) {
    self.night = night
    look = SubscribableValue(make(night.appearance), night.loop)
    following = night.observe { [look] appearance in
      let made = make(appearance)
      if !isSame(look.value, made) { look.value = made }
    }
  }

  init(fading night: Night, _ make: @escaping @MainActor (Appearance) -> Look) where Look: Mixable {
    self.night = night
    look = SubscribableValue(make(night.appearance), night.loop)
    following = night.observeFrames(by: look, key: nil, make) { look, made in look.value = made }
  }

  /// The theme that is in effect now.
  var currentTheme: Look { look.value }

  /// Calls `handler` at once and then after each change, as long as `object` lives.
  ///
  /// If an object subscribes twice, its second handler replaces the first.
  ///
  /// - Parameters:
  ///   - object: The calls end when this object is released; the subscription does not keep the
  ///     object alive.
  ///   - handler: Receives the object and your theme.
  /// - Returns: A subscription, which you need not keep.
  @discardableResult
  func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Look) -> Void
  ) -> Subscription {
    look.subscribeToChanges(object, handler)
  }
}
