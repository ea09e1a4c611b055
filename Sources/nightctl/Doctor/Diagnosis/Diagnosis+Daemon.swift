import NightCore

/// Findings about the daemon itself, and about the files that start it.
extension Diagnosis {
  /// The names for which the bus must be able to start nightd.
  package static let activated = [Contract.busName, PortalFile.ownBusName]

  package var daemonFindings: [DoctorFinding] {
    guard let owner = daemon.owner else { return maskFindings + [unitFinding].compactMap(\.self) }
    if let taken = takenNameFinding(owner) { return maskFindings + [taken] }
    switch daemon.version {
    case .silent, .none: return maskFindings + [DoctorFinding.daemonSilent(owner, restart)]
    case .told(let version):
      if let copies = copiesFinding(owner) { return maskFindings + [copies] + operationFindings }
      var found = maskFindings
      if version != Contract.version, let installed = installedFinding(version) {
        found.append(installed)
      } else if version != Contract.version {
        found.append(DoctorFinding.versionDiffers(version, restart))
      }
      if !daemon.hasBackendName { found.append(DoctorFinding.backendNameMissing(restart)) }
      return found + operationFindings
    }
  }

  private var operationFindings: [DoctorFinding] {
    var found: [DoctorFinding] = []
    if let view = daemon.style.desktop, view.isIgnored, let source = view.report?.source {
      let shows = "dbus-monitor --session \"interface='ca.desrt.dconf.Writer'\""
      found.append(DoctorFinding.otherWriter(source: source, .command(shows)))
    }
    // If another program set a value back, the finding `otherWriter` already gives the cause.
    let isContested = !found.isEmpty
    found += daemon.reactions.filter { !daemon.reactionsOff.contains($0.name) }
      .filter { !isContested || !$0.isUndone }
      .map { DoctorFinding.reactionFailed($0, remedy(for: $0)) }
    if let place = daemon.style.lackingPlace {
      let word = place.isToBeAsked ? "auto" : "LAT,LON"
      found.append(DoctorFinding.placeUnknown(place, .command("nightctl location \(word)")))
    }
    if let unread = unreadChoiceFinding { found.append(unread) }
    found += daemon.missingThemes.map { theme in
      let name = BuiltInThemes.defaultName(theme.slot)
      let use = "nightctl theme use --\(theme.slot.option) \(name)"
      return DoctorFinding.themeMissing(theme, .command(use))
    }
    if let first = daemon.themeMistakes.first {
      // A theme of the wrong style has no mistake in its file.
      let slot = ThemeSlot.all.first { first.hasPrefix($0.key + ":") }
      let command =
        slot.map { "nightctl theme use --\($0.option) \(BuiltInThemes.defaultName($0))" }
        ?? "nightctl theme check"
      found.append(DoctorFinding.themeMistakes(daemon.themeMistakes, .command(command)))
    }
    if daemon.mistakes > 0 {
      let check = Remedy.command("nightctl prefs check")
      found.append(DoctorFinding.preferenceMistakes(daemon.mistakes, check))
    }
    return found
  }

  /// The finding that nightd could not read the stored choice; nil if another finding says why.
  private var unreadChoiceFinding: DoctorFinding? {
    guard let unread = daemon.unreadChoice else { return nil }
    let path = unread.problem.path
    let isExplained = daemon.unusable.contains {
      path == $0.path || path.hasPrefix($0.path + "/")
    }
    guard !isExplained else { return nil }
    // A restart makes nightd read the file; a new choice would overwrite it.
    guard !unread.isIntact else {
      return DoctorFinding.choiceUnread(unread, restart)
    }
    let choice = daemon.style.choice ?? .system
    let word =
      switch choice {
      case .light, .dark: choice.rawValue + " --always"
      case .schedule, .system: choice.rawValue
      }
    return DoctorFinding.choiceUnread(unread, .command("nightctl set \(word)"))
  }

  // MARK: - Reactions

  /// The remedy for a failed reaction.
  ///
  /// For GNOME's settings, the last resort is a restart: nightd then writes the settings again.
  private func remedy(for reaction: FailedReaction) -> Remedy {
    guard reaction.isOfGnome else { return .command("nightctl programs") }
    if let key = reaction.lockedKey { return .command(Self.lock(of: key)) }
    guard reaction.isUndone, !daemon.gnome.hasDconf else { return restart }
    return installAndRestart(["apt-get": "dconf-gsettings-backend"], "dconf")
  }

  /// The command that shows where an administrator locked a key of GNOME's settings.
  private static func lock(of key: String) -> String {
    "grep -rs \(ShellWord.of("org/gnome/desktop/interface/" + key)) /etc/dconf/db"
  }

  /// The remedy for a library or schema that nightd needs for GNOME's settings; nil if it lacks neither.
  ///
  /// It ends with a restart, because the daemon looks for both only at its start.
  package var gnomeNeeds: Remedy? {
    switch daemon.gnome.lacks {
    case .noProgram:
      installAndRestart(["apt-get": "libglib2.0-0", "zypper": "libgio-2_0-0"], "glib2")
    case .noSchema: installAndRestart([:], "gsettings-desktop-schemas")
    case .notWritten, .notKept, .outdated, nil: nil
    }
  }

  /// The remedy that installs a package and then restarts nightd.
  ///
  /// `names` has the package's name for the package managers that do not call it `other`.
  func installAndRestart(_ names: [String: String], _ other: String) -> Remedy {
    let words = session.installer?.split(separator: " ").map(String.init) ?? ["apt-get"]
    let name = words.lazy.compactMap { names[$0] }.first ?? other
    guard case .command(let restart) = restart, case .command(let install) = install(name) else {
      return restart
    }
    return .command("\(install) && \(restart)")
  }

  // MARK: - Activation

  package var activationFindings: [DoctorFinding] {
    let broken = daemon.installation.serviceFiles.compactMap(broken)
    let missing = Self.activated.filter { !daemon.installation.activatable.contains($0) }
    guard !missing.isEmpty else { return broken + loginFindings }
    let elsewhere = elsewhere(missing)
    return broken + loginFindings + [
      DoctorFinding.notActivatable(
        names: missing,
        busFolder: elsewhere?.busFolder,
        elsewhere?.remedy ?? activation(missing)
      )
    ]
  }

  /// The remedy if the user's service files exist, but the bus looks in another folder.
  ///
  /// Without `XDG_DATA_HOME`, dbus-daemon uses the home folder from the list of users, not from
  /// `HOME`.
  private func elsewhere(_ missing: [String]) -> (busFolder: String, remedy: Remedy)? {
    guard let busFolder = session.otherBusDataHome, let own = portal.own.dataHome,
      let program = daemon.installation.program,
      missing.allSatisfy({ name in
        daemon.installation.serviceFiles.contains {
          $0.path == own + "/dbus-1/services/\(name).service"
        }
      })
    else { return nil }
    if session.manager.isThere {
      return (busFolder, .command("export XDG_DATA_HOME=" + ShellWord.of(busFolder)))
    }
    guard daemon.owner != nil else {
      return (busFolder, .command(ShellWord.of(program) + " &"))
    }
    let variable = "XDG_DATA_HOME=" + ShellWord.of(own)
    return (
      busFolder, .command(#"exec env \#(variable) dbus-run-session -- "${SHELL:-/bin/sh}""#)
    )
  }

  private func broken(_ file: ServiceFile) -> DoctorFinding? {
    let planned = plannedServices
    let remedy =
      planned.contains { $0.blocker == nil }
      ? .fix : remedy(for: planned) ?? .command("sudo make install")
    if let unit = file.unit, daemon.unit?.isKnown == false {
      return DoctorFinding.activationBroken(file: file.path, missing: unit, remedy)
    }
    guard file.unit == nil || daemon.unit == nil, !file.isRunnable else { return nil }
    let missing = file.program ?? "Exec="
    return DoctorFinding.activationBroken(file: file.path, missing: missing, remedy)
  }

  private func activation(_ missing: [String]) -> Remedy {
    if let remedy = remedy(for: plannedServices) { return remedy }
    // If nightd is installed, the service files exist, but the bus has not read them yet.
    return .command(daemon.installation.program == nil ? "sudo make install" : Self.reload)
  }

  /// The command that makes the bus read its service files again.
  ///
  /// Without `--print-reply`, dbus-send would send a signal, which does nothing.
  package static let reload =
    "dbus-send --session --print-reply --dest=org.freedesktop.DBus / "
    + "org.freedesktop.DBus.ReloadConfig"

  /// Whether the portal starts nightd.
  ///
  /// An older portal starts all backends that it asks, not only the first.
  private var isStartedByPortal: Bool {
    // A portal without any backend is another finding, whose remedy also makes the portal start
    // nightd.
    guard !isLedNowhere, !isBlindlyLed else { return true }
    return portal.lookup.rules == .byUseIn
      ? portal.asked.contains(where: \.isOwn) : portal.asked.first?.isOwn == true
  }

  /// The finding that nothing starts nightd at login.
  ///
  /// Empty if the portal starts nightd when the first application asks for the style.
  private var loginFindings: [DoctorFinding] {
    guard let unit = daemon.unit, unit.isKnown else { return [] }
    guard unit.fileState != "enabled" else { return sessionStartFindings }
    guard unit.fileState == "disabled",
      !daemon.installation.activatable.contains(PortalFile.ownBusName) || !isStartedByPortal
    else { return [] }
    return [DoctorFinding.notAtLogin(.command("systemctl --user enable nightd"))]
  }

  /// The finding that the unit is enabled, but that nothing starts it in this session.
  ///
  /// Empty in a session without a screen, such as SSH, which need not start nightd.
  private var sessionStartFindings: [DoctorFinding] {
    guard !session.manager.hasGraphicalSession, SessionFacts.isScreen(session.callersScreen) else {
      return []
    }
    guard let login = daemon.loginUnit, login.isKnown else {
      let link = "systemctl --user add-wants default.target nightd.service"
      return [DoctorFinding.notInSession(isScreenUnknown: false, .command(link))]
    }
    guard login.fileState == "enabled" else {
      let again = "systemctl --user reenable nightd.service"
      return [DoctorFinding.notInSession(isScreenUnknown: false, .command(again))]
    }
    guard !session.manager.hasScreen else { return [] }
    return [
      DoctorFinding.notInSession(isScreenUnknown: true, environmentUpdate(session.callersScreen))
    ]
  }
}

/// Findings about nightd's unit, and about the process that owns nightd's name.
extension Diagnosis {
  private static let unitName = "nightd.service"

  package var managerFindings: [DoctorFinding] {
    guard let manager = session.manager.silent else { return [] }
    let command =
      manager.isStopped
      ? manager.process.known.map { "kill -CONT \($0)" } : nil
    return [
      DoctorFinding.managerSilent(
        manager,
        .command(command ?? "journalctl --user -n 20 --no-pager")
      )
    ]
  }

  /// Findings about a masked unit.
  ///
  /// They are reported even while nightd runs, because masking does not stop a running unit.
  package var maskFindings: [DoctorFinding] {
    guard let unit = daemon.unit, unit.isMasked else { return [] }
    return [
      DoctorFinding.unitMasked(isRuntime: unit.isMaskedUntilLogin, Self.unmasking(unit, "nightd"))
    ]
  }

  package static func unmasking(_ unit: UnitFacts, _ name: String) -> Remedy {
    let runtime = unit.isMaskedUntilLogin ? " --runtime" : ""
    // An administrator's mask wins over the user's mask, and the user's service manager does not
    // watch its folder.
    let isGlobal = ["/etc/", "/run/systemd/"].contains(where: unit.file.hasPrefix)
    return .command(
      isGlobal
        ? "sudo systemctl --global unmask\(runtime) \(name) && systemctl --user daemon-reload"
        : "systemctl --user unmask\(runtime) \(name)"
    )
  }

  /// The finding that says why nightd's unit cannot run; nil if the unit has no problem.
  package var unitFinding: DoctorFinding? {
    guard let unit = daemon.unit, unit.isKnown, !unit.isMasked else { return nil }
    let isEnding = unit.state == "failed" || unit.isLooping || !unit.isValid
    let paths = unit.dropIns.map(\.path)
    if isEnding, unit.run.lacksSandbox {
      let remedy = aside(unit.dropIns) ?? .command("systemctl --user cat nightd")
      return DoctorFinding.sandboxFailed(dropIns: paths, remedy)
    }
    if let program = unit.program, program.hasPrefix("/"), !unit.isRunnable {
      let remedy = aside(unit.dropIns.filter(\.setsProgram)) ?? install(to: program)
      return DoctorFinding.unitBroken(.programMissing(program), remedy)
    }
    guard isEnding else { return nil }
    if let remedy = aside(unit.dropIns) {
      return DoctorFinding.unitBroken(.dropIns(paths), remedy)
    }
    guard unit.isValid else {
      let status = "systemd-analyze --user verify \(ShellWord.of(unit.file))"
      return DoctorFinding.unitBroken(.invalid, .command(status))
    }
    guard unit.isLooping else {
      return DoctorFinding.unitFailed(.command("systemctl --user restart nightd"))
    }
    let journal = "journalctl --user -u nightd -n 20 --no-pager"
    return DoctorFinding.unitBroken(.keepsEnding, .command(journal))
  }

  /// The remedy that moves drop-ins away and restarts the unit; nil if `dropIns` is empty.
  private func aside(_ dropIns: [DropIn]) -> Remedy? {
    guard !dropIns.isEmpty else { return nil }
    let moves = dropIns.map { file in
      let word = ShellWord.of(file.path)
      return "\(file.isOwn ? "" : "sudo ")mv -n \(word) \(ShellWord.of(file.path + ".aside"))"
    }
    let commands = moves + ["systemctl --user daemon-reload", "systemctl --user restart nightd"]
    return .command(commands.joined(separator: " && "))
  }

  /// The remedy that installs nightd at the path that the unit names.
  private func install(to program: String) -> Remedy {
    let end = "/bin/nightd"
    guard program.hasSuffix(end) else { return .command("sudo make install") }
    let prefix = String(program.dropLast(end.count))
    let isOwn = portal.own.dataHome?.hasPrefix(prefix + "/") == true && !prefix.isEmpty
    let value = ShellWord.of(prefix.isEmpty ? "/" : prefix)
    return .command("\(isOwn ? "" : "sudo ")make install PREFIX=\(value)")
  }

  // MARK: - The owner of nightd's name

  /// The finding that another program owns nightd's name and does not answer as nightd does.
  package func takenNameFinding(_ owner: ProcessFacts) -> DoctorFinding? {
    guard daemon.version.value == nil, owner.known != nil, !owner.name.isEmpty,
      owner.name != "nightd"
    else { return nil }
    return DoctorFinding.nameTaken(owner, ending(owner))
  }

  /// The finding that the running nightd is another program than the one that the unit starts.
  package func copiesFinding(_ owner: ProcessFacts) -> DoctorFinding? {
    guard let unit = daemon.unit, unit.isKnown, !unit.isMasked, let program = daemon.ownerProgram,
      let units = unit.realProgram ?? unit.program, program != units,
      owner.known != unit.run.mainProcess
    else { return nil }
    return DoctorFinding.twoCopies(
      running: program,
      unit: unit.program ?? units,
      owner,
      ending(owner)
    )
  }

  /// The finding that the unit starts a nightd of another installation than this nightctl.
  ///
  /// A restart cannot help then.
  package func installedFinding(_ version: String) -> DoctorFinding? {
    guard let unit = daemon.unit, unit.isKnown, let units = unit.realProgram ?? unit.program,
      let own = daemon.installation.realProgram, own != units
    else { return nil }
    return DoctorFinding.twoInstalled(
      own: own,
      unit: units,
      version: version,
      .command("systemctl --user cat nightd")
    )
  }

  /// The remedy that ends a process.
  ///
  /// If a service manager started the process, the manager must stop the unit. Otherwise the
  /// process may start again.
  private func ending(_ owner: ProcessFacts) -> Remedy {
    if let unit = daemon.ownerUnit, unit != Self.unitName {
      return .command("systemctl --user stop \(ShellWord.of(unit))")
    }
    guard let process = owner.known else {
      return .command("busctl --user status \(Contract.busName)")
    }
    return .command("\(daemon.version.isSilent ? "kill -9" : "kill") \(process)")
  }
}
