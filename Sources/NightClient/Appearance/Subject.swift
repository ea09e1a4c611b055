import NightBus
import NightContract
package import NightCore

/// A subject whose appearance a follower reports: the desktop, an application, or a part of an
/// application.
package enum Subject: Hashable, Sendable {
  /// The desktop's appearance.
  case desktop
  /// The appearance of one application; the application may have its own style and theme, or use
  /// the desktop's.
  case application(String)
  /// The appearance for one part of an application; the part always has this style.
  case style(Style)
  /// The appearance for one part of an application; the part always has this theme.
  case theme(String)
}

/// The state of one subject of an `AppearanceFollower`.
final class SubjectState {
  let subject: Subject
  /// The appearance to report; its theme has perhaps not arrived from the daemon yet.
  var paint: Paint?
  /// Whether `paint` comes from the present daemon.
  var isCurrent = false
  /// The last appearance reported since the present daemon started.
  var reported: ThemedAppearance?
  /// The last reported appearance, even if an earlier daemon sent it.
  var lastReported: ThemedAppearance?
  /// The length of the desktop's fade, in milliseconds, as it was when the daemon last sent this
  /// subject's appearance.
  var desktopFade: UInt32?
  /// A theme that the daemon sent instead of the requested one.
  var offered: GivenTheme?
  /// The timer that runs while the follower waits for an answer.
  var timeout: Timer?
  /// The number of the last request; answers to earlier requests are ignored.
  private(set) var turn: UInt64 = 0
  /// Whether a request is open: it was sent, but its answer has not been reported yet.
  private(set) var isAsking = false
  /// Counts how often the open requests were settled: either answered and reported, or given up.
  private(set) var settlements: UInt64 = 0

  init(_ subject: Subject) { self.subject = subject }

  /// Whether the subject always keeps its own style or theme.
  var isPinned: Bool {
    switch subject {
    case .desktop, .application: false
    case .style, .theme: true
    }
  }

  /// Whether the subject's theme may change while the desktop's appearance stays the same.
  ///
  /// True for a subject that always keeps its style or theme, and for an application with its own
  /// choice or theme. Also true for an application whose appearance the present daemon has not sent
  /// yet.
  var missesThemes: Bool {
    if case .application = subject { return !isCurrent || paint?.followsDesktop != true }
    return isPinned
  }

  func nextTurn() -> UInt64 {
    isAsking = true
    turn += 1
    return turn
  }

  func settle() {
    isAsking = false
    settlements += 1
    offered = nil
    timeout?.stop()
  }

  /// Gives up all open requests; answers that come later are ignored.
  func forgetQuestions() {
    turn += 1
    isCurrent = false
    reported = nil
    settle()
  }
}

/// A cache of the last themes that the daemon sent.
struct RecentThemes {
  private static let most = 8

  /// The cached themes, the oldest first.
  private var themes: [GivenTheme] = []

  subscript(name: String, digest: String) -> GivenTheme? {
    themes.first { $0.isNamed(name, digest) }
  }

  /// Adds a theme to the cache, and returns the theme's object in the cache.
  ///
  /// If an equal theme is already in the cache, its object stays there and is returned.
  @discardableResult
  mutating func put(_ given: GivenTheme) -> GivenTheme {
    let known = self[given.theme.name, given.theme.digest]
    let kept = known.flatMap { $0.theme == given.theme ? $0 : nil } ?? given
    themes.removeAll { $0 === known }
    themes.append(kept)
    if themes.count > Self.most { themes.removeFirst() }
    return kept
  }
}
