import Glibc
import NightBus
import NightClient
import NightCore
import NightPublished
import NightPrograms
import NightValues

/// The commands `programs`, `programs on`, `programs off` and `programs apply`.
extension Nightctl {
  /// Lists the daemon's own updates, and all programs.
  func programs(_ invocation: Invocation) throws(Failure) {
    let client = try client()
    let reports = try ask(client) { (client) throws(ClientError) in
      try client.reactions(.forbidden)
    }
    let on = try enabledPrograms(client)
    let finder = ProgramFinder(environment: environment)
    let problems = try noEffects(client, on, finder)
    let catalog = ProgramCatalog(environment: environment)
    let all = catalog.all()
    let own = Set(catalog.entries.filter(\.isOwn).map(\.name))
    let states = all.programs.map { program in
      ProgramState(
        program: program,
        isOn: on.contains(program.name),
        isInstalled: program.isInstalled(finder),
        isOwn: own.contains(program.name),
        problem: problems[program.name]
      )
    }
    guard !invocation.has(.json) else {
      return try output.json(
        .object([
          .init(name: "updates", value: .array(reports.map { JSON.object($0.json) })),
          .init(name: "programs", value: .array(states.map(\.json))),
        ])
      )
    }
    try show(reports)
    try output.sentences(Messages.programs(states, all: invocation.has(.listAll)))
    for problem in all.problems { output.complain("nightctl: " + problem.sentence) }
  }

  private func show(_ reports: [ReactionReport]) throws(Failure) {
    guard !reports.isEmpty else { return try output.sentences([Messages.nothingRun]) }
    let width = reports.map(\.name.count).max() ?? 0
    for report in reports {
      let time = report.last.map { LocalTime($0.time) }
      try output.sentences([Messages.update(report, at: time, width: width)])
      guard let last = report.last else { continue }
      for line in last.output.split(separator: "\n") { try output.list(["    " + line]) }
    }
  }

  /// Switches ready programs on: makes their files, adds their lines, and tells running programs.
  func switchProgramsOn(_ invocation: Invocation) throws(Failure) {
    guard invocation.has(.all) == invocation.operands.isEmpty else {
      throw .usage(Messages.nameOrAll, help: invocation.command)
    }
    let named = try invocation.has(.all) ? installedPrograms() : namedPrograms(invocation)
    let client = try client()
    let context = try programContext(client)
    let isDryRun = invocation.has(.onlyPrint)
    let lock = isDryRun ? nil : try programLock()
    defer { lock?.release() }
    let editor = try ProgramEditor(context, output, isDryRun: isDryRun)
    try editor.requireWholeRecord()
    // The others are switched on all the same.
    var failures: [Failure] = []
    var wanted: [WantedProgram] = []
    for program in named {
      do throws(Failure) {
        let one = try self.wanted(program, context)
        if let why = one.blocker { throw .system(Messages.notSwitchedOn(program.name, why)) }
        wanted.append(one)
      } catch { failures.append(error) }
    }
    guard !wanted.isEmpty else { return try fail(failures) }
    do throws(Failure) {
      let checked = try switchOn(wanted, editor, isDryRun: isDryRun)
      wanted = checked.on
      failures += checked.failures
      guard !isDryRun else {
        try output.sentences([Messages.nothingDone])
        return try fail(failures)
      }
      guard !wanted.isEmpty else { return try fail(failures) }
      let on = wanted.map(\.name)
      try storePrograms(client) { names in
        names + on.filter { !names.contains($0) }
      }
    } catch {
      // A program that is not on must leave nothing behind.
      editor.undoAll()
      throw error
    }
    do throws(Failure) {
      try apply(wanted, context, editor.recorded, always: true)
      try checkEffects(wanted, editor)
    } catch { failures.append(error) }
    try fail(failures)
  }

  /// Switches programs off: removes their lines and files.
  func switchProgramsOff(_ invocation: Invocation) throws(Failure) {
    let isDryRun = invocation.has(.onlyPrint)
    let client = try client()
    let inUse = try programsInUse(client, among: invocation.operands)
    // A program whose description is gone can still be switched off.
    let names = try invocation.operands.map { (name) throws(Failure) in
      inUse.contains { $0.name == name } ? name : try namedProgram(name, invocation).name
    }
    let programs = inUse.filter { names.contains($0.name) }
    for name in names where !programs.contains(where: { $0.name == name }) {
      try output.sentences([Messages.isOffAlready(name)])
    }
    if !isDryRun { try storeProgramsOff(names, client) }
    let left = try switchOff(programs, client, isDryRun: isDryRun)
    if left > 0, !isDryRun { throw .system(Messages.linesLeft(left)) }
    if isDryRun { try output.sentences([Messages.nothingDone]) }
  }

  /// The programs that are on, and those that left something in the user's files.
  ///
  /// Without a record, a line in the user's files tells; then each description is looked at, or only
  /// those of these names.
  func programsInUse(
    _ client: Client,
    among named: [String]? = nil
  ) throws(Failure) -> [WantedProgram] {
    let on = try enabledPrograms(client)
    let context = try programContext(client)
    let record = try RecordFile<ProgramRecord>(context, keepsAside: false)
    let editor = try ProgramEditor(context, output, isDryRun: true)
    // If `off` could not read the record of pictures, the user's picture is still to be restored.
    let pictures = try? RecordFile<WallpaperRecord>(context, keepsAside: false)
    let hasPictures = pictures.map { $0.damage != nil || !$0.content.isEmpty } ?? true
    var names = on + record.content.entries.keys.filter { !on.contains($0) }.sorted()
    if hasPictures, !names.contains(Self.pictures) { names.append(Self.pictures) }
    let catalog = ProgramCatalog(environment: environment)
    names += (named ?? catalog.entries.map(\.name)).filter { !names.contains($0) }
    let kept = Set(on + record.content.entries.keys)
    return names.map { name in
      let entry = catalog.entries.first { $0.name == name }
      let program = entry.flatMap { (try? catalog.read($0)) ?? nil }
      return program.map { (try? wanted($0, context)) ?? WantedProgram($0) }
        ?? WantedProgram(Program(unreadable: name))
    }.filter { program in
      kept.contains(program.name) || editor.hasLeft(program)
        || hasPictures && program.name == Self.pictures
    }
  }

  /// The program that shows pictures.
  private static let pictures = "wallpaper"

  /// Takes programs out of the preference of those that are on.
  func storeProgramsOff(_ off: [String], _ client: Client) throws(Failure) {
    try storePrograms(client) { names in names.filter { !off.contains($0) } }
  }

  /// Removes the lines and files of programs; returns how many lines are left for the user.
  ///
  /// The preference must say off before: while it says on, a change of the style would write the
  /// files again.
  @discardableResult
  func switchOff(
    _ programs: [WantedProgram],
    _ client: Client,
    isDryRun: Bool
  ) throws(Failure) -> Int {
    let context = try programContext(client)
    // An apply under way would write the files again after they are removed.
    let lock = isDryRun ? nil : try programLock()
    defer { lock?.release() }
    // A record that cannot be read now ends the command before it changes anything.
    let editor = try ProgramEditor(context, output, isDryRun: isDryRun)
    var failures: [Failure] = []
    for program in programs {
      do throws(Failure) { try editor.switchOff(program) } catch { failures.append(error) }
    }
    if !isDryRun {
      let stamps = programStamps()
      for program in programs { stamps.remove(program.name) }
      stamps.save()
      do throws(Failure) {
        try complain(
          run(context) { (applier) throws(BusError) in try applier.restore(programs) }
        )
      } catch { failures.append(error) }
    }
    do throws(Failure) { try editor.requireWholeRecord() } catch { failures.append(error) }
    try fail(failures)
    return editor.linesLeft
  }

  /// Applies all programs that are on, or the given ones; nightd runs this after each change.
  func applyPrograms(_ invocation: Invocation) throws(Failure) {
    let client = try client()
    let lock = try programLock()
    defer { lock.release() }
    let context = try programContext(client)
    var record = try RecordFile<ProgramRecord>(context, keepsAside: true)
    guard invocation.operands.isEmpty else {
      let named = try namedPrograms(invocation)
      let programs = try named.map { (program) throws(Failure) in try wanted(program, context) }
      for program in programs { try record.storeFiles(of: program, context) }
      try apply(programs, context, record.content, always: true)
      return try record.requireWhole()
    }
    let on = try enabledPrograms(client)
    let finder = ProgramFinder(environment: environment)
    let (programs, problems) = wantedPrograms(on, context)
    for program in programs { try record.storeFiles(of: program, context) }
    // The files of colours are nightd's own, so a damaged record does not keep them from following.
    let results = try apply(
      programs.filter { $0.program.isInstalled(finder) },
      context,
      record.content,
      always: false,
      problems: problems
    )
    try record.requireWhole()
    guard environment(RunnerProtocol.variable) != RunnerProtocol.daemon,
      results.allSatisfy({ $0.written.isEmpty && !$0.isAnnounced })
    else { return }
    try output.sentences([on.isEmpty ? Messages.noProgramIsOn : Messages.colorsAlready])
  }

  @discardableResult
  private func apply(
    _ programs: [WantedProgram],
    _ context: ProgramContext,
    _ record: ProgramRecord,
    always: Bool,
    problems: [ProgramCatalog.Problem] = []
  ) throws(Failure) -> [ProgramApplier.Result] {
    var results = try run(context, record) { (applier) throws(BusError) in
      try applier.apply(programs, always: always)
    }
    results += problems.map { ProgramApplier.Result(name: $0.name, problems: [$0.sentence]) }
    try complain(results)
    return results
  }

  private func run(
    _ context: ProgramContext,
    _ record: ProgramRecord = ProgramRecord(),
    _ body: (ProgramApplier) throws(BusError) -> [ProgramApplier.Result]
  ) throws(Failure) -> [ProgramApplier.Result] {
    do throws(BusError) {
      return try body(
        ProgramApplier(
          context,
          ProgramFinder(environment: environment),
          stamps: programStamps(),
          record: record
        )
      )
    } catch {
      throw .client(ClientError(error))
    }
  }

  private func complain(_ results: [ProgramApplier.Result]) throws(Failure) {
    let problems = results.flatMap { result in result.problems.map { "\(result.name): \($0)" } }
    let isDaemon = environment(RunnerProtocol.variable) == RunnerProtocol.daemon
    for problem in problems {
      output.complain("nightctl: " + problem)
      // nightd keeps standard output for nightctl programs and the doctor.
      if isDaemon { try output.line(problem) }
    }
    guard problems.isEmpty else { throw .system(Messages.programsFailed(results)) }
  }

  // MARK: - What the commands read

  /// The names of the programs that are on.
  func enabledPrograms(_ client: Client) throws(Failure) -> [String] {
    let key = PreferenceKey(known: PreferenceTable.programs)
    let value = try ask(client) { (client) throws(ClientError) in try client.read(key).value }
    guard case .array(let values) = value else { return [] }
    return values.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  private func storePrograms(
    _ client: Client,
    _ change: ([String]) -> [String]
  ) throws(Failure) {
    let names = try enabledPrograms(client)
    let changed = change(names)
    guard changed != names else { return }
    let key = PreferenceKey(known: PreferenceTable.programs)
    _ = try ask(client) { (client) throws(ClientError) in
      try client.write([PreferenceEdit(key, .array(changed.map(PreferenceValue.string)))])
    }
  }

  private func programLock() throws(Failure) -> RunLock {
    try RunLock(
      .programs,
      environment: environment,
      isDaemon: environment(RunnerProtocol.variable) == RunnerProtocol.daemon
    )
  }

  private func programStamps() -> ProgramStamps {
    let folder = PublishedReader.folder(environment: environment)
    return ProgramStamps(in: access(folder, W_OK) == 0 ? folder : nil)
  }
}
