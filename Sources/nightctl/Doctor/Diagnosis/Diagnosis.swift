import NightCore

/// Finds problems in the facts that the doctor gathered.
///
/// If one problem causes another, only the cause is reported.
package struct Diagnosis: Sendable {
  package let facts: DoctorFacts

  package init(_ facts: DoctorFacts) { self.facts = facts }

  /// The findings, the most severe first.
  package var findings: [DoctorFinding] {
    if let blindness = blindness { return [blindness] }
    if let flaw = facts.busFailure {
      return [DoctorFinding.noBus(why: flaw.why, .command(flaw.remedy))]
    }
    // Without a home folder, the doctor did not see the user's files.
    let otherFindings =
      isHomeless
      ? unusableVariables
      : activationFindings + portalFindings + sessionFindings + toolkitFindings + pathFindings
        + variableFindings
    let all = managerFindings + daemonFindings + recordFindings + otherFindings
    return DoctorCode.allCases.flatMap { code in all.filter { $0.code == code } }
  }

  /// The findings that are problems, without those that only inform.
  package var problems: [DoctorFinding] { findings.filter { !$0.code.isInformation } }

  var daemon: DaemonFacts { facts.daemon }
  var portal: PortalFacts { facts.portal }
  var session: SessionFacts { facts.session }
  var toolkits: ToolkitFacts { facts.toolkits }

  // MARK: - Commands

  /// The command that restarts nightd.
  var restart: Remedy {
    if daemon.unit?.isKnown == true { return .command("systemctl --user restart nightd") }
    guard let process = daemon.owner?.known else { return .command("nightctl get") }
    // A process that hangs may ignore SIGTERM.
    let kill = daemon.version.value == nil ? "kill -9" : "kill"
    return .command("\(kill) \(process); nightctl get")
  }

  /// The command that ends or restarts the portal; nil if no portal is known to run.
  ///
  /// After its end, the portal starts again when the next application asks for it.
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

  /// The command that installs a package again because its files are missing.
  func reinstall(_ package: String) -> Remedy {
    let words = session.installer?.split(separator: " ").map(String.init) ?? []
    return switch words.dropFirst().first {
    case "dnf": .command("sudo dnf reinstall \(package)")
    case "pacman": install(package)
    case "zypper": .command("sudo zypper install --force \(package)")
    default: .command("sudo apt-get install --reinstall \(package)")
    }
  }

  func install(_ packages: String) -> Remedy {
    .command((session.installer ?? "sudo apt-get install") + " " + packages)
  }
}

/// A sandbox or filter that hides parts of the session from the doctor.
package enum Sandbox: Equatable, Sendable {
  case flatpak
  case snap
  /// A filter between the doctor and the bus, such as xdg-dbus-proxy, hides names.
  case proxy
}

/// The session's user, if another user runs the doctor.
package struct OtherUser: Equatable, Sendable {
  /// The name of the session's user; the number if the user has no name.
  package let name: String
  /// The name of the user who runs the doctor.
  package let caller: String
  package let isCallerRoot: Bool
  /// The variable that leads the user's shell to the bus: `XDG_RUNTIME_DIR=/run/user/1000`.
  package let variable: String

  package init(name: String, caller: String, isCallerRoot: Bool, variable: String) {
    self.name = name
    self.caller = caller
    self.isCallerRoot = isCallerRoot
    self.variable = variable
  }

  /// The command that runs the doctor as the session's user.
  ///
  /// A login shell also sets that user's home folder.
  var remedy: String {
    guard isCallerRoot else { return "sudo -iu \(ShellWord.of(name)) \(variable) nightctl doctor" }
    let command = ShellWord.of("\(variable) nightctl doctor")
    return "runuser -l \(ShellWord.of(name)) -c \(command)"
  }
}

extension Diagnosis {
  /// The finding that a sandbox or filter hides the session from the doctor; nil if none does.
  ///
  /// Other findings may then be wrong, so the doctor reports no others.
  package var blindness: DoctorFinding? {
    if let sandbox = session.sandbox {
      let isFlatpak = sandbox == .flatpak
      let outside = isFlatpak ? "flatpak-spawn --host nightctl doctor" : "nightctl doctor"
      return DoctorFinding.sandboxed(sandbox, .command(outside))
    }
    return session.otherUser.map { DoctorFinding.otherUser($0, .command($0.remedy)) }
  }
}
