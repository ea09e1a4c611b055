import NightBus
import NightCore

/// The styles that hooks and programs were given, and may write into the desktop's settings.
///
/// The Keeper does not mistake a value of the desktop with such a style for a person's choice: not
/// while a program that was given the style may run, nor shortly after.
final class GivenStyles {
  /// How long after the end of the programs their writes may still be reported.
  private static let echoMilliseconds = 2_000

  private let core: Core
  private var styles: [Style] = []
  /// The lanes whose program runs, or is about to start.
  private var lanes: Set<String> = []
  private var timer: Timer?

  init(_ core: Core) {
    self.core = core
    timer = core.loop.timer { [unowned self] in forget() }
  }

  /// Notes that the next program of a lane gets these styles.
  func add(_ new: [Style], to lane: String) {
    lanes.insert(lane)
    timer?.stop()
    let added = Set(new).subtracting(styles)
    guard !added.isEmpty else { return }
    styles += added
    core.handle(.hooks(styles))
  }

  func started(_ lane: String) {
    lanes.insert(lane)
    timer?.stop()
  }

  func ended(_ lane: String) {
    lanes.remove(lane)
    if lanes.isEmpty { timer?.set(milliseconds: Self.echoMilliseconds) }
  }

  private func forget() {
    styles = []
    core.handle(.hooks([]))
  }
}
