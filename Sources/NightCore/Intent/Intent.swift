/// Everything that people set through nightd; nightd stores all of it on disk.
package struct Intent: Equatable, Sendable {
  package struct Decision: Equatable, Sendable {
    package var choice: Choice
    package var since: Instant
    /// Whether a person made the choice with the desktop's own switch.
    package var isByDesktop: Bool

    package init(choice: Choice, since: Instant, isByDesktop: Bool = false) {
      self.choice = choice
      self.since = since
      self.isByDesktop = isByDesktop
    }
  }

  /// The revision number, which grows by 1 with each commit.
  package var revision: Int64 = 0
  /// The choice that is in force while there is no hold; nil until someone makes a choice.
  package var decision: Decision?
  package var hold: Hold?
  /// A hold that an earlier version of nightd stored; nil if the stored file `intent.json` contains
  /// no such hold.
  package var former: FormerHold?
  package var preferences = StoredPreferences.none
  /// Members of the outermost object in `intent.json` that this version does not know.
  ///
  /// nightd writes these unknown members back unchanged.
  package var unknown: [JSON.Member] = []

  package init() {}

  /// The default choice, which applies until someone makes a choice.
  package static let registeredChoice = Choice.system

  /// A hold that an earlier version stored, and that lasts until the desktop asks for another
  /// style.
  ///
  /// This version of nightd treats the held style as a choice. If the desktop has already asked for
  /// another style, the choice from before the hold applies again.
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
/// If another daemon has stored a newer intent before the edit is stored, the edit is applied to
/// that newer intent.
package enum IntentEdit: Equatable, Sendable {
  /// Makes a choice, which ends any hold.
  case choose(Intent.Decision)
  /// Sets a hold; nil removes the hold.
  case hold(Hold?)
  /// Changes preferences. If the edit states a revision, the edit applies only while the stored
  /// intent has that revision.
  ///
  /// If someone made a choice, an edit of the preference `choice` removes that choice and any hold.
  case prefer([PreferenceEdit], ifRevision: Int64?)
}

extension IntentEdit {
  /// Whether the edit changes the choice or the hold, and so can change the style.
  var isOfStyle: Bool {
    switch self {
    case .choose, .hold: true
    case .prefer(let edits, _): edits.contains(where: \.isOfChoice)
    }
  }

  /// Whether the edit requires a revision that differs from the intent's revision.
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

  /// Returns the intent with the new `preferences`, which must already include `edits`.
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

  /// Whether this intent and `other` have the same choice, holds and preferences; ignores the time
  /// and origin of the choice.
  func decides(like other: Intent) -> Bool {
    decision?.choice == other.decision?.choice && hold == other.hold
      && preferences == other.preferences && former == other.former
  }
}
