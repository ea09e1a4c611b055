/// What dresses itself: a view, a window, a page that is printed.
///
/// ```swift
/// final class Sidebar: Themed {
///   init(_ night: Night) { setUpTheming(by: night) }
///   func apply(_ appearance: Appearance) { fill = appearance[.surface] }
/// }
/// ```
@MainActor
public protocol Themed<Look>: AnyObject {
  /// What it is dressed with: an `Appearance`, or an application's own typed theme.
  associatedtype Look = Appearance

  /// Dresses it; called at the set-up, and then with each change.
  func apply(_ look: Look)
}

/// Who says what is to be dressed with: a `Night`, or an application's own theme made of one.
@MainActor
public protocol ThemeProvider<Look>: AnyObject {
  /// What it provides.
  associatedtype Look

  /// What it is now.
  var currentTheme: Look { get }

  /// Calls at once and then with each change, for as long as the object lives; an object that comes
  /// twice is called once.
  @discardableResult
  func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Look) -> Void
  ) -> Subscription
}

extension Themed {
  /// Applies what is now, and then each change for as long as this lives; it is not kept.
  ///
  /// Set up twice by the same provider it is dressed once for each change. What is returned may be
  /// passed over; a view that is hidden pauses it, and is dressed once when it is resumed.
  @discardableResult
  public func setUpTheming(by provider: some ThemeProvider<Look>) -> Subscription {
    provider.subscribeToChanges(self) { $0.apply($1) }
  }
}

extension Night: ThemeProvider {
  /// The appearance as it is now.
  public var currentTheme: Appearance { appearance }

  /// Calls at once and then with each change, for as long as the object lives; an object that comes
  /// twice is called once.
  @discardableResult
  public func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Appearance) -> Void
  ) -> Subscription {
    observe(by: object, key: ObjectIdentifier(object), handler)
  }

  /// An application's own theme, made of each appearance.
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

  /// The same of a theme that can be compared: who has one that is equal is not dressed again.
  @MainActor
  public func provider<Look: Equatable>(
    _ make: @escaping @MainActor (Appearance) -> Look
  ) -> TypedThemeProvider<Look> {
    TypedThemeProvider(self, make) { $0 == $1 }
  }
}

/// Provides an application's own theme, made of what a `Night` says; keep it for as long as it is to.
@MainActor
public final class TypedThemeProvider<Look>: ThemeProvider {
  private let look: SubscribableValue<Look>
  /// A pinned one may be kept by nobody else.
  private let night: Night
  private var following: Subscription?
  private var bell: ValueBell<Look>?

  init(
    _ night: Night,
    _ make: @escaping @MainActor (Appearance) -> Look,
    isSame: @escaping (Look, Look) -> Bool
  ) {
    self.night = night
    look = SubscribableValue(make(night.appearance))
    if let loop = night.loop {
      let bell = ValueBell(look, loop)
      self.bell = bell
      look.ring = { [weak bell] in bell?.ring() }
    }
    following = night.observe { [look] appearance in
      let made = make(appearance)
      if !isSame(look.value, made) { look.value = made }
    }
  }

  /// What it is now.
  public var currentTheme: Look { look.value }

  /// Calls at once and then with each change, for as long as the object lives; an object that comes
  /// twice is called once.
  @discardableResult
  public func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Look) -> Void
  ) -> Subscription {
    let subscription = look.subscribe(by: object, key: ObjectIdentifier(object), handler)
    look.first { handler(object, look.value) }
    return subscription
  }
}
