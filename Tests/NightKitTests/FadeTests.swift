import NightKit
import Synchronization
import Testing

@Suite("Fades")
@MainActor
struct FadeTests {
  private let preview = NightPreview(.light)
  private var night: Night { preview.night }

  private func frame(from: Appearance, to: Appearance, after milliseconds: Int) -> Appearance {
    Transition(from: from, to: to).appearance(after: .milliseconds(milliseconds))
  }

  @Test(
    "A sequence of fades yields the current appearance, then each frame, and finally the target"
  )
  func frames() async {
    var reader = night.fades(every: .milliseconds(100), clock: JumpingClock()).makeAsyncIterator()
    #expect(await reader.next() == .light)
    preview.show(.dark)
    #expect(await reader.next() == frame(from: .light, to: .dark, after: 100))
    #expect(await reader.next() == frame(from: .light, to: .dark, after: 200))
    #expect(await reader.next() == .dark)
    preview.show(Appearance(.light, isMotionReduced: true))
    #expect(await reader.next() == Appearance(.light, isMotionReduced: true))
  }

  @Test(
    "If a change comes during a fade, the fade continues from the appearance that was shown last"
  )
  func changed() async {
    var reader = night.fades(every: .milliseconds(100), clock: JumpingClock()).makeAsyncIterator()
    _ = await reader.next()
    preview.show(.dark)
    let between = await reader.next()
    preview.show(.light)
    // The new fade begins at the colours of this frame, so no colour jumps.
    #expect(await reader.next() == between.map { frame(from: $0, to: .light, after: 0) })
    #expect(await reader.next() == between.map { frame(from: $0, to: .light, after: 100) })
    #expect(await reader.next() == between.map { frame(from: $0, to: .light, after: 200) })
    #expect(await reader.next() == .light)
  }

  @Test("A sequence of fades ends when its Night is released, even in the middle of a fade")
  func ends() async {
    var own: NightPreview? = NightPreview(.light)
    var reader = own?.night.fades(every: .milliseconds(100), clock: JumpingClock())
      .makeAsyncIterator()
    _ = await reader?.next()
    own?.show(.dark)
    _ = await reader?.next()
    own = nil
    #expect(await reader?.next() == nil)
  }

  /// An appearance whose fade takes longer than any test.
  private func slow(_ style: Style) -> Appearance { Appearance(style, fade: .seconds(3_600)) }

  @Test(
    "A fading binding shows intermediate colours, but jumps to the last colour if motion is reduced"
  )
  func binding() async {
    let gauge = FadingGauge()
    var values = gauge.values.makeAsyncIterator()
    night.bind(\.needle, to: .surface, on: gauge, fading: true)
    #expect(await values.next() == .white)
    preview.show(slow(.dark))
    let dark = Theme.builtIn(.dark).color("surface")
    var between = await values.next()
    while between == .white { between = await values.next() }
    #expect(between != dark)
    preview.show(Appearance(.dark, isMotionReduced: true))
    #expect(gauge.needle == dark)
  }

  @Test("If a program defines a value for light and for dark, this value also fades")
  func ownValue() async {
    let gauge = FadingGauge()
    var values = gauge.values.makeAsyncIterator()
    night.bind(
      \.needle,
      to: ThemeKey(light: Color.white, dark: Color.black),
      on: gauge,
      fading: true
    )
    _ = await values.next()
    preview.show(slow(.dark))
    var between = await values.next()
    while between == .white { between = await values.next() }
    #expect(between != .black)
  }

  @Test(
    "If a property is bound again, the new binding replaces the old one, whether they fade or not"
  )
  func replaced() {
    let gauge = FadingGauge()
    night.bind(\.needle, to: .surface, on: gauge, fading: true)
    night.bind(\.needle, to: .onSurface, on: gauge)
    let still = Appearance(.dark, isMotionReduced: true)
    preview.show(still)
    #expect(gauge.needle == still[.onSurface])
    night.bind(\.needle, to: .surface, on: gauge, fading: true)
    preview.show(Appearance(.light, isMotionReduced: true))
    #expect(gauge.needle == .white)
  }

  @Test("A program's own theme type fades, and so does a themed object")
  func typed() async {
    let themes = night.provider(fading: true) { Ink(level: $0.style == .light ? 0 : 1) }
    let page = InkPage(), sidebar = FadingSidebar()
    page.setUpTheming(by: themes)
    sidebar.setUpTheming(by: night, fading: true)
    #expect(page.levels == [0])
    #expect(sidebar.fill == .white)
    preview.show(slow(.dark))
    var levels = page.changes.makeAsyncIterator()
    while let level = await levels.next(), level == 0 {}
    let level = themes.currentTheme.level
    #expect(level > 0)
    #expect(level < 1)
    preview.show(Appearance(.dark, isMotionReduced: true))
    #expect(themes.currentTheme.level == 1)
    #expect(sidebar.fill == Theme.builtIn(.dark).color("surface"))
  }

  @Test("If an object is released during its fade, it is not called again")
  func released() async {
    var sidebar: FadingSidebar? = FadingSidebar()
    sidebar?.setUpTheming(by: night, fading: true)
    weak let gone = sidebar
    preview.show(slow(.dark))
    sidebar = nil
    #expect(gone == nil)
    preview.show(Appearance(.light, isMotionReduced: true))
  }

  @Test(
    "If two optional values exist, one fades into the other; otherwise the value changes at once"
  )
  func optional() {
    #expect(Color?.some(.white).mixed(with: .black, by: 0.5)?.hex == "#636363")
    #expect(Color?.none.mixed(with: .black, by: 0.1) == .black)
    #expect(Color?.some(.white).mixed(with: nil, by: 0.1) == nil)
    #expect(2.0.mixed(with: 4, by: 0.25) == 2.5)
  }
}

/// A clock on which a sleep ends at once, and which then shows the time at which the sleep should
/// end.
private final class JumpingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Instant(offset: .zero))

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline) }
  }
}

private final class FadingGauge {
  let values: AsyncStream<Color>
  private let continuation: AsyncStream<Color>.Continuation
  var needle = Color.clear { didSet { continuation.yield(needle) } }

  init() { (values, continuation) = AsyncStream.makeStream() }
}

private struct Ink: Mixable {
  let level: Double
  func mixed(with other: Ink, by amount: Double) -> Ink {
    Ink(level: level.mixed(with: other.level, by: amount))
  }
}

private final class InkPage: Themed {
  let changes: AsyncStream<Double>
  private let continuation: AsyncStream<Double>.Continuation
  private(set) var levels: [Double] = []

  init() { (changes, continuation) = AsyncStream.makeStream() }

  func apply(_ ink: Ink) {
    levels.append(ink.level)
    continuation.yield(ink.level)
  }
}

private final class FadingSidebar: Themed {
  private(set) var fill = Color.clear
  func apply(_ appearance: Appearance) { fill = appearance[.surface] }
}
