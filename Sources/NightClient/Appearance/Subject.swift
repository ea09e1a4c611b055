import NightBus
import NightContract
import NightCore
import NightThemes
package import NightValues

/// Whose appearance is followed.
package enum Subject: Hashable, Sendable {
  /// The desktop's appearance.
  case desktop
  /// The appearance of one application, by its own choice or the desktop's.
  case application(String)
  /// The appearance of a part that is pinned to a style.
  case style(Style)
  /// The appearance of a part that is pinned to a theme.
  case theme(String)
}

/// The state of following one subject.
final class SubjectState {
  let subject: Subject
  /// The appearance to report; its theme may still be on the way.
  var paint: Paint?
  /// Whether `paint` comes from the present daemon.
  var isCurrent = false
  /// What was last reported since the present daemon came.
  var reported: ThemedAppearance?
  /// What was last reported, by any daemon.
  var lastReported: ThemedAppearance?
  /// The desktop's fade, in milliseconds, when this subject's appearance was requested.
  var desktopFade: UInt32?
  /// The theme that the daemon sent instead of the requested one.
  var offered: GivenTheme?
  /// Runs while a theme is awaited.
  var timeout: Timer?
  /// The number of the last request; answers to earlier ones are ignored.
  private(set) var turn: UInt64 = 0
  /// Whether a request is under way whose answer is not reported yet.
  private(set) var isAsking = false
  /// How often a request was settled: its answer was reported, or given up.
  private(set) var settlements: UInt64 = 0

  init(_ subject: Subject) { self.subject = subject }

  /// Whether the subject's style never changes.
  var isPinned: Bool {
    switch subject {
    case .desktop, .application: false
    case .style, .theme: true
    }
  }

  /// Whether the subject's theme may change without a change of the desktop's appearance.
  ///
  /// This is true for a pinned subject, and for an application with a choice of its own. It is also true
  /// while the answer about the application's choice is still on the way.
  var missesThemes: Bool {
    if case .application = subject { return !isCurrent || paint?.isOwn != false }
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

  /// Ignores all answers that are still on the way.
  func forgetQuestions() {
    turn += 1
    isCurrent = false
    reported = nil
    settle()
  }
}

/// The last themes that the daemon sent, so that going back to one needs no request.
struct RecentThemes {
  private static let most = 8

  /// The themes, oldest first.
  private var themes: [GivenTheme] = []

  subscript(name: String, digest: String) -> GivenTheme? {
    themes.first { $0.isNamed(name, digest) }
  }

  /// Adds a theme and returns the object to use: a theme that was sent again unchanged keeps its old one.
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
