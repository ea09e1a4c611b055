import Glibc
import NightBus
import NightContract
import NightCore
import NightStore

/// The appearance that the daemon publishes, so that a program can paint its first frame without
/// waiting.
struct PublishedAppearance {
  let appearance: Appearance
  /// Whether the published state is complete; if it is, the program need not wait for the bus.
  ///
  /// The daemon publishes only a theme's colours. So a published theme lacks its images, fonts and
  /// numbers until the daemon has sent them over the bus.
  let isComplete: Bool

  /// Reads the published state, or returns nil if the program must ask the daemon over the bus.
  init?() {
    let reader = PublishedReader { name in getenv(name).map { String(cString: $0) } }
    let now = Instant(microseconds: WallClock.system.microseconds())
    guard let state = reader.read(at: now) else { return nil }
    appearance = Appearance(state).from(.daemon)
    isComplete = state.palette.isComplete
  }
}

extension Channel<Appearance> {
  /// Makes a channel whose first value is `published`, or the standard appearance if `published` is
  /// nil.
  ///
  /// If the forced style differs from the published one, the channel begins with the forced style's
  /// built-in theme.
  convenience init(_ published: PublishedAppearance?, forced: Style? = nil) {
    let first = published?.appearance ?? .light.from(.nobody)
    let style = forced ?? first.style
    self.init(appearance: first.inStyle(style))
    if published?.isComplete == true, style == first.style { markKnown() }
  }
}

extension Appearance {
  fileprivate init(_ state: PublishedState) {
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
        // Give an incomplete theme an empty digest, so that it is not equal to the complete theme.
        // If the two themes were equal, the complete theme would not be delivered when the daemon
        // sends it.
        digest: palette.isComplete ? paint.themeDigest : "",
        colors: Dictionary(colors) { first, _ in first }
      )
    )
    self.init(paint, theme)
  }
}
