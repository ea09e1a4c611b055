import Glibc
import NightClient
import NightCore
import NightPrograms
import NightStore

/// The command `programs off`.
struct SwitchProgramsOff: ProgramCommand {
  let nightctl: Nightctl

  /// Switches programs off: removes nightd's lines from the user's files, and removes nightd's own
  /// files.
  func switchProgramsOff(_ invocation: Invocation) throws(Failure) {
    guard invocation.has(.allOn) == invocation.operands.isEmpty else {
      throw invocation.usage(DescriptionMessages.nameOrAll)
    }
    guard !invocation.has(.again) || !invocation.has(.allOn) else {
      throw invocation.usage(UndoMessages.againNeedsNames)
    }
    let isDryRun = invocation.has(.onlyPrint)
    let client = try client()
    let catalog = ProgramCatalog(environment: environment)
    let on = try self.names(PreferenceTable.programs, client)
    let switchingOff =
      invocation.has(.again) ? invocation.operands.filter { !on.contains($0) } : []
    let session = try programSession(client, switchingOff: switchingOff)
    let record = session.file.content
    // Include programs that are off but still have changes from nightd, because `on` or `off` was
    // killed.
    var unfinished = record.names.subtracting(on).sorted()
    if !on.contains(WallpaperThemes.name), hasPictures(session) {
      unfinished.append(WallpaperThemes.name)
    }
    let named =
      try invocation.has(.allOn)
      ? on + unfinished.filter(Set(unfinished).subtracting(followingNames(unfinished)).contains)
      : invocation.operands
    guard !named.isEmpty else {
      try output.sentences([ProgramMessages.nothingIsOn])
      return try nameReturned(session.context.folders, of: nil)
    }
    let operands = named.flatMap { catalog.names(for: $0, on: on) }
    let inUse = try programsInUse(session, among: operands)
    // A program whose description is gone or has a mistake can still be switched off.
    let names = try operands.map { (name) throws(Failure) in
      inUse.contains { $0.name == name } || catalog.entries.contains { $0.name == name }
        ? name : try namedProgram(name, invocation, catalog).name
    }
    let programs = inUse.filter { names.contains($0.name) }
    let followers = try followingNames(names)
    let off = ProgramsOff(names: try self.names(PreferenceTable.programsOff, client))
    for name in names where !programs.contains(where: { $0.name == name }) {
      // Do not say that a program is already off if an earlier `off` may not have restored
      // everything.
      if record.isRecorded(name) || followers.contains(name) && !off.contains(name) { continue }
      try output.sentences([ProgramMessages.isOffAlready(name)])
    }
    // Use the record from before the programs were switched off, because the new record no longer
    // lists the settings files of programs that are off.
    let settings = record.files.filter { $0.value.programs.contains(where: names.contains) }.keys
      .sorted()
    if followers.contains(PreferenceTable.gnome) {
      try announce(gnomeRestorations((try? gnomeKeys()) ?? []), isDryRun: isDryRun)
    }
    try announceRestorations(in: record, of: names, except: programs, isDryRun: isDryRun)
    let unrecorded = session.unrecordedFiles(programs)
    try output.sentences(unrecorded.map(UndoMessages.mayHaveValues))
    if !isDryRun {
      // Without the lock, another `programs` command that runs at the same time could store a list
      // of programs that lacks this change.
      let lock = try programLock()
      defer { lock.release() }
      try storeProgramsOff(names, client)
      try storeNotFollowing(followers, client)
    }
    let left = try switchOff(
      programs,
      switchingOff: switchingOff,
      settings: settings,
      client,
      isDryRun: isDryRun
    )
    // nightd itself restores GNOME's settings, so wait until it has done so.
    if followers.contains(PreferenceTable.gnome), !(try gnomeKeys()).isEmpty, !isDryRun {
      try awaitGnome()
    }
    if left > 0, !isDryRun { throw .system(ProgramMessages.linesLeft(left)) }
    if !unrecorded.isEmpty, !isDryRun {
      throw .system(UndoMessages.unknownValues(unrecorded.count))
    }
    try warnOfRunning(programs, session)
    if !isDryRun {
      try nameReturned(session.context.folders, of: invocation.has(.allOn) ? nil : names)
    }
    if isDryRun { try output.sentences([ProgramMessages.nothingDone]) }
  }
}

extension ProgramCommand {
  /// The programs that are on, and those that are off but for which a line or a file from nightd
  /// remains.
  ///
  /// If the record is lost, lines in the user's files show which programs were on. nightctl then
  /// looks for the lines of all descriptions, or only of those in `named`.
  func programsInUse(
    _ session: ProgramSession,
    among named: [String]? = nil
  ) throws(Failure) -> [WantedProgram] {
    let (on, context, record) = (session.on, session.context, session.file)
    let editor = try ProgramEditor(context, output, isDryRun: true)
    var names = on + record.content.names.subtracting(on).sorted()
    let isPictureLeft = hasPictures(session)
    if isPictureLeft, !names.contains(WallpaperThemes.name) { names.append(WallpaperThemes.name) }
    let catalog = ProgramCatalog(environment: environment)
    names += (named ?? catalog.entries.map(\.name)).filter { !names.contains($0) }
    let kept = record.content.names.union(on)
    return names.compactMap { name in
      let entry = catalog.entries.first { $0.name == name }
      let program = entry.flatMap { (try? catalog.read($0)) ?? nil }
      // Leave out a program that follows the style by itself: nightd's files for it are removed
      // when its settings are restored. The user's files have a line for such a program only if its
      // description was changed while it was on.
      if program?.followsItself == true, record.content.entries[name]?.line.isEmpty != false {
        return nil
      }
      // Do not read the settings of a program that was never on, because this would start the
      // service that stores them.
      let known = kept.contains(name) ? context : context.withoutSettings
      return program.map { (try? wanted($0, known)) ?? WantedProgram($0) }
        ?? WantedProgram(Program(unreadable: name))
    }.filter { program in
      kept.contains(program.name) || editor.hasLeft(program)
        || isPictureLeft && program.name == WallpaperThemes.name
    }
  }

  /// Whether a wallpaper of nightd's may still be shown.
  ///
  /// If `off` could not read the record of wallpapers, nightctl has not yet restored the user's
  /// wallpaper; then the result is `damage`.
  fileprivate func hasPictures(_ session: ProgramSession, orDamage damage: Bool = true) -> Bool {
    let pictures = try? RecordFile<WallpaperRecord>(session.context, keepsAside: false)
    let isWhole = pictures?.damage == nil && pictures != nil
    return (isWhole ? pictures?.content.isEmpty == false : damage)
      || Swaybg(session.context, session.finder).hasPicture
  }

  /// Removes programs from the preference that lists the programs that are on.
  func storeProgramsOff(_ off: [String], _ client: Client) throws(Failure) {
    try storePrograms(client) { names in names.filter { !off.contains($0) } }
  }

  /// Prints which files and keys get the user's values back if these programs are switched off.
  ///
  /// nightd's lines and files for `programs` are left out, because `switchOff` prints them.
  func announceRestorations(
    in record: ProgramRecord,
    of names: [String],
    except programs: [WantedProgram],
    isDryRun: Bool
  ) throws(Failure) {
    let restorations = record.restorations(finder, of: names, except: programs.map(\.name))
    try announce(restorations, isDryRun: isDryRun)
  }

  /// Removes nightd's lines and files for programs; returns how many lines the user must remove.
  ///
  /// The caller must already have switched the programs off in the preferences, because a change of
  /// the style would otherwise write nightd's files again. `switchingOff` are the names of
  /// programs that are off and whose files may have nightd's values again; `settings` are files in
  /// which nightd had set values.
  @discardableResult
  func switchOff(
    _ programs: [WantedProgram],
    switchingOff: [String] = [],
    settings: [String] = [],
    _ client: Client,
    isDryRun: Bool
  ) throws(Failure) -> Int {
    // Take the lock for programs, because a running `programs apply` would write the removed files
    // again.
    let lock = isDryRun ? nil : try programLock()
    defer { lock?.release() }
    // If the record cannot be read now, throw before anything is changed.
    var session = try programSession(client, keepsAside: !isDryRun, switchingOff: switchingOff)
    let editor = try ProgramEditor(session.context, output, isDryRun: isDryRun)
    var failures: [Failure] = []
    if programs.contains(where: { $0.name == WallpaperThemes.name }),
      hasPictures(session, orDamage: false)
    {
      try output.sentences([UndoMessages.restoresWallpaper])
    }
    for program in programs {
      do throws(Failure) { try editor.switchOff(program) } catch { failures.append(error) }
    }
    if !isDryRun {
      let stamps = programStamps()
      for program in programs { stamps.remove(program.name) }
      stamps.save()
      do throws(Failure) {
        try editor.nameLeftovers(beside: settings)
        // Read the record again, because ProgramEditor has stored changes in it.
        session.file = try RecordFile(
          session.context.folders,
          keepsAside: true,
          switchingOff: switchingOff
        )
        var themes = ThemesInFiles(self, session.context, client)
        themes.record(programs, in: &session.file.content)
        var order = session.settingsOrder
        (order.restored, order.restoredFiles) = (programs, settings)
        order.kept.subtract(programs.map(\.name))
        for result in try carryOut(order, session) where !session.on.contains(result.name) {
          failures += ProgramMessages.leftAlone(result)
        }
      } catch { failures.append(error) }
    }
    do throws(Failure) { try editor.requireWholeRecord() } catch { failures.append(error) }
    do throws(Failure) {
      try RecordFile(former: session.context.folders, keepsAside: !isDryRun).requireWhole()
    } catch { failures.append(error) }
    if !isDryRun {
      var themes = ThemesInFiles(self, session.context, client)
      try output.sentences(themes.sentences(programs))
    }
    try fail(failures)
    return editor.linesLeft
  }
}

/// The programs that would follow the style by themselves but are switched off.
struct ProgramsOff: Equatable {
  static let all = PreferenceTable.allPrograms

  let names: [String]

  func contains(_ name: String) -> Bool { names.contains(Self.all) || names.contains(name) }
}
