import NightCore

/// Findings about XDG_DESKTOP_PORTAL_DIR, which makes the portal read only one folder.
///
/// For a portal up to version 1.17.0, the doctor makes a folder, which the portal reads only if
/// XDG_DESKTOP_PORTAL_DIR is set to the folder's path. If XDG_DESKTOP_PORTAL_DIR is set, a later
/// version of the portal reads only the folder in this variable, and ignores every other
/// `portals.conf`.
extension Diagnosis {
  static let variable = "XDG_DESKTOP_PORTAL_DIR"

  /// The text of the drop-in that makes the portal read the doctor's folder.
  static func dropInText(_ folder: String) -> String {
    "[Service]\nEnvironment=\(unitWord("\(variable)=\(folder)"))\n"
  }

  /// Escapes a word for a unit file, where `%` starts a specifier and a space ends the word.
  private static func unitWord(_ word: String) -> String {
    var escaped = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "%": escaped += "%%"
      case "\\", "\"": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return word.utf8.contains { " \"'\\".utf8.contains($0) } ? "\"\(escaped)\"" : escaped
  }

  var ledNowhereFindings: [DoctorFinding] {
    guard isLedNowhere, let folder = portal.lookup.folders.override else { return [] }
    return [
      DoctorFinding(
        .portalLedNowhere,
        "XDG_DESKTOP_PORTAL_DIR makes the desktop portal read only \(folder), which contains no backend",
        means: "The portal offers nothing at all. Also remove the variable where it is set at "
          + "login, such as in ~/.config/environment.d.",
        backToOwnFolders
      )
    ]
  }

  /// Whether XDG_DESKTOP_PORTAL_DIR makes the portal read a folder that contains no backend.
  var isLedNowhere: Bool {
    portal.lookup.folders.override != nil && !isFolderRead && portal.lookup.files.isEmpty
  }

  /// Whether the portal reads the doctor's folder, finds no backend there, and does not report its
  /// version.
  ///
  /// In this case, the doctor makes the portal read its usual folders again, so that the next run
  /// can find out the portal's version.
  var isBlindlyLed: Bool {
    portal.isLedAside && portal.owner != nil && portal.answers.version == .none
  }

  /// The remedy that finds where XDG_DESKTOP_PORTAL_DIR is set for the portal, and removes it
  /// there.
  private var backToOwnFolders: Remedy {
    let name = Self.variable
    guard let portalRestart else { return portalRemedy }
    if let file = portal.leading { return removingVariable(from: file) }
    if session.manager.environment?[name] != nil {
      return .commands("systemctl --user unset-environment \(name)", portalRestart)
    }
    guard !session.manager.isThere else { return .command(portalRestart) }
    // The bus cannot unset a variable, so set XDG_DESKTOP_PORTAL_DIR to the default folder.
    let folder = "\(name)=\(PortalFolders.system)"
    return .command("dbus-update-activation-environment \(folder); \(portalRestart)")
  }

  /// The finding that the portal does not read the doctor's folder yet.
  var unledFinding: DoctorFinding {
    guard portal.owner == nil || !session.manager.isThere, let ledStart else {
      return earlyPortalFinding
    }
    return stale(
      "the desktop portal does not read the folder in which the doctor put nightd.portal",
      means: session.manager.isThere
        ? "The portal would start without nightd. The command makes systemd read the doctor's file."
        : "The session bus starts the portal, and must tell it this folder. The command has an "
          + "effect until you log out. For later logins, \(Self.startOfSession)",
      .command(ledStart)
    )
  }

  /// The command after which the portal reads the doctor's folder; nil if there is no such folder.
  ///
  /// Only systemd reads the doctor's drop-in. Without systemd, the bus starts the portal, so
  /// XDG_DESKTOP_PORTAL_DIR must be set for the bus.
  var ledStart: String? {
    guard let folder = portal.own.folder else { return nil }
    guard !session.manager.isThere else {
      return portal.owner == nil ? "systemctl --user daemon-reload" : portalRestart
    }
    let start =
      portalRestart
      ?? "dbus-send --session --print-reply --dest=org.freedesktop.portal.Desktop "
      + "/org/freedesktop/portal/desktop org.freedesktop.DBus.Peer.Ping"
    return "dbus-update-activation-environment \(Self.variable)=\(ShellWord.of(folder)) && \(start)"
  }

  // MARK: - The doctor's folder if no portal needs it

  var needlessFolderFindings: [DoctorFinding] {
    guard isFolderNeedless, let path = portal.own.dropIn else { return [] }
    return [
      DoctorFinding(
        .portalFolderNeedless,
        "\(path) makes the desktop portal read only nightd's folder, but "
          + (isNightdGone
            ? "nightd is not installed" : "this version of the portal does not need that folder"),
        means: "The portal reads no other folder: it ignores backends that were installed later, "
          + "and every portals.conf.",
        needlessRemedy(path)
      )
    ]
  }

  var isFolderNeedless: Bool {
    guard portal.lookup.rules == .byConf || isNightdGone else { return false }
    return portal.isLedAside || isLeading
  }

  /// The fix that removes the drop-in; empty if the drop-in does not have exactly the doctor's
  /// text.
  var plannedRemoval: [FileFix] {
    guard isFolderNeedless, let path = portal.own.dropIn, let folder = portal.own.folder,
      portal.own.present[path] == .text(Self.dropInText(folder)),
      !portal.own.readOnly.contains(path)
    else { return [] }
    return [FileFix(path: path, content: .nothing, replaced: portal.own.present[path])]
  }

  /// Whether nightd is not running and cannot be started.
  private var isNightdGone: Bool {
    daemon.owner == nil && daemon.installation.program == nil
      && !daemon.installation.activatable.contains(PortalFile.ownBusName)
  }

  private var dropInText: String? {
    guard let path = portal.own.dropIn else { return nil }
    if let linked = portal.own.linked[path] { return linked.text }
    guard case .text(let text)? = portal.own.present[path] else { return nil }
    return text
  }

  private var isLeading: Bool { dropInText.map { Self.names($0[...]) } ?? false }

  /// Whether the text contains XDG_DESKTOP_PORTAL_DIR, with or without quotation marks.
  private static func names(_ text: Substring) -> Bool {
    text.split { "=\"' \t\n".contains($0) }.contains { $0 == variable }
  }

  private func needlessRemedy(_ path: String) -> Remedy {
    guard plannedRemoval.isEmpty else { return .fix }
    // If no drop-in sets XDG_DESKTOP_PORTAL_DIR any more, a restart of the portal is enough to
    // remove the variable from the portal's environment.
    guard isLeading, let text = dropInText else { return portalRemedy }
    guard let kept = Self.remains(text) else { return removal(of: path) }
    return .file(path: portal.own.linked[path]?.path ?? path, content: kept)
  }

  /// A unit file's text without the lines that set XDG_DESKTOP_PORTAL_DIR; nil if no other setting
  /// is left.
  private static func remains(_ text: String) -> String? {
    let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !names($0) }.joined(separator: "\n")
    let isEmpty = ["", "[Service]"].contains(KeyFile.trimmed(kept.filter { $0 != "\n" }))
    return isEmpty ? nil : kept
  }

  private func removal(of path: String) -> Remedy {
    // A file outside the user's configuration folder belongs to the administrator.
    let isOwn = portal.own.configHome.map { path.hasPrefix($0 + "/") } ?? false
    return .commands("\(isOwn ? "" : "sudo ")rm \(ShellWord.of(path))", portalRestart)
  }

  /// The remedy that removes XDG_DESKTOP_PORTAL_DIR from a file of the portal's unit.
  private func removingVariable(from file: LinkedFile) -> Remedy {
    guard let kept = Self.remains(file.text ?? "") else { return removal(of: file.path) }
    return .file(path: file.path, content: kept)
  }

  /// Whether the text of a file of the portal's unit sets XDG_DESKTOP_PORTAL_DIR.
  static func leads(_ text: String) -> Bool { names(text[...]) }
}
