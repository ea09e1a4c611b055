import NightCore

/// Findings about which backends the portal asks.
extension Diagnosis {
  private var withoutNightd: String {
    "Applications follow another backend, or none, whatever nightd does."
  }

  var choiceFindings: [DoctorFinding] {
    guard !isFolderNeedless || portal.lookup.rules == .byConf, !isBlindlyLed else { return [] }
    guard !isLedNowhere else { return ledNowhereFindings }
    guard portal.asked.first?.isOwn != true else {
      let missing = missingLinks.map(\.path.fileName)
      guard !missing.isEmpty else { return [] }
      return [
        DoctorFinding(
          .portalFolderOld,
          "the folder in which the portal finds nightd does not contain \(missing.joined(separator: ", "))",
          means: "Applications cannot use what these backends offer.",
          .fix
        )
      ]
    }
    guard !isByGnome else { return isPartly ? [partialFinding] : [] }
    if isOtherDesktop {
      let had = desktops(portal.desktops)
      return [
        DoctorFinding(
          .portalDesktop,
          "the desktop portal was started for \(had), but this desktop is "
            + desktops(portal.callersDesktops),
          means:
            "The portal asks the backends of another desktop. The command has an effect until you log "
            + "out. For later logins, \(Self.startOfSession)",
          .commands(environmentUpdate(["XDG_CURRENT_DESKTOP"]), portalRestart)
        )
      ]
    }
    // All of the doctor's files exist, but the portal does not read them.
    if portal.lookup.rules == .byUseIn, planned(for: .byUseIn).isEmpty, isDropInThere {
      return [unledFinding]
    }
    guard hasOwnFile else {
      let folder = portal.lookup.folders.portals(portal.lookup.rules).last ?? PortalFolders.system
      let broken = portal.lookup.brokenFile
      return [
        DoctorFinding(
          .portalFileMissing,
          broken.map { "the desktop portal cannot use \($0)" }
            ?? "the desktop portal finds no nightd.portal; it looked in \(folder)",
          means: broken == nil
            ? "The portal does not know that it can ask nightd, so applications do not follow the style."
            : "The file is incomplete, unreadable or not a regular file, so applications do not follow the style.",
          choiceRemedy
        )
      ]
    }
    guard portal.lookup.rules == .byUseIn || portal.lookup.conf != nil else {
      return [
        DoctorFinding(
          .noPortalsConf,
          "no portals.conf tells the desktop portal to ask nightd",
          means: withoutNightd,
          choiceRemedy
        )
      ]
    }
    return [otherWinsFinding]
  }

  private var otherWinsFinding: DoctorFinding {
    DoctorFinding(.portalOtherWins, order, means: withoutNightd, choiceRemedy)
  }

  /// The finding that the portal asks another backend before nightd's, and that the other
  /// backend reports only light and dark.
  private var partialFinding: DoctorFinding {
    DoctorFinding(
      .portalPartly,
      order,
      means:
        "At best, applications get light and dark through the desktop's settings. They do not get "
        + "nightd's accent, contrast and motion.",
      choiceRemedy
    )
  }

  /// The clause that says which backend the portal asks before nightd, and why.
  private var order: String {
    let conf = portal.lookup.rules == .byConf ? portal.lookup.conf?.path : nil
    return "the desktop portal asks \(portal.asked.first?.name ?? "nobody") before nightd, "
      + (conf.map { "as \($0) says" } ?? "because the portal was started for "
        + "\(desktops(portal.desktops))")
  }

  private func desktops(_ names: [String]) -> String {
    names.isEmpty ? "no desktop" : "the desktop \(names.joined(separator: ":"))"
  }

  /// The finding about the portal's files, for commands that must not make D-Bus calls.
  var portalFilesFinding: DoctorFinding? {
    guard !isFolderNeedless, portal.lookup.folders.override == nil else { return nil }
    // A backend with its own settings, such as KDE's backend, never gets nightd's style.
    if let first = portal.asked.first, !first.isOwn, !Self.readsWritten(first) {
      return otherWinsFinding
    }
    return isPartly ? partialFinding : nil
  }

  /// Whether the portal finds nightd's `.portal` file, and whether the file has all necessary
  /// lines.
  var hasOwnFile: Bool {
    portal.lookup.files.contains { file in
      file.isOwn && file.serves(PortalInterface.settings)
        && (portal.lookup.rules == .byConf || file.useIn != nil)
    }
  }

  /// Whether applications get the style even though the portal asks another backend first.
  ///
  /// Applications get the style if the first backend reads GNOME's settings and nightd writes them.
  /// If the portal does not find nightd at all, the result is true only if the desktop also has its
  /// own style switch. On a desktop without a style switch, only nightd's backend reports accent,
  /// contrast and motion.
  var isByGnome: Bool {
    guard daemon.gnome.isAble, let first = portal.asked.first, Self.readsWritten(first),
      hasOwnFile || PortalFile.hasOwnSwitch(portal.desktops)
    else { return false }
    // If nightd or the portal does not answer, their colour schemes cannot be compared. If the
    // daemon or the portal hangs, another finding reports that. If the daemon is not running, it
    // will write the style when it starts.
    guard let scheme = daemon.style.scheme, portal.owner != nil,
      portal.answers.version.value != nil,
      !portal.answers.scheme.isSilent, !daemon.style.isContested
    else { return true }
    return portal.answers.scheme == .told(scheme) || isLightOfGnome(scheme)
  }

  /// Whether GNOME's settings keep the values that nightd writes, as far as the doctor knows.
  var isGnomeKept: Bool {
    !daemon.reactions.contains(where: \.isOfGnome) && !daemon.style.isContested
  }

  /// Whether nightd's style is light and the portal reports “no preference”, which is normal on
  /// GNOME.
  ///
  /// If the user selects light, GNOME's own switch stores “no preference”. On GNOME, nightd also
  /// stores “no preference” for light.
  private func isLightOfGnome(_ scheme: UInt32) -> Bool {
    scheme == 2 && portal.answers.scheme == .told(0)
      && portal.desktops.contains { $0.lowercased() == "gnome" }
  }

  /// Whether a portal after version 1.17.0 asks another backend before nightd's, on a desktop
  /// without a style switch.
  ///
  /// Applications then still learn from GNOME's settings whether the style is light or dark, but
  /// get no accent, contrast or motion.
  var isPartly: Bool {
    portal.lookup.rules == .byConf && portal.asked.first?.isOwn != true
      && !PortalFile.hasOwnSwitch(portal.desktops)
  }

  /// Whether `nightctl doctor --fix` can write files that make the portal ask nightd first.
  var isPortalFixable: Bool {
    planned(for: portal.lookup.rules).contains { $0.blocker == nil }
  }

  /// Whether a backend reports GNOME's settings.
  ///
  /// xapp, the backend of Cinnamon and Xfce, has settings of its own.
  static func readsGnome(_ file: PortalFile) -> Bool {
    ["gtk", "gnome"].contains(file.name)
  }

  /// Whether a backend reports the light or dark style from a setting that nightd writes for the
  /// program `gnome`.
  private static func readsWritten(_ file: PortalFile) -> Bool {
    readsGnome(file) || file.name == DesktopSource.xapp
  }

  /// Whether nightd keeps GNOME's settings only in its own memory, which no backend can read.
  var isGnomeInMemory: Bool {
    daemon.gnome.hasOnlyMemory && daemon.gnome.isOn != false
      && portal.asked.contains(where: Self.readsGnome)
  }

  private var isDropInThere: Bool {
    portal.own.dropIn.map { portal.own.present[$0] != nil } ?? false
  }

  /// Whether the portal would ask nightd first if the portal had started with the desktops in the
  /// doctor's own XDG_CURRENT_DESKTOP.
  var isOtherDesktop: Bool {
    let own = portal.callersDesktops
    guard portal.lookup.rules == .byUseIn, !own.isEmpty, own != portal.desktops else {
      return false
    }
    return portal.lookup.asked(for: own).first?.isOwn == true
  }

  private var choiceRemedy: Remedy {
    remedy(for: planned(for: portal.lookup.rules)) ?? .command("sudo make install")
  }
}
