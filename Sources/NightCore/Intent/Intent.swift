package import NightTime
package import NightValues

/// Everything that people set through nightd; all of it is stored.
package struct Intent: Equatable, Sendable {
  package struct Decision: Equatable, Sendable {
    package var choice: Choice
    package var since: Instant
    /// Whether the desktop's own switch made the choice.
    package var isByDesktop: Bool

    package init(choice: Choice, since: Instant, isByDesktop: Bool = false) {
      self.choice = choice
      self.since = since
      self.isByDesktop = isByDesktop
    }
  }

  /// The number of commits so far.
  package var revision: Int64 = 0
  /// Nil until someone makes a choice.
  package var decision: Decision?
  package var hold: Hold?
  /// Set if a version wrote the file that held a style until the desktop changed.
  package var former: FormerHold?
  package var preferences = StoredPreferences.none
  /// Members of the stored form's outermost object that this version does not know.
  ///
  /// They are stored again unchanged.
  package var unknown: [JSON.Member] = []

  package init() {}

  /// The choice until someone makes one.
  package static let registeredChoice = Choice.system

  /// What an earlier version stored as a hold until the desktop asks for another style.
  ///
  /// It is read as a choice. If the desktop has changed since, the previous decision is in force
  /// again.
  package struct FormerHold: Equatable, Sendable {
    /// The style that the desktop asked for when the hold was set.
    package var desktop: Style
    package var decision: Decision?

    package init(desktop: Style, decision: Decision?) {
      self.desktop = desktop
      self.decision = decision
    }
  }
}

/// One change to the intent.
///
/// It can be repeated on top of what another daemon stored.
package enum IntentEdit: Equatable, Sendable {
  /// Makes a choice, which ends any hold.
  case choose(Intent.Decision)
  /// Sets a hold, or removes it if nil.
  case hold(Hold?)
  /// Changes preferences; with a revision, only if that is still the stored one. An edit of the
  /// choice removes the decision and any hold.
  case prefer([PreferenceEdit], ifRevision: Int64?)
}

extension IntentEdit {
  /// Whether the edit changes the choice or the hold.
  var isOfStyle: Bool {
    switch self {
    case .choose, .hold: true
    case .prefer(let edits, _): edits.contains(where: \.isOfChoice)
    }
  }

  /// Whether the edit names a revision that is not this intent's.
  package func isUnmet(by intent: Intent) -> Bool {
    guard case .prefer(_, let expected?) = self else { return false }
    return expected != intent.revision
  }
}

extension Intent {
  package func applying(_ edits: [IntentEdit]) -> Intent {
    var intent = self
    for edit in edits {
      switch edit {
      case .choose(let decision):
        intent.decision = decision
        intent.hold = nil
        intent.former = nil
      case .hold(let hold): intent.hold = hold
      case .prefer(let edits, let expected):
        guard expected == nil || expected == revision else { continue }
        intent = intent.preferring(edits, making: intent.preferences.applying(edits))
      }
    }
    return intent
  }

  /// The intent after these edits, which make these preferences.
  func preferring(_ edits: [PreferenceEdit], making preferences: StoredPreferences) -> Intent {
    var intent = self
    if decision != nil, edits.contains(where: \.isOfChoice) {
      intent.decision = nil
      intent.hold = nil
      intent.former = nil
    }
    intent.preferences = preferences
    return intent
  }

  /// Whether both intents have the same content, apart from when each decision was made.
  func decides(like other: Intent) -> Bool {
    decision?.choice == other.decision?.choice && hold == other.hold
      && preferences == other.preferences && former == other.former
  }
}
