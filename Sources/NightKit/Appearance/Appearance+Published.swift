import Glibc
import NightBus
import NightContract
import NightCore
import NightPublished
import NightValues

extension Appearance {
  /// The appearance that the daemon publishes; nil if only the bus can say what is in effect.
  ///
  /// A program paints its first frame with this appearance, and does not wait for the bus.
  static func published() -> Self? {
    let reader = PublishedReader { name in getenv(name).map { String(cString: $0) } }
    let now = Instant(microseconds: WallClock.system.microseconds())
    return reader.read(at: now).map { Self($0) }
  }

  private init(_ state: PublishedState) {
    let paint = Paint(state.snapshot.appearance)
    let palette = state.palette
    guard !palette.members.isEmpty else {
      self.init(paint, .builtIn(Style(paint.style), isHighContrast: paint.isHighContrast))
      return
    }
    let colors = palette.colors.map { ($0.role, Color($0.color)) }
    let theme = Theme(
      name: paint.theme,
      style: Style(paint.style),
      Theme.Values(
        ancestors: palette.ancestors,
        // A theme with only some of its values must not equal the whole theme, so that the rest is
        // delivered once the daemon has sent the theme.
        digest: palette.isComplete ? paint.themeDigest : "",
        colors: Dictionary(colors) { first, _ in first }
      )
    )
    self.init(paint, theme)
  }
}
