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
  /// The type of the value that `apply` receives: `Appearance`, or your application's own theme
  /// type.
  associatedtype Look = Appearance

  /// Paints the object; called once by `setUpTheming`, and then after each change.
  ///
  /// If you set up the object to fade, it is also painted for each frame of a fade.
  ///
  /// - Parameter look: The appearance to paint with, or the value of your own theme type.
  func apply(_ look: Look)
}

/// A source of looks for `Themed` objects, such as a `Night`; a look is an appearance or your own
/// theme.
@MainActor
public protocol ThemeProvider<Look>: AnyObject {
  /// The type of look that this source provides.
  associatedtype Look

  /// The look that is in effect now.
  var currentTheme: Look { get }

  /// Calls `handler` at once and then after each change, as long as `object` lives.
  ///
  /// If an object subscribes twice, its second handler replaces the first.
  ///
  /// - Parameters:
  ///   - object: The calls end when this object is released; the subscription does not keep the
  ///     object alive.
  ///   - handler: Receives the object and the look.
  /// - Returns: A subscription, which you need not keep.
  @discardableResult
  func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Look) -> Void
  ) -> Subscription
}

extension Themed {
  /// Applies the present look, and then each new look, as long as this object lives.
  ///
  /// The provider does not keep the object alive. If you set up an object twice with the same
  /// provider, each change is still applied only once.
  ///
  /// You can pause the subscription while a view is hidden. When you resume the subscription, the
  /// newest look is applied once.
  ///
  /// - Parameter provider: The source of the looks, such as a `Night`.
  /// - Returns: A subscription, which you need not keep.
  @discardableResult
  public func setUpTheming(by provider: some ThemeProvider<Look>) -> Subscription {
    provider.subscribeToChanges(self) { $0.apply($1) }
  }
}

extension Themed where Look == Appearance {
  /// Applies the present appearance, and then every frame of the fade to each new appearance.
  ///
  /// For your own theme type, make a fading provider with ``Night/provider(fading:_:)``.
  ///
  /// - Parameters:
  ///   - night: The source of the appearances.
  ///   - isFading: Whether the object fades; if false, it gets each new appearance at once.
  /// - Returns: A subscription, which you need not keep.
  @discardableResult
  public func setUpTheming(by night: Night, fading isFading: Bool) -> Subscription {
    guard isFading else { return setUpTheming(by: night) }
    let key = ObjectIdentifier(self)
    night.main.cancel(key: key)
    return night.observeFrames(by: self, key: key, { $0 }) { $0.apply($1) }
  }
}
