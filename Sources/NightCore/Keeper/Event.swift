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
