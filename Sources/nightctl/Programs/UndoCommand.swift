import Glibc
import NightBus
import NightClient
import NightCore
import NightPrograms
import NightStore

/// The command `undo`: restores everything that nightd changed in other programs' settings.
///
/// First, `undo` changes the preferences, so that nightd writes nothing more if the style changes
/// meanwhile. Each part of `undo` removes its record only after it has restored everything. If
/// `undo` is killed, a second `undo` can therefore restore the rest.
struct UndoCommand: ProgramCommand {
  let nightctl: Nightctl

  static let row = CommandEntry(
    name: "undo",
    summary: "restore everything that nightd changed in other programs' settings",
    options: [.onlyPrint],
    notes: """
      This command stores “all” in the preference “programs-off” and empties the preference
      “programs”, so that nightd changes nothing more. Then the command restores GNOME's settings
      and those of other toolkits, and removes the lines and files that nightd and nightctl doctor
      --fix wrote for other programs. The command prints each change before making it, and at the
      end prints the commands that switch the programs on again. Your choice, themes, hooks and all
      other preferences stay. Your wallpaper returns, unless feh showed it and you have no ~/.fehbg.
      If undo is interrupted, run it again. Run undo before you remove nightd.

      If you must remove a line yourself, the command prints the line, keeps the file that the line
      includes, and exits with 1. It also exits with 1 if something else could not be restored, such
      as a file that you have made read-only. If a portals.conf mentions nightd, the command prints
      the file's path, but does not change the file, because it may be yours.

      --dry-run only prints what the command would restore.
      """,
    finishes: true,
    run: UndoCommand.undo
  )

  func undo(_ invocation: Invocation) throws(Failure) {
    do throws(Failure) { try restoreAll(invocation) } catch .client(.noBus(let why)) {
      // People run `undo` before they remove nightd, perhaps outside their session, so say how to
      // get a bus.
      throw .client(.noBus(UndoMessages.undoNeedsBus(why)))
    }
  }

  private func restoreAll(_ invocation: Invocation) throws(Failure) {
    let isDryRun = invocation.has(.onlyPrint)
    let client = try client()
    let folders = BaseFolders(environment: environment)
    // Try each part of `undo` even if another part failed.
    var failures: [Failure] = []
    func attempt<Part>(_ part: () throws(Failure) -> Part) -> Part? {
      do throws(Failure) { return try part() } catch {
        failures.append(error)
        return nil
      }
    }
    let session = try programSession(client)
    let programs = attempt { () throws(Failure) in try programsInUse(session) } ?? []
    let keys = attempt { () throws(Failure) in try gnomeKeys() } ?? []
    try announce(gnomeRestorations(keys), isDryRun: isDryRun)
    // Only list the files and keys here, because nightd itself restores them when the preferences
    // change.
    let restorations = session.file.content.restorations(
      session.finder,
      except: programs.map(\.name)
    )
    // Only a dry run must check here whether the record is damaged, because otherwise the code that
    // restores the files throws the same error.
    if isDryRun { _ = attempt { () throws(Failure) in try session.file.requireWhole() } }
    try announce(restorations, isDryRun: isDryRun)
    let record = session.file
    let unrecorded = session.unrecordedFiles(programs)
    try output.sentences(unrecorded.map(UndoMessages.mayHaveValues))
    if !unrecorded.isEmpty, !isDryRun {
      failures.append(.system(UndoMessages.unknownValues(unrecorded.count)))
    }
    let lines = (record.damage == nil ? session.unrecordedLines : []).map {
      ProgramMessages.removeLineYourself($0.path, $0.line, ProgramMessages.isNotAdded)
    }
    try output.sentences(lines)
    let isNothing =
      keys.isEmpty && restorations.isEmpty && unrecorded.isEmpty && lines.isEmpty
      && programs.isEmpty && failures.isEmpty
    if !isDryRun {
      // If another process holds the lock for programs, `switchOff` reports which process it is.
      let lock = try? programLock()
      defer { lock?.release() }
      _ = attempt { () throws(Failure) in
        try storeNotFollowing([ProgramsOff.all], client, evenIfSame: true)
      }
      _ = attempt { () throws(Failure) in
        try storeProgramsOff(programs.map(\.name), client)
      }
    }
    let left = attempt { () throws(Failure) in
      try switchOff(
        programs,
        settings: record.content.files.keys.sorted(),
        client,
        isDryRun: isDryRun
      ) + lines.count
    }
    if let left, left > 0, !isDryRun { failures.append(.system(ProgramMessages.linesLeft(left))) }
    if !isDryRun { _ = attempt { () throws(Failure) in try awaitGnome() } }
    let hasFixes = attempt { () throws(Failure) in try removeFixes(folders, isDryRun: isDryRun) }
    if !isDryRun { try nameReturned(folders, of: nil) }
    if isNothing, hasFixes == false { try output.sentences([UndoMessages.nothingToRestore]) }
    try fail(failures)
    // `undo` also restores a program that is off if an earlier `off` left one of its lines or
    // files. Here, list only programs that were on.
    let programsOn = programs.map(\.name).filter(session.on.contains)
    let followers = session.followers.filter(session.isFollowing).map(\.name)
    guard !isDryRun else {
      return try output.sentences([
        UndoMessages.switchesOff(followers + programsOn), ProgramMessages.nothingDone,
      ])
    }
    try output.line("")
    try output.sentences(UndoMessages.undone(folders, session.off, programsOn))
  }

  // MARK: - Files that the doctor wrote

  /// Removes the files that `nightctl doctor --fix` wrote, if they are unchanged; lists other files
  /// that mention nightd.
  ///
  /// Returns whether it found a file to remove or to list.
  private func removeFixes(_ folders: BaseFolders, isDryRun: Bool) throws(Failure) -> Bool {
    var hasFixes = false
    let runtime = environment("XDG_RUNTIME_DIR") ?? ""
    let hasManager = access(runtime + "/systemd/private", F_OK) == 0
    func say(_ sentence: String) throws(Failure) {
      hasFixes = true
      try output.sentences([sentence])
    }
    var own = OwnPortalFiles()
    (own.configHome, own.dataHome) = (folders.config, folders.data)
    if let dropIn = own.dropIn, let portals = own.folder, let present = text(of: dropIn) {
      if present == Diagnosis.dropInText(portals) {
        try remove(dropIn, isDryRun)
        for name in ProgramFinder.names(in: portals) where name.hasSuffix(".portal") {
          try remove("\(portals)/\(name)", isDryRun)
        }
        if !isDryRun {
          for path in [portals, dropIn.parentFolder] { Self.removeEmptyFolders(path) }
        }
        try say(UndoMessages.restartPortal(hasManager: hasManager, isLed: true))
      } else {
        try say(UndoMessages.mentionsNightd(dropIn))
      }
    }
    for name in Diagnosis.activated {
      let path = (folders.data ?? "") + "/dbus-1/services/\(name).service"
      if access(path, F_OK) == 0 { try say(UndoMessages.startsNightd(path)) }
    }
    let portal = (folders.config ?? "") + "/xdg-desktop-portal"
    for name in ProgramFinder.names(in: portal).sorted() where name.hasSuffix("portals.conf") {
      let path = "\(portal)/\(name)"
      let conf = text(of: path).flatMap { PortalsConf(path: path, text: $0) }
      guard conf?.names(for: PortalInterface.settings)?.contains(PortalFile.ownName) == true
      else { continue }
      guard conf?.isDoctors(besides: desktopsOwn(name)) == true else {
        try say(UndoMessages.mentionsNightd(path))
        continue
      }
      try remove(path, isDryRun)
      if !isDryRun { rmdir(portal) }
      try say(UndoMessages.restartPortal(hasManager: hasManager, isLed: false))
    }
    return hasFixes
  }

  /// The desktop's own files with this name, such as `gnome-portals.conf`; the doctor copies such a
  /// file and changes the copy.
  private func desktopsOwn(_ name: String) -> [PortalsConf] {
    (BaseFolders(environment: environment).systemData + ["/etc/xdg"]).compactMap { folder in
      let path = "\(folder)/xdg-desktop-portal/\(name)"
      return text(of: path).flatMap { PortalsConf(path: path, text: $0) }
    }
  }

  /// Removes an empty folder, and up to two empty folders above it, such as `systemd/user`.
  private static func removeEmptyFolders(_ path: String) {
    var path = path
    for _ in 0..<3 {
      guard rmdir(path) == 0 else { return }
      path = path.parentFolder
    }
  }

  private func text(of path: String) -> String? {
    Disk.system.text(path, limit: UserFile.mostBytes)
  }

  private func remove(_ path: String, _ isDryRun: Bool) throws(Failure) {
    try output.sentences([ProgramMessages.removesFile(path)])
    guard !isDryRun, unlink(path) != 0, errno != ENOENT else { return }
    throw .system(Messages.cannotRemove(path, errno))
  }
}
