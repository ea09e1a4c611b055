import Glibc
import NightClient
import NightCore
import NightPrograms
import NightStore

/// The commands `programs`, `programs on`, `programs off` and `programs apply`.
struct ProgramCommands: ProgramCommand {
  let nightctl: Nightctl

  /// Lists the daemon's own updates, such as `gnome`, and the programs that can follow the style.
  func programs(_ invocation: Invocation) throws(Failure) {
    let client = try client()
    let reports = try ask(client) { (client) throws(ClientError) in
      try client.reactions(.forbidden)
    }
    let session = try programSession(client, .forbidden)
    let (states, problems) = try programStates(session)
    guard !invocation.has(.json) else {
      return try output.json(
        .object([
          .init(name: "updates", value: .array(reports.map { JSON.object($0.json) })),
          .init(name: "programs", value: .array(states.map(\.json))),
          .init(name: "writes", value: .bool(session.isActive)),
        ])
      )
    }
    try show(reports)
    try output.sentences(
      ProgramMessages.programs(states, all: invocation.has(.listAll), isActive: session.isActive)
    )
    for problem in problems { output.complain("nightctl: " + problem.sentence) }
  }

  private func show(_ reports: [ReactionReport]) throws(Failure) {
    guard !reports.isEmpty else { return try output.sentences([ProgramMessages.nothingRun]) }
    let width = reports.map(\.name.count).max() ?? 0
    for report in reports {
      let time = report.last.map { LocalTime($0.time) }
      try output.sentences([ProgramMessages.update(report, at: time, width: width)])
      guard let last = report.last else { continue }
      for line in last.output.split(separator: "\n") { try output.list(["    " + line]) }
    }
  }

  /// Switches programs off: removes nightd's lines from the user's files, and removes nightd's own
  /// files.
  func switchProgramsOff(_ invocation: Invocation) throws(Failure) {
    guard invocation.has(.allOn) == invocation.operands.isEmpty else {
      throw invocation.usage(DescriptionMessages.nameOrAll)
    }
    let isDryRun = invocation.has(.onlyPrint)
    let client = try client()
    let catalog = ProgramCatalog(environment: environment)
    let on = try self.names(PreferenceTable.programs, client)
    let session = try programSession(client)
    let record = session.file.content
    // If `on` or `off` was killed, a program that is off can still have changes from nightd.
    var unfinished = record.names.subtracting(on).sorted()
    if !on.contains(pictureProgram), hasPictures(session) {
      unfinished.append(pictureProgram)
    }
    let named =
      try invocation.has(.allOn)
      ? on + unfinished.filter(Set(unfinished).subtracting(followingNames(unfinished)).contains)
      : invocation.operands
    guard !named.isEmpty else { return try output.sentences([ProgramMessages.nothingIsOn]) }
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
      // An earlier `off` may not have restored everything.
      if record.isRecorded(name) || followers.contains(name) && !off.contains(name) { continue }
      try output.sentences([ProgramMessages.isOffAlready(name)])
    }
    // Use the record from before the change, because the new record no longer lists the settings
    // files of programs that are off.
    let settings = record.files.filter { $0.value.programs.contains(where: names.contains) }.keys
      .sorted()
    if followers.contains(PreferenceTable.gnome) {
      try announce(gnomeRestorations((try? gnomeKeys()) ?? []), isDryRun: isDryRun)
    }
    try announceRestorations(in: record, of: names, except: programs, isDryRun: isDryRun)
    let unrecorded = session.unrecordedFiles(programs)
    try output.sentences(unrecorded.map(UndoMessages.mayHaveValues))
    if !isDryRun {
      try storeProgramsOff(names, client)
      try storeNotFollowing(followers, client)
    }
    let left = try switchOff(programs, settings: settings, client, isDryRun: isDryRun)
    // nightd itself restores GNOME's settings.
    if followers.contains(PreferenceTable.gnome), !(try gnomeKeys()).isEmpty, !isDryRun {
      try awaitGnome()
    }
    if left > 0, !isDryRun { throw .system(ProgramMessages.linesLeft(left)) }
    if !unrecorded.isEmpty, !isDryRun {
      throw .system(UndoMessages.unknownValues(unrecorded.count))
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
    if isPictureLeft, !names.contains(pictureProgram) { names.append(pictureProgram) }
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
      // Do not ask the settings store of a program that was never on, because this would start the
      // store's service.
      let known = kept.contains(name) ? context : context.withoutSettings
      return program.map { (try? wanted($0, known)) ?? WantedProgram($0) }
        ?? WantedProgram(Program(unreadable: name))
    }.filter { program in
      kept.contains(program.name) || editor.hasLeft(program)
        || isPictureLeft && program.name == pictureProgram
    }
  }

  /// Whether a wallpaper of nightd's may still be shown.
  ///
  /// If `off` could not read the record of wallpapers, nightctl has not yet restored the user's
  /// wallpaper.
  fileprivate func hasPictures(_ session: ProgramSession) -> Bool {
    let pictures = try? RecordFile<WallpaperRecord>(session.context, keepsAside: false)
    return (pictures.map { $0.damage != nil || !$0.content.isEmpty } ?? true)
      || Swaybg(session.context, session.finder).hasPicture
  }

  /// Removes programs from the preference that lists the programs that are on.
  func storeProgramsOff(_ off: [String], _ client: Client) throws(Failure) {
    try storePrograms(client) { names in names.filter { !off.contains($0) } }
  }

  /// Prints which files and keys get the user's values back if these programs are switched off.
  ///
  /// `switchOff` prints the lines and files of `programs`.
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
  /// the style would otherwise write the files again. `settings` are files in which nightd had set
  /// values.
  @discardableResult
  func switchOff(
    _ programs: [WantedProgram],
    settings: [String] = [],
    _ client: Client,
    isDryRun: Bool
  ) throws(Failure) -> Int {
    // Take the lock, because a running `programs apply` would write the removed files again.
    let lock = isDryRun ? nil : try programLock()
    defer { lock?.release() }
    // If the record cannot be read now, throw before anything is changed.
    var session = try programSession(client, keepsAside: !isDryRun)
    let editor = try ProgramEditor(session.context, output, isDryRun: isDryRun)
    var failures: [Failure] = []
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
        session.file = try RecordFile(session.context.folders, keepsAside: true)
        var order = session.settingsOrder
        (order.restored, order.restoredFiles) = (programs, settings)
        order.kept.subtract(programs.map(\.name))
        for result in try carryOut(order, session) {
          failures += ProgramMessages.leftAlone(result)
        }
      } catch { failures.append(error) }
    }
    do throws(Failure) { try editor.requireWholeRecord() } catch { failures.append(error) }
    try fail(failures)
    return editor.linesLeft
  }
}

extension ProgramCommands {
  /// Gives the colours to all programs that are on, or to the given programs.
  ///
  /// nightd runs this command after each change.
  func applyPrograms(_ invocation: Invocation) throws(Failure) {
    let isDaemon = isDaemon
    let client = try client()
    let lock = try programLock()
    defer { lock.release() }
    let (named, failures) = try namedPrograms(invocation)
    let session: ProgramSession
    do throws(Failure) {
      session = try programSession(client, isDaemon ? .forbidden : .allowed, keepsAside: true)
    } catch .client(.noDaemon) where isDaemon {
      // The nightd that started this command has ended, and the next nightd will start the command
      // again.
      return
    }
    try fail(failures)
    var order = named.isEmpty ? session.order : session.settingsOrder
    for program in named where !program.followsItself {
      guard session.on.contains(program.name) else {
        throw .system(ProgramMessages.isOff(program.name))
      }
      order.programs.removeAll { $0.name == program.name }
      order.programs.append(try wanted(program, session.context))
    }
    order.always = Set(named.map(\.name))
    var problems: [ProgramCatalog.Problem] = [], themes: [String] = []
    if named.isEmpty {
      let made = WallpaperThemes(nightctl: nightctl).update(session, client, retries: !isDaemon)
      themes = made.made
      problems = session.problems + session.missing
      problems += made.problems.map { .init(name: pictureProgram, sentence: $0) }
    }
    if !isDaemon { try output.sentences(themes.map(ThemeMessages.isFromWallpaper)) }
    let results = try carryOut(order, session, problems: problems)
    try session.file.requireWhole()
    guard !isDaemon, named.isEmpty, themes.isEmpty,
      results.allSatisfy({ $0.written.isEmpty && !$0.isAnnounced })
    else { return }
    try output.sentences([ProgramMessages.colorsAlready])
  }
}

/// Steps that several of the `programs` commands have in common.
extension ProgramCommand {
  /// Throws the last of the given failures, and prints the others without duplicates.
  func fail(_ failures: [Failure]) throws(Failure) {
    guard let last = failures.last else { return }
    var printed = [last.sentence]
    for failure in failures where !printed.contains(failure.sentence) {
      output.complain("nightctl: " + failure.sentence)
      printed.append(failure.sentence)
    }
    throw last
  }

  fileprivate var isDaemon: Bool { environment(RunnerProtocol.variable) == RunnerProtocol.daemon }

  /// Writes the files and settings in `order`, notifies the programs, and prints what failed;
  /// throws if anything failed.
  @discardableResult
  fileprivate func carryOut(
    _ order: ProgramApplier.Order,
    _ session: ProgramSession,
    problems: [ProgramCatalog.Problem] = []
  ) throws(Failure) -> [ProgramApplier.Result] {
    var results = try apply(order, session)
    // The program that shows the wallpaper may already have reported the same missing picture.
    results += problems.filter { problem in
      !results.contains { $0.name == problem.name && $0.problems.contains(problem.sentence) }
    }.map { ProgramApplier.Result(name: $0.name, problems: [$0.sentence]) }
    // For programs that are being switched off, `announce` has already listed the files with
    // earlier texts.
    let off = order.restored.map(\.name)
    for index in results.indices where off.contains(results[index].name) {
      results[index].kept = []
    }
    try complain(results)
    return results
  }

  func apply(
    _ order: ProgramApplier.Order,
    _ session: ProgramSession
  ) throws(Failure) -> [ProgramApplier.Result] {
    let stamps = programStamps()
    var order = order
    if isDaemon {
      let style = session.context.style.rawValue
      order.onWritingSource = { try? output.line("\(RunnerProtocol.writesSource) \(style)") }
    }
    return try ProgramApplier(session.context, session.finder, stamps: stamps, session.file)
      .apply(order)
  }

  func complain(_ results: [ProgramApplier.Result]) throws(Failure) {
    let problems = results.flatMap { result in result.problems.map { "\(result.name): \($0)" } }
    for result in results {
      for kept in result.kept { output.complain("nightctl: \(result.name): \(kept)") }
    }
    // If the daemon runs this command, print no notes, because the daemon would log the same notes
    // about unchanged files after each change.
    for result in isDaemon ? [] : results {
      for note in result.notes { output.complain("nightctl: \(result.name): \(note)") }
    }
    for problem in problems {
      output.complain("nightctl: " + problem)
      // nightd stores this output, so that `nightctl programs` and `nightctl doctor` can show it.
      if isDaemon { try output.line(problem) }
    }
    guard problems.isEmpty else { throw .system(ProgramMessages.programsFailed(results)) }
  }

  // MARK: - What the commands read

  func storePrograms(
    _ client: Client,
    _ change: ([String]) -> [String]
  ) throws(Failure) {
    try store(PreferenceTable.programs, client, change)
  }

  func store(
    _ name: String,
    _ client: Client,
    evenIfSame: Bool = false,
    _ change: ([String]) -> [String]
  ) throws(Failure) {
    let names = try names(name, client)
    let changed = change(names)
    guard changed != names || evenIfSame else { return }
    let key = PreferenceKey(known: name)
    _ = try ask(client) { (client) throws(ClientError) in
      try client.write([PreferenceEdit(key, .array(changed.map(PreferenceValue.string)))])
    }
  }

  fileprivate func names(_ name: String, _ client: Client) throws(Failure) -> [String] {
    let value = try ask(client) { (client) throws(ClientError) in
      try client.read(PreferenceKey(known: name)).value
    }
    guard case .array(let values) = value else { return [] }
    return values.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  // MARK: - Programs that follow the style by themselves

  /// Stores in the preferences that the programs in `names` must not follow the style by
  /// themselves.
  ///
  /// If `evenIfSame` is true, nightd tries again to restore the values that it could not restore
  /// before.
  func storeNotFollowing(
    _ names: [String],
    _ client: Client,
    evenIfSame: Bool = false
  ) throws(Failure) {
    try store(PreferenceTable.programsOff, client, evenIfSame: evenIfSame) { off in
      off.contains(ProgramsOff.all) ? off : off + names.filter { !off.contains($0) }
    }
  }

  func programLock() throws(Failure) -> RunLock {
    try RunLock(
      .programs,
      environment: environment,
      isDaemon: isDaemon
    )
  }

  fileprivate func programStamps() -> ProgramStamps {
    let folder = PublishedReader.folder(environment: environment)
    return ProgramStamps(in: access(folder, W_OK) == 0 ? folder : nil)
  }
}

/// The name of the program that shows wallpapers.
private let pictureProgram = "wallpaper"
