import NightBus
import NightContract
package import NightCore

/// The subject whose appearance a follower reports.
package enum Subject: Hashable, Sendable {
  /// The desktop's appearance.
  case desktop
  /// The appearance of one application, with its own style and theme or those of the desktop.
  case application(String)
  /// The appearance for a part of an application that always has this style.
  case style(Style)
  /// The appearance for a part of an application that always has this theme.
  case theme(String)
}

/// What `AppearanceFollower` knows about one subject.
final class SubjectState {
  let subject: Subject
  /// The appearance to report; the daemon may not have sent its theme yet.
  var paint: Paint?
  /// Whether `paint` comes from the present daemon.
  var isCurrent = false
  /// The last appearance reported since the present daemon started.
  var reported: ThemedAppearance?
  /// The last reported appearance, even if an earlier daemon sent it.
  var lastReported: ThemedAppearance?
  /// The desktop's fade when this subject's appearance was requested, in milliseconds.
  var desktopFade: UInt32?
  /// A theme that the daemon sent instead of the requested one.
  var offered: GivenTheme?
  /// Runs while the follower waits for an answer.
  var timeout: Timer?
  /// The number of the last request; answers to earlier ones are ignored.
  private(set) var turn: UInt64 = 0
  /// Whether a request has been sent whose answer has not been reported yet.
  private(set) var isAsking = false
  /// How many requests were settled: either answered and reported, or given up.
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
  /// True for a pinned subject, for an application with a choice or theme of its own, and for an
  /// application about which the daemon has not reported yet.
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

  /// Gives up all requests without an answer, and ignores later answers to them.
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

  /// The themes, oldest first.
  private var themes: [GivenTheme] = []

  subscript(name: String, digest: String) -> GivenTheme? {
    themes.first { $0.isNamed(name, digest) }
  }

  /// Adds a theme to the cache, and returns the object to use for it.
  ///
  /// If the cache already has an equal theme, its object stays in use.
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
