import NightBus
import NightCore

/// The styles that nightd has passed to hooks and programs, which may write them to the desktop's
/// settings.
///
/// While these programs run, and shortly afterwards, a desktop setting may change to a style that
/// they were given. The Keeper does not treat a change to such a given style as the user's choice.
final class GivenStyles {
  /// After the programs have ended, a source may still report their writes for this long.
  private static let echoMilliseconds = 2_000

  private let core: Core
  private var styles: [Style] = []
  /// The lanes (names of reactions) whose program runs, or is about to start.
  private var lanes: Set<String> = []
  private var timer: Timer?

  init(_ core: Core) {
    self.core = core
    timer = core.loop.timer { [unowned self] in forget() }
  }

  /// Call this before a program starts in `lane`; `new` are the styles that the program will get.
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
