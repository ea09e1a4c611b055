import NightValues

/// Draws the findings from the facts.
///
/// If one problem follows from another, only the cause is a finding.
package struct Diagnosis: Sendable {
  package let facts: DoctorFacts

  package init(_ facts: DoctorFacts) { self.facts = facts }

  /// The findings, the most severe first.
  package var findings: [DoctorFinding] {
    if let blindness = blindness { return [blindness] }
    if let flaw = facts.busFailure {
      return [DoctorFinding.noBus(why: flaw.why, .command(flaw.remedy))]
    }
    // Without a home the doctor could not look at the user's files.
    let otherFindings =
      isHomeless
      ? unusableVariables
      : activationFindings + portalFindings + sessionFindings + pathFindings + variableFindings
    let all = managerFindings + daemonFindings + otherFindings
    return DoctorCode.allCases.flatMap { code in all.filter { $0.code == code } }
  }

  var daemon: DaemonFacts { facts.daemon }
  var portal: PortalFacts { facts.portal }
  var session: SessionFacts { facts.session }

  // MARK: - Commands

  /// Ends nightd so that it starts again.
  var restart: Remedy {
    if daemon.unit?.isKnown == true { return .command("systemctl --user restart nightd") }
    guard let process = daemon.owner?.known else { return .command("nightctl get") }
    // A process that hangs may ignore a milder signal.
    let kill = daemon.version.value == nil ? "kill -9" : "kill"
    return .command("\(kill) \(process); nightctl get")
  }

  /// Ends the portal; it starts again when the next application asks.
  var portalRestart: String? {
    if session.hasManager {
      return "systemctl --user daemon-reload && systemctl --user restart xdg-desktop-portal"
    }
    guard let process = portal.owner?.known else { return nil }
    return (portal.version.isSilent ? "kill -9 " : "kill ") + "\(process)"
  }

  var portalRemedy: Remedy {
    .command(portalRestart ?? "/usr/libexec/xdg-desktop-portal --replace &")
  }

  /// Installs a package again whose files are missing.
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

/// What hides parts of the session from the doctor.
package enum Sandbox: Equatable, Sendable {
  case flatpak
  case snap
  /// A filter in front of the bus, such as xdg-dbus-proxy, hides names.
  case proxy
}

/// The user whose session it is, if another user runs the doctor.
package struct OtherUser: Equatable, Sendable {
  /// The user's name, or the number of a user without a name.
  package let name: String
  /// The user who runs the doctor.
  package let caller: String
  package let isCallerRoot: Bool
  /// The variable that leads the user's own shell to the bus: `XDG_RUNTIME_DIR=/run/user/1000`.
  package let variable: String

  package init(name: String, caller: String, isCallerRoot: Bool, variable: String) {
    self.name = name
    self.caller = caller
    self.isCallerRoot = isCallerRoot
    self.variable = variable
  }

  /// Uses a login shell, so that the home is the user's as well.
  var remedy: String {
    guard isCallerRoot else { return "sudo -iu \(ShellWord.of(name)) \(variable) nightctl doctor" }
    let command = ShellWord.of("\(variable) nightctl doctor")
    return "runuser -l \(ShellWord.of(name)) -c \(command)"
  }
}

extension Diagnosis {
  /// What keeps the doctor from seeing the session; other findings would not be true then.
  package var blindness: DoctorFinding? {
    if let sandbox = session.sandbox {
      let isFlatpak = sandbox == .flatpak
      let outside = isFlatpak ? "flatpak-spawn --host nightctl doctor" : "nightctl doctor"
      return DoctorFinding.sandboxed(sandbox, .command(outside))
    }
    return session.otherUser.map { DoctorFinding.otherUser($0, .command($0.remedy)) }
  }
}
