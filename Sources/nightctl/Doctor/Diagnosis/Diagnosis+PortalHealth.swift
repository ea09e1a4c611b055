import NightCore

/// Findings about the portal itself: whether it and its backends run and answer.
extension Diagnosis {
  var portalFindings: [DoctorFinding] {
    guard portal.owner != nil || portal.isActivatable else {
      let packages = "xdg-desktop-portal xdg-desktop-portal-gtk"
      return [missingPortal("xdg-desktop-portal is not installed", .command(install(packages)))]
    }
    return healthFindings + needlessFolderFindings + choiceFindings + answerFindings
      + fileChooserFindings
  }

  private func missingPortal(_ what: String, _ remedy: Remedy) -> DoctorFinding {
    DoctorFinding(
      .portalMissing,
      what,
      means: "GTK, Qt, Firefox, Chromium and Electron cannot ask for the style.",
      remedy
    )
  }

  private var healthFindings: [DoctorFinding] {
    if let program = portal.missingProgram {
      let what = "the program of the desktop portal, \(program), is missing"
      return [missingPortal(what, .command(reinstall("xdg-desktop-portal")))]
    }
    if let unit = portal.unit, unit.isMasked {
      return [
        DoctorFinding(
          .portalMasked,
          "the unit of xdg-desktop-portal is masked"
            + (unit.isMaskedUntilLogin ? " until the next login" : ""),
          means: "Nothing can start the portal, so applications do not follow the style.",
          unmasking(unit, "xdg-desktop-portal")
        )
      ]
    }
    let broken = silentBackendFindings + failedBackendFindings
    guard broken.isEmpty else { return broken }
    let withoutPortal =
      "Applications wait for the portal when they start, and do not follow the style."
    guard portal.owner != nil else {
      guard portal.unit?.state == "failed" else { return [] }
      return [
        DoctorFinding(
          .portalFailed,
          "xdg-desktop-portal ended with an error, and is not running",
          means: withoutPortal,
          portalRemedy
        )
      ]
    }
    // If nightd hangs, the portal hangs only because it waits for nightd. The finding
    // `daemonSilent` already reports that nightd hangs.
    guard ownSilentName == nil else { return [] }
    switch portal.answers.version {
    case .silent:
      return [
        DoctorFinding(
          .portalSilent,
          "the desktop portal\(process(portal.owner)) does not answer",
          means: withoutPortal,
          portalRemedy
        )
      ]
    case .none where !portal.asked.isEmpty && !isBlindlyLed:
      return [
        DoctorFinding(
          .portalWithoutSettings,
          "the desktop portal runs, but provides no settings",
          means: "The portal found no backend when it started, and looks again only after a "
            + "restart.",
          portalRemedy
        )
      ]
    case .none, .told: return []
    }
  }

  // MARK: - The backends

  /// Findings about failed units of backends.
  ///
  /// Backends often fail because systemd's environment has no variable for the screen.
  private var failedBackendFindings: [DoctorFinding] {
    let names = portal.failedBackends.filter { name in
      portal.lookup.files.contains { $0.name == name }
    }
    let isHere = SessionFacts.isScreen(session.callersScreen)
    let variables = isHere ? session.callersScreen : SessionFacts.screenVariables
    return names.map { name in
      let unit = "xdg-desktop-portal-\(name).service"
      let reason: String
      let remedy: Remedy
      if session.manager.hasScreen {
        // If the unit fails again, journalctl shows the reason.
        reason = "journalctl --user -u \(unit) shows why it ended."
        remedy = .commands("systemctl --user restart \(unit)", portalRestart)
      } else {
        reason =
          isHere
          ? "systemd was not told which screen the backend can use."
          : "The backend needs a screen, but this shell has no variable for one: run the command in a terminal of your desktop."
        remedy = .commands(
          "systemctl --user import-environment \(variables.joined(separator: " "))",
          "systemctl --user reset-failed \(unit)",
          portalRestart
        )
      }
      return DoctorFinding(
        .backendFailed,
        "\(unit) ended with an error, and is not running",
        means: "The portal waits several minutes for this backend. \(reason)",
        remedy
      )
    }
  }

  /// Findings about backends that do not answer; a process that owns several bus names is listed
  /// once.
  ///
  /// nightd is left out, because the finding `daemonSilent` reports a silent nightd.
  private var silentBackendFindings: [DoctorFinding] {
    var told: Set<UInt32> = []
    if ownSilentName != nil, let own = daemon.owner?.known { told.insert(own) }
    let silent = portal.backends.filter { backend in
      guard backend.scheme.isSilent, backend.name != ownSilentName else { return false }
      return backend.process?.known.map { told.insert($0).inserted } ?? true
    }
    return silent.map { backend in
      DoctorFinding(
        .backendSilent,
        "\(backend.name)\(process(backend.process)) does not answer",
        means: "The portal waits for this backend, and each application that starts waits for "
          + "the portal.",
        backend.process?.known.map { .command("kill -9 \($0)") } ?? portalRemedy
      )
    }
  }

  /// The bus name of nightd's backend if it is certain that the daemon does not answer; otherwise
  /// nil.
  private var ownSilentName: String? {
    daemon.owner != nil && daemon.version.isSilent ? PortalFile.ownBusName : nil
  }

  // MARK: - The file chooser

  private var fileChooserFindings: [DoctorFinding] {
    // If the portal has no backend at all, a finding about the file chooser alone would mislead.
    guard !portal.lookup.files.isEmpty || portal.lookup.folders.override == nil, !isBlindlyLed
    else { return [] }
    let isThere =
      portal.owner == nil
      ? portal.lookup.hasFileChooser(for: portal.desktops)
      : portal.answers.fileChooser.isSilent || portal.answers.version.isSilent
        || (portal.answers.fileChooser.value ?? 0) > 0
    guard !isThere, toolkits.hasWebPrograms || !toolkits.web.isEmpty else { return [] }
    return [
      DoctorFinding(
        .noFileChooser,
        "the desktop portal has no backend for choosing files",
        means: "Without such a backend, Chromium and Electron never ask for the style, and "
          + "stay light.",
        fileChooserRemedy
      )
    ]
  }

  /// Whether the portal would find a file chooser after a restart.
  ///
  /// For a portal after version 1.17.0, the result is true only if `portals.conf` lists an
  /// installed backend for file choosers, because the doctor cannot be certain otherwise.
  private var isFileChooserThere: Bool {
    guard portal.lookup.rules == .byConf else {
      return portal.lookup.hasFileChooser(for: portal.desktops)
    }
    let able = portal.lookup.files.filter { $0.serves(PortalInterface.fileChooser) }.map(\.name)
    return portal.lookup.confs.contains { conf in
      conf.names(for: PortalInterface.fileChooser)?.contains(where: able.contains) == true
    }
  }

  /// The remedy for a portal without a file chooser.
  ///
  /// If a backend with a file chooser is installed, a line in `portals.conf` or a restart of the
  /// portal may be enough.
  private var fileChooserRemedy: Remedy {
    if portal.owner != nil, isFileChooserThere { return portalRemedy }
    guard portal.lookup.rules == .byConf, let conf = portal.lookup.conf,
      let folder = userConfFolder,
      let able = portal.lookup.files.first(where: { $0.serves(PortalInterface.fileChooser) })
    else {
      return .commands(install("xdg-desktop-portal-gtk"), portal.owner == nil ? nil : portalRestart)
    }
    let path = folder + conf.path.fileName
    if let linked = portal.own.linked[path] {
      let line = "\(PortalInterface.fileChooser)=\(able.name)"
      return .line(path: linked.path, group: PortalsConf.group, line: line)
    }
    let text = KeyFile.setting(
      PortalInterface.fileChooser,
      in: PortalsConf.group,
      to: able.name,
      of: portal.lookup.readsEachFolder && !conf.path.hasPrefix(folder) ? "" : conf.text
    )
    return .file(path: path, content: text)
  }
}
