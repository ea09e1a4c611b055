/// nightd itself, and what starts it.
extension Diagnosis {
  /// Those that the bus has to start nightd for.
  package static let activated = [Contract.busName, PortalFile.ownBusName]

  var ofDaemon: [DoctorFinding] {
    guard let owner = daemon.owner else { return ofMask + [ofUnit].compactMap(\.self) }
    if let taken = ofTaken(owner) { return ofMask + [taken] }
    switch daemon.version {
    case .silent, .none: return ofMask + [DoctorFinding(.daemonSilent(owner), restart)]
    case .told(let version):
      if let copies = ofCopies(owner) { return ofMask + [copies] + ofWork }
      var found = ofMask
      if version != Contract.version, let installed = ofInstalled(version) {
        found.append(installed)
      } else if version != Contract.version {
        found.append(DoctorFinding(.versionDiffers(version), restart))
      }
      if !daemon.hasBackendName { found.append(DoctorFinding(.backendNameMissing, restart)) }
      return found + ofWork
    }
  }

  private var ofWork: [DoctorFinding] {
    var found: [DoctorFinding] = []
    if let view = daemon.desktop, view.isIgnored, let source = view.report?.source {
      let shows = "dbus-monitor --session \"interface='ca.desrt.dconf.Writer'\""
      found.append(DoctorFinding(.otherWriter(source: source), .command(shows)))
    }
    // What the other program undid is not a failure of its own.
    let isFought = !found.isEmpty
    found += daemon.reactions.filter { !isFought || !$0.isUndone }
      .map { DoctorFinding(.reactionFailed($0), mending($0)) }
    if let place = daemon.lackingPlace {
      let word = place.isToBeAsked ? "auto" : "LAT,LON"
      found.append(DoctorFinding(.placeUnknown(place), .command("nightctl location \(word)")))
    }
    if daemon.mistakes > 0 {
      let check = Remedy.command("nightctl prefs check")
      found.append(DoctorFinding(.preferenceMistakes(daemon.mistakes), check))
    }
    return found
  }

  // MARK: - What it has done elsewhere

  /// Where nothing better is known it is tried again, as nightd does when it starts.
  private func mending(_ reaction: FailedReaction) -> Remedy {
    if let key = reaction.lockedKey { return .command(Self.lock(of: key)) }
    guard reaction.name == MirrorFailure.reaction, MirrorFailure.isUnchanged(reaction.output),
      !daemon.hasDconf
    else { return restart }
    return installAndRestart(["apt-get": "dconf-gsettings-backend"], "dconf")
  }

  /// Shows where an administrator locked a key of GNOME's settings.
  private static func lock(of key: String) -> String {
    "grep -rs \(ShellWord.of("org/gnome/desktop/interface/" + key)) /etc/dconf/db"
  }

  /// What the mirror needs, which is looked for when nightd starts.
  var mirrorNeeds: Remedy? {
    switch daemon.mirrorLacks {
    case .noProgram:
      installAndRestart(["apt-get": "libglib2.0-bin", "zypper": "glib2-tools"], "glib2")
    case .noSchema: installAndRestart([:], "gsettings-desktop-schemas")
    case .notWritten, .notKept, .outdated, nil: nil
    }
  }

  /// Packages have names of their own for some who install them.
  private func installAndRestart(_ names: [String: String], _ other: String) -> Remedy {
    let words = session.installer?.split(separator: " ").map(String.init) ?? ["apt-get"]
    let name = words.lazy.compactMap { names[$0] }.first ?? other
    guard case .command(let restart) = restart, case .command(let install) = install(name) else {
      return restart
    }
    return .command("\(install) && \(restart)")
  }

  // MARK: - Activation

  var ofActivation: [DoctorFinding] {
    let broken = daemon.serviceFiles.compactMap(broken)
    let missing = Self.activated.filter { !daemon.activatable.contains($0) }
    guard !missing.isEmpty else { return broken + ofLogin }
    let elsewhere = elsewhere(missing)
    let matter = DoctorMatter.notActivatable(names: missing, busFolder: elsewhere?.busFolder)
    return broken + ofLogin + [DoctorFinding(matter, elsewhere?.remedy ?? activation(missing))]
  }

  /// What to do if the user's service files are written, and this bus does not look there.
  ///
  /// dbus-daemon takes the home of the list of users, and not `HOME`, if it has no `XDG_DATA_HOME`.
  private func elsewhere(_ missing: [String]) -> (busFolder: String, remedy: Remedy)? {
    guard let busFolder = session.otherBusDataHome, let own = portal.own.dataHome,
      let program = daemon.program,
      missing.allSatisfy({ name in
        daemon.serviceFiles.contains { $0.path == own + "/dbus-1/services/\(name).service" }
      })
    else { return nil }
    if session.hasManager {
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
      planned.contains { $0.obstacle == nil }
      ? .fix : remedy(for: planned) ?? .command("sudo make install")
    if let unit = file.unit, daemon.unit?.isKnown == false {
      return DoctorFinding(.activationBroken(file: file.path, missing: unit), remedy)
    }
    guard file.unit == nil || daemon.unit == nil, !file.isRunnable else { return nil }
    let missing = file.program ?? "Exec="
    return DoctorFinding(.activationBroken(file: file.path, missing: missing), remedy)
  }

  private func activation(_ missing: [String]) -> Remedy {
    if let remedy = remedy(for: plannedServices) { return remedy }
    // The files are there, and the bus has not read them.
    return .command(daemon.program == nil ? "sudo make install" : Self.reload)
  }

  /// Without a reply to print, dbus-send sends a signal, which nobody listens to.
  static let reload =
    "dbus-send --session --print-reply --dest=org.freedesktop.DBus / "
    + "org.freedesktop.DBus.ReloadConfig"

  /// The older portal starts all whom it asks, wherever they stand.
  private var isStartedByPortal: Bool {
    // A portal without any backend has a finding of its own. Once it is mended, it starts nightd.
    guard !isLedNowhere, !isBlindlyLed else { return true }
    return portal.rules == .byUseIn
      ? portal.asked.contains(where: \.isOwn) : portal.asked.first?.isOwn == true
  }

  /// The portal starts it for the first application that asks, if it asks nightd.
  private var ofLogin: [DoctorFinding] {
    guard let unit = daemon.unit, unit.isKnown, unit.fileState == "disabled",
      !daemon.activatable.contains(PortalFile.ownBusName) || !isStartedByPortal
    else { return [] }
    return [DoctorFinding(.notAtLogin, .command("systemctl --user enable nightd"))]
  }
}
