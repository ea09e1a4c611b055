import Glibc
import NightBus
import NightContract
import NightCore
import NightStore

/// The messages about the desktop's settings and about inhibitors.
extension Messages {
  static func desktopNotKept(_ refusal: Disk.Refusal) -> String {
    "the desktop's settings could not be saved for nightd's next start: \(message(refusal))"
  }

  static func quarrelLost(_ source: String) -> String {
    "the desktop's switch (\(source)) has undone nightd's change more than three times in ten "
      + "seconds; another program seems to reset it. nightd now ignores the switch; to let the "
      + "switch decide, run: nightctl set system"
  }
}

extension Refusal {
  static let inhibitorMalformed = Refusal(
    .invalidValue,
    "“app” and “why” must be strings without control characters"
  )

  static let whyTooLong = Refusal(
    .limitExceeded,
    "“why” may have at most \(Contract.whyBytes) bytes"
  )

  static let inhibitorUnknown = Refusal(
    .invalidValue,
    "this caller has no inhibitor with this cookie"
  )

  static let tooManyInhibitors = Refusal(
    .limitExceeded,
    "too many programs are inhibiting changes"
  )

  static func tooManyInhibitors(ofOne most: Int) -> Refusal {
    Refusal(.limitExceeded, "one program may hold at most \(most) inhibitors")
  }
}

extension Messages {
  static func backendsNotFollowed(_ error: BusError) -> String {
    "cannot follow the desktop's portal backends (\(error)); nightd ignores them until it "
      + "is restarted"
  }

  static func settingFlawed(_ source: String, _ key: String) -> String {
    "\(source) reports an invalid value of \(key); nightd treats it as no preference"
  }

  static func settingsProgramRefused(_ refusal: Refusal) -> String {
    "the user's systemd refuses to run the program that follows GNOME's settings, so "
      + "nightd does not see changes of these settings: \(refusal.message)"
  }

  static func settingsProgramGivenUp(_ end: ProgramEnd) -> String {
    "the program that follows GNOME's settings \(end.failure ?? "ended") again and again; nightd "
      + "starts it again only if system.sources changes or nightd restarts"
  }
}

extension Messages {
  /// Describes the problem that keeps nightd from finding this machine's place; nil if there is no
  /// problem.
  static func flaw(_ state: PlaceFinder.State) -> String? {
    switch state {
    case .off, .searching, .found: nil
    case .unreachable:
      "the system bus cannot be reached, so nightd cannot ask GeoClue for the place"
    case .absent:
      "GeoClue does not run on this machine, so nightd cannot ask it for the place; "
        + "install geoclue, or set location.latitude and location.longitude"
    case .denied:
      "GeoClue does not give nightd the place: turn on location services and allow them for "
        + "nightd in the desktop's settings, or in section [nightd] of /etc/geoclue/geoclue.conf"
    case .agentless:
      "GeoClue does not answer until the session runs an agent for it, and this session runs none: "
        + GeoClueAgent.advice(isProgram)
        + ", or set the place with nightctl location LAT,LON"
    case .silent:
      "GeoClue has not reported the place yet: it may need your permission or a network"
    case .nonsense: "GeoClue reported an invalid place"
    }
  }

  private static func isProgram(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The line that the log gets about the search for the place; the line never contains the place
  /// itself.
  static func line(_ state: PlaceFinder.State) -> String? {
    switch state {
    case .off, .searching: nil
    case .found: "GeoClue has reported the place"
    default: flaw(state)
    }
  }

  static func keptPlaceFlawed(_ path: String, _ flaw: PlaceFlaw) -> String {
    "\(path) \(predicate(flaw)); the last known place is lost"
  }

  private static func predicate(_ flaw: PlaceFlaw) -> String {
    switch flaw {
    case .file(.tooLarge(let limit)): "is larger than \(limit >> 10) KiB"
    case .file(.unreadable(let refusal)): "cannot be read: \(message(refusal))"
    case .file(let flaw): predicate(flaw)
    case .unread(let flaw):
      switch flaw.kind {
      case .empty: "is empty"
      case .newer(let format):
        "was written by a newer nightd in format \(format); this nightd reads formats up to \(PlaceFile.format)"
      case .invalid, .limit, .unknown: "is broken at \(flaw)"
      }
    }
  }

  static func placeNotKept(_ refusal: Disk.Refusal) -> String {
    "the place could not be saved for nightd's next start: \(message(refusal))"
  }

  static func placeNotForgotten(_ refusal: Disk.Refusal) -> String {
    "the stored place could not be removed: \(message(refusal))"
  }
}

extension Messages {
  /// The warning that the time zone's files in a folder cannot be watched.
  ///
  /// `folder` is nil if no file can be watched.
  static func zoneNotWatched(in folder: String?, _ error: BusError) -> String {
    "cannot watch \(folder ?? "the zone's files") (\(error)); nightd notices a new time "
      + "zone only when the style changes or nightd restarts"
  }

  /// Describes a problem with the time zone; in the message, the name of the file or variable
  /// precedes this text.
  static func predicate(_ fault: ZoneFault, serving zone: Zone) -> String {
    let serving = zone.name.isEmpty ? "the zone that it read before" : zone.name
    return "\(predicate(fault.why)); nightd uses \(serving) until this is corrected"
  }

  private static func predicate(_ why: ZoneFault.Why) -> String {
    switch why {
    case .missing: return "does not exist"
    case .flawed(let flaw): return predicate(flaw)
    case .broken(let flaw): return "is not a time zone: \(flaw)"
    case .unknown(let name, let folder, let flaw):
      let rule = flaw.map { ", and is not a valid rule either: \($0)" } ?? ""
      return "refers to \(Excerpt(name)), which is not in \(folder)\(rule)"
    }
  }
}

extension Refusal {
  static func notSet(_ key: PreferenceKey) -> Refusal {
    Refusal(.notSet, "\(key.named) is not set, and there is no default for it")
  }

  static func unknownKey(_ key: PreferenceKey) -> Refusal {
    Refusal(
      .unknownKey,
      "\(Excerpt(key.name)) is not a key that nightd knows" + PreferenceTable.meant(key.name)
    )
  }

  static func keyIsPrivate(_ key: PreferenceKey) -> Refusal {
    Refusal(
      .isPrivate,
      "\(key.name) is private; only the interface \(Contract.controlInterface) returns its value"
    )
  }

  static let closingUnchecked = Refusal.failed("nightd is ending; nothing was checked")

  static let tooManyChecks = Refusal(
    .limitExceeded,
    "too many calls are waiting for a reply; try again"
  )
}

/// The messages about reactions, which change other programs' settings.
extension Messages {
  static func hooksStartOften(_ count: Int) -> String {
    "hooks ran \(count) times within ten seconds, so they now run at most once a second; "
      + "make sure that no hook sets the style, because each such change starts the hooks again"
  }

  static func reactionFailed(_ lane: String, _ last: ReactionReport.Last) -> String {
    "the update \(lane) \(last.words); to see its output, run nightctl programs"
  }

  static func reactionTooLong(_ milliseconds: Int) -> String {
    let limit = milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
    return "took longer than \(limit) and was stopped"
  }

  static func reactionFlooded(_ bytes: Int) -> String {
    "printed more than \(bytes >> 20) MiB and was stopped"
  }
}

extension Messages {
  static let noSettingsProgram =
    "GLib's library GIO is not installed on this machine, so there is nothing to do"
  static let noSettingsSchema =
    "GNOME's settings are not installed on this machine, so there is nothing to do"
  static let settingsNotWritten = "could not write all of GNOME's settings"
  static let settingsOutdated = "wrote nothing, because the style was changed again meanwhile"
  static let settingsNotKept =
    "could not save the earlier values of GNOME's settings, so the settings were not changed"
}

extension Messages {
  /// The warning that a folder of themes cannot be watched; `folder` is nil if no folder of themes
  /// can be watched.
  static func themesNotWatched(in folder: String?, _ error: BusError) -> String {
    "cannot watch \(folder ?? "the folders of themes") (\(error)); nightd notices a changed "
      + "theme there only when nightd restarts or you choose the theme again"
  }

  /// The message that a theme does not exist; `slot` is nil if the theme belongs to a temporary
  /// choice (a hold).
  ///
  /// `paths` are the possible files of the theme, the user's own file first.
  static func missingTheme(_ name: String, for slot: ThemeSlot?, _ paths: [String]) -> String {
    let file = paths.first.map { "; nightd looks for \($0)" } ?? ""
    let what = "no theme has the name \(Excerpt(name))\(file)"
    guard let slot else {
      return "the held theme is missing: \(what); to end the hold, run nightctl resume"
    }
    return "\(slot.key): \(what); \(BuiltInThemes.defaultName(slot)) is shown instead; to choose "
      + "another theme, run nightctl theme use --\(slot.option) NAME"
  }
}

extension Messages {
  /// The message about a missing theme that was chosen for one application.
  static func missingTheme(_ name: String, for key: PreferenceKey, _ paths: [String]) -> String {
    let file = paths.first.map { "; nightd looks for \($0)" } ?? ""
    return "\(key.named): no theme has the name \(Excerpt(name))\(file); the desktop's theme is "
      + "shown instead; to choose another theme, run nightctl theme use NAME --app "
      + ShellWord.of(key.application)
  }
}

extension Refusal {
  static func unknownTheme(_ word: String, nearest: String?) -> Refusal {
    let meant = nearest.map { "; did you mean \($0)?" } ?? ""
    return Refusal(.unknownTheme, "there is no theme \(Excerpt(word))\(meant)")
  }

  /// Mentions only the theme's first mistake, because `nightctl theme check` shows all mistakes.
  static func brokenTheme(_ name: String, _ reading: ThemeReading) -> Refusal {
    let why = reading.mistakes.first?.description ?? "it cannot be used"
    return Refusal(.brokenTheme, "the theme \(Excerpt(name)) cannot be used: \(why)")
  }
}
