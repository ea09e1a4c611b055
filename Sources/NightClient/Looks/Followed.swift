import NightBus
import NightContract

/// How far the following of one subject is.
final class Followed {
  let subject: Subject
  /// What the subject is to be painted by; its theme may still be asked for.
  var paint: Paint?
  /// Whether the present daemon said that.
  var isCurrent = false
  /// What was told since the present daemon came.
  var told: Look?
  /// What was told last, whoever said so.
  var last: Look?
  /// How long a change of the desktop took when this subject was asked for.
  var desktopFade: UInt32?
  /// What the daemon gave in place of the theme that was asked for.
  var offered: GivenTheme?
  /// Runs while a theme is waited for.
  var patience: Timer?
  /// Of several questions only the last one's answer counts.
  private(set) var turn: UInt64 = 0
  /// Whether something was asked that is not shown yet.
  private(set) var isAsking = false
  /// How often what was asked has been shown, or was given up.
  private(set) var settlements: UInt64 = 0

  init(_ subject: Subject) { self.subject = subject }

  /// Whether its style stays what it is.
  var isPinned: Bool {
    switch subject {
    case .desktop, .application: false
    case .style, .theme: true
    }
  }

  /// Whether a change of its theme may come without a change of the desktop.
  ///
  /// That is so for a pinned subject, and for an application that has a choice of its own or may have
  /// one, because its answer is still to come.
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
    patience?.rest()
  }

  /// Answers that are still to come count no more.
  func forgetQuestions() {
    turn += 1
    isCurrent = false
    told = nil
    settle()
  }
}
