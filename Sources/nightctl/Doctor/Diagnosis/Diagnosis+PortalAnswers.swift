import NightCore

/// Findings about differences between what the portal answers and what nightd answers.
extension Diagnosis {
  var answerFindings: [DoctorFinding] {
    guard daemon.owner != nil else { return expectedContradictionsAfterStart }
    // If another process owns the backend's name, the finding `backendNameMissing` already reports
    // this.
    guard daemon.hasBackendName, let own = daemon.style.scheme else { return [] }
    guard portal.owner != nil else { return expectedContradictions(own) }
    let stale = isFolderNeedless ? [] : staleFindings(own)
    // Treat “no preference” as light, because Firefox and Qt do so too. If the portal's answers
    // differ, Firefox and Qt use the last answer.
    let isTwofold = Set(portal.answers.schemes.map { $0 == 1 }).count > 1
    // Do not report that the portal's answers differ if another finding reports the cause. The
    // answers may differ because the portal asks another backend first, nightd cannot write, or
    // another program undoes nightd's changes.
    if isGnomeInMemory {
      return stale + [
        DoctorFinding(
          .gnomeInMemory,
          "nightd writes nothing into GNOME's settings: its environment has GSETTINGS_BACKEND=memory",
          means:
            "The portal's other backend reads these settings, and Firefox and Qt use its answer "
            + "when they start.",
          memoryRemedy
        )
      ]
    }
    guard isTwofold, portal.asked.first?.isOwn == true, isGnomeKept || !rivals.isEmpty else {
      return stale + expectedContradictions(own)
    }
    return stale + [
      DoctorFinding(
        .doubleAnswer,
        "the desktop portal gives several answers to one question: "
          + portal.answers.schemes.map(text).joined(separator: ", then "),
        means: "Firefox and Qt use the last answer and start with the wrong style; others use the "
          + "first."
          + (rivals.isEmpty && isFollowed(own)
            ? " While nightd follows the desktop, it does not change the desktop's setting; the command does."
            : "")
          + silencing,
        agreementRemedy(own)
      )
    ]
  }

  private func staleFindings(_ own: UInt32) -> [DoctorFinding] {
    if portal.answers.isReachingNightd == false, portal.asked.contains(where: \.isOwn) {
      return [earlyPortalFinding]
    }
    guard portal.answers.version.value != nil, portal.asked.first?.isOwn == true,
      !portal.answers.scheme.isSilent, portal.answers.scheme.value != own
    else { return [] }
    let told = portal.answers.scheme.value.map(text) ?? "nothing"
    return [stale("the desktop portal reports \(told), but nightd reports \(text(own))")]
  }

  /// The finding that the portal started before its configuration contained nightd.
  var earlyPortalFinding: DoctorFinding {
    stale("the desktop portal was started before nightd was added to its configuration")
  }

  func stale(
    _ what: String,
    means: String = "Applications keep the wrong style until the portal is restarted.",
    _ remedy: Remedy? = nil
  ) -> DoctorFinding {
    DoctorFinding(.portalStale, what, means: means, remedy ?? portalRemedy)
  }

  private func text(_ scheme: UInt32) -> String {
    switch scheme {
    case 0: "no preference"
    case 1: "dark"
    case 2: "light"
    default: "\(scheme), which is not a valid value"
    }
  }

  /// The finding that the portal asks other backends besides nightd for the style.
  ///
  /// The other backends agree with nightd now, but may contradict it after a later change.
  private func expectedContradictions(_ own: UInt32) -> [DoctorFinding] {
    let names = laterContradictors
    guard !names.isEmpty, portal.asked.first?.isOwn == true, isGnomeKept || !rivals.isEmpty else {
      return []
    }
    return [
      DoctorFinding(
        .doubleAnswer,
        "the desktop portal asks not only nightd but also \(names.joined(separator: " and ")) for "
          + "the style",
        means:
          "They report the same style now, but may differ after a change. Firefox and Qt then "
          + "start with the wrong style." + silencing,
        agreementRemedy(own)
      )
    ]
  }

  /// The sentence about the drawbacks of `silenceRemedy`; empty if that remedy is not needed.
  private var silencing: String {
    guard !rivals.isEmpty else { return "" }
    let names = rivals.joined(separator: " and ")
    return
      " The doctor's files make the portal ask \(names) for everything except settings. The portal "
      + "then no longer reports values that come only from \(names), such as KDE's colours for "
      + "programs in Flatpak."
  }

  /// The findings about backends that will contradict nightd after nightd has started; empty if no
  /// such backend is known.
  private var expectedContradictionsAfterStart: [DoctorFinding] {
    let isKnown = !rivals.isEmpty || gnomeNeeds != nil || daemon.gnome.isOn == false
    return isKnown ? expectedContradictions(0) : []
  }

  /// The names of the other backends that agree with nightd now, but may contradict it after a
  /// later change.
  private var laterContradictors: [String] {
    portal.lookup.rules == .byUseIn
      ? portal.asked.filter { !$0.isOwn && isSpeaking($0) && !isFollowing($0) }.map(\.name) : []
  }

  /// Whether a backend reports the values that nightd writes into GNOME's settings.
  private func isFollowing(_ file: PortalFile) -> Bool {
    Self.readsGnome(file) && daemon.gnome.isAble
  }

  /// Whether a backend reports a style.
  ///
  /// If neither the portal nor the backend runs, a backend that the bus can start is assumed to
  /// report a style.
  private func isSpeaking(_ file: PortalFile) -> Bool {
    guard let backend = portal.backends.first(where: { $0.name == file.busName }) else {
      return portal.owner == nil && portal.startable.contains(file.busName)
    }
    return backend.scheme.value != nil
  }

  /// The remedy that finds where GSETTINGS_BACKEND is set for nightd, and unsets it there.
  private var memoryRemedy: Remedy {
    let name = "GSETTINGS_BACKEND"
    if daemon.unit?.environment.contains("\(name)=memory") == true {
      let file = "[Service]\nUnsetEnvironment=\(name)\n"
      let folder = portal.own.configHome ?? "~/.config"
      return .file(path: "\(folder)/systemd/user/nightd.service.d/settings.conf", content: file)
    }
    if session.manager.environment?[name] == "memory" {
      // The service manager also started the backends with GSETTINGS_BACKEND, so they must restart
      // too.
      let others = "systemctl --user try-restart 'xdg-desktop-portal*'"
      return .commands("systemctl --user unset-environment \(name)", restart, others)
    }
    guard daemon.unit?.isKnown != true else { return .command(restart) }
    // The bus cannot unset a variable, so set GSETTINGS_BACKEND to its default, dconf.
    return .command("dbus-update-activation-environment \(name)=dconf; \(restart)")
  }

  /// Whether nightd follows GNOME's setting, and therefore does not write it.
  private func isFollowed(_ scheme: UInt32) -> Bool {
    daemon.gnome.isOn != false && daemon.style.isFollowing && scheme > 0
  }

  /// The remedy that makes the other backends agree with nightd or, if they have their own style,
  /// keeps the portal from asking them.
  private func agreementRemedy(_ scheme: UInt32) -> Remedy {
    guard rivals.isEmpty else { return silenceRemedy }
    guard daemon.gnome.isOn != false else {
      return .command("nightctl programs on gnome")
    }
    // nightd does not write a setting that it follows, but `nightctl set` always writes it.
    if isFollowed(scheme) { return .command("nightctl set \(scheme == 1 ? "dark" : "light")") }
    if let gnomeNeeds { return gnomeNeeds }
    let word = scheme == 1 ? "prefer-dark" : scheme == 2 ? "prefer-light" : "default"
    return .command("gsettings set org.gnome.desktop.interface color-scheme \(word)")
  }
}

/// The remedy if a portal up to version 1.17.0 also asks backends that have their own settings.
///
/// Such a portal asks every backend for settings, and Firefox and Qt use the last answer. The
/// backends of GTK and GNOME report what nightd writes, but KDE's backend reports KDE's own
/// settings. For a backend with its own settings, the doctor's folder contains a copy of the
/// backend's file without the settings interface. With the copied file, the portal asks the backend
/// for everything except settings.
extension Diagnosis {
  /// The names of the backends that report their own style; empty with a portal after version
  /// 1.17.0.
  ///
  /// Such a backend can agree with nightd now and contradict it after the next change of the style.
  var rivals: [String] {
    guard portal.lookup.rules == .byUseIn, portal.own.folder != nil else { return [] }
    return portal.asked.filter { !$0.isOwn && !Self.readsGnome($0) && isSpeaking($0) }.map(\.name)
  }

  /// The files that stop the portal from asking `rivals` for settings.
  ///
  /// The files are those of the doctor's folder, and the drop-in that makes the portal read this
  /// folder.
  var plannedSilence: [FileFix] { plannedFolder(silencing: rivals) + plannedDropIn }

  /// The remedy that stops the portal from asking `rivals` for settings.
  ///
  /// If all files exist already, the portal started before they were written and must restart.
  private var silenceRemedy: Remedy {
    remedy(for: plannedSilence)
      ?? (session.manager.isThere ? portalRemedy : ledStart.map(Remedy.command) ?? portalRemedy)
  }

  /// Plans a file in the doctor's folder: a link to a backend's file, or a copy without the
  /// settings interface.
  ///
  /// A link never replaces a copy, because the backend would then contradict nightd again.
  func planned(for source: String, in folder: String, silencing names: [String]) -> FileFix? {
    let name = source.fileName
    let path = "\(folder)/\(name)"
    let present = portal.own.present[path]
    let isSilenced = names.contains { $0 + PortalFile.suffix == name } || present?.isText == true
    guard isSilenced, let text = portal.own.texts[source],
      let quiet = PortalFile.quietText(of: text)
    else { return plan(path, .link(to: source)) }
    // The doctor made this link itself, so the doctor may replace it.
    guard present == .link(to: source) else { return plan(path, .text(quiet)) }
    return FileFix(path: path, content: .text(quiet), replaced: present)
  }
}
