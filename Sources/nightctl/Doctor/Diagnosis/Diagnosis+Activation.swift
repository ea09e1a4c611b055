import NightCore

/// Findings about the three things that can start nightd: the bus, the portal and the login.
extension Diagnosis {
  /// The bus names whose service files must start nightd.
  static let activated = [Contract.busName, PortalFile.ownBusName]

  var activationFindings: [DoctorFinding] {
    let broken = daemon.installation.serviceFiles.compactMap(broken)
    let missing = Self.activated.filter { !daemon.installation.activatable.contains($0) }
    guard !missing.isEmpty else { return broken + (broken.isEmpty ? startFindings : loginFindings) }
    let elsewhere = elsewhere(missing)
    return broken + loginFindings + [
      DoctorFinding(
        .notActivatable,
        "the session bus cannot start nightd: it does not know "
          + missing.joined(separator: " or ")
          + (elsewhere.map { ", and reads your service files only below \($0.busFolder)" } ?? ""),
        means: elsewhere == nil
          ? "Applications that start before nightd do not follow it at first, and some never do."
          : "Your service files are in another folder. Start nightd by hand, or start the bus "
            + "with your XDG_DATA_HOME.",
        elsewhere.map { .command($0.command) } ?? remedy(for: plannedServices)
          // If nightd's program exists and no service file must be written, the bus only needs to
          // read the existing service files again.
          ?? .command(daemon.installation.program == nil ? "sudo make install" : Self.reload)
      )
    ]
  }

  /// The command to run if the user's service files exist, but the bus looks in another folder.
  ///
  /// Without `XDG_DATA_HOME`, dbus-daemon ignores `HOME` and takes the home folder from the list of
  /// users.
  private func elsewhere(_ missing: [String]) -> (busFolder: String, command: String)? {
    guard let busFolder = session.otherBusDataHome, let own = portal.own.dataHome,
      let program = daemon.installation.program,
      missing.allSatisfy({ name in
        daemon.installation.serviceFiles.contains {
          $0.path == own + "/dbus-1/services/\(name).service"
        }
      })
    else { return nil }
    if session.manager.isThere {
      return (busFolder, "export XDG_DATA_HOME=" + ShellWord.of(busFolder))
    }
    guard daemon.owner != nil else { return (busFolder, ShellWord.of(program) + " &") }
    let variable = "XDG_DATA_HOME=" + ShellWord.of(own)
    return (busFolder, #"exec env \#(variable) dbus-run-session -- "${SHELL:-/bin/sh}""#)
  }

  /// The finding that a D-Bus service file refers to a program or unit that is missing.
  private func broken(_ file: ServiceFile) -> DoctorFinding? {
    guard let missing = missing(in: file) else { return nil }
    let planned = plannedServices
    return DoctorFinding(
      .activationBroken,
      "\(file.path) starts nightd with \(missing), which is missing",
      means: "While nightd is not running, programs that call it wait, and then get an error.",
      planned.contains { $0.blocker == nil }
        ? .fix : remedy(for: planned) ?? .command("sudo make install")
    )
  }

  /// The missing unit or program to which a service file refers; nil if nothing is missing.
  func missing(in file: ServiceFile) -> String? {
    if let unit = file.unit, daemon.unit?.isKnown == false { return unit }
    guard file.unit == nil || daemon.unit == nil, !file.isRunnable else { return nil }
    return file.program ?? "Exec="
  }

  /// The command that makes the bus read its service files again.
  ///
  /// Without `--print-reply`, dbus-send would send a signal, which does nothing.
  static let reload =
    "dbus-send --session --print-reply --dest=org.freedesktop.DBus / "
    + "org.freedesktop.DBus.ReloadConfig"

  // MARK: - Starting nightd at login

  /// Whether the portal starts nightd.
  ///
  /// A portal up to version 1.17.0 asks, and therefore starts, all of its backends, not only the
  /// first.
  private var isStartedByPortal: Bool {
    // If the portal has no backend, another finding reports this, and the remedy of that finding
    // also makes the portal start nightd.
    guard !isLedNowhere, !isBlindlyLed else { return true }
    return portal.lookup.rules == .byUseIn
      ? portal.asked.contains(where: \.isOwn) : portal.asked.first?.isOwn == true
  }

  /// The finding that nightd is not running although the schedule should change the style; if that
  /// is not so, the findings about whether nightd starts at login.
  private var startFindings: [DoctorFinding] {
    guard daemon.owner == nil, daemon.style.storedChoice == .schedule, maskFindings.isEmpty,
      unitFindings.isEmpty
    else { return loginFindings }
    let isKnown = daemon.unit?.isKnown == true
    let isEnabled = daemon.unit?.fileState == "enabled"
    // If the unit is enabled but this session does not start it, report only this cause.
    guard !isEnabled || loginFindings.isEmpty else { return loginFindings }
    return [
      DoctorFinding(
        .notRunning,
        "the schedule decides, but nightd is not running",
        means:
          "The style does not change until a program asks nightd for it, which also starts nightd."
          + (isKnown ? "" : " For later logins, \(Self.startOfSession)"),
        .command(
          isKnown
            ? "systemctl --user \(isEnabled ? "start" : "enable --now") nightd" : "nightctl get"
        )
      )
    ]
  }

  /// The finding that nothing starts nightd at login.
  ///
  /// The result is empty if the portal starts nightd when the first application asks for the style.
  private var loginFindings: [DoctorFinding] {
    guard let unit = daemon.unit, unit.isKnown else { return [] }
    guard unit.fileState != "enabled" else { return sessionStartFindings }
    guard unit.fileState == "disabled",
      !daemon.installation.activatable.contains(PortalFile.ownBusName) || !isStartedByPortal
    else { return [] }
    return [
      DoctorFinding(
        .notAtLogin,
        "nothing starts nightd at login",
        means:
          "After a login, the schedule does nothing until a program asks nightd for the style.",
        .command("systemctl --user enable nightd")
      )
    ]
  }

  /// The finding that the unit is enabled, but that nothing starts it in this session.
  ///
  /// The result is empty in a session without a screen, such as SSH, because nightd need not start
  /// there.
  private var sessionStartFindings: [DoctorFinding] {
    guard !session.manager.hasGraphicalSession, SessionFacts.isScreen(session.callersScreen) else {
      return []
    }
    // A session without graphical-session.target needs nightd-login.service, which waits for the
    // screen and then starts nightd.
    let isLoginEnabled =
      daemon.loginUnit?.isKnown == true && daemon.loginUnit?.fileState == "enabled"
    guard !isLoginEnabled || !session.manager.hasScreen else { return [] }
    let command =
      isLoginEnabled
      ? environmentUpdate(session.callersScreen)
      : daemon.loginUnit?.isKnown == true
        ? "systemctl --user reenable nightd.service"
        : "systemctl --user add-wants default.target nightd.service"
    return [
      DoctorFinding(
        .notAtLogin,
        "nightd.service is enabled, but nothing starts it in this session"
          + (isLoginEnabled ? ": systemd was not told which screen this session has" : ""),
        means: "The schedule does nothing until a program asks nightd for the style. "
          + (isLoginEnabled
            ? "The command starts nightd now. For later logins, \(Self.startOfSession)"
            : "Your desktop does not start graphical-session.target; the command takes effect at "
              + "the next login."),
        .command(command)
      )
    ]
  }
}
