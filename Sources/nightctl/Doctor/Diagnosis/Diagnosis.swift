/// Finds problems in the facts that the doctor gathered.
///
/// If one problem causes another, only the cause is reported.
struct Diagnosis: Sendable {
  let facts: DoctorFacts

  init(_ facts: DoctorFacts) { self.facts = facts }

  /// The findings, the most severe first.
  var findings: [DoctorFinding] {
    if let blindness { return [blindness] }
    if let failure = facts.busFailure {
      return [
        DoctorFinding(
          .noBus,
          failure.why,
          means: "Without the session bus, no program can get or change nightd's style.",
          .command(failure.remedy)
        )
      ]
    }
    // Without a home folder, the doctor did not see the user's files, so most findings could be
    // wrong.
    let otherFindings =
      isHomeless
      ? unusableVariables
      : activationFindings + portalFindings + sessionFindings + toolkitFindings + pathFindings
        + variableFindings
    let all = managerFindings + daemonFindings + recordFindings + otherFindings
    return DoctorCode.allCases.flatMap { code in all.filter { $0.code == code } }
  }

  /// The findings that are problems, without those that are only information.
  var problems: [DoctorFinding] { findings.filter { !$0.isInformation } }

  var daemon: DaemonFacts { facts.daemon }
  var portal: PortalFacts { facts.portal }
  var session: SessionFacts { facts.session }
  var toolkits: ToolkitFacts { facts.toolkits }

  /// Returns a space, and the process's name and ID in brackets; empty if the process is unknown.
  func process(_ process: ProcessFacts?) -> String {
    guard let process, process.identifier != 0 else { return "" }
    return " (\(process.name), process \(process.identifier))"
  }

  /// The end of a sentence that tells the user to run a command again in each session.
  static let startOfSession =
    "also let your session run the command when it starts: in the desktop's list of startup "
    + "applications, or with a line such as exec in the configuration of sway or i3."

  // MARK: - Commands

  /// The command that restarts nightd.
  var restart: String {
    if daemon.unit?.isKnown == true { return "systemctl --user restart nightd" }
    guard let process = daemon.owner?.known else { return "nightctl get" }
    // SIGTERM may not end a process that hangs.
    return "\(daemon.version.value == nil ? "kill -9" : "kill") \(process); nightctl get"
  }

  /// The command that ends or restarts the portal; nil if no portal is known to run.
  ///
  /// After the portal has ended, it starts again when the next application asks for it.
  var portalRestart: String? {
    if session.manager.isThere {
      return "systemctl --user daemon-reload && systemctl --user restart xdg-desktop-portal"
    }
    guard let process = portal.owner?.known else { return nil }
    return (portal.answers.version.isSilent ? "kill -9 " : "kill ") + "\(process)"
  }

  var portalRemedy: Remedy {
    .command(portalRestart ?? "/usr/libexec/xdg-desktop-portal --replace &")
  }

  /// The command that reinstalls a package whose files are missing.
  func reinstall(_ package: String) -> String {
    let words = session.installer?.split(separator: " ").map(String.init) ?? []
    return switch words.dropFirst().first {
    case "dnf": "sudo dnf reinstall \(package)"
    case "pacman": install(package)
    case "zypper": "sudo zypper install --force \(package)"
    default: "sudo apt-get install --reinstall \(package)"
    }
  }

  func install(_ packages: String) -> String {
    (session.installer ?? "sudo apt-get install") + " " + packages
  }

  /// The command that copies variables of this shell into the environment of the bus and systemd.
  func environmentUpdate(_ names: [String]) -> String {
    let flag = session.manager.isThere ? " --systemd" : ""
    return "dbus-update-activation-environment\(flag) \(names.joined(separator: " "))"
  }
}

extension Diagnosis {
  /// The finding that a sandbox or another user hides the session from the doctor; nil if the
  /// session is visible.
  ///
  /// If the session is hidden, other findings may be wrong, so the doctor reports no others.
  var blindness: DoctorFinding? {
    if let sandbox = session.sandbox {
      let place =
        switch sandbox {
        case .flatpak: "inside Flatpak's sandbox"
        case .snap: "inside a snap's sandbox"
        case .proxy: "behind a proxy such as xdg-dbus-proxy"
        }
      let isFlatpak = sandbox == .flatpak
      return DoctorFinding(
        .sandboxed,
        "nightctl runs \(place), which hides most of the session",
        means: "The doctor cannot see from here what is wrong. Run it outside the sandbox, in a "
          + "terminal of the session"
          + (isFlatpak ? ", or with the command below if the sandbox allows that." : "."),
        .command(isFlatpak ? "flatpak-spawn --host nightctl doctor" : "nightctl doctor")
      )
    }
    return session.otherUser.map { user in
      DoctorFinding(
        .otherUser,
        "this is the session of \(user.name), but nightctl runs as \(user.caller)",
        means:
          "The bus admits only \(user.name). The doctor runs as \(user.caller), so it cannot see that "
          + "session.",
        .command(user.remedy)
      )
    }
  }
}
