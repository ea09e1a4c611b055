/// An object that paints itself with an appearance: a view, a window or a page to print.
///
/// ```swift
/// final class Sidebar: Themed {
///   init(_ night: Night) { setUpTheming(by: night) }
///   func apply(_ appearance: Appearance) { fill = appearance[.surface] }
/// }
/// ```
@MainActor
public protocol Themed<Look>: AnyObject {
  /// The type of the value that is applied: `Appearance`, or your application's own theme type.
  associatedtype Look = Appearance

  /// Paints the object with `look`; called once by `setUpTheming`, and then after each change.
  func apply(_ look: Look)
}

/// A source of looks for `Themed` objects: a `Night` or a `TypedThemeProvider`.
@MainActor
public protocol ThemeProvider<Look>: AnyObject {
  /// The type of look that this source provides.
  associatedtype Look

  /// The look that is in effect now.
  var currentTheme: Look { get }

  /// Calls `handler` at once and then after each change, as long as `object` lives.
  ///
  /// If an object subscribes twice, its second handler replaces the first.
  @discardableResult
  func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Look) -> Void
  ) -> Subscription
}

extension Themed {
  /// Applies the present look, and then each new look, as long as this object lives.
  ///
  /// The provider does not keep the object alive. If you set up an object twice by the same
  /// provider, each change is still applied only once.
  ///
  /// You need not keep the returned subscription. You can pause the subscription while a view is
  /// hidden. When you resume it, the newest look is applied once.
  @discardableResult
  public func setUpTheming(by provider: some ThemeProvider<Look>) -> Subscription {
    provider.subscribeToChanges(self) { $0.apply($1) }
  }
}

extension Night: ThemeProvider {
  /// The appearance that is in effect now.
  public var currentTheme: Appearance { appearance }

  /// Calls `handler` at once and then after each change, as long as `object` lives.
  ///
  /// If an object subscribes twice, its second handler replaces the first.
  @discardableResult
  public func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Appearance) -> Void
  ) -> Subscription {
    observe(by: object, key: ObjectIdentifier(object), handler)
  }

  /// Makes a provider for your own theme type; `make` derives a theme from each appearance.
  ///
  /// ```swift
  /// let themes = night.provider { EditorTheme(paper: $0[.surface], ink: $0[.onSurface]) }
  /// editor.setUpTheming(by: themes)
  /// ```
  @MainActor
  public func provider<Look>(
    _ make: @escaping @MainActor (Appearance) -> Look
  ) -> TypedThemeProvider<Look> {
    TypedThemeProvider(self, make) { _, _ in false }
  }

  /// Makes a provider for an equatable theme type; an equal theme is not applied again.
  @MainActor
  public func provider<Look: Equatable>(
    _ make: @escaping @MainActor (Appearance) -> Look
  ) -> TypedThemeProvider<Look> {
    TypedThemeProvider(self, make) { $0 == $1 }
  }
}

/// Provides an application's own theme type, made from the appearances of a `Night`.
///
/// Keep the provider: the objects that it themes do not keep it alive.
@MainActor
public final class TypedThemeProvider<Look>: ThemeProvider {
  private let look: SubscribableValue<Look>
  /// This reference keeps a pinned `Night` alive, which may have no other owner.
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

  /// The theme that is in effect now.
  public var currentTheme: Look { look.value }

  /// Calls `handler` at once and then after each change, as long as `object` lives.
  ///
  /// If an object subscribes twice, its second handler replaces the first.
  @discardableResult
  public func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Look) -> Void
  ) -> Subscription {
    let subscription = look.subscribe(by: object, key: ObjectIdentifier(object), handler)
    look.callFirst { handler(object, look.value) }
    return subscription
  }
}
