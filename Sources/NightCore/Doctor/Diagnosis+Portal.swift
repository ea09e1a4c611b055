/// The portal, and whom it asks.
extension Diagnosis {
  var ofPortal: [DoctorFinding] {
    guard portal.owner != nil || portal.isActivatable else {
      let packages = "xdg-desktop-portal xdg-desktop-portal-gtk"
      return [DoctorFinding(.portalMissing(program: nil), install(packages))]
    }
    return ofHealth + ofNeedlessFolder + ofChoice + ofAnswers + ofFileChooser
  }

  // MARK: - Whether it answers

  private var ofHealth: [DoctorFinding] {
    if let program = portal.missingProgram {
      let remedy = reinstall("xdg-desktop-portal")
      return [DoctorFinding(.portalMissing(program: program), remedy)]
    }
    if let unit = portal.unit, unit.isMasked {
      let matter = DoctorMatter.portalMasked(isRuntime: unit.isMaskedUntilLogin)
      return [DoctorFinding(matter, Self.unmasking(unit, "xdg-desktop-portal"))]
    }
    let silent = silentBackends.map { backend in
      let process = backend.process?.known.map { "kill -9 \($0)" }
      return DoctorFinding(
        .backendSilent(name: backend.name, backend.process),
        process.map { .command($0) } ?? portalRemedy
      )
    }
    let failed = portal.failedBackends.filter { name in portal.files.contains { $0.name == name } }
    let broken = silent + failed.map(failedBackend)
    guard broken.isEmpty else { return broken }
    guard portal.owner != nil else {
      guard portal.unit?.state == "failed" else { return [] }
      return [DoctorFinding(.portalFailed, portalRemedy)]
    }
    // It waits for nightd then, which is told already.
    guard ownSilentName == nil else { return [] }
    switch portal.version {
    case .silent: return [DoctorFinding(.portalSilent(portal.owner), portalRemedy)]
    case .none where !portal.asked.isEmpty && !isBlindlyLed:
      return [DoctorFinding(.portalWithoutSettings, portalRemedy)]
    case .none, .told: return []
    }
  }

  /// Most often the manager was never told of the screen.
  private func failedBackend(_ name: String) -> DoctorFinding {
    let unit = "xdg-desktop-portal-\(name).service"
    let isHere = SessionFacts.isScreen(session.callersScreen)
    let end: BackendEnd =
      session.hasManagersScreen ? .unknown : isHere ? .managerLacksScreen : .noScreen
    let names = isHere ? session.callersScreen : SessionFacts.screenVariables
    var commands = ["systemctl --user reset-failed \(unit)"] + [portalRestart].compactMap(\.self)
    if end == .unknown {
      // It says where to read why, where it fails again.
      commands[0] = "systemctl --user restart \(unit)"
    } else {
      commands.insert(
        "systemctl --user import-environment \(names.joined(separator: " "))",
        at: 0
      )
    }
    let command = commands.joined(separator: " && ")
    return DoctorFinding(.backendFailed(unit: unit, end), .command(command))
  }

  /// Each process once, whatever names it has; nightd's is told already.
  private var silentBackends: [SeenBackend] {
    var told: Set<UInt32> = []
    if ownSilentName != nil, let own = daemon.owner?.known { told.insert(own) }
    return portal.backends.filter { backend in
      guard backend.scheme.isSilent, backend.name != ownSilentName else { return false }
      return backend.process?.known.map { told.insert($0).inserted } ?? true
    }
  }

  /// nightd's own, where it is known that it does not answer.
  private var ownSilentName: String? {
    daemon.owner != nil && daemon.version.isSilent ? PortalFile.ownBusName : nil
  }

  // MARK: - Whom it asks

  private var ofChoice: [DoctorFinding] {
    guard !isFolderNeedless || portal.rules == .byConf else { return [] }
    guard !isBlindlyLed else { return [] }
    if isLedNowhere, let folder = portal.folders.override {
      return [DoctorFinding(.portalLedNowhere(folder: folder), backToOwnFolders)]
    }
    let asked = portal.asked
    guard asked.first?.isOwn != true else {
      let missing = missingLinks.map(\.path).map(Self.lastPart)
      guard !missing.isEmpty else { return [] }
      return [DoctorFinding(.portalFolderOld(missing: missing), .fix)]
    }
    guard !isMirrored else { return isPartly ? [ofPart] : [] }
    if isOtherDesktop {
      let had = portal.desktops
      let has = portal.callersDesktops
      return [DoctorFinding(.portalDesktop(had: had, has: has), environmentUpdate)]
    }
    // All is written, and the portal was started before that.
    if portal.rules == .byUseIn, planned(for: .byUseIn).isEmpty, isDropInThere {
      return [DoctorFinding(.portalStale(told: portal.scheme.value, own: nil), portalRemedy)]
    }
    let remedy = choiceRemedy
    guard hasOwnFile else {
      let folder = portal.folders.portals(portal.rules).last ?? PortalFolders.system
      let matter = DoctorMatter.portalFileMissing(folder: folder, broken: portal.brokenFile)
      return [DoctorFinding(matter, remedy)]
    }
    guard portal.rules == .byUseIn || portal.conf != nil else {
      return [DoctorFinding(.noPortalsConf, remedy)]
    }
    let matter = DoctorMatter.portalOtherWins(
      first: asked.first?.name,
      conf: portal.rules == .byConf ? portal.conf?.path : nil,
      desktops: portal.desktops
    )
    return [DoctorFinding(matter, remedy)]
  }

  /// Whether nightd is among the backends that the portal finds, with all that it needs to know.
  var hasOwnFile: Bool {
    portal.files.contains { file in
      file.isOwn && file.serves(PortalInterface.settings)
        && (portal.rules == .byConf || file.useIn != nil)
    }
  }

  /// Whether the style reaches applications though another backend is asked first.
  ///
  /// It does if that backend goes by GNOME's settings, nightd can write these, and does. If the
  /// portal does not find nightd at all, then only on a desktop that has a switch of its own: all
  /// others have nobody to tell accent, contrast and motion.
  var isMirrored: Bool {
    guard isMirrorAble, let first = portal.asked.first, Self.readsMirror(first),
      hasOwnFile || PortalFile.hasOwnSwitch(portal.desktops)
    else { return false }
    // Without an answer from both there is nothing to compare. A daemon that hangs and a portal that
    // hangs are findings of their own; a daemon that does not run writes its style when it starts.
    guard let scheme = daemon.scheme, portal.owner != nil, portal.version.value != nil,
      !portal.scheme.isSilent, !isFought
    else { return true }
    return portal.scheme == .told(scheme) || isLightOfGnome(scheme)
  }

  /// Whether what nightd writes into GNOME's settings can arrive there, as far as is known before it
  /// is tried; a variable that keeps it in memory is a finding of its own.
  var isMirrorAble: Bool {
    daemon.isMirroring == true && daemon.hasDconf && daemon.mirrorLacks != .noProgram
      && daemon.mirrorLacks != .noSchema
  }

  /// Whether another program sets GNOME's settings back.
  ///
  /// That is a finding of its own.
  private var isFought: Bool { daemon.desktop?.isIgnored == true }

  /// Whether nothing is known to have gone wrong with what nightd wrote there.
  private var isMirrorKept: Bool { daemon.reactions.isEmpty && !isFought }

  /// Whether a variable leads the portal to a folder that has no backend at all.
  var isLedNowhere: Bool {
    portal.folders.override != nil && !isFolderRead && portal.files.isEmpty
  }

  /// Whether a portal of an unknown version found nothing in the doctor's folder: first of all it is
  /// led back from there.
  var isBlindlyLed: Bool {
    portal.isLedAside && portal.owner != nil && portal.version == .none
  }

  /// Takes the variable from where the portal has it.
  private var backToOwnFolders: Remedy {
    let name = Self.variable
    guard let portalRestart else { return portalRemedy }
    if let file = portal.leading { return takingVariable(outOf: file) }
    if portal.isManagerLeading {
      return .command("systemctl --user unset-environment \(name) && \(portalRestart)")
    }
    guard !session.hasManager else { return .command(portalRestart) }
    // The bus cannot be made to forget a variable.
    let folder = "\(name)=\(PortalFolders.system)"
    return .command("dbus-update-activation-environment \(folder); \(portalRestart)")
  }

  /// GNOME's own switch says light by having no preference, and so does the mirror there.
  private func isLightOfGnome(_ scheme: UInt32) -> Bool {
    scheme == 2 && portal.scheme == .told(0)
      && portal.desktops.contains { $0.lowercased() == "gnome" }
  }

  /// Whether a `portals.conf` has another backend asked on a desktop without a switch of its own.
  ///
  /// Light and dark still come through the mirror; accent, contrast and motion reach nobody.
  var isPartly: Bool {
    portal.rules == .byConf && portal.asked.first?.isOwn != true
      && !PortalFile.hasOwnSwitch(portal.desktops)
  }

  private var ofPart: DoctorFinding {
    let matter = DoctorMatter.portalPartly(
      first: portal.asked.first?.name,
      conf: portal.conf?.path,
      desktops: portal.desktops
    )
    return DoctorFinding(matter, choiceRemedy)
  }

  /// What the portal's files alone tell, for a command that asks nobody on the bus.
  package var ofPortalFiles: DoctorFinding? {
    guard isPartly, !isFolderNeedless, portal.folders.override == nil else { return nil }
    return ofPart
  }

  /// Whether `--fix` mends that by itself.
  package var isPortalFixable: Bool { planned(for: portal.rules).contains { $0.obstacle == nil } }

  static func readsMirror(_ file: PortalFile) -> Bool {
    ["gtk", "gnome", "xapp"].contains(file.name)
  }

  /// Nobody but nightd itself would ever see what a mirror writes there.
  private var isMirrorInMemory: Bool {
    daemon.hasOnlyMemory && daemon.isMirroring != false
      && portal.asked.contains(where: Self.readsMirror)
  }

  private var isDropInThere: Bool {
    portal.own.dropIn.map { portal.own.present[$0] != nil } ?? false
  }

  /// Whether it asked nightd first if it were for the caller's desktop.
  var isOtherDesktop: Bool {
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

  // MARK: - What it answers

  private var ofAnswers: [DoctorFinding] {
    guard daemon.owner != nil else { return ofAheadOfStart }
    // Who is asked under another's name says nothing, which is told already.
    guard daemon.hasBackendName, let own = daemon.scheme else { return [] }
    guard portal.owner != nil else { return ofAhead(own) }
    var found: [DoctorFinding] = []
    if !isFolderNeedless, portal.isReachingNightd == false, portal.asked.contains(where: \.isOwn) {
      found.append(DoctorFinding(.portalStale(told: portal.scheme.value, own: nil), portalRemedy))
    } else if !isFolderNeedless, portal.version.value != nil, portal.asked.first?.isOwn == true,
      !portal.scheme.isSilent,
      portal.scheme.value != own
    {
      let matter = DoctorMatter.portalStale(told: portal.scheme.value, own: own)
      found.append(DoctorFinding(matter, portalRemedy))
    }
    // No preference is light to those who read the last.
    let isTwofold = Set(portal.schemes.map { $0 == 1 }).count > 1
    // If another one is asked first, or the mirror failed or is undone, that is the cause.
    if isMirrorInMemory {
      found.append(DoctorFinding(.mirrorInMemory, memoryRemedy))
    } else if isTwofold, portal.asked.first?.isOwn == true, isMirrorKept || !rivals.isEmpty {
      let matter = DoctorMatter.doubleAnswer(
        portal.schemes,
        isFollowed: isFollowed(own),
        silenced: rivals
      )
      found.append(DoctorFinding(matter, rivals.isEmpty ? agreement(own) : silenceRemedy))
    } else {
      found += ofAhead(own)
    }
    return found
  }

  private func ofAhead(_ own: UInt32) -> [DoctorFinding] {
    guard !ahead.isEmpty, portal.asked.first?.isOwn == true, isMirrorKept || !rivals.isEmpty else {
      return []
    }
    let matter = DoctorMatter.doubleAnswerAhead(names: ahead, silenced: rivals)
    return [DoctorFinding(matter, rivals.isEmpty ? agreement(own) : silenceRemedy)]
  }

  /// The answers beside nightd's once the daemon is started, as far as their cause is known before.
  private var ofAheadOfStart: [DoctorFinding] {
    let isKnown = !rivals.isEmpty || mirrorNeeds != nil || daemon.isMirroring == false
    return isKnown ? ofAhead(0) : []
  }

  /// Those beside nightd that say the same now, and will not after each change.
  private var ahead: [String] {
    portal.rules == .byUseIn
      ? portal.asked.filter { !$0.isOwn && isSpeaking($0) && !isFollowing($0) }.map(\.name) : []
  }

  /// Whether a backend says what nightd has written for it.
  func isFollowing(_ file: PortalFile) -> Bool { Self.readsMirror(file) && isMirrorAble }

  /// Whether it tells a style; one that nobody has asked yet would, if the bus can start it.
  func isSpeaking(_ file: PortalFile) -> Bool {
    guard let backend = portal.backends.first(where: { $0.name == file.busName }) else {
      return portal.owner == nil && portal.startable.contains(file.busName)
    }
    return backend.scheme.value != nil
  }

  /// The variable is taken from where nightd has it, as far as that can be known.
  private var memoryRemedy: Remedy {
    let name = "GSETTINGS_BACKEND"
    if daemon.unit?.environment.contains("\(name)=memory") == true {
      let file = "[Service]\nUnsetEnvironment=\(name)\n"
      let folder = portal.own.configHome ?? "~/.config"
      return .file(path: "\(folder)/systemd/user/nightd.service.d/settings.conf", content: file)
    }
    guard case .command(let restart) = restart else { return restart }
    if session.isManagersMemory {
      // The backends were started with it as well.
      let others = "systemctl --user try-restart 'xdg-desktop-portal*'"
      return .command("systemctl --user unset-environment \(name) && \(restart) && \(others)")
    }
    guard daemon.unit?.isKnown != true else { return .command(restart) }
    // The bus cannot be made to forget a variable.
    return .command("dbus-update-activation-environment \(name)=dconf; \(restart)")
  }

  private func isFollowed(_ scheme: UInt32) -> Bool {
    daemon.isMirroring != false && daemon.isFollowing && scheme > 0
  }

  private func agreement(_ scheme: UInt32) -> Remedy {
    guard daemon.isMirroring != false else {
      return .command("nightctl prefs write mirror.gsettings true")
    }
    // What is followed is not written; a choice is, each time.
    if isFollowed(scheme) { return .command("nightctl set \(scheme == 1 ? "dark" : "light")") }
    if let mirrorNeeds { return mirrorNeeds }
    let word = scheme == 1 ? "prefer-dark" : scheme == 2 ? "prefer-light" : "default"
    return .command("gsettings set org.gnome.desktop.interface color-scheme \(word)")
  }
}
