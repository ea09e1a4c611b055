/// What the doctor can write by itself: the user's own files alone.
extension Diagnosis {
  /// What is to be written, in the order in which it is to be done.
  package var planned: [Planned] {
    guard facts.busFlaw == nil, ofBlindness == nil, !isHomeless else { return [] }
    return (plannedServices + plannedPortal).filter { $0.obstacle == nil }
  }

  /// What mends it where all of these are to be written, or as many as can be.
  func remedy(for files: [Planned]) -> Remedy? {
    let writable = files.filter { $0.obstacle == nil }
    guard let first = writable.first else { return files.lazy.compactMap(\.ownRemedy).first }
    guard writable.count == 1, case .text(let text) = first.content else { return .fix }
    return .file(path: first.path, content: text)
  }

  /// What is left for the person once these are written.
  ///
  /// If nothing can be written, that is what each finding advises. Otherwise it is only what makes the
  /// files count: the other findings may follow from what these mend.
  package func leftToDo(after written: [Planned]) -> [String] {
    guard !planned.isEmpty else {
      var seen: Set<String> = []
      return findings.map(\.remedy).filter { $0 != .fix }.map(\.instruction)
        .filter { seen.insert($0).inserted }
    }
    var commands: [String] = []
    if written.contains(where: { $0.path.hasSuffix(".service") }) { commands.append(Self.reload) }
    if written.contains(where: { !$0.path.hasSuffix(".service") }), let portalRestart {
      commands.append(portalRestart)
    }
    return commands
  }

  // MARK: - Activation

  var plannedServices: [Planned] {
    guard let folder = portal.own.dataHome, let program = daemon.program,
      // A blank would be two words to the bus.
      program.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "'") })
    else { return [] }
    let unit = daemon.unit?.isKnown == true ? "nightd.service" : nil
    let names = Self.activated.filter { name in
      let isRead = daemon.serviceFiles.contains { $0.path.hasSuffix("/\(name).service") }
      return !daemon.activatable.contains(name) && !isRead || isBroken(name)
    }
    return names.compactMap { name in
      plan(
        folder + "/dbus-1/services/\(name).service",
        .text(ServiceFile.text(name, program, unit: unit))
      )
    }
  }

  private func isBroken(_ name: String) -> Bool {
    daemon.serviceFiles.contains { file in
      guard file.path.hasSuffix("/\(name).service") else { return false }
      return file.unit != nil && daemon.unit?.isKnown == false
        || (file.unit == nil || daemon.unit == nil) && !file.isRunnable
    }
  }

  // MARK: - The portal

  private var plannedPortal: [Planned] {
    guard portal.owner != nil || portal.isActivatable else { return [] }
    return plannedRemoval + plannedChoice
  }

  private var plannedChoice: [Planned] {
    guard !isFolderNeedless || portal.rules == .byConf, !isLedNowhere, !isBlindlyLed else {
      return []
    }
    guard portal.asked.first?.isOwn != true else {
      return rivals.isEmpty ? missingLinks : plannedSilence
    }
    // There is nothing to be mended, or not by these.
    guard !isMirrored || isPartly, !isOtherDesktop else { return [] }
    return planned(for: portal.rules)
  }

  func planned(for rules: PortalRules) -> [Planned] {
    switch rules {
    case .byUseIn: return plannedFolder + plannedDropIn
    case .byConf: return plannedFile + plannedConf
    }
  }

  /// Whether the portal that runs, or would, looks into the folder that the doctor makes.
  var isFolderRead: Bool {
    portal.own.folder != nil && portal.folders.override == portal.own.folder
  }

  /// The older portal looks into one folder alone: one with links to what it finds elsewhere.
  ///
  /// nightd's own file is for the very desktop there, and has the first name of all.
  /// Those with settings of their own are not asked for them there, so that one `--fix` is enough.
  var plannedFolder: [Planned] { plannedFolder(silencing: rivals) }

  func plannedFolder(silencing names: [String]) -> [Planned] {
    guard portal.rules == .byUseIn, let folder = portal.own.folder else { return [] }
    let links = portal.own.sources.map { planned(for: $0, in: folder, silencing: names) }
    let desktops = portal.desktops.isEmpty ? portal.callersDesktops : portal.desktops
    let path = folder + "/00-nightd.portal"
    let text = PortalFile.ownText(for: desktops.isEmpty ? [PortalFile.ownName] : desktops)
    // One that wins already is as it should be, whoever asks from which desktop.
    let isWinning = isFolderRead && portal.asked.first?.isOwn == true
    return (links + [isWinning ? nil : plan(path, .text(text))]).compactMap(\.self)
  }

  /// Where nightd is asked first the folder serves; what is there may lead wherever it leads.
  var missingLinks: [Planned] {
    isFolderRead
      ? plannedFolder(silencing: []).filter { $0.replaced == nil || $0.content.isText }
      : []
  }

  var plannedDropIn: [Planned] {
    guard let path = portal.own.dropIn, let folder = portal.own.folder,
      // systemd would take a part of it for something else.
      folder.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "%") })
    else { return [] }
    return [plan(path, .text(Self.dropInText(folder)))].compactMap(\.self)
  }

  private var plannedFile: [Planned] {
    guard portal.folders.override == nil, !hasOwnFile,
      let folder = portal.own.dataHome
    else { return [] }
    let path = folder + "/xdg-desktop-portal/portals/nightd.portal"
    let desktops = portal.desktops.isEmpty ? [PortalFile.ownName] : portal.desktops
    return [plan(path, .text(PortalFile.ownText(for: desktops)))].compactMap(\.self)
  }

  var userConfFolder: String? {
    portal.folders.override == nil ? portal.own.configHome.map { $0 + "/xdg-desktop-portal/" } : nil
  }

  private var plannedConf: [Planned] {
    guard let folder = userConfFolder else { return [] }
    guard let conf = portal.conf else {
      let text = PortalsConf.own(besides: othersInForce)
      return [plan(besides: folder + "portals.conf", text)].compactMap(\.self)
    }
    let isPreferred = conf.names(for: PortalInterface.settings)?.first == PortalFile.ownName
    guard !isPreferred else { return [] }
    let path = folder + Self.lastPart(conf.path)
    let text = conf.preferringOwn(besides: othersInForce)
    guard path == conf.path else { return [plan(besides: path, text)].compactMap(\.self) }
    return [plan(path, .text(text))].compactMap(\.self)
  }

  /// Where the portal does not go by what stands there.
  private func plan(besides path: String, _ text: String) -> Planned? {
    guard case .text(let present)? = portal.own.present[path] else {
      return plan(path, .text(text))
    }
    return Planned(
      path: path,
      content: .text(text),
      replaced: .text(present),
      .notCounted(text: present)
    )
  }

  /// Whom the newer portal takes without any file: those for the desktop, and GTK's.
  private var othersInForce: [String] {
    let others = portal.files.filter { !$0.isOwn }
    let meant = portal.desktops.flatMap { desktop in others.filter { $0.isFor(desktop) } }
    var names: [String] = []
    for file in meant + others.filter({ $0.name == "gtk" }) where !names.contains(file.name) {
      names.append(file.name)
    }
    return names
  }

  /// Nil where it stands there already, be it through a link.
  func plan(_ path: String, _ content: Planned.Content) -> Planned? {
    let present = portal.own.present[path]
    guard present != content else { return nil }
    guard case .link = present, case .text(let text) = content else {
      let obstacle = portal.own.readOnly.contains(path) ? Planned.Obstacle.readOnly : nil
      return Planned(path: path, content: content, replaced: present, obstacle)
    }
    let linked = portal.own.linked[path]
    guard linked?.text != text else { return nil }
    let obstacle = Planned.Obstacle.link(to: linked?.path ?? path, text: linked?.text)
    return Planned(path: path, content: content, replaced: present, obstacle)
  }
}
