/// Everything that people set through nightd; all of it is stored on disk.
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
  /// A hold that an earlier version stored; nil if the file has none.
  package var former: FormerHold?
  package var preferences = StoredPreferences.none
  /// Members of the file's outermost object that this version does not know.
  ///
  /// nightd stores these members again unchanged.
  package var unknown: [JSON.Member] = []

  package init() {}

  /// The default choice, which is in effect until someone makes a choice.
  package static let registeredChoice = Choice.system

  /// A hold that an earlier version stored: it lasts until the desktop asks for another style.
  ///
  /// nightd reads such a hold as a choice. If the desktop has asked for another style since then,
  /// the previous decision is in force again.
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
/// If another daemon has stored something meanwhile, nightd applies the edit to that newer intent.
package enum IntentEdit: Equatable, Sendable {
  /// Makes a choice, which ends any hold.
  case choose(Intent.Decision)
  /// Sets a hold, or removes it if nil.
  case hold(Hold?)
  /// Changes preferences; with a revision, only if the stored intent has that revision.
  ///
  /// An edit of the preference `choice` also removes the decision and any hold.
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

  /// Whether the edit requires a revision that this intent does not have.
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

  /// The intent after these edits; `preferences` already contains them.
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

  /// Whether both intents have the same effect; the time and origin of a choice are not compared.
  func decides(like other: Intent) -> Bool {
    decision?.choice == other.decision?.choice && hold == other.hold
      && preferences == other.preferences && former == other.former
  }
}
