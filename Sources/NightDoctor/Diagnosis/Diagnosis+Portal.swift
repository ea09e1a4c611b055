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

  // MARK: - Does it answer

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
    let failed = portal.failedBackends.filter { name in portal.files.contains { $0.name == name } }
    let broken = silent + failed.map(failedBackend)
    guard broken.isEmpty else { return broken }
    guard portal.owner != nil else {
      guard portal.unit?.state == "failed" else { return [] }
      return [DoctorFinding.portalFailed(portalRemedy)]
    }
    // If nightd does not answer, the portal waits for it; that is a finding of its own.
    guard ownSilentName == nil else { return [] }
    switch portal.version {
    case .silent: return [DoctorFinding.portalSilent(portal.owner, portalRemedy)]
    case .none where !portal.asked.isEmpty && !isBlindlyLed:
      return [DoctorFinding.portalWithoutSettings(portalRemedy)]
    case .none, .told: return []
    }
  }

  /// Usually the manager was never told of the screen.
  private func failedBackend(_ name: String) -> DoctorFinding {
    let unit = "xdg-desktop-portal-\(name).service"
    let isHere = SessionFacts.isScreen(session.callersScreen)
    let end: BackendEnd =
      session.hasManagersScreen ? .unknown : isHere ? .managerLacksScreen : .noScreen
    let names = isHere ? session.callersScreen : SessionFacts.screenVariables
    var commands = ["systemctl --user reset-failed \(unit)"] + [portalRestart].compactMap(\.self)
    if end == .unknown {
      // If it fails again, this command says where to read why.
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

  /// Lists each process once, whatever names it owns.
  ///
  /// A silent nightd has a finding of its own.
  private var silentBackends: [BackendFacts] {
    var told: Set<UInt32> = []
    if ownSilentName != nil, let own = daemon.owner?.known { told.insert(own) }
    return portal.backends.filter { backend in
      guard backend.scheme.isSilent, backend.name != ownSilentName else { return false }
      return backend.process?.known.map { told.insert($0).inserted } ?? true
    }
  }

  /// nightd's backend name if the daemon is known not to answer.
  private var ownSilentName: String? {
    daemon.owner != nil && daemon.version.isSilent ? PortalFile.ownBusName : nil
  }

  // MARK: - Which backends it asks

  private var choiceFindings: [DoctorFinding] {
    guard !isFolderNeedless || portal.rules == .byConf else { return [] }
    guard !isBlindlyLed else { return [] }
    if isLedNowhere, let folder = portal.folders.override {
      return [DoctorFinding.portalLedNowhere(folder: folder, backToOwnFolders)]
    }
    let asked = portal.asked
    guard asked.first?.isOwn != true else {
      let missing = missingLinks.map(\.path).map(Self.lastPart)
      guard !missing.isEmpty else { return [] }
      return [DoctorFinding.portalFolderOld(missing: missing, .fix)]
    }
    guard !isMirrored else { return isPartly ? [partialFinding] : [] }
    if isOtherDesktop {
      let had = portal.desktops
      let has = portal.callersDesktops
      return [DoctorFinding.portalDesktop(had: had, has: has, environmentUpdate)]
    }
    // All files are written, but the portal started before that.
    if portal.rules == .byUseIn, planned(for: .byUseIn).isEmpty, isDropInThere {
      return [DoctorFinding.portalStale(told: portal.scheme.value, own: nil, portalRemedy)]
    }
    let remedy = choiceRemedy
    guard hasOwnFile else {
      let folder = portal.folders.portals(portal.rules).last ?? PortalFolders.system
      return [DoctorFinding.portalFileMissing(folder: folder, broken: portal.brokenFile, remedy)]
    }
    guard portal.rules == .byUseIn || portal.conf != nil else {
      return [DoctorFinding.noPortalsConf(remedy)]
    }
    return [
      DoctorFinding.portalOtherWins(
        first: asked.first?.name,
        conf: portal.rules == .byConf ? portal.conf?.path : nil,
        desktops: portal.desktops,
        remedy
      )
    ]
  }

  /// Whether the portal finds nightd's file, with everything that the file must say.
  package var hasOwnFile: Bool {
    portal.files.contains { file in
      file.isOwn && file.serves(PortalInterface.settings)
        && (portal.rules == .byConf || file.useIn != nil)
    }
  }

  /// Whether the style reaches applications although another backend is asked first.
  ///
  /// It does if that backend reads GNOME's settings and nightd can write them, and does. If the
  /// portal does not find nightd at all, this is only so on a desktop with a switch of its own: on
  /// all others no backend would report accent, contrast and motion.
  package var isMirrored: Bool {
    guard isMirrorAble, let first = portal.asked.first, Self.readsMirror(first),
      hasOwnFile || PortalFile.hasOwnSwitch(portal.desktops)
    else { return false }
    // Without an answer from both sides there is nothing to compare. A daemon or portal that hangs
    // is a finding of its own, and a daemon that does not run writes its style when it starts.
    guard let scheme = daemon.scheme, portal.owner != nil, portal.version.value != nil,
      !portal.scheme.isSilent, !isContested
    else { return true }
    return portal.scheme == .told(scheme) || isLightOfGnome(scheme)
  }

  /// Whether nightd's values can reach GNOME's settings, as far as is known without a try.
  ///
  /// A variable that keeps them in memory is a finding of its own.
  package var isMirrorAble: Bool {
    daemon.isMirroring == true && daemon.hasDconf && daemon.mirrorLacks != .noProgram
      && daemon.mirrorLacks != .noSchema
  }

  /// Whether another program sets GNOME's settings back, which is a finding of its own.
  private var isContested: Bool { daemon.desktop?.isIgnored == true }

  /// Whether no failure is known of what nightd wrote there.
  package var isMirrorKept: Bool { !daemon.reactions.contains(where: \.isOfMirror) && !isContested }

  /// Whether a variable leads the portal to a folder without any backend.
  package var isLedNowhere: Bool {
    portal.folders.override != nil && !isFolderRead && portal.files.isEmpty
  }

  /// Whether a portal of unknown version finds nothing in the doctor's folder.
  ///
  /// The portal must first be led back from there.
  package var isBlindlyLed: Bool {
    portal.isLedAside && portal.owner != nil && portal.version == .none
  }

  /// Removes the variable from where the portal has it.
  private var backToOwnFolders: Remedy {
    let name = Self.variable
    guard let portalRestart else { return portalRemedy }
    if let file = portal.leading { return removingVariable(from: file) }
    if portal.isManagerLeading {
      return .command("systemctl --user unset-environment \(name) && \(portalRestart)")
    }
    guard !session.hasManager else { return .command(portalRestart) }
    // The bus cannot unset a variable.
    let folder = "\(name)=\(PortalFolders.system)"
    return .command("dbus-update-activation-environment \(folder); \(portalRestart)")
  }

  /// GNOME's own switch sets no preference for light, and on GNOME the mirror does the same.
  private func isLightOfGnome(_ scheme: UInt32) -> Bool {
    scheme == 2 && portal.scheme == .told(0)
      && portal.desktops.contains { $0.lowercased() == "gnome" }
  }

  /// Whether `portals.conf` names another backend on a desktop without a switch of its own.
  ///
  /// Light and dark still arrive through the mirror, but accent, contrast and motion do not.
  package var isPartly: Bool {
    portal.rules == .byConf && portal.asked.first?.isOwn != true
      && !PortalFile.hasOwnSwitch(portal.desktops)
  }

  private var partialFinding: DoctorFinding {
    DoctorFinding.portalPartly(
      first: portal.asked.first?.name,
      conf: portal.conf?.path,
      desktops: portal.desktops,
      choiceRemedy
    )
  }

  /// The finding that needs only the portal's files, for a command that asks nobody on the bus.
  package var portalFilesFinding: DoctorFinding? {
    guard isPartly, !isFolderNeedless, portal.folders.override == nil else { return nil }
    return partialFinding
  }

  /// Whether `--fix` repairs this.
  package var isPortalFixable: Bool { planned(for: portal.rules).contains { $0.blocker == nil } }

  package static func readsMirror(_ file: PortalFile) -> Bool {
    ["gtk", "gnome", "xapp"].contains(file.name)
  }

  /// Whether the mirror's values stay in the memory of nightd, where no other program sees them.
  package var isMirrorInMemory: Bool {
    daemon.hasOnlyMemory && daemon.isMirroring != false
      && portal.asked.contains(where: Self.readsMirror)
  }

  private var isDropInThere: Bool {
    portal.own.dropIn.map { portal.own.present[$0] != nil } ?? false
  }

  /// Whether the portal would ask nightd first if it ran for the caller's desktop.
  package var isOtherDesktop: Bool {
    let own = portal.callersDesktops
    guard portal.rules == .byUseIn, !own.isEmpty, own != portal.desktops else { return false }
    return portal.rules.asked(of: portal.files, portal.conf, for: own).first?.isOwn == true
  }

  private var environmentUpdate: Remedy {
    let flag = session.hasManager ? " --systemd" : ""
    let update = "dbus-update-activation-environment\(flag) XDG_CURRENT_DESKTOP"
    return .command(([update] + [portalRestart].compactMap(\.self)).joined(separator: " && "))
  }

  private var choiceRemedy: Remedy {
    remedy(for: planned(for: portal.rules)) ?? .command("sudo make install")
  }

  package static func lastPart(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
