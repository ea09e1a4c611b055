import NightCore

/// The repairs that the doctor makes itself; they only change the user's own files.
extension Diagnosis {
  /// The files that the doctor writes or removes itself, in this order.
  package var planned: [FileFix] {
    guard facts.busFailure == nil, blindness == nil, !isHomeless else { return [] }
    return (plannedServices + plannedPortal).filter { $0.blocker == nil }
  }

  /// The remedy that creates these files, or those of them that the doctor can write.
  ///
  /// If it can write none, the remedy is a change for the user to make. Nil if `files` is empty.
  package func remedy(for files: [FileFix]) -> Remedy? {
    let writable = files.filter { $0.blocker == nil }
    guard let first = writable.first else { return files.lazy.compactMap(\.ownRemedy).first }
    guard writable.count == 1, case .text(let text) = first.content else { return .fix }
    return .file(path: first.path, content: text)
  }

  /// What the user must still do after the doctor has written these files.
  ///
  /// If the doctor could write no file, the user gets the instructions of all problems. Otherwise
  /// the user only gets the commands that make the written files take effect, because these files
  /// may also resolve the other findings.
  package func leftToDo(after written: [FileFix]) -> [String] {
    guard !planned.isEmpty else {
      var seen: Set<String> = []
      return problems.compactMap(\.remedy).filter { $0 != .fix }.map(\.instruction)
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

  package var plannedServices: [FileFix] {
    guard let folder = portal.own.dataHome, let program = daemon.installation.program,
      // The bus splits the path at a blank.
      program.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "'") })
    else { return [] }
    let unit = daemon.unit?.isKnown == true ? "nightd.service" : nil
    let names = Self.activated.filter { name in
      let isRead = daemon.installation.serviceFiles.contains {
        $0.path.hasSuffix("/\(name).service")
      }
      return !daemon.installation.activatable.contains(name) && !isRead || isBroken(name)
    }
    return names.compactMap { name in
      plan(
        folder + "/dbus-1/services/\(name).service",
        .text(ServiceFile.text(name, program, unit: unit))
      )
    }
  }

  private func isBroken(_ name: String) -> Bool {
    daemon.installation.serviceFiles.contains { file in
      guard file.path.hasSuffix("/\(name).service") else { return false }
      return file.unit != nil && daemon.unit?.isKnown == false
        || (file.unit == nil || daemon.unit == nil) && !file.isRunnable
    }
  }

  // MARK: - The portal

  private var plannedPortal: [FileFix] {
    guard portal.owner != nil || portal.isActivatable else { return [] }
    return plannedRemoval + plannedChoice
  }

  private var plannedChoice: [FileFix] {
    guard !isFolderNeedless || portal.lookup.rules == .byConf, !isLedNowhere, !isBlindlyLed else {
      return []
    }
    guard portal.asked.first?.isOwn != true else {
      return rivals.isEmpty ? missingLinks : plannedSilence
    }
    // If the portal has no problem, or these files would not solve it, write none of them.
    guard !isByGnome || isPartly, !isOtherDesktop else { return [] }
    return planned(for: portal.lookup.rules)
  }

  package func planned(for rules: PortalRules) -> [FileFix] {
    switch rules {
    case .byUseIn: return plannedFolder + plannedDropIn
    case .byConf: return plannedFile + plannedConf
    }
  }

  /// Whether the portal reads the doctor's folder, or will do so at its start.
  package var isFolderRead: Bool {
    portal.own.folder != nil && portal.lookup.folders.override == portal.own.folder
  }

  /// The files in the doctor's folder, for an older portal, which reads only one folder.
  ///
  /// The folder has links to the files that the portal would find elsewhere. nightd's own file
  /// names the present desktop, and its name comes first in the order. A backend with its own
  /// settings gets a copy of its file without the settings interface, so that one `--fix` is
  /// enough.
  package var plannedFolder: [FileFix] { plannedFolder(silencing: rivals) }

  package func plannedFolder(silencing names: [String]) -> [FileFix] {
    guard portal.lookup.rules == .byUseIn, let folder = portal.own.folder else { return [] }
    let links = portal.own.sources.map { planned(for: $0, in: folder, silencing: names) }
    let desktops = portal.desktops.isEmpty ? portal.callersDesktops : portal.desktops
    let path = folder + "/00-nightd.portal"
    let text = PortalFile.ownText(for: desktops.isEmpty ? [PortalFile.ownName] : desktops)
    // If the portal already asks nightd first, keep nightd's file, even if it names another
    // desktop.
    let isWinning = isFolderRead && portal.asked.first?.isOwn == true
    return (links + [isWinning ? nil : plan(path, .text(text))]).compactMap(\.self)
  }

  /// The files that are missing in the doctor's folder; empty if the portal does not read it.
  ///
  /// Existing links stay, even if they lead to other files.
  package var missingLinks: [FileFix] {
    isFolderRead
      ? plannedFolder(silencing: []).filter { $0.replaced == nil || $0.content.isText }
      : []
  }

  package var plannedDropIn: [FileFix] {
    guard let path = portal.own.dropIn, let folder = portal.own.folder,
      // A line end would begin another setting.
      folder.utf8.allSatisfy({ $0 >= UInt8(ascii: " ") && $0 != 0x7F })
    else { return [] }
    return [plan(path, .text(Self.dropInText(folder)))].compactMap(\.self)
  }

  private var plannedFile: [FileFix] {
    guard portal.lookup.folders.override == nil, !hasOwnFile,
      let folder = portal.own.dataHome
    else { return [] }
    let path = folder + "/xdg-desktop-portal/portals/nightd.portal"
    let desktops = portal.desktops.isEmpty ? [PortalFile.ownName] : portal.desktops
    return [plan(path, .text(PortalFile.ownText(for: desktops)))].compactMap(\.self)
  }

  package var userConfFolder: String? {
    portal.lookup.folders.override == nil
      ? portal.own.configHome.map { $0 + "/xdg-desktop-portal/" } : nil
  }

  private var plannedConf: [FileFix] {
    guard let folder = userConfFolder else { return [] }
    guard let conf = portal.lookup.conf else {
      let text = PortalsConf.own(besides: othersInForce)
      return [plan(besides: folder + "portals.conf", text)].compactMap(\.self)
    }
    let isPreferred = conf.names(for: PortalInterface.settings)?.first == PortalFile.ownName
    guard !isPreferred else { return [] }
    let path = folder + conf.path.fileName
    let text = conf.preferringOwn(besides: othersInForce)
    guard path == conf.path else { return [plan(besides: path, text)].compactMap(\.self) }
    return [plan(path, .text(text))].compactMap(\.self)
  }

  /// Plans a file that the portal does not use now; if it exists, the user must change it.
  private func plan(besides path: String, _ text: String) -> FileFix? {
    guard case .text(let present)? = portal.own.present[path] else {
      return plan(path, .text(text))
    }
    return FileFix(
      path: path,
      content: .text(text),
      replaced: .text(present),
      .ignored(text: present)
    )
  }

  /// The backends that a newer portal uses without a `portals.conf`, by name.
  ///
  /// They are the backends for the desktop, and GTK's backend.
  private var othersInForce: [String] {
    let others = portal.lookup.files.filter { !$0.isOwn }
    let meant = portal.desktops.flatMap { desktop in others.filter { $0.isFor(desktop) } }
    var names: [String] = []
    for file in meant + others.filter({ $0.name == "gtk" }) where !names.contains(file.name) {
      names.append(file.name)
    }
    return names
  }

  /// Plans one file; nil if the file, or the target of a link there, already has this content.
  package func plan(_ path: String, _ content: FileFix.Content) -> FileFix? {
    let present = portal.own.present[path]
    guard present != content else { return nil }
    guard case .link = present, case .text(let text) = content else {
      let blocker = portal.own.readOnly.contains(path) ? FileFix.Blocker.readOnly : nil
      return FileFix(path: path, content: content, replaced: present, blocker)
    }
    let linked = portal.own.linked[path]
    guard linked?.text != text else { return nil }
    let blocker = FileFix.Blocker.link(to: linked?.path ?? path, text: linked?.text)
    return FileFix(path: path, content: content, replaced: present, blocker)
  }
}

/// Findings about the folder for an older portal, if no portal needs it now.
///
/// If a variable leads a newer portal to this folder, it reads no other folder, and no
/// `portals.conf` elsewhere.
extension Diagnosis {
  package static let variable = "XDG_DESKTOP_PORTAL_DIR"

  /// The text of the drop-in that makes the portal read the doctor's folder.
  package static func dropInText(_ folder: String) -> String {
    "[Service]\nEnvironment=\(unitWord("\(variable)=\(folder)"))\n"
  }

  /// A word as systemd reads it: `%` starts a specifier, and a blank ends a word without quotes.
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

  package var needlessFolderFindings: [DoctorFinding] {
    guard isFolderNeedless, let path = portal.own.dropIn else { return [] }
    return [
      DoctorFinding.portalFolderNeedless(
        file: path,
        isNightdGone: isNightdGone,
        needlessRemedy(path)
      )
    ]
  }

  package var isFolderNeedless: Bool {
    guard portal.lookup.rules == .byConf || isNightdGone else { return false }
    return portal.isLedAside || isLeading
  }

  /// The removal of the drop-in; empty if the drop-in is not exactly what the doctor writes.
  package var plannedRemoval: [FileFix] {
    guard isFolderNeedless, let path = portal.own.dropIn, let folder = portal.own.folder,
      portal.own.present[path] == .text(Self.dropInText(folder)),
      !portal.own.readOnly.contains(path)
    else { return [] }
    return [FileFix(path: path, content: .nothing, replaced: portal.own.present[path])]
  }

  /// Whether nightd does not run and nothing can start it.
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

  /// Whether the text contains XDG_DESKTOP_PORTAL_DIR, in any form of quoting.
  private static func names(_ text: Substring) -> Bool {
    text.split { "=\"' \t\n".contains($0) }.contains { $0 == variable }
  }

  private func needlessRemedy(_ path: String) -> Remedy {
    guard plannedRemoval.isEmpty else { return .fix }
    // No drop-in sets the variable any more, but the portal still runs with it.
    guard isLeading, let text = dropInText else { return portalRemedy }
    guard let kept = Self.remains(text) else { return removal(of: path) }
    return .file(path: portal.own.linked[path]?.path ?? path, content: kept)
  }

  /// A unit file's text without the lines about the variable; nil if no other setting is left.
  private static func remains(_ text: String) -> String? {
    let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !names($0) }.joined(separator: "\n")
    let isEmpty = ["", "[Service]"].contains(KeyFile.trimmed(kept.filter { $0 != "\n" }))
    return isEmpty ? nil : kept
  }

  private func removal(of path: String) -> Remedy {
    // Outside the user's configuration folder, files belong to the administrator.
    let isOwn = portal.own.configHome.map { path.hasPrefix($0 + "/") } ?? false
    let removal = "\(isOwn ? "" : "sudo ")rm \(ShellWord.of(path))"
    return .command(([removal] + [portalRestart].compactMap(\.self)).joined(separator: " && "))
  }

  /// The remedy that removes the variable from a file of the portal's unit.
  package func removingVariable(from file: LinkedFile) -> Remedy {
    guard let kept = Self.remains(file.text ?? "") else { return removal(of: file.path) }
    return .file(path: file.path, content: kept)
  }

  /// Whether the text of a file of the portal's unit sets the variable.
  package static func leads(_ text: String) -> Bool { names(text[...]) }
}
