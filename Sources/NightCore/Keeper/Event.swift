/// Something that happened; it is handed over together with its time.
package enum Event: Sendable {
  /// Someone asks for a change, and is owed the answer under this ticket.
  case asked(Demand, Ticket)
  /// The commit in flight is on disk; with it, perhaps, what another daemon had stored.
  case committed(Intent)
  /// The commit in flight failed; nothing of it is on disk.
  case commitFailed(String)
  /// Someone else may have changed the stored intent; what it is now is told once it is read.
  case storeTouched
  /// The stored intent was changed by someone else.
  case found(Intent)
  /// The stored intent is no longer there.
  case storeLost
  /// The hand-written files say something else.
  case layers(Layers)
  /// Where and in which zone this is, for the first time or since it changed.
  case surroundings(Surroundings)
  /// The time that was asked for has come, or the clock was set.
  case moment
  /// What the desktop's settings say now; nil where nobody tells.
  case desktop(DesktopReport?)
  /// Whether any program asks that nothing changes by itself.
  case inhibited(Bool)
  /// A value is about to be written where the desktop's settings are read from.
  case mirroring(DesktopMemory.Echo)
  /// The value that was about to be written was not.
  case mirroringGivenUp
  /// Where GeoClue says this is, or said so last.
  case located(FoundPlace?)
  /// What the themes in use are, those that were looked for and not found among them.
  case themes([String: ThemeStatus])
}

/// Stands for one caller who waits.
package struct Ticket: Hashable, Sendable {
  package let number: UInt64
  package init(_ number: UInt64) { self.number = number }
}

/// What someone wants.
package enum Demand: Equatable, Sendable {
  /// A style, for a while where an end is named.
  case style(Style, until: HoldTerm? = nil)
  /// The style that is not in effect.
  case toggle(until: HoldTerm? = nil)
  /// A theme in its style's slot and that style; or, where an end is named, for a while.
  case theme(ThemeFact, until: HoldTerm? = nil)
  /// Who decides from now on.
  case choose(Choice)
  /// What the choice gives, without a hold.
  case resume
  /// New preferences, all or none; with a revision, only where nothing was stored since.
  case prefer([PreferenceEdit], ifRevision: Int64?)
  /// An application's own choice.
  case choice(ApplicationChoice, application: String)

  /// Whether it says which style is wanted, or who decides that.
  package var isOfStyle: Bool {
    switch self {
    case .style, .toggle, .theme, .choose, .resume: true
    case .prefer, .choice: false
    }
  }
}
