import NightBus
import NightCore

/// The styles that nightd has passed to hooks, which may write them to the desktop's settings.
///
/// While hooks run, and shortly afterwards, the desktop's settings may change to one of these
/// styles. The Keeper does not treat such a change as the user's choice.
final class GivenStyles {
  /// How many milliseconds after the end of the hooks a source of the desktop's settings may still
  /// report what the hooks wrote.
  private static let echoMilliseconds = 2_000

  private let core: Core
  private var styles: [Style] = []
  private var timer: Timer?

  init(_ core: Core) {
    self.core = core
    timer = core.loop.timer { [unowned self] in forget() }
  }

  /// Adds a style; call this function before you start hooks with that style.
  func add(_ style: Style) {
    timer?.stop()
    guard !styles.contains(style) else { return }
    styles.append(style)
    core.handle(.hooks(styles))
  }

  func started() { timer?.stop() }

  func ended() { timer?.set(milliseconds: Self.echoMilliseconds) }

  private func forget() {
    styles = []
    core.handle(.hooks([]))
  }
}
