import NightCore

/// A change that the doctor can make to one of the user's own files.
struct FileFix: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case text(String)
    case link(to: String)
    /// The doctor removes the file.
    case nothing

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// Why the doctor does not write the file itself.
  enum Blocker: Equatable, Sendable {
    /// The file is read-only.
    case readOnly
    /// The path is a link to the file `to`. `text` is that file's text; nil if the file is
    /// unreadable.
    case link(to: String, text: String?)
    /// The portal ignores this file, but the doctor does not replace it, because the user wrote it.
    case ignored(text: String)
  }

  let path: String
  let content: Content
  /// The content that the doctor read at the path; nil if no file existed there.
  ///
  /// If another program changes the content before the doctor writes, the doctor leaves the file
  /// alone.
  let replaced: Content?
  var blocker: Blocker?

  /// What the user can do if the doctor cannot write the file; nil if the doctor can write it.
  var ownRemedy: Remedy? {
    switch blocker {
    case nil: nil
    case .readOnly: .command("chmod u+w \(ShellWord.of(path)) && nightctl doctor --fix")
    case .link(let target, let text): change(target, text)
    case .ignored(let text): change(path, text)
    }
  }

  /// The change that the user must make to a file.
  ///
  /// If `portals.conf` is valid, it only needs one more line.
  private func change(_ path: String, _ present: String?) -> Remedy? {
    guard case .text(let text) = content else { return nil }
    guard let present, KeyFile(present) != nil, let line = PortalsConf.line(of: text) else {
      return .file(path: path, content: text)
    }
    return .line(path: path, group: PortalsConf.group, line: line)
  }
}

/// The repairs that the doctor makes itself. The repairs change only the user's own files.
extension Diagnosis {
  /// The files that the doctor writes or removes itself, in this order.
  var planned: [FileFix] {
    guard facts.busFailure == nil, blindness == nil, !isHomeless else { return [] }
    return (plannedServices + plannedPortal).filter { $0.blocker == nil }
  }

  /// The remedy with which the doctor creates those of `files` that it can write.
  ///
  /// If the doctor can write none of the files, the remedy tells the user what to change. The
  /// result is nil if `files` is empty.
  func remedy(for files: [FileFix]) -> Remedy? {
    let writable = files.filter { $0.blocker == nil }
    guard let first = writable.first else { return files.lazy.compactMap(\.ownRemedy).first }
    guard writable.count == 1, case .text(let text) = first.content else { return .fix }
    return .file(path: first.path, content: text)
  }

  /// What the user must still do after the doctor has written the files in `written`.
  ///
  /// If the doctor could write no file, the user gets the instructions for all problems. If the
  /// doctor could write files, the user gets only the commands that make the written files take
  /// effect, because the same files may also resolve the other findings.
  func leftToDo(after written: [FileFix]) -> [String] {
    guard !planned.isEmpty else {
      var seen: Set<String> = []
      return problems.compactMap(\.remedy).filter { $0 != .fix }.map(\.instruction)
        .filter { seen.insert($0).inserted }
    }
    var commands: [String] = []
    if written.contains(where: { $0.path.hasSuffix(".service") }) { commands.append(Self.reload) }
    if written.contains(where: { !$0.path.hasSuffix(".service") }) {
      let isLed = written.contains { $0.path == portal.own.dropIn && $0.content != .nothing }
      commands += [isLed && !session.manager.isThere ? ledStart : portalRestart].compactMap(\.self)
    }
    return commands
  }

  // MARK: - Activation

  var plannedServices: [FileFix] {
    guard let folder = portal.own.dataHome, let program = daemon.installation.program,
      // The bus would misread a path that contains a space or an apostrophe.
      program.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "'") })
    else { return [] }
    let unit = daemon.unit?.isKnown == true ? "nightd.service" : nil
    let names = Self.activated.filter { name in
      let files = daemon.installation.serviceFiles.filter { $0.path.hasSuffix("/\(name).service") }
      return files.contains { missing(in: $0) != nil }
        || files.isEmpty && !daemon.installation.activatable.contains(name)
    }
    return names.compactMap { name in
      plan(
        folder + "/dbus-1/services/\(name).service",
        .text(ServiceFile.text(name, program, unit: unit))
      )
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
    // Write no file if the portal has no problem, or if the doctor's files would not solve the
    // problem.
    guard !isByGnome || isPartly, !isOtherDesktop else { return [] }
    return planned(for: portal.lookup.rules)
  }

  func planned(for rules: PortalRules) -> [FileFix] {
    switch rules {
    case .byUseIn: return plannedFolder + plannedDropIn
    case .byConf: return plannedFile + plannedConf
    }
  }

  /// Whether the portal reads the doctor's folder now, or will do so when it starts.
  var isFolderRead: Bool {
    portal.own.folder != nil && portal.lookup.folders.override == portal.own.folder
  }

  /// The files in the doctor's folder, for a portal up to version 1.17.0, which reads only one
  /// folder.
  ///
  /// The folder contains links to the files that the portal would otherwise read. nightd's own file
  /// lists the present desktop, and has a name that sorts before the names of all other files. For
  /// a backend with its own settings, the folder contains a copy of the backend's file without the
  /// settings interface. The doctor writes the links and the copies together, so one run of
  /// `doctor --fix` is enough.
  var plannedFolder: [FileFix] { plannedFolder(silencing: rivals) }

  func plannedFolder(silencing names: [String]) -> [FileFix] {
    guard portal.lookup.rules == .byUseIn, let folder = portal.own.folder else { return [] }
    let links = portal.own.sources.map { planned(for: $0, in: folder, silencing: names) }
    let desktops = portal.desktops.isEmpty ? portal.callersDesktops : portal.desktops
    let path = folder + "/00-nightd.portal"
    let text = PortalFile.ownText(for: desktops.isEmpty ? [PortalFile.ownName] : desktops)
    // If the portal already asks nightd first, keep nightd's file, even if that file lists another
    // desktop.
    let isWinning = isFolderRead && portal.asked.first?.isOwn == true
    return (links + [isWinning ? nil : plan(path, .text(text))]).compactMap(\.self)
  }

  /// The files that are missing in the doctor's folder; empty if the portal does not read this
  /// folder.
  ///
  /// A link that already exists is not replaced, even if it leads to the wrong file.
  var missingLinks: [FileFix] {
    isFolderRead
      ? plannedFolder(silencing: []).filter { $0.replaced == nil || $0.content.isText }
      : []
  }

  var plannedDropIn: [FileFix] {
    guard let path = portal.own.dropIn, let folder = portal.own.folder,
      // If the folder's path had a line break, the rest of the path would be another setting in the
      // drop-in.
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

  var userConfFolder: String? {
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
    if portal.lookup.readsEachFolder {
      return [planned(first: conf, in: folder)].compactMap(\.self)
    }
    let text = conf.preferringOwn(besides: othersInForce)
    guard path == conf.path else { return [plan(besides: path, text)].compactMap(\.self) }
    return [plan(path, .text(text))].compactMap(\.self)
  }

  /// Plans to add one line to the user's `portals.conf`, for a portal that also reads
  /// `portals.conf` files in other folders.
  ///
  /// `conf` is the `portals.conf` in which the portal now finds its backends for settings. If the
  /// user has a `portals.conf` that does not choose backends for settings, the line is added to
  /// that file.
  private func planned(first conf: PortalsConf, in folder: String) -> FileFix? {
    let others = (conf.names(for: PortalInterface.settings) ?? othersInForce).filter {
      $0 != "none" && $0 != PortalFile.ownName
    }
    guard let own = portal.lookup.confs.first(where: { $0.path.hasPrefix(folder) }) else {
      return plan(besides: folder + conf.path.fileName, PortalsConf.own(besides: others))
    }
    let text = own == conf ? own.preferringOwn(besides: others) : own.setting(besides: others)
    return plan(own.path, .text(text))
  }

  /// Plans a new file at a path that the portal does not read now.
  ///
  /// If the file exists already, the user must edit it.
  private func plan(besides path: String, _ text: String) -> FileFix? {
    guard case .text(let present)? = portal.own.present[path] else {
      return plan(path, .text(text))
    }
    return FileFix(
      path: path,
      content: .text(text),
      replaced: .text(present),
      blocker: .ignored(text: present)
    )
  }

  /// The names of the backends that a portal after version 1.17.0 uses without a `portals.conf`.
  ///
  /// These are the backends for the desktop, and GTK's backend.
  private var othersInForce: [String] {
    let others = portal.lookup.files.filter { !$0.isOwn }
    let meant = portal.desktops.flatMap { desktop in others.filter { $0.isFor(desktop) } }
    var names: [String] = []
    for file in meant + others.filter({ $0.name == "gtk" }) where !names.contains(file.name) {
      names.append(file.name)
    }
    return names
  }

  /// Plans one file; nil if the file, or the target of a link at its path, already has this
  /// content.
  func plan(_ path: String, _ content: FileFix.Content) -> FileFix? {
    let present = portal.own.present[path]
    guard present != content else { return nil }
    guard case .link = present, case .text(let text) = content else {
      let blocker = portal.own.readOnly.contains(path) ? FileFix.Blocker.readOnly : nil
      return FileFix(path: path, content: content, replaced: present, blocker: blocker)
    }
    let linked = portal.own.linked[path]
    guard linked?.text != text else { return nil }
    let blocker = FileFix.Blocker.link(to: linked?.path ?? path, text: linked?.text)
    return FileFix(path: path, content: content, replaced: present, blocker: blocker)
  }
}
