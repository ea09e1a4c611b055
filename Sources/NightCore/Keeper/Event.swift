/// An input of the `Keeper`, which makes the daemon's decisions and has no clock.
///
/// The `Keeper` gets the current time with every event.
package enum Event: Sendable {
  /// A caller asks for a change and waits for the reply with this ID.
  case asked(Demand, ReplyID)
  /// The commit under way succeeded; the stored intent may also contain changes by another daemon.
  case committed(Intent)
  /// The commit under way failed with this message; none of the commit's edits are on disk.
  case commitFailed(String)
  /// Another program may have changed the stored intent; if the intent did change, the event
  /// `found` follows.
  case storeTouched
  /// Another program changed the stored intent.
  case found(Intent)
  /// The stored intent no longer exists.
  case storeLost
  /// The hand-written files changed.
  case layers(Layers)
  /// The time zone and the zone's main place are now known, or have changed.
  case surroundings(Surroundings)
  /// The time that the last `arm` effect requested has come, or someone set the clock.
  case moment
  /// The desktop's settings changed; the report is nil if no program reports them any more.
  case desktop(DesktopReport?)
  /// Automatic changes are now inhibited by at least one program (true), or by none (false).
  case inhibited(Bool)
  /// nightctl is about to write a value into GNOME's settings; `over` is the value that will be
  /// replaced, or nil if nightd wrote that value.
  case gnomeWrite(DesktopMemory.Echo, over: DesktopWord? = nil)
  /// nightctl is about to write these values into desktop switches that nightd does not follow now;
  /// each key is the name of the source that reads the switch.
  case otherSwitches([String: DesktopWord])
  /// nightctl may soon write a value into settings that nightd also reads as a source of the
  /// desktop's style.
  case programsWrite(DesktopMemory.Echo)
  /// nightctl did not write the value that `programsWrite` announced.
  case programsNotWritten(DesktopMemory.Echo)
  /// nightctl did not write the value that the last `gnomeWrite` announced.
  case gnomeWriteCancelled
  /// The styles that nightd passed to the hooks that run now.
  ///
  /// Each hook may write its style into the desktop's settings.
  case hooks([Style])
  /// The answer to the effect `askPrograms`.
  case programsAnswered(ProgramsAnswer)
  /// The place that GeoClue reported now or earlier; nil if no place is known.
  case located(FoundPlace?)
  /// The status of each theme that nightd tried to read, including themes that do not exist.
  case themes([String: ThemeStatus])
}

/// Which style is shown by the running programs whose style nightctl sets with a command.
package enum ProgramsAnswer: Equatable, Sendable {
  /// No such program is running, so none of them can have set the desktop's switch.
  case none
  /// A desktop shell shows this style.
  case shown(Style)
  /// Such programs are running, but none of them can report its style.
  ///
  /// `areTold` says whether all of these programs had already been told nightd's style when the
  /// desktop's source reported another style.
  case silent(areTold: Bool)
}

/// Identifies a reply that a caller waits for.
package struct ReplyID: Hashable, Sendable {
  package let number: UInt64
  package init(_ number: UInt64) { self.number = number }
}

/// A change that a caller asks for.
package enum Demand: Equatable, Sendable {
  /// Chooses a style; with an end time, holds the style only until then.
  case style(Style, until: HoldTerm? = nil)
  /// Chooses the opposite of the style in effect; with an end time, holds that opposite style only
  /// until then.
  case toggle(until: HoldTerm? = nil)
  /// Sets a theme and its style.
  ///
  /// With an end time, the theme and its style are held only until then. Without an end time, the
  /// theme is stored as the theme for its style and for the contrast in effect.
  case theme(ThemeFact, until: HoldTerm? = nil)
  /// Sets the desktop's choice.
  case choose(Choice)
  /// Ends any hold.
  case resume
  /// Applies all edits of preferences, or none of them.
  ///
  /// With a revision, applies the edits only if the stored intent still has that revision.
  case prefer([PreferenceEdit], ifRevision: Int64?)
  /// Sets the choice of one application.
  case choice(ApplicationChoice, application: String)
  /// Gives one application its own theme for the style that the theme has, and makes that style the
  /// application's choice.
  case themeFor(ThemeFact, application: String)
  /// Removes an application's own themes.
  case noThemes(application: String)

  /// Whether the demand sets the style, theme or choice of the desktop, or ends a hold; false for
  /// edits of preferences, and for demands about one application.
  package var isOfStyle: Bool {
    switch self {
    case .style, .toggle, .theme, .choose, .resume: true
    case .prefer, .choice, .themeFor, .noThemes: false
    }
  }
}

/// One action that the daemon carries out; the Keeper returns a list of such actions, in order.
package enum Effect: Equatable, Sendable {
  /// Store these edits durably, then report the result to the Keeper.
  ///
  /// Only one commit runs at a time.
  case commit([IntentEdit])
  /// Announce a new appearance.
  case changed(Snapshot)
  /// Announce the new values of these properties.
  case propertiesChanged([StyleProperty])
  /// Announce these changed preferences, in this order.
  case preferencesChanged([PreferenceChange])
  /// Announce that an application's own choice or own theme changed.
  case applicationChanged(String, ApplicationChoice)
  /// Announce that the desktop's report or its source changed.
  case desktopChanged
  /// Find out which style the programs show, because either a program or a person may have set the
  /// desktop's switch.
  case askPrograms
  /// Write GNOME's settings again, because they may still have an outdated style.
  case writeGnomeAgain
  /// Store the desktop's values on disk, so that nightd knows them at its next start; ignore a
  /// failure.
  case remember(DesktopMemory)
  /// Log that nightd now ignores this source's switch, because the switch kept undoing nightd's
  /// changes.
  case switchIgnored(source: String)
  /// Announce that the schedule's rules, the time zone or the place for sunrise and sunset changed.
  case scheduleChanged
  case answer(ReplyID, Snapshot)
  case refuse(ReplyID, RefusalCode, String)
  /// Send the event `moment` at this time instead of any time that was requested before; nil means
  /// never.
  case arm(Instant?)
}

extension Effect {
  package var isOfPreferences: Bool {
    if case .preferencesChanged = self { true } else { false }
  }

  /// Whether the effect announces a change of the appearance, the preferences or the desktop.
  package var isAnnounced: Bool {
    switch self {
    case .changed, .propertiesChanged, .preferencesChanged, .desktopChanged: true
    default: false
    }
  }

  /// If the effect is a reply with an older snapshot of the appearance, puts the newer snapshot
  /// into the reply.
  func answering(with snapshot: Snapshot) -> Effect {
    guard case .answer(let reply, _) = self else { return self }
    return .answer(reply, snapshot)
  }
}

/// The properties on the bus whose values can change; each raw value is the property's name.
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
  /// A person or a program that used the desktop's own switch.
  case desktop
  /// Another nightd, or another program that wrote the stored file.
  case store
  /// A hand-written file.
  case file
}

extension Asker {
  /// The replies to send; empty unless a caller asked for the change.
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
