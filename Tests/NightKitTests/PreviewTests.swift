import Dispatch
import NightKit
import Observation
import Testing

@Suite("Preview without a daemon")
@MainActor
struct PreviewTests {
  private let preview = NightPreview(.light)
  private let calls = HandlerCalls()

  @Test("If a test shows another appearance in a preview, the preview reports the change")
  func shows() {
    let night = preview.night
    #expect(night.source == .preview)
    #expect(night.style == .light)
    let subscription = night.observe { [calls] in calls.add($0.style.rawValue) }
    preview.show(.dark)
    preview.show(.dark)
    preview.show(.light)
    #expect(calls.all == ["light", "dark", "light"])
    _ = subscription
  }

  @Test("A preview sets the style and preferences, but refuses requests that need the daemon")
  func sets() async throws {
    let night = preview.night
    try await night.desktop.set(.dark)
    #expect(night.theme.name == "midnight")
    #expect(try await night.desktop.toggle() == .light)
    let width = PreferenceKey("tab-width", default: 4)
    #expect(night.preferences[width] == 4)
    try await night.preferences.set(8, for: width)
    #expect(night.preferences[width] == 8)
    try await night.preferences.set(nil, for: width)
    #expect(night.preferences[width] == 4)
    try await night.desktop.use(theme: "midnight")
    #expect(night.style == .dark)
    await #expect(throws: NightError.self) { try await night.choose(.dark) }
  }

  @Test("A program's own theme has its own values, its parent's values and the built-in values")
  func ownTheme() {
    let base = Theme("base", .dark, colors: ["surface": Color(hex: 0x101010), "tide": .white])
    let own = Theme("own", .dark, parent: base, colors: ["surface": .black], numbers: ["gap": 4])
    preview.show(Appearance(.dark, theme: own))
    let night = preview.night
    #expect(night[.surface] == .black)
    #expect(night[ThemeKey("tide", default: Color.clear)] == .white)
    #expect(night[.primary] == Theme.builtIn(.dark).color("primary"))
    #expect(night[ThemeKey("gap", default: 1)] == 4)
    #expect(own.ancestors == ["base", "midnight"])
  }

  @Test(
    "A named key has the value that the theme gives it, or else the default value for the style"
  )
  func namedStyles() {
    let key = ThemeKey("margin", light: Color.white, dark: .black)
    #expect(preview.night[key] == .white)
    preview.show(.dark)
    #expect(preview.night[key] == .black)
    preview.show(
      Appearance(.dark, theme: Theme("own", .dark, colors: ["margin": Color(hex: 0x123456)]))
    )
    #expect(preview.night[key] == Color(hex: 0x123456))
  }

  @Test("A key's state has the theme's value for this state, or else the value of the normal state")
  func states() {
    let colors = ["key": Color(hex: 0x010101), "key-pressed": Color(hex: 0x020202)]
    preview.show(Appearance(.light, theme: Theme("pad", .light, colors: colors)))
    let key = ThemeKey("key", default: Color.clear)
    #expect(preview.night[key, .pressed] == Color(hex: 0x020202))
    #expect(preview.night[key, .disabled] == Color(hex: 0x010101))
    #expect(preview.night[key, "spinning"] == Color(hex: 0x010101))
    #expect(preview.night[key, .normal] == Color(hex: 0x010101))
  }

  @Test(
    "If many changes happen while a view is hidden, it gets a single call when it is shown again"
  )
  func hidden() async {
    let view = CountingView()
    let subscription = view.setUpTheming(by: preview.night)
    subscription.pause()
    for _ in 1...5 {
      preview.show(.dark)
      preview.show(.light)
    }
    preview.show(.dark)
    #expect(view.styles == [.light])
    subscription.resume()
    await nextTurn()
    #expect(view.styles == [.light, .dark])
  }

  @Test("If the appearance changes back while a view is paused, the view is not called")
  func backAgain() async {
    let night = preview.night
    let view = CountingView()
    let subscription = view.setUpTheming(by: night)
    var reader = night.appearances.makeAsyncIterator()
    #expect(await reader.next()?.style == .light)
    subscription.pause()
    preview.show(.dark)
    preview.show(.light)
    subscription.resume()
    await nextTurn()
    #expect(view.styles == [.light])
    preview.show(Appearance(.light, accent: .white))
    #expect(view.styles == [.light, .light])
    #expect(await reader.next()?.accent == .white)
  }

  @Test(
    "If the appearance changes back while a queue is busy, a handler on this queue is not called"
  )
  func backAgainOnQueue() async {
    let night = preview.night
    let queue = DispatchQueue(label: "test")
    let styles = AsyncStream<Color?>.makeStream()
    let subscription = night.observe(on: queue) { styles.continuation.yield($0.accent) }
    var reader = styles.stream.makeAsyncIterator()
    #expect(await reader.next() == .some(nil))
    queue.suspend()
    preview.show(.dark)
    preview.show(.light)
    queue.resume()
    queue.sync {}
    preview.show(Appearance(.light, accent: .white))
    #expect(await reader.next() == .some(.white))
    _ = subscription
  }

  @Test("As with nightd, a preview has called all handlers when its method `set` returns")
  func setting() async throws {
    let night = try NightPreview(.light, application: "org.example.Editor").night
    let themes = night.provider { $0.style }
    var styles: [Style] = []
    let following = night.observe { styles.append($0.style) }
    try await night.desktop.set(.dark)
    #expect(styles == [.light, .dark])
    #expect(themes.currentTheme == .dark)
    #expect(try await night.desktop.toggle() == .light)
    #expect(styles == [.light, .dark, .light])
    var widths: [Int] = []
    let key = PreferenceKey("tab-width", default: 4)
    let widening = night.preferences.observe(key) { widths.append($0) }
    try await night.preferences.set(8, for: key)
    #expect(widths == [4, 8])
    withExtendedLifetime((following, widening)) {}
  }

  @Test("If a program's own theme has not changed, it is not applied again")
  func equalThemes() {
    final class Page {
      var applied = 0
    }
    let styles = preview.night.provider { $0.style }, page = Page()
    styles.subscribeToChanges(page) { page, _ in page.applied += 1 }
    preview.show(Appearance(.light, isMotionReduced: true))
    #expect(page.applied == 1)
    preview.show(.dark)
    #expect(page.applied == 2)
  }

  @Test("A preview's own choice overrides the desktop's style until the choice is “follow”")
  func choosing() async throws {
    let preview = try NightPreview(.light, application: "org.example.Editor")
    let night = preview.night
    try await night.choose(.dark)
    #expect(night.style == .dark)
    #expect(night.choice == .dark)
    preview.show(Appearance(.light, isHighContrast: true))
    #expect(night.style == .dark)
    #expect(night.appearance.isHighContrast)
    try await night.choose(.follow)
    #expect(night.style == .light)
    #expect(night.choice == .follow)
    await #expect(throws: NightError.self) { try await NightPreview().night.choose(.dark) }
  }

  @Test("A pinned part of a preview keeps its style, but follows all other changes")
  func pinning() async throws {
    let preview = NightPreview(.light)
    let paper = preview.night.pinned(to: .light)
    let reef = Theme("reef", .dark)
    var contrasts: [Bool] = []
    let following = paper.observe { contrasts.append($0.isHighContrast) }
    preview.show(Appearance(.dark, theme: reef))
    #expect(paper.style == .light)
    #expect(preview.night.pinned(to: .light) === paper)
    #expect(preview.night.pinned(to: .dark).style == .dark)
    try await paper.desktop.set(.light)
    #expect(preview.night.style == .light)
    preview.show(Appearance(.dark, isHighContrast: true))
    #expect(paper.style == .light)
    #expect(paper.theme.name == "daylight-high")
    #expect(contrasts == [false, true])
    withExtendedLifetime(following) {}
  }

  @Test("In a preview, a reader that uses Observation is notified, and then reads the new value")
  func observation() async {
    let night = preview.night
    let styles = AsyncStream<Style>.makeStream()
    withObservationTracking {
      _ = night.style
    } onChange: {
      styles.continuation.yield(night.style)
    }
    preview.show(.dark)
    var reader = styles.stream.makeAsyncIterator()
    #expect(await reader.next() == .dark)
  }

  @Test(
    "A handler on an actor or a queue is called with the current value, and then with each change"
  )
  func elsewhere() async {
    let night = preview.night
    let log = StyleLog()
    let queue = AsyncStream<Style>.makeStream()
    let actor = AsyncStream<Style>.makeStream()
    await log.send(to: actor.continuation)
    let subscriptions = [
      night.observe(on: DispatchQueue(label: "test")) { queue.continuation.yield($0.style) },
      night.observe(on: log) { $0.add($1.style) },
    ]
    var queueReader = queue.stream.makeAsyncIterator()
    var actorReader = actor.stream.makeAsyncIterator()
    for style in [Style.light, .dark, .light] {
      if style != night.style { preview.show(Appearance(style)) }
      #expect(await queueReader.next() == style)
      #expect(await actorReader.next() == style)
    }
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(
    "A subscription does not retain its actor, and after the actor's release no handler is called"
  )
  func actorGone() async {
    let styles = AsyncStream<Style>.makeStream()
    var log: StyleLog? = StyleLog()
    await log?.send(to: styles.continuation)
    let subscription = log.map { preview.night.observe(on: $0) { $0.add($1.style) } }
    var reader = styles.stream.makeAsyncIterator()
    #expect(await reader.next() == .light)
    weak let released = log
    log = nil
    // The handler call that has just ended may retain the actor for a moment.
    while released != nil { await Task.yield() }
    preview.show(.dark)
    await nextTurn()
    // Since the actor no longer exists, its handler was not called again.
    styles.continuation.finish()
    #expect(await reader.next() == nil)
    _ = subscription
  }

  @Test("A pinned part of a preview keeps its style or its theme")
  func pinned() async throws {
    let light = preview.night.pinned(to: .light)
    preview.show(.dark)
    #expect(light.style == .light)
    #expect(light[.surface] == .white)
    #expect(try await preview.night.pinned(toTheme: "night-vision").style == .dark)
  }

  @Test("If a cancelled subscription is released, no other subscription is removed")
  func cancelledThenLetGo() {
    let queue = DispatchQueue(label: "test")
    let lines = Lines()
    var first: Subscription? = preview.night.observe(on: queue) { _ in }
    queue.sync {}
    first?.cancel()
    let second = preview.night.observe(on: queue) { lines.add($0.style.rawValue) }
    queue.sync {}
    first = nil
    preview.show(.dark)
    queue.sync {}
    #expect(lines.all == ["light", "dark"])
    _ = (first, second)
  }

  @Test("If a handler holds the last reference to its Night, a cancellation releases the Night")
  func lastHolder() {
    let queue = DispatchQueue(label: "test")
    var own: NightPreview? = NightPreview()
    weak let gone = own?.night
    var subscription: Subscription? = own.map { own in
      own.night.observe(on: queue) { [night = own.night] _ in _ = night.style }
    }
    queue.sync {}
    own = nil
    _ = subscription
    subscription = nil
    queue.sync {}
    #expect(gone == nil)
  }

  @Test("When a subscription is cancelled, everything that its handler retained is released")
  func cancelFrees() {
    var kept: StyleLog? = StyleLog()
    weak let gone = kept
    let subscription = preview.night.observe { [kept] _ in _ = kept }
    kept = nil
    #expect(gone != nil)
    subscription.cancel()
    #expect(gone == nil)
  }

  @Test(
    "If a handler changes the appearance during its first call, it is called again with the new one"
  )
  func nested() {
    var seen: [String] = []
    let subscription = preview.night.observe { [preview] appearance in
      seen.append("begin \(appearance.style)")
      if appearance.style == .light { preview.show(.dark) }
      seen.append("end \(appearance.style)")
    }
    #expect(seen == ["begin light", "end light", "begin dark", "end dark"])
    _ = subscription
  }

  @Test(
    "If a provider's first call changes the appearance, it is called again with the new one"
  )
  func nestedProvider() {
    let themes = preview.night.provider { $0.style }
    let view = TypedView()
    var seen: [String] = []
    themes.subscribeToChanges(view) { [preview] _, style in
      seen.append("begin \(style)")
      if style == .light { preview.show(.dark) }
      seen.append("end \(style)")
    }
    #expect(seen == ["begin light", "end light", "begin dark", "end dark"])
  }

  @Test("If the same appearance is shown again, no handler is called")
  func sameAgain() {
    let subscription = preview.night.observe { [calls] in calls.add($0.style.rawValue) }
    preview.show(.light)
    #expect(calls.all == ["light"])
    _ = subscription
  }

  @Test("The sequences of a preview end when the preview is released")
  func sequences() async {
    var own: NightPreview? = NightPreview(.dark)
    var reader = own?.night.appearances.makeAsyncIterator()
    #expect(await reader?.next()?.style == .dark)
    own = nil
    #expect(await reader?.next() == nil)
  }

  @Test("A property with a toolkit's colour type can be bound with the initializer of that type")
  func native() {
    let view = NativeView()
    preview.night.bind(\.background, to: .surface, as: NativeColor.init, on: view)
    #expect(view.background == NativeColor(.white))
    preview.show(.dark)
    #expect(view.background == NativeColor(preview.night[.surface]))
  }

  @Test(
    "All of an owner's subscriptions can be ended without tokens, and other subscriptions continue"
  )
  func stopObserving() {
    let night = preview.night
    let view = CountingView(), other = CountingView(), native = NativeView()
    view.setUpTheming(by: night)
    night.observe(by: view) { view, _ in view.styles.append(.light) }
    night.bind(\.background, to: .surface, as: NativeColor.init, on: native)
    other.setUpTheming(by: night)
    night.stopObserving(by: view)
    night.stopObserving(by: native)
    let calls = view.styles.count
    preview.show(.dark)
    #expect(view.styles.count == calls)
    #expect(native.background == NativeColor(.white))
    #expect(other.styles == [.light, .dark])
  }

  @Test("If an object subscribes twice to a program's own provider, the provider calls it once")
  func ownProvider() {
    let provider = Levels(), view = TypedView()
    var seen: [Int] = []
    for _ in 1...2 { provider.subscribeToChanges(view) { _, level in seen.append(level) } }
    #expect(seen == [0, 0])
    provider.level = 1
    #expect(seen == [0, 0, 1])
    #expect(provider.currentTheme == 1)
  }

  private func nextTurn() async {
    await withCheckedContinuation { done in Task { @MainActor in done.resume() } }
  }
}

private final class CountingView: Themed {
  var styles: [Style] = []
  func apply(_ appearance: Appearance) { styles.append(appearance.style) }
}

private actor StyleLog {
  private var continuation: AsyncStream<Style>.Continuation?
  func send(to continuation: AsyncStream<Style>.Continuation) { self.continuation = continuation }
  func add(_ style: Style) { continuation?.yield(style) }
}

private final class TypedView {}

/// The colour type of a made-up toolkit.
private struct NativeColor: Equatable {
  let red: Double
  init(_ color: Color) { red = color.red }
}

private final class NativeView {
  var background: NativeColor?
}

/// A theme provider that is independent of `Night`.
private final class Levels: ThemeProvider {
  private let value = SubscribableValue(0)
  var level: Int {
    get { value.value }
    set { value.value = newValue }
  }
  var currentTheme: Int { level }

  @discardableResult
  func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Int) -> Void
  ) -> Subscription { value.subscribeToChanges(object, handler) }
}
