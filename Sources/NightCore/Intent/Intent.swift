/// What people decided, and all that is persisted.
package struct Intent: Equatable, Sendable {
  package struct Decision: Equatable, Sendable {
    package var choice: Choice
    package var since: Instant
    /// Whether the desktop's own switch asked for it.
    package var isByDesktop: Bool

    package init(choice: Choice, since: Instant, isByDesktop: Bool = false) {
      self.choice = choice
      self.since = since
      self.isByDesktop = isByDesktop
    }
  }

  /// Counts commits.
  package var revision: Int64 = 0
  /// Nil until someone makes a choice.
  package var decision: Decision?
  package var hold: Hold?
  /// Set if the file was written by a version that held a style until the desktop changed.
  package var former: FormerHold?
  package var preferences = StoredPreferences.none
  /// Members of the stored form's outermost object that this version does not know; they are kept
  /// as they are.
  package var unknown: [JSON.Member] = []

  package init() {}

  /// The choice that nobody made.
  package static let registeredChoice = Choice.system

  /// What an earlier version stored as a hold until the desktop asks for another style.
  ///
  /// It is read as a choice. If the desktop has changed since, the decision before it counts again.
  package struct FormerHold: Equatable, Sendable {
    /// What the desktop asked for when the style was set.
    package var desktop: Style
    package var decision: Decision?

    package init(desktop: Style, decision: Decision?) {
      self.desktop = desktop
      self.decision = decision
    }
  }
}

/// One change to the intent, so that it can be made again on top of what another daemon stored.
package enum IntentEdit: Equatable, Sendable {
  /// A new choice; it ends any hold.
  case choose(Intent.Decision)
  /// A hold over any choice, or none any more.
  case hold(Hold?)
  /// New preferences; with a revision, only where nothing was stored since. Taking back who decides
  /// is as if nobody had ever chosen, and ends any hold.
  case prefer([PreferenceEdit], ifRevision: Int64?)
}

extension IntentEdit {
  /// Whether it says what is in effect.
  var isOfStyle: Bool {
    switch self {
    case .choose, .hold: true
    case .prefer(let edits, _): edits.contains(where: \.isOfChoice)
    }
  }

  /// Whether it is made on a condition that this intent does not meet.
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

  /// Whether both decide the same, whenever each was decided.
  func decides(like other: Intent) -> Bool {
    decision?.choice == other.decision?.choice && hold == other.hold
      && preferences == other.preferences && former == other.former
  }
}
