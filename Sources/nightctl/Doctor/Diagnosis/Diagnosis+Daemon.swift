import NightCore

/// Findings about the daemon itself: its answers, its reactions to changes of the style, and its
/// records.
extension Diagnosis {
  var daemonFindings: [DoctorFinding] {
    guard let owner = daemon.owner else { return maskFindings + unitFindings }
    if let taken = takenNameFinding(owner) { return maskFindings + [taken] }
    guard let version = daemon.version.value else {
      return maskFindings + [
        DoctorFinding(
          .daemonSilent,
          "nightd\(process(owner)) does not answer",
          means: "The portal waits for nightd, and so does each application that starts.",
          .command(restart)
        )
      ]
    }
    if let copies = copiesFinding(owner) { return maskFindings + [copies] + operationFindings }
    var found = maskFindings
    if version != Contract.version {
      found.append(installedFinding(version) ?? versionFinding(version))
    }
    if !daemon.hasBackendName {
      found.append(
        DoctorFinding(
          .backendNameMissing,
          "nightd does not own the bus name that the portal uses to reach it",
          means:
            "Applications do not get the style. Another nightd may own the name, or this nightd is "
            + "too old.",
          .command(restart)
        )
      )
    }
    return found + operationFindings
  }

  private func versionFinding(_ version: String) -> DoctorFinding {
    DoctorFinding(
      .versionDiffers,
      "nightd has version \(version), and this nightctl has \(Contract.version)",
      means: "nightd was not restarted after nightd or nightctl was replaced, so one may lack "
        + "features of the other.",
      .command(restart)
    )
  }

  private var operationFindings: [DoctorFinding] {
    [writerFinding, placeFinding, unreadChoiceFinding, mistakesFinding].compactMap(\.self)
      + reactionFindings + themeFindings
  }

  private var writerFinding: DoctorFinding? {
    guard let view = daemon.style.desktop, view.isIgnored, let source = view.report?.source else {
      return nil
    }
    return DoctorFinding(
      .otherWriter,
      "another program sets the desktop's switch (\(source)) back whenever nightd changes it",
      means: "nightd now ignores the switch. The command shows which program writes it. End that "
        + "program, then run nightctl set dark --always or nightctl set light --always: nightd "
        + "then follows the switch again.",
      .command("dbus-monitor --session \"interface='ca.desrt.dconf.Writer'\"")
    )
  }

  private var placeFinding: DoctorFinding? {
    daemon.style.lackingPlace.map { place in
      DoctorFinding(
        .placeUnknown,
        "the schedule uses the sun, but the place is unknown"
          + (place.reason.map { ": " + $0 } ?? ""),
        means: "Without a place, sunrise is at 07:00 and sunset at 19:30, all year."
          + (place.isToBeAsked ? "" : " LAT,LON are degrees north and east, as in 52.52,13.405."),
        .command("nightctl location \(place.isToBeAsked ? "auto" : "LAT,LON")")
      )
    }
  }

  /// The finding that nightd could not read the stored choice; nil if another finding already says
  /// why.
  private var unreadChoiceFinding: DoctorFinding? {
    guard let unread = daemon.files.unreadChoice else { return nil }
    let path = unread.problem.path
    let isExplained = daemon.unusable.contains {
      path == $0.path || path.hasPrefix($0.path + "/")
    }
    guard !isExplained else { return nil }
    let choice = daemon.style.choice ?? .system
    let isStyle = choice == .light || choice == .dark
    let set = "nightctl set \(choice.rawValue)\(isStyle ? " --always" : "")"
    let kept = unread.problem.aside.map { " The file is kept as \($0)." } ?? ""
    let effect =
      unread.isIntact
      ? " The file can be read now, and nightd reads it when it starts."
      : " The command stores the choice that is in effect now. You can also store another choice."
    return DoctorFinding(
      .choiceUnread,
      "the stored choice could not be read: \(unread.problem.why)",
      means: unread.effect + kept + effect,
      // If nightd can read the stored choice now, suggest a restart, because `set` would overwrite
      // the file of the stored choice.
      .command(unread.isIntact ? restart : set)
    )
  }

  private var mistakesFinding: DoctorFinding? {
    let count = daemon.files.mistakes
    guard count > 0 else { return nil }
    return DoctorFinding(
      .preferenceMistakes,
      "the preference files have \(count == 1 ? "one mistake" : "\(count) mistakes")",
      means: "Some of your preferences have no effect.",
      .command("nightctl prefs check")
    )
  }

  private var themeFindings: [DoctorFinding] {
    func use(_ slot: ThemeSlot) -> Remedy {
      .command("nightctl theme use --\(slot.option) \(BuiltInThemes.defaultName(slot))")
    }
    let missing = daemon.files.missingThemes.map { theme in
      DoctorFinding(
        .themeMissing,
        "\(theme.slot.key) names the theme “\(theme.name)”, which does not exist",
        means: (theme.file.map { "nightd looks for \($0). " } ?? "")
          + "\(BuiltInThemes.defaultName(theme.slot)) is shown instead. The command "
          + "selects that theme; nightctl theme list shows all themes.",
        use(theme.slot)
      )
    }
    let count = daemon.files.themeMistakes.count
    guard let first = daemon.files.themeMistakes.first else { return missing }
    // If a theme's only problem is its style, the theme's file is correct, and the user must choose
    // another theme.
    let slot = ThemeSlot.all.first { first.hasPrefix($0.key + ":") }
    return missing + [
      DoctorFinding(
        .themeMistakes,
        count == 1 ? "a theme in use has a mistake" : "the themes in use have \(count) mistakes",
        means: "\(first). The part with the mistake has no effect.",
        slot.map(use) ?? .command("nightctl theme check")
      )
    ]
  }

  // MARK: - Reactions

  private var reactionFindings: [DoctorFinding] {
    // If another program reverted a value, the finding `otherWriter` already reports the cause.
    let isContested = writerFinding != nil
    let failed = daemon.reactions.filter { reaction in
      !daemon.reactionsOff.contains(reaction.name) && !(isContested && reaction.isUndone)
    }
    return failed.map { reaction in
      let again =
        reaction.isOfGnome
        ? "The setting is unchanged; nightd tries again when it starts."
        : "nightd runs it again after the next change."
      let effect =
        reaction.lockedKey.map {
          "An administrator locked \($0); the command shows the file that has the lock."
        } ?? again
      return DoctorFinding(
        .reactionFailed,
        "the update \(reaction.name) failed: \(reaction.words)",
        means: effect + (reaction.output.isEmpty ? "" : " Its output is below."),
        remedy(for: reaction),
        output: reaction.output
      )
    }
  }

  /// The remedy if the style changed and a reaction of nightd, such as writing GNOME's settings,
  /// failed.
  ///
  /// If the reaction writes GNOME's settings and no other remedy is known, the remedy restarts
  /// nightd. When nightd starts, it writes the settings again.
  private func remedy(for reaction: FailedReaction) -> Remedy {
    guard reaction.isOfGnome else { return .command("nightctl programs") }
    if let key = reaction.lockedKey {
      let path = ShellWord.of("org/gnome/desktop/interface/" + key)
      return .command("grep -rs \(path) /etc/dconf/db")
    }
    return reaction.isUndone && !daemon.gnome.hasDconf ? dconfRemedy : .command(restart)
  }

  /// The remedy that installs the library or schema that nightd needs for GNOME's settings; nil if
  /// neither is missing.
  ///
  /// The remedy ends with a restart, because the daemon looks for the library and the schema only
  /// at its start.
  var gnomeNeeds: Remedy? {
    switch daemon.gnome.lacks {
    case .noProgram:
      installAndRestart(["apt-get": "libglib2.0-0", "zypper": "libgio-2_0-0"], "glib2")
    case .noSchema: installAndRestart([:], "gsettings-desktop-schemas")
    case .notWritten, .notKept, .outdated, nil: nil
    }
  }

  var dconfRemedy: Remedy { installAndRestart(["apt-get": "dconf-gsettings-backend"], "dconf") }

  /// The remedy that installs a package, and then restarts nightd.
  ///
  /// `names` contains the package's name for some package managers; for all other package managers,
  /// the package's name is in `other`.
  private func installAndRestart(_ names: [String: String], _ other: String) -> Remedy {
    let words = session.installer?.split(separator: " ").map(String.init) ?? ["apt-get"]
    let name = words.lazy.compactMap { names[$0] }.first ?? other
    return .commands(install(name), restart)
  }

  // MARK: - Records

  /// Findings about damaged records of nightd's changes, and about held locks that keep nightd from
  /// updating programs.
  var recordFindings: [DoctorFinding] {
    facts.unreadRecords.map { sentence in
      DoctorFinding(
        .recordDamaged,
        sentence,
        means: "Commands that need the record fail, and nightd may be unable to undo some changes."
      )
    }
      + facts.heldLocks.map { lock in
        DoctorFinding(
          .lockHeld,
          lock.sentence,
          means: "Until the process ends, nightd cannot update these programs.",
          .command(lock.isStopped ? "kill -CONT \(lock.process)" : "ps -fp \(lock.process)")
        )
      }
  }
}
