/// Findings about what the portal answers, compared with what nightd answers.
extension Diagnosis {
  package var answerFindings: [DoctorFinding] {
    guard daemon.owner != nil else { return expectedContradictionsAfterStart }
    // A backend reached under another's name adds nothing; that is reported elsewhere.
    guard daemon.hasBackendName, let own = daemon.scheme else { return [] }
    guard portal.owner != nil else { return expectedContradictions(own) }
    var found: [DoctorFinding] = []
    if !isFolderNeedless, portal.isReachingNightd == false, portal.asked.contains(where: \.isOwn) {
      found.append(DoctorFinding.portalStale(told: portal.scheme.value, own: nil, portalRemedy))
    } else if !isFolderNeedless, portal.version.value != nil, portal.asked.first?.isOwn == true,
      !portal.scheme.isSilent,
      portal.scheme.value != own
    {
      found.append(DoctorFinding.portalStale(told: portal.scheme.value, own: own, portalRemedy))
    }
    // To programs that use the last answer, no preference means light.
    let isTwofold = Set(portal.schemes.map { $0 == 1 }).count > 1
    // If another backend is asked first, or the mirror failed or is undone, that is the cause.
    if isMirrorInMemory {
      found.append(DoctorFinding.mirrorInMemory(memoryRemedy))
    } else if isTwofold, portal.asked.first?.isOwn == true, isMirrorKept || !rivals.isEmpty {
      found.append(
        DoctorFinding.doubleAnswer(
          portal.schemes,
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
      isMirrorKept || !rivals.isEmpty
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

  /// The contradictions to expect once the daemon runs, as far as their cause is known now.
  private var expectedContradictionsAfterStart: [DoctorFinding] {
    let isKnown = !rivals.isEmpty || mirrorNeeds != nil || daemon.isMirroring == false
    return isKnown ? expectedContradictions(0) : []
  }

  /// The backends beside nightd that agree now, but will not after each change.
  private var laterContradictors: [String] {
    portal.rules == .byUseIn
      ? portal.asked.filter { !$0.isOwn && isSpeaking($0) && !isFollowing($0) }.map(\.name) : []
  }

  /// Whether a backend repeats what nightd writes into GNOME's settings.
  package func isFollowing(_ file: PortalFile) -> Bool { Self.readsMirror(file) && isMirrorAble }

  /// Whether a backend reports a style.
  ///
  /// One that was not asked yet does if the bus can start it.
  package func isSpeaking(_ file: PortalFile) -> Bool {
    guard let backend = portal.backends.first(where: { $0.name == file.busName }) else {
      return portal.owner == nil && portal.startable.contains(file.busName)
    }
    return backend.scheme.value != nil
  }

  /// Removes the variable from where nightd has it, as far as that is known.
  private var memoryRemedy: Remedy {
    let name = "GSETTINGS_BACKEND"
    if daemon.unit?.environment.contains("\(name)=memory") == true {
      let file = "[Service]\nUnsetEnvironment=\(name)\n"
      let folder = portal.own.configHome ?? "~/.config"
      return .file(path: "\(folder)/systemd/user/nightd.service.d/settings.conf", content: file)
    }
    guard case .command(let restart) = restart else { return restart }
    if session.isManagersMemory {
      // The backends were started with the variable as well.
      let others = "systemctl --user try-restart 'xdg-desktop-portal*'"
      return .command("systemctl --user unset-environment \(name) && \(restart) && \(others)")
    }
    guard daemon.unit?.isKnown != true else { return .command(restart) }
    // The bus cannot unset a variable.
    return .command("dbus-update-activation-environment \(name)=dconf; \(restart)")
  }

  private func isFollowed(_ scheme: UInt32) -> Bool {
    daemon.isMirroring != false && daemon.isFollowing && scheme > 0
  }

  private func agreementRemedy(_ scheme: UInt32) -> Remedy {
    guard daemon.isMirroring != false else {
      return .command("nightctl prefs write mirror.gsettings true")
    }
    // nightd does not write a value that it follows, but a choice is written each time.
    if isFollowed(scheme) { return .command("nightctl set \(scheme == 1 ? "dark" : "light")") }
    if let mirrorNeeds { return mirrorNeeds }
    let word = scheme == 1 ? "prefer-dark" : scheme == 2 ? "prefer-light" : "default"
    return .command("gsettings set org.gnome.desktop.interface color-scheme \(word)")
  }
}

/// Backends with settings of their own that an older portal asks beside nightd.
///
/// Such a portal asks every backend for settings, and Firefox and Qt use the last answer. GTK's and
/// GNOME's backends report what the mirror writes; KDE's reports KDE's own settings. In the
/// doctor's folder, the file of such a backend is a copy without the settings interface, so that
/// the portal asks it for all the rest.
extension Diagnosis {
  /// The names of backends that report a style of their own; empty with a newer portal.
  ///
  /// A backend that agrees now will not after the next change.
  package var rivals: [String] {
    guard portal.rules == .byUseIn, portal.own.folder != nil else { return [] }
    return portal.asked.filter { !$0.isOwn && !Self.readsMirror($0) && isSpeaking($0) }.map(\.name)
  }

  /// The folder in which these backends are not asked for settings, and the drop-in that leads the
  /// portal there.
  package var plannedSilence: [FileFix] { plannedFolder(silencing: rivals) + plannedDropIn }

  /// If all files are written, the portal started before that.
  package var silenceRemedy: Remedy {
    plannedSilence.isEmpty ? portalRemedy : remedy(for: plannedSilence) ?? portalRemedy
  }

  /// Plans the entry of the doctor's folder for a backend's file: a link, or a copy without
  /// settings.
  ///
  /// An existing copy stays a copy: with a link, the backend would contradict nightd again.
  package func planned(for source: String, in folder: String, silencing names: [String]) -> FileFix?
  {
    let name = Self.lastPart(source)
    let path = "\(folder)/\(name)"
    let present = portal.own.present[path]
    let isSilenced = names.contains { $0 + PortalFile.suffix == name } || present?.isText == true
    guard isSilenced, let text = portal.own.texts[source],
      let quiet = PortalFile.quietText(of: text)
    else { return plan(path, .link(to: source)) }
    // The link is the doctor's own, not the user's work.
    guard present == .link(to: source) else { return plan(path, .text(quiet)) }
    return FileFix(path: path, content: .text(quiet), replaced: present)
  }
}

/// Findings about the portal's file chooser.
extension Diagnosis {
  package var fileChooserFindings: [DoctorFinding] {
    // Without any backend the portal lacks everything, not just the file chooser.
    guard !portal.files.isEmpty || portal.folders.override == nil, !isBlindlyLed else { return [] }
    let isThere =
      portal.owner == nil
      ? portal.rules.hasFileChooser(of: portal.files, portal.conf, for: portal.desktops)
      : portal.fileChooser.isSilent || portal.version.isSilent
        || (portal.fileChooser.value ?? 0) > 0
    guard !isThere else { return [] }
    return [DoctorFinding.noFileChooser(fileChooserRemedy)]
  }

  /// Whether a restarted portal would find a file chooser.
  ///
  /// A newer portal does for certain only if a file names one.
  private var isFileChooserThere: Bool {
    let able = portal.files.filter { $0.serves(PortalInterface.fileChooser) }.map(\.name)
    switch portal.rules {
    case .byUseIn:
      return portal.rules.hasFileChooser(of: portal.files, portal.conf, for: portal.desktops)
    case .byConf:
      return portal.conf?.names(for: PortalInterface.fileChooser)?.contains(where: able.contains)
        ?? false
    }
  }

  /// An installed backend may only need to be named, or found after a restart of the portal.
  private var fileChooserRemedy: Remedy {
    if portal.owner != nil, isFileChooserThere { return portalRemedy }
    guard portal.rules == .byConf, let conf = portal.conf, let folder = userConfFolder,
      let able = portal.files.first(where: { $0.serves(PortalInterface.fileChooser) })
    else {
      guard portal.owner != nil, let portalRestart,
        case .command(let command) = install("xdg-desktop-portal-gtk")
      else { return install("xdg-desktop-portal-gtk") }
      return .command("\(command) && \(portalRestart)")
    }
    let path = folder + Self.lastPart(conf.path)
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
