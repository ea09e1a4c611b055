/// What the facts come to.
///
/// Where one thing follows from another only the cause is told.
package struct Diagnosis: Sendable {
  package let facts: DoctorFacts

  package init(_ facts: DoctorFacts) { self.facts = facts }

  /// What hurts most first.
  package var findings: [DoctorFinding] {
    if let blindness = ofBlindness { return [blindness] }
    if let flaw = facts.busFlaw {
      return [DoctorFinding(.noBus(why: flaw.why), .command(flaw.remedy))]
    }
    // Without a home the doctor looked at no file of the user's.
    let ofPlaces =
      isHomeless ? unusableVariables : ofActivation + ofPortal + ofSession + ofFiles + ofVariables
    let all = ofManager + ofDaemon + ofPlaces
    return DoctorCode.allCases.flatMap { code in all.filter { $0.code == code } }
  }

  var daemon: DaemonFacts { facts.daemon }
  var portal: PortalFacts { facts.portal }
  var session: SessionFacts { facts.session }

  // MARK: - Commands

  /// Ends nightd and has it come again.
  var restart: Remedy {
    if daemon.unit?.isKnown == true { return .command("systemctl --user restart nightd") }
    guard let process = daemon.owner?.known else { return .command("nightctl get") }
    // One that hangs may not hear a milder signal.
    let kill = daemon.version.value == nil ? "kill -9" : "kill"
    return .command("\(kill) \(process); nightctl get")
  }

  /// Ends the portal; it comes again when the next application asks.
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

  /// A package whose files are gone though it is installed.
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
