import NightCore

/// Findings about running programs that use a toolkit other than Qt, and about what nightd writes
/// for these programs.
extension Diagnosis {
  var toolkitFindings: [DoctorFinding] {
    programFindings + lineFindings + shellFindings + missingThemeFindings + gtkThemeFindings
      + gtkDaemonFindings
      + qtFindings + webFindings + settingsFindings
  }

  // MARK: - Settings

  private var programFindings: [DoctorFinding] {
    let programs = toolkits.uselessPrograms
    guard !programs.isEmpty else { return [] }
    return [
      DoctorFinding(
        .programUseless,
        "\(counted(programs.count, "program")) \(programs.count == 1 ? "is" : "are") on, but "
          + "without effect",
        means: "These programs keep their own colours. The lines below explain why, and what to "
          + "do; nightctl programs off NAME switches one off.",
        output: programs.map { "\($0.name): \($0.sentence)" }.joined(separator: "\n")
      )
    ]
  }

  private var lineFindings: [DoctorFinding] {
    let lines = toolkits.remainingLines
    guard !lines.isEmpty else { return [] }
    return [
      DoctorFinding(
        .lineRemains,
        "\(counted(lines.count, "line")) of nightd \(lines.count == 1 ? "is" : "are") in the files "
          + "of programs that are off",
        means: "Something has probably written an old version of the file again: an editor, a "
          + "backup, git, or the program itself when it ended. The line names a file of nightd; if "
          + "that file is missing, the program may fail. Remove each line below, or run the command "
          + "that follows it, or switch the program on.",
        output: lines.map { "\(Output.plain($0.path)):  \(Output.plain($0.line))" }
          .joined(separator: "\n")
      )
    ]
  }

  private var shellFindings: [DoctorFinding] {
    let shells = toolkits.untoldShells
    guard !shells.isEmpty else { return [] }
    return [
      DoctorFinding(
        .shellUntold,
        "\(Messages.listed(shells, or: "and")) \(shells.count == 1 ? "runs" : "run"), but nightd "
          + "does not tell \(shells.count == 1 ? "it" : "them") the style",
        means: "A desktop shell has a style of its own, in which it also colours other programs. "
          + "The command lets nightd decide for the shell too.",
        .command("nightctl programs on " + shells.joined(separator: " ")),
        isInformation: true
      )
    ]
  }

  private var settingsFindings: [DoctorFinding] {
    let problems = toolkits.settingsProblems
    let blocked = DoctorFinding(
      .settingsBlocked,
      "\(counted(problems.count, "thing")) kept nightd from writing the style into other programs' "
        + "settings",
      means: "nightd does not write the settings below. If that is what you want, do nothing.",
      output: problems.joined(separator: "\n"),
      isInformation: true
    )
    let off = DoctorFinding(
      .programsOff,
      "all programs that follow the style by themselves are switched off, as after nightctl undo",
      means: "nightd does not write the style into other programs' settings. GTK 3, Qt and KDE "
        + "programs do not follow the style.",
      .command("nightctl prefs delete programs-off"),
      isInformation: true
    )
    // Report switched-off programs only if all programs are off, for example after `nightctl undo`.
    // If only some programs are off, the user chose to switch them off.
    let areOff = toolkits.programsOff.contains(PreferenceTable.allPrograms)
    return (problems.isEmpty ? [] : [blocked]) + (areOff ? [off] : [])
  }

  // MARK: - Chromium and Electron

  private var webFindings: [DoctorFinding] {
    let programs = toolkits.web
    guard !programs.isEmpty else { return [] }
    let uncertain = programs.count { $0.behaviour == .inverted }
    let all = counted(programs.count, "running program")
    let lines = programs.map { program in
      let toolkit = program.isElectron ? "Electron" : "Chromium"
      let title = program.version.map { "\(toolkit) \($0)" } ?? "\(toolkit), version unknown"
      return (title, program.name, program.behaviour.rawValue)
    }
    return [
      DoctorFinding(
        .electronRunning,
        "\(all) \(programs.count == 1 ? "uses" : "use") Chromium or Electron"
          + (uncertain > 0 ? ", and \(uncertain) may show the opposite style after a change" : ""),
        means: uncertain > 0
          ? "Programs with Electron 39 or later may show the previous style. Restart one that shows "
            + "the wrong style. We know of no option that prevents this."
          : "The list shows what each version does when the style changes.",
        output: grouped(lines),
        isInformation: true
      )
    ]
  }

  // MARK: - GTK 3

  private var missingThemeFindings: [DoctorFinding] {
    toolkits.missingThemes.map { theme in
      DoctorFinding(
        .themeMissing,
        ProgramMessages.themeNotInstalled(theme),
        means: "Programs show their toolkit's own theme instead, which may have the other style. "
          + "Install the theme, or run the command, which "
          + (theme.nearest == nil
            ? "removes the preference." : "sets the theme with a similar name."),
        .command(
          theme.nearest.map { "nightctl prefs write \(theme.key) \(ShellWord.of($0))" }
            ?? "nightctl prefs delete \(theme.key)"
        )
      )
    }
  }

  private var gtkThemeFindings: [DoctorFinding] {
    guard let theme = toolkits.gtk.lonely, !toolkits.gtk.programs.isEmpty else { return [] }
    let missing = theme.missing.rawValue
    // The package gnome-themes-extra contains Adwaita-dark, the dark counterpart of GTK's built-in
    // theme.
    let installation = install("gnome-themes-extra")
    let write = "nightctl prefs write gtk-theme.\(missing) "
    let isBuiltIn = theme.name == "Adwaita"
    let naming = theme.substitute.map { write + ShellWord.of($0) }
    return [
      DoctorFinding(
        .gtkThemeAlone,
        "no \(missing) counterpart of the GTK theme \(theme.name) is installed",
        means: "These GTK programs keep their theme when the style becomes \(missing): "
          + "\(list(toolkits.gtk.programs)). The theme is named in \(theme.origin). "
          + (isBuiltIn
            ? "The package has the counterpart, Adwaita-dark."
            : "The command sets another theme for \(missing)."),
        isBuiltIn
          ? .command(installation)
          : naming.map { .command($0) } ?? .commands(installation, write + "Adwaita-dark")
      )
    ]
  }

  private var gtkDaemonFindings: [DoctorFinding] {
    let gtk = toolkits.gtk
    // On Wayland, GTK 3 reads GNOME's settings itself, so xsettingsd is not needed.
    let remedy: Remedy? =
      gtk.isX11
      ? gtk.hasDaemon || gtk.hasXsettingsd ? nil : .command(install("xsettingsd"))
      : gnomeNeeds ?? (daemon.gnome.hasDconf ? nil : dconfRemedy)
    guard let remedy, !gtk.programs.isEmpty else { return [] }
    return [
      DoctorFinding(
        .gtkNoDaemon,
        gtk.isX11
          ? "no settings daemon runs, so running GTK programs do not learn of a new theme"
          : "running GTK programs do not learn of a new theme, because GNOME's settings are missing",
        means: "These programs change only when you restart them: \(list(gtk.programs)). "
          + (gtk.isX11
            ? "If xsettingsd is installed, nightd starts it, and they change at once."
            : "They read GNOME's settings, which nightd cannot write here."),
        remedy,
        isInformation: true
      )
    ]
  }

  // MARK: - Lists

  func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static let most = 8

  /// The names as a list without duplicates, in their original order.
  ///
  /// A long list ends with the number of names that it leaves out.
  private func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    let different = names.filter { seen.insert($0).inserted }
    let rest = different.count - Self.most
    let shown = different.prefix(Self.most).joined(separator: ", ")
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }

  /// One line for each group of programs with the same version and the same text:
  /// `kate, konsole (Qt 5.15.8): only after a restart, because ...`.
  func grouped(_ programs: [(title: String, name: String, text: String)]) -> String {
    var order: [String] = []
    var names: [String: [String]] = [:]
    for program in programs {
      let key = "(\(program.title)): \(program.text)\n"
      if names[key] == nil { order.append(key) }
      names[key, default: []].append(program.name)
    }
    return order.map { "\(list(names[$0] ?? [])) \($0)" }.joined()
  }
}

/// What a version of Chromium or Electron does when the style changes.
enum WebBehaviour: String, Sendable {
  case live = "correct at the start and after each change"
  /// The program may show the previous style after a change.
  case inverted = "correct at the start, but perhaps the opposite style after a change"
  /// Only late releases of this version ask the portal.
  case late = "correct at the start and after each change, but only in this version's late releases"
  /// This version does not ask the portal.
  case deaf = "never, because this version does not ask the desktop portal"
  case unknown = "correct at the start since Electron 27"
}

extension WebProgram {
  /// How the program's version of Electron or Chromium follows the style; see
  /// docs/toolkits/electron.md.
  var behaviour: WebBehaviour {
    guard let major else { return isElectron ? .unknown : .live }
    guard isElectron else { return major < 114 ? .deaf : .live }
    switch major {
    case ..<24: return .deaf
    case 24..<27: return .late
    case 27..<39: return .live
    default: return .inverted
    }
  }
}
