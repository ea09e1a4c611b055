import NightCore

/// Findings about the portal, and about the backends that it asks.
extension Diagnosis {
  package var portalFindings: [DoctorFinding] {
    guard portal.owner != nil || portal.isActivatable else {
      let packages = "xdg-desktop-portal xdg-desktop-portal-gtk"
      return [DoctorFinding.portalMissing(program: nil, install(packages))]
    }
    return healthFindings + needlessFolderFindings + choiceFindings + answerFindings
      + fileChooserFindings
  }

  // MARK: - Whether the portal answers

  private var healthFindings: [DoctorFinding] {
    if let program = portal.missingProgram {
      let remedy = reinstall("xdg-desktop-portal")
      return [DoctorFinding.portalMissing(program: program, remedy)]
    }
    if let unit = portal.unit, unit.isMasked {
      return [
        DoctorFinding.portalMasked(
          isRuntime: unit.isMaskedUntilLogin,
          Self.unmasking(unit, "xdg-desktop-portal")
        )
      ]
    }
    let silent = silentBackends.map { backend in
      let process = backend.process?.known.map { "kill -9 \($0)" }
      return DoctorFinding.backendSilent(
        name: backend.name,
        backend.process,
        process.map { .command($0) } ?? portalRemedy
      )
    }
    let failed = portal.failedBackends.filter { name in
      portal.lookup.files.contains { $0.name == name }
    }
    let broken = silent + failed.map(failedBackend)
    guard broken.isEmpty else { return broken }
    guard portal.owner != nil else {
      guard portal.unit?.state == "failed" else { return [] }
      return [DoctorFinding.portalFailed(portalRemedy)]
    }
    // If nightd does not answer, the portal waits for it; the finding `daemonSilent` reports this.
    guard ownSilentName == nil else { return [] }
    switch portal.answers.version {
    case .silent: return [DoctorFinding.portalSilent(portal.owner, portalRemedy)]
    case .none where !portal.asked.isEmpty && !isBlindlyLed:
      return [DoctorFinding.portalWithoutSettings(portalRemedy)]
    case .none, .told: return []
    }
  }

  /// The finding that a backend's unit failed, often because systemd's environment has no screen.
  private func failedBackend(_ name: String) -> DoctorFinding {
    let unit = "xdg-desktop-portal-\(name).service"
    let isHere = SessionFacts.isScreen(session.callersScreen)
    let end: BackendEnd =
      session.manager.hasScreen ? .unknown : isHere ? .managerLacksScreen : .noScreen
    let names = isHere ? session.callersScreen : SessionFacts.screenVariables
    var commands = ["systemctl --user reset-failed \(unit)"] + [portalRestart].compactMap(\.self)
    if end == .unknown {
      // If the unit fails again, this command says where to read why.
      commands[0] = "systemctl --user restart \(unit)"
    } else {
      commands.insert(
        "systemctl --user import-environment \(names.joined(separator: " "))",
        at: 0
      )
    }
    let command = commands.joined(separator: " && ")
    return DoctorFinding.backendFailed(unit: unit, end, .command(command))
  }

  /// The backends that do not answer; a process with several names is listed once.
  ///
  /// nightd is left out: the finding `daemonSilent` reports a silent nightd.
  private var silentBackends: [BackendFacts] {
    var told: Set<UInt32> = []
    if ownSilentName != nil, let own = daemon.owner?.known { told.insert(own) }
    return portal.backends.filter { backend in
      guard backend.scheme.isSilent, backend.name != ownSilentName else { return false }
      return backend.process?.known.map { told.insert($0).inserted } ?? true
    }
  }

  /// The bus name of nightd's backend if the daemon certainly does not answer; otherwise nil.
  private var ownSilentName: String? {
    daemon.owner != nil && daemon.version.isSilent ? PortalFile.ownBusName : nil
  }

  // MARK: - Which backends the portal asks

  private var choiceFindings: [DoctorFinding] {
    guard !isFolderNeedless || portal.lookup.rules == .byConf else { return [] }
    guard !isBlindlyLed else { return [] }
    if isLedNowhere, let folder = portal.lookup.folders.override {
      return [DoctorFinding.portalLedNowhere(folder: folder, backToOwnFolders)]
    }
    let asked = portal.asked
    guard asked.first?.isOwn != true else {
      let missing = missingLinks.map(\.path.fileName)
      guard !missing.isEmpty else { return [] }
      return [DoctorFinding.portalFolderOld(missing: missing, .fix)]
    }
    guard !isByGnome else { return isPartly ? [partialFinding] : [] }
    if isOtherDesktop {
      let had = portal.desktops
      let has = portal.callersDesktops
      return [DoctorFinding.portalDesktop(had: had, has: has, desktopUpdate)]
    }
    // All files exist, but the portal started before they were written.
    if portal.lookup.rules == .byUseIn, planned(for: .byUseIn).isEmpty, isDropInThere {
      return [DoctorFinding.portalStale(told: portal.answers.scheme.value, own: nil, portalRemedy)]
    }
    let remedy = choiceRemedy
    guard hasOwnFile else {
      let folder = portal.lookup.folders.portals(portal.lookup.rules).last ?? PortalFolders.system
      return [
        DoctorFinding.portalFileMissing(folder: folder, broken: portal.lookup.brokenFile, remedy)
      ]
    }
    guard portal.lookup.rules == .byUseIn || portal.lookup.conf != nil else {
      return [DoctorFinding.noPortalsConf(remedy)]
    }
    return [otherWinsFinding]
  }

  private var otherWinsFinding: DoctorFinding {
    DoctorFinding.portalOtherWins(
      first: portal.asked.first?.name,
      conf: portal.lookup.rules == .byConf ? portal.lookup.conf?.path : nil,
      desktops: portal.desktops,
      choiceRemedy
    )
  }

  /// Whether the portal finds nightd's `.portal` file, with all lines that it needs.
  package var hasOwnFile: Bool {
    portal.lookup.files.contains { file in
      file.isOwn && file.serves(PortalInterface.settings)
        && (portal.lookup.rules == .byConf || file.useIn != nil)
    }
  }

  /// Whether the style reaches applications although the portal asks another backend first.
  ///
  /// It does if the other backend reads GNOME's settings and nightd writes them. If the portal does
  /// not find nightd at all, the desktop must also have its own style switch: elsewhere no backend
  /// would report accent, contrast and motion.
  package var isByGnome: Bool {
    guard daemon.gnome.isAble, let first = portal.asked.first, Self.readsGnome(first),
      hasOwnFile || PortalFile.hasOwnSwitch(portal.desktops)
    else { return false }
    // Without answers from both nightd and the portal, their schemes cannot be compared. Other
    // findings report a daemon or portal that hangs. A daemon that is not running will write the
    // style at its start.
    guard let scheme = daemon.style.scheme, portal.owner != nil,
      portal.answers.version.value != nil,
      !portal.answers.scheme.isSilent, !daemon.style.isContested
    else { return true }
    return portal.answers.scheme == .told(scheme) || isLightOfGnome(scheme)
  }

  /// Whether GNOME's settings keep what nightd writes, as far as the doctor knows.
  package var isGnomeKept: Bool {
    !daemon.reactions.contains(where: \.isOfGnome) && !daemon.style.isContested
  }

  /// Whether XDG_DESKTOP_PORTAL_DIR leads the portal to a folder without any backend.
  package var isLedNowhere: Bool {
    portal.lookup.folders.override != nil && !isFolderRead && portal.lookup.files.isEmpty
  }

  /// Whether a portal of unknown version reads the doctor's folder and finds no backend there.
  ///
  /// The first remedy is then to make the portal read its usual folders again.
  package var isBlindlyLed: Bool {
    portal.isLedAside && portal.owner != nil && portal.answers.version == .none
  }

  /// The remedy that removes XDG_DESKTOP_PORTAL_DIR, whatever sets it for the portal.
  private var backToOwnFolders: Remedy {
    let name = Self.variable
    guard let portalRestart else { return portalRemedy }
    if let file = portal.leading { return removingVariable(from: file) }
    if portal.isManagerLeading {
      return .command("systemctl --user unset-environment \(name) && \(portalRestart)")
    }
    guard !session.manager.isThere else { return .command(portalRestart) }
    // The bus cannot unset a variable, so set it to the usual folder.
    let folder = "\(name)=\(PortalFolders.system)"
    return .command("dbus-update-activation-environment \(folder); \(portalRestart)")
  }

  /// Whether the portal reports “no preference” for nightd's light style, as is normal on GNOME.
  ///
  /// GNOME's own switch sets no preference for light, and so does nightd on GNOME.
  private func isLightOfGnome(_ scheme: UInt32) -> Bool {
    scheme == 2 && portal.answers.scheme == .told(0)
      && portal.desktops.contains { $0.lowercased() == "gnome" }
  }

  /// Whether a newer portal does not ask nightd first, on a desktop without a style switch.
  ///
  /// GNOME's settings still bring light and dark to applications, but not accent, contrast and motion.
  package var isPartly: Bool {
    portal.lookup.rules == .byConf && portal.asked.first?.isOwn != true
      && !PortalFile.hasOwnSwitch(portal.desktops)
  }

  private var partialFinding: DoctorFinding {
    DoctorFinding.portalPartly(
      first: portal.asked.first?.name,
      conf: portal.lookup.conf?.path,
      desktops: portal.desktops,
      choiceRemedy
    )
  }

  /// The finding for a command that makes no D-Bus calls: it needs only the portal's files.
  package var portalFilesFinding: DoctorFinding? {
    guard !isFolderNeedless, portal.lookup.folders.override == nil else { return nil }
    // A backend with settings of its own, such as Cinnamon's, never learns of nightd's style.
    if let first = portal.asked.first, !first.isOwn, !Self.readsGnome(first) {
      return otherWinsFinding
    }
    return isPartly ? partialFinding : nil
  }

  /// Whether `nightctl doctor --fix` can write files that make the portal ask nightd first.
  package var isPortalFixable: Bool {
    planned(for: portal.lookup.rules).contains { $0.blocker == nil }
  }

  /// Whether a backend reports GNOME's settings; that of Cinnamon and Xfce, xapp, has its own.
  package static func readsGnome(_ file: PortalFile) -> Bool {
    ["gtk", "gnome"].contains(file.name)
  }

  /// Whether what nightd writes stays in its own memory, which no backend can read.
  package var isGnomeInMemory: Bool {
    daemon.gnome.hasOnlyMemory && daemon.gnome.isOn != false
      && portal.asked.contains(where: Self.readsGnome)
  }

  private var isDropInThere: Bool {
    portal.own.dropIn.map { portal.own.present[$0] != nil } ?? false
  }

  /// Whether the portal would ask nightd first if it had started for the caller's desktop.
  package var isOtherDesktop: Bool {
    let own = portal.callersDesktops
    guard portal.lookup.rules == .byUseIn, !own.isEmpty, own != portal.desktops else {
      return false
    }
    return portal.lookup.asked(for: own).first?.isOwn == true
  }

  private var desktopUpdate: Remedy {
    guard case .command(let update) = environmentUpdate(["XDG_CURRENT_DESKTOP"]) else {
      return portalRemedy
    }
    return .command(([update] + [portalRestart].compactMap(\.self)).joined(separator: " && "))
  }

  /// The remedy that passes variables of this shell on to what the bus and systemd start.
  func environmentUpdate(_ names: [String]) -> Remedy {
    let flag = session.manager.isThere ? " --systemd" : ""
    return .command("dbus-update-activation-environment\(flag) \(names.joined(separator: " "))")
  }

  private var choiceRemedy: Remedy {
    remedy(for: planned(for: portal.lookup.rules)) ?? .command("sudo make install")
  }
}
