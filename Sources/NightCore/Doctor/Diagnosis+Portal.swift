/// The portal, and whom it asks.
extension Diagnosis {
  var ofPortal: [DoctorFinding] {
    guard portal.owner != nil || portal.isActivatable else {
      let packages = "xdg-desktop-portal xdg-desktop-portal-gtk"
      return [DoctorFinding(.portalMissing, install(packages))]
    }
    return ofHealth + ofNeedlessFolder + ofChoice + ofAnswers + ofFileChooser
  }

  // MARK: - Whether it answers

  private var ofHealth: [DoctorFinding] {
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
    case .none where portal.asked.first?.isOwn == true:
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
    guard portal.files.contains(where: \.isOwn) else {
      let folder = portal.folders.portals(portal.rules).last ?? PortalFolders.system
      return [DoctorFinding(.portalFileMissing(folder: folder), remedy)]
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

  /// Whether the one that is asked first says what nightd has written for it.
  ///
  /// Desktops that bring such a backend keep it; it need not be nightd that answers.
  var isMirrored: Bool {
    guard daemon.isMirroring == true, let scheme = daemon.scheme, let first = portal.asked.first
    else { return false }
    return Self.readsMirror(first)
      && (portal.scheme == .told(scheme) || isLightOfGnome(scheme))
  }

  /// GNOME's own switch says light by having no preference, and so does the mirror there.
  private func isLightOfGnome(_ scheme: UInt32) -> Bool {
    scheme == 2 && portal.scheme == .told(0)
      && portal.desktops.contains { $0.lowercased() == "gnome" }
  }

  /// Whether a `portals.conf` has another backend asked on a desktop that nightd is for.
  ///
  /// Light and dark still come through the mirror; accent, contrast and motion reach nobody.
  var isPartly: Bool {
    portal.rules == .byConf && portal.asked.first?.isOwn != true
      && PortalFile.isOwn(portal.desktops)
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
    // Who is asked under another's name says nothing, which is told already.
    guard portal.owner != nil, daemon.hasBackendName, let own = daemon.scheme else { return [] }
    var found: [DoctorFinding] = []
    if !isFolderNeedless, portal.version.value != nil, portal.asked.first?.isOwn == true,
      !portal.scheme.isSilent,
      portal.scheme.value != own
    {
      let matter = DoctorMatter.portalStale(told: portal.scheme.value, own: own)
      found.append(DoctorFinding(matter, portalRemedy))
    }
    // No preference is light to those who read the last.
    let isTwofold = Set(portal.schemes.map { $0 == 1 }).count > 1
    // Where another one is asked first, or the mirror failed, that is the cause.
    if isMirrorInMemory {
      found.append(DoctorFinding(.mirrorInMemory, memoryRemedy))
    } else if isTwofold, portal.asked.first?.isOwn == true, daemon.reactions.isEmpty {
      let matter = DoctorMatter.doubleAnswer(
        portal.schemes,
        isFollowed: isFollowed(own),
        silenced: rivals
      )
      found.append(DoctorFinding(matter, rivals.isEmpty ? agreement(own) : silenceRemedy))
    }
    return found
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

  private var ofFileChooser: [DoctorFinding] {
    let isThere =
      portal.owner == nil
      ? portal.rules.hasFileChooser(of: portal.files, portal.conf, for: portal.desktops)
      : portal.fileChooser.isSilent || portal.version.isSilent
        || (portal.fileChooser.value ?? 0) > 0
    guard !isThere else { return [] }
    return [DoctorFinding(.noFileChooser, fileChooserRemedy)]
  }

  /// One that is installed may only have to be named.
  private var fileChooserRemedy: Remedy {
    guard portal.rules == .byConf, let conf = portal.conf, let folder = userConfFolder,
      let able = portal.files.first(where: { $0.serves(PortalPart.fileChooser) })
    else { return install("xdg-desktop-portal-gtk") }
    let path = folder + Self.lastPart(conf.path)
    if let linked = portal.own.linked[path] {
      let line = "\(PortalPart.fileChooser)=\(able.name)"
      return .line(path: linked.path, group: PortalsConf.group, line: line)
    }
    let text = KeyFile.setting(
      PortalPart.fileChooser,
      in: PortalsConf.group,
      to: able.name,
      of: conf.text
    )
    return .file(path: path, content: text)
  }
}
