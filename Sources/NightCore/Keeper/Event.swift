package import NightThemes
package import NightTime
package import NightValues

/// An input of the Keeper; it comes with its time.
package enum Event: Sendable {
  /// A caller asks for a change and waits for the reply with this ID.
  case asked(Demand, ReplyID)
  /// The commit succeeded; the intent may include what another daemon had stored.
  case committed(Intent)
  /// The commit failed; the disk has none of it.
  case commitFailed(String)
  /// Another program may have changed the stored intent; `found` follows once it was read.
  case storeTouched
  /// Another program changed the stored intent.
  case found(Intent)
  /// The stored intent is gone.
  case storeLost
  /// The hand-written files changed.
  case layers(Layers)
  /// The zone and its place became known or changed.
  case surroundings(Surroundings)
  /// The time of the last `arm` has come, or the clock was set.
  case moment
  /// The desktop's settings changed; nil if no source answers.
  case desktop(DesktopReport?)
  /// Whether any program inhibits automatic changes.
  case inhibited(Bool)
  /// The mirror is about to write a value into GNOME's settings.
  case mirroring(DesktopMemory.Echo)
  /// The mirror did not write that value after all.
  case mirroringCancelled
  /// GeoClue's place, or the last one stored; nil if unknown.
  case located(FoundPlace?)
  /// The status of themes that were read, including those that were not found.
  case themes([String: ThemeStatus])
}

/// Identifies a reply that a caller waits for.
package struct ReplyID: Hashable, Sendable {
  package let number: UInt64
  package init(_ number: UInt64) { self.number = number }
}

/// What a caller asks for.
package enum Demand: Equatable, Sendable {
  /// Sets a style, for a while if it has an end.
  case style(Style, until: HoldTerm? = nil)
  /// Sets the style that is not in effect.
  case toggle(until: HoldTerm? = nil)
  /// Sets a theme and its style; with an end both are held for a while, otherwise the theme goes
  /// into its slot.
  case theme(ThemeFact, until: HoldTerm? = nil)
  /// Makes a choice.
  case choose(Choice)
  /// Ends any hold.
  case resume
  /// Edits preferences, all or none; with a revision, only if that is still the stored one.
  case prefer([PreferenceEdit], ifRevision: Int64?)
  /// Sets the choice of an application.
  case choice(ApplicationChoice, application: String)

  /// Whether the demand is about the common style or choice.
  package var isOfStyle: Bool {
    switch self {
    case .style, .toggle, .theme, .choose, .resume: true
    case .prefer, .choice: false
    }
  }
}

/// An output of the Keeper: one thing to do, in the order of the list.
package enum Effect: Equatable, Sendable {
  /// Store these edits durably, then report the result to the Keeper. Only one commit is ever under
  /// way.
  case commit([IntentEdit])
  /// Announce a new appearance.
  case changed(Snapshot)
  /// Announce the new values of these properties.
  case propertiesChanged([StyleProperty])
  /// Announce the changed preferences, in this order.
  case preferencesChanged([PreferenceChange])
  /// Announce that the choice of an application changed.
  case applicationChanged(String, ApplicationChoice)
  /// Announce that the desktop's report or its source changed.
  case desktopChanged
  /// Mirror again: the desktop's settings still hold an outdated style.
  case mirrorAgain
  /// Store the desktop's values for the next start; a failure does no harm.
  case remember(DesktopMemory)
  /// Log that this source's switch is ignored, because it kept undoing nightd's changes.
  case switchIgnored(source: String)
  /// Announce that the rules, the zone or the place changed.
  case scheduleChanged
  case answer(ReplyID, Snapshot)
  case refuse(ReplyID, RefusalCode, String)
  /// Send `moment` at this time, and cancel any earlier request.
  case arm(Instant?)
}

extension Effect {
  package var isOfPreferences: Bool {
    if case .preferencesChanged = self { true } else { false }
  }

  /// Whether subscribers hear of the effect.
  package var isAnnounced: Bool {
    switch self {
    case .changed, .propertiesChanged, .preferencesChanged, .desktopChanged: true
    default: false
    }
  }

  /// Replaces the snapshot in a reply that was made before a change.
  func answering(with snapshot: Snapshot) -> Effect {
    guard case .answer(let reply, _) = self else { return self }
    return .answer(reply, snapshot)
  }
}

/// The properties that can change, by their names on the bus.
package enum StyleProperty: String, CaseIterable, Sendable {
  case style = "Style"
  case choice = "Choice"
  case theme = "Theme"
  case serial = "Serial"
  case appearance = "Appearance"
}

/// Who asked for a change of the appearance.
package enum Asker: Equatable, Sendable {
  case caller(ReplyID)
  /// The desktop's own switch.
  case desktop
  /// Another nightd, or another program that wrote the stored file.
  case store
  /// A hand-written file.
  case file
}

extension Asker {
  /// The replies to send; empty unless a caller asked.
  var replies: [ReplyID] {
    guard case .caller(let reply) = self else { return [] }
    return [reply]
  }
}

/// Why a demand is refused.
package struct DemandRefusal: Error, Equatable, Sendable {
  package let code: RefusalCode
  package let message: String

  init(_ code: RefusalCode, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ flaw: Flaw) { self.init(RefusalCode(flaw), flaw.message) }
}
