import NightCore

/// Findings about differences between the portal's answers and nightd's.
extension Diagnosis {
  package var answerFindings: [DoctorFinding] {
    guard daemon.owner != nil else { return expectedContradictionsAfterStart }
    // If another process owns the backend's name, the finding `backendNameMissing` says enough.
    guard daemon.hasBackendName, let own = daemon.style.scheme else { return [] }
    guard portal.owner != nil else { return expectedContradictions(own) }
    var found: [DoctorFinding] = []
    if !isFolderNeedless, portal.answers.isReachingNightd == false,
      portal.asked.contains(where: \.isOwn)
    {
      found.append(
        DoctorFinding.portalStale(told: portal.answers.scheme.value, own: nil, portalRemedy)
      )
    } else if !isFolderNeedless, portal.answers.version.value != nil,
      portal.asked.first?.isOwn == true,
      !portal.answers.scheme.isSilent,
      portal.answers.scheme.value != own
    {
      found.append(
        DoctorFinding.portalStale(told: portal.answers.scheme.value, own: own, portalRemedy)
      )
    }
    // To programs that use the last answer, no preference means light.
    let isTwofold = Set(portal.answers.schemes.map { $0 == 1 }).count > 1
    // Do not report several answers if another finding already says why: another backend is asked
    // first, writing failed, or another program undoes what nightd writes.
    if isGnomeInMemory {
      found.append(DoctorFinding.gnomeInMemory(memoryRemedy))
    } else if isTwofold, portal.asked.first?.isOwn == true, isGnomeKept || !rivals.isEmpty {
      found.append(
        DoctorFinding.doubleAnswer(
          portal.answers.schemes,
          isFollowed: isFollowed(own),
          silenced: rivals,
          rivals.isEmpty ? agreementRemedy(own) : silenceRemedy
        )
      )
    } else {
      found += expectedContradictions(own)
    }
    return found
  }

  private func expectedContradictions(_ own: UInt32) -> [DoctorFinding] {
    guard !laterContradictors.isEmpty, portal.asked.first?.isOwn == true,
      isGnomeKept || !rivals.isEmpty
    else {
      return []
    }
    return [
      DoctorFinding.doubleAnswerAhead(
        names: laterContradictors,
        silenced: rivals,
        rivals.isEmpty ? agreementRemedy(own) : silenceRemedy
      )
    ]
  }

  /// The contradictions to expect when the daemon runs; empty if nothing known would cause them.
  private var expectedContradictionsAfterStart: [DoctorFinding] {
    let isKnown = !rivals.isEmpty || gnomeNeeds != nil || daemon.gnome.isOn == false
    return isKnown ? expectedContradictions(0) : []
  }

  /// The other backends that agree with nightd now, but not after every change, by name.
  private var laterContradictors: [String] {
    portal.lookup.rules == .byUseIn
      ? portal.asked.filter { !$0.isOwn && isSpeaking($0) && !isFollowing($0) }.map(\.name) : []
  }

  /// Whether a backend repeats what nightd writes into GNOME's settings.
  package func isFollowing(_ file: PortalFile) -> Bool {
    Self.readsGnome(file) && daemon.gnome.isAble
  }

  /// Whether a backend reports a style.
  ///
  /// If neither the portal nor the backend runs, it is enough that the bus can start the backend.
  package func isSpeaking(_ file: PortalFile) -> Bool {
    guard let backend = portal.backends.first(where: { $0.name == file.busName }) else {
      return portal.owner == nil && portal.startable.contains(file.busName)
    }
    return backend.scheme.value != nil
  }

  /// The remedy that unsets GSETTINGS_BACKEND for nightd, wherever it is set.
  private var memoryRemedy: Remedy {
    let name = "GSETTINGS_BACKEND"
    if daemon.unit?.environment.contains("\(name)=memory") == true {
      let file = "[Service]\nUnsetEnvironment=\(name)\n"
      let folder = portal.own.configHome ?? "~/.config"
      return .file(path: "\(folder)/systemd/user/nightd.service.d/settings.conf", content: file)
    }
    guard case .command(let restart) = restart else { return restart }
    if session.manager.hasOnlyMemory {
      // The service manager also started the backends with this variable.
      let others = "systemctl --user try-restart 'xdg-desktop-portal*'"
      return .command("systemctl --user unset-environment \(name) && \(restart) && \(others)")
    }
    guard daemon.unit?.isKnown != true else { return .command(restart) }
    // The bus cannot unset a variable, so set it to the usual backend.
    return .command("dbus-update-activation-environment \(name)=dconf; \(restart)")
  }

  private func isFollowed(_ scheme: UInt32) -> Bool {
    daemon.gnome.isOn != false && daemon.style.isFollowing && scheme > 0
  }

  private func agreementRemedy(_ scheme: UInt32) -> Remedy {
    guard daemon.gnome.isOn != false else {
      return .command("nightctl programs on gnome")
    }
    // nightd itself does not write a setting that it follows, but `nightctl set` always does.
    if isFollowed(scheme) { return .command("nightctl set \(scheme == 1 ? "dark" : "light")") }
    if let gnomeNeeds { return gnomeNeeds }
    let word = scheme == 1 ? "prefer-dark" : scheme == 2 ? "prefer-light" : "default"
    return .command("gsettings set org.gnome.desktop.interface color-scheme \(word)")
  }
}

/// The remedy for backends with their own settings that an older portal asks besides nightd.
///
/// An older portal asks every backend for settings, and Firefox and Qt use the last answer. The
/// backends of GTK and GNOME report what nightd writes, but KDE's backend reports KDE's own
/// settings. For such a backend, the doctor's folder gets a copy of its file without the settings
/// interface. The portal then asks it for everything except settings.
extension Diagnosis {
  /// The backends that report a style of their own, by name; empty with a newer portal.
  ///
  /// They may agree with nightd now, but not after the next change.
  package var rivals: [String] {
    guard portal.lookup.rules == .byUseIn, portal.own.folder != nil else { return [] }
    return portal.asked.filter { !$0.isOwn && !Self.readsGnome($0) && isSpeaking($0) }.map(\.name)
  }

  /// The files that stop the portal from asking `rivals` for settings.
  ///
  /// They are the doctor's folder, and the drop-in that makes the portal read it.
  package var plannedSilence: [FileFix] { plannedFolder(silencing: rivals) + plannedDropIn }

  /// The remedy that stops the portal from asking `rivals` for settings.
  ///
  /// If all files exist already, the portal started before they were written and must restart.
  package var silenceRemedy: Remedy {
    plannedSilence.isEmpty ? portalRemedy : remedy(for: plannedSilence) ?? portalRemedy
  }

  /// Plans a file in the doctor's folder: a link to a backend's file, or a copy without settings.
  ///
  /// A link never replaces a copy, because the backend would contradict nightd again.
  package func planned(for source: String, in folder: String, silencing names: [String]) -> FileFix?
  {
    let name = source.fileName
    let path = "\(folder)/\(name)"
    let present = portal.own.present[path]
    let isSilenced = names.contains { $0 + PortalFile.suffix == name } || present?.isText == true
    guard isSilenced, let text = portal.own.texts[source],
      let quiet = PortalFile.quietText(of: text)
    else { return plan(path, .link(to: source)) }
    // The doctor itself made this link, so it may replace it.
    guard present == .link(to: source) else { return plan(path, .text(quiet)) }
    return FileFix(path: path, content: .text(quiet), replaced: present)
  }
}

/// Findings about the portal's file chooser.
extension Diagnosis {
  package var fileChooserFindings: [DoctorFinding] {
    // Without any backend, the portal lacks everything, not only a file chooser.
    guard !portal.lookup.files.isEmpty || portal.lookup.folders.override == nil, !isBlindlyLed
    else { return [] }
    let isThere =
      portal.owner == nil
      ? portal.lookup.hasFileChooser(for: portal.desktops)
      : portal.answers.fileChooser.isSilent || portal.answers.version.isSilent
        || (portal.answers.fileChooser.value ?? 0) > 0
    guard !isThere, toolkits.hasWebPrograms || !toolkits.web.isEmpty else { return [] }
    return [DoctorFinding.noFileChooser(fileChooserRemedy)]
  }

  /// Whether the portal would find a file chooser after a restart.
  ///
  /// With a newer portal, this is only certain if `portals.conf` names a backend for file choosers.
  private var isFileChooserThere: Bool {
    let able = portal.lookup.files.filter { $0.serves(PortalInterface.fileChooser) }.map(\.name)
    switch portal.lookup.rules {
    case .byUseIn:
      return portal.lookup.hasFileChooser(for: portal.desktops)
    case .byConf:
      return portal.lookup.conf?.names(for: PortalInterface.fileChooser)?.contains(
        where: able.contains
      )
        ?? false
    }
  }

  /// The remedy for a portal without a file chooser.
  ///
  /// If a backend with a file chooser is installed, a line in `portals.conf` or a restart of the
  /// portal may be enough.
  private var fileChooserRemedy: Remedy {
    if portal.owner != nil, isFileChooserThere { return portalRemedy }
    guard portal.lookup.rules == .byConf, let conf = portal.lookup.conf,
      let folder = userConfFolder,
      let able = portal.lookup.files.first(where: { $0.serves(PortalInterface.fileChooser) })
    else {
      guard portal.owner != nil, let portalRestart,
        case .command(let command) = install("xdg-desktop-portal-gtk")
      else { return install("xdg-desktop-portal-gtk") }
      return .command("\(command) && \(portalRestart)")
    }
    let path = folder + conf.path.fileName
    if let linked = portal.own.linked[path] {
      let line = "\(PortalInterface.fileChooser)=\(able.name)"
      return .line(path: linked.path, group: PortalsConf.group, line: line)
    }
    let text = KeyFile.setting(
      PortalInterface.fileChooser,
      in: PortalsConf.group,
      to: able.name,
      of: conf.text
    )
    return .file(path: path, content: text)
  }
}
