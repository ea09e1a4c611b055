import NightCore

/// Findings about the daemon, its unit, and the files that start it.
extension DoctorFinding {
  package static func nameTaken(_ owner: ProcessFacts, _ remedy: Remedy) -> Self {
    Self(
      .nameTaken,
      "another program\(process(owner)) has nightd's name on the bus",
      means: "nightd cannot start while that program has the name, and programs that ask nightd "
        + "reach that program instead.",
      remedy
    )
  }

  package static func daemonSilent(_ owner: ProcessFacts?, _ remedy: Remedy) -> Self {
    Self(
      .daemonSilent,
      "nightd\(process(owner)) does not answer",
      means: "The portal waits for it, and so does each application that starts.",
      remedy
    )
  }

  package static func unitMasked(isRuntime: Bool, _ remedy: Remedy) -> Self {
    Self(
      .unitMasked,
      "nightd.service is masked" + (isRuntime ? " until the next boot" : ""),
      means: "A masked unit cannot start, so programs that ask nightd get no answer.",
      remedy
    )
  }

  package static func unitBroken(_ flaw: UnitFlaw, _ remedy: Remedy) -> Self {
    let failure = "Programs that ask nightd wait, and then get an error."
    switch flaw {
    case .programMissing(let program):
      return Self(
        .unitBroken,
        "nightd.service starts \(program), which is missing or cannot be run",
        means: "\(failure) Install nightd there again.",
        remedy
      )
    case .keepsEnding:
      return Self(
        .unitBroken,
        "nightd.service ends with an error each time it starts",
        means: "\(failure) This shows why it ended. If that does not help, install nightd again "
          + "and run: systemctl --user restart nightd.",
        remedy
      )
    case .invalid:
      return Self(
        .unitBroken,
        "systemd does not understand nightd.service",
        means: "Programs that ask nightd get no answer. This shows the wrong line. Install nightd "
          + "again, or correct that line and run: systemctl --user daemon-reload.",
        remedy
      )
    case .dropIns(let paths):
      return Self(
        .unitBroken,
        "nightd.service fails, and \(changes(paths))",
        means: "This moves \(paths.count == 1 ? "that file" : "those files") aside. "
          + "journalctl --user -u nightd says why it ended.",
        remedy
      )
    }
  }

  package static func unitFailed(_ remedy: Remedy) -> Self {
    Self(
      .unitFailed,
      "nightd ended with an error, and does not run",
      means: "The style no longer changes. journalctl --user -u nightd says why it ended.",
      remedy
    )
  }

  /// The finding that nightd's unit failed before it could start nightd.
  package static func sandboxFailed(dropIns: [String], _ remedy: Remedy) -> Self {
    Self(
      .unitFailed,
      "the sandbox of nightd.service cannot be set up, so nightd does not run"
        + (dropIns.isEmpty ? "" : "; \(changes(dropIns))"),
      means: "Another start would fail in the same way"
        + (dropIns.isEmpty
          ? ": a line of the unit or of a drop-in asks for something that this machine lacks."
          : ". This moves the files that change the unit aside."),
      remedy
    )
  }

  private static func changes(_ paths: [String]) -> String {
    paths.count == 1
      ? "\(paths[0]) changes it" : "these files change it: \(paths.joined(separator: ", "))"
  }

  /// The finding that a D-Bus service file names a missing program or unit.
  package static func activationBroken(file: String, missing: String, _ remedy: Remedy) -> Self {
    Self(
      .activationBroken,
      "\(file) starts nightd with \(missing), which is missing",
      means: "While nightd does not run, programs that ask it wait, and then get an error.",
      remedy
    )
  }

  /// The finding that the bus cannot start a program for these names.
  ///
  /// `busFolder` is the data folder that the bus reads, if the user's service files are elsewhere.
  package static func notActivatable(names: [String], busFolder: String? = nil, _ remedy: Remedy)
    -> Self
  {
    Self(
      .notActivatable,
      "the session bus cannot start nightd: it does not know \(names.joined(separator: " or "))"
        + (busFolder.map { ", and reads your service files only below \($0)" } ?? ""),
      means: busFolder == nil
        ? "Applications that start before nightd do not follow it, some of them not even later."
        : "Your service files are below another folder. Start nightd by hand, or start the bus "
          + "with your XDG_DATA_HOME.",
      remedy
    )
  }

  /// The finding that nightd.service starts a nightd of another version than this nightctl.
  package static func twoInstalled(own: String, unit: String, version: String, _ remedy: Remedy)
    -> Self
  {
    Self(
      .twoCopies,
      "nightd.service starts \(unit), version \(version), but this nightctl belongs to \(own), "
        + "version \(Contract.version)",
      means: "One may lack what the other can do. This shows which file starts it. Remove the copy "
        + "that you do not want, and the file that starts it.",
      remedy
    )
  }

  /// The finding about two copies of nightd: `running` owns the name, and the unit starts `unit`.
  package static func twoCopies(
    running: String,
    unit: String,
    _ owner: ProcessFacts?,
    _ remedy: Remedy
  ) -> Self {
    Self(
      .twoCopies,
      "the running nightd\(process(owner)) is \(running), but nightd.service starts \(unit)",
      means: "Two copies of nightd are installed or running, perhaps in different versions. This "
        + "ends the running one; the unit's starts when a program asks for it.",
      remedy
    )
  }

  package static func versionDiffers(_ version: String, _ remedy: Remedy) -> Self {
    Self(
      .versionDiffers,
      "nightd has version \(version), and this nightctl has \(Contract.version)",
      means: "nightd has not restarted since one of them was replaced, and one may lack what the "
        + "other can do.",
      remedy
    )
  }

  package static func backendNameMissing(_ remedy: Remedy) -> Self {
    Self(
      .backendNameMissing,
      "nightd does not have the name under which the portal asks it",
      means: "No application learns the style. Another nightd may have the name, or this one is "
        + "too old.",
      remedy
    )
  }

  package static func otherWriter(source: String, _ remedy: Remedy) -> Self {
    Self(
      .otherWriter,
      "another program sets the desktop's switch (\(source)) back whenever nightd changes it",
      means: "nightd now ignores the switch. This shows which program writes it. End that program, "
        + "and then choose with nightctl set dark --always or light --always, so that nightd "
        + "follows the switch again.",
      remedy
    )
  }

  package static func choiceUnread(_ unread: UnreadChoice, _ remedy: Remedy) -> Self {
    let kept = unread.problem.aside.map { " The file is kept as \($0)." } ?? ""
    let effect =
      unread.isIntact
      ? " The file can be read now, and nightd reads it when it starts."
      : " The command stores what is in effect now. You may also choose something else with it."
    return Self(
      .choiceUnread,
      "the stored choice could not be read: \(unread.problem.why)",
      means: unread.effect + kept + effect,
      remedy
    )
  }

  package static func reactionFailed(_ reaction: FailedReaction, _ remedy: Remedy) -> Self {
    let output = reaction.output.isEmpty ? "" : " Its output is below."
    let again =
      reaction.isOfGnome
      ? "The setting is unchanged; nightd tries again when it starts."
      : "nightd runs it again after the next change."
    let effect =
      reaction.lockedKey.map {
        "An administrator locked \($0); this shows the file that has the lock."
      } ?? again
    return Self(
      .reactionFailed,
      "the update \(reaction.name) failed: \(reaction.words)",
      means: effect + output,
      remedy,
      output: reaction.output
    )
  }

  package static func placeUnknown(_ place: LackingPlace, _ remedy: Remedy) -> Self {
    Self(
      .placeUnknown,
      "the schedule uses the sun, but the place is unknown"
        + (place.reason.map { ": " + $0 } ?? ""),
      means: "Without a place, sunrise is at 07:00 and sunset at 19:30, all year."
        + (place.isToBeAsked ? "" : " LAT,LON are degrees north and east, as in 52.52,13.405."),
      remedy
    )
  }

  package static func themeMissing(_ theme: MissingTheme, _ remedy: Remedy) -> Self {
    Self(
      .themeMissing,
      "\(theme.slot.key) names the theme “\(theme.name)”, which does not exist",
      means: (theme.file.map { "nightd looks for \($0). " } ?? "")
        + "\(BuiltInThemes.defaultName(theme.slot)) is shown instead. This chooses it; "
        + "nightctl theme list names the others.",
      remedy
    )
  }

  package static func themeMistakes(_ mistakes: [String], _ remedy: Remedy) -> Self {
    let count = mistakes.count
    return Self(
      .themeMistakes,
      count == 1 ? "a theme in use has a mistake" : "the themes in use have \(count) mistakes",
      means: "\(mistakes.first ?? ""). What the mistake concerns is not in effect.",
      remedy
    )
  }

  package static func preferenceMistakes(_ count: Int, _ remedy: Remedy) -> Self {
    Self(
      .preferenceMistakes,
      "the files of preferences have \(count == 1 ? "one mistake" : "\(count) mistakes")",
      means: "Some of what you wrote has no effect.",
      remedy
    )
  }

  package static func notAtLogin(_ remedy: Remedy) -> Self {
    Self(
      .notAtLogin,
      "nothing starts nightd at login",
      means: "After a login, the schedule does nothing until a program asks nightd for the style.",
      remedy
    )
  }

  /// The finding that nightd's unit is enabled, but that nothing starts it in this session.
  ///
  /// `isScreenUnknown` is true if the unit that waits for the screen never sees one.
  package static func notInSession(isScreenUnknown: Bool, _ remedy: Remedy) -> Self {
    Self(
      .notAtLogin,
      "nightd.service is enabled, but nothing starts it in this session"
        + (isScreenUnknown ? ": systemd was not told which screen it has" : ""),
      means: "The schedule does nothing until a program asks nightd for the style. "
        + (isScreenUnknown
          ? "This starts nightd now. For later logins, \(startOfSession)"
          : "Your desktop does not start graphical-session.target; this takes effect at the next "
            + "login."),
      remedy
    )
  }

  /// The end of a sentence about a command whose effect ends with the session.
  static let startOfSession =
    "put the command into what starts your session too, such as a line with exec in the "
    + "configuration of sway or i3."
}
