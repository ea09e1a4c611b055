import NightClient
import NightCore
import NightPrograms
import NightStore

/// The command `programs on`.
struct SwitchProgramsOn: ProgramCommand {
  let nightctl: Nightctl

  /// Switches programs on: creates their colour files, adds a line to each program's configuration,
  /// and notifies running programs.
  func switchProgramsOn(_ invocation: Invocation) throws(Failure) {
    guard invocation.has(.all) == invocation.operands.isEmpty else {
      throw invocation.usage(DescriptionMessages.nameOrAll)
    }
    let client = try client()
    let isDryRun = invocation.has(.onlyPrint)
    let refused = try switchOn(invocation, client, isDryRun: isDryRun)
    try fail(try takeBack(refused.programs, client) + refused.failures)
  }

  /// Takes the lock for programs and switches programs on; returns what failed, and the programs
  /// that refuse their settings.
  private func switchOn(
    _ invocation: Invocation,
    _ client: Client,
    isDryRun: Bool
  ) throws(Failure) -> (
    programs: [(program: WantedProgram, words: String)], failures: [Failure]
  ) {
    let lock = isDryRun ? nil : try programLock()
    defer { lock?.release() }
    // Even if one program cannot be switched on, switch the other programs on.
    var (named, failures) = try namedPrograms(invocation)
    let before = try programSession(client, others: named)
    let context = before.context
    if invocation.has(.all) { named = try installedPrograms(context) }
    let editor = try ProgramEditor(context, output, isDryRun: isDryRun)
    try editor.requireWholeRecord()
    let followers = named.filter(\.followsItself).map(\.name)
    var wanted: [WantedProgram] = []
    for program in named where !program.followsItself {
      do throws(Failure) {
        let one = try self.wanted(program, context)
        if one.include != nil { _ = try wantedInBothStyles(program) }
        let blocker =
          one.blocker ?? before.file.content.reasonToWait(for: one)
          ?? sharedFile(of: one, with: before.present + wanted)
        if let blocker { throw .system(ProgramMessages.notSwitchedOn(program.name, blocker)) }
        wanted.append(one)
      } catch { failures.append(error) }
    }
    guard !wanted.isEmpty || !followers.isEmpty else { return ([], failures) }
    let check = ProgramCheck(finder: finder, context: context)
    var accepted: Set<String> = []
    do throws(Failure) {
      let checked = try switchOn(wanted, editor, check, isDryRun: isDryRun)
      (wanted, accepted) = (checked.on, checked.accepted)
      failures += checked.failures
      guard !isDryRun else {
        failures += try preview(wanted, followers, before)
        try output.sentences([ProgramMessages.nothingDone])
        return ([], failures)
      }
      guard !wanted.isEmpty || !followers.isEmpty else { return ([], failures) }
      let on = wanted.map(\.name)
      try storePrograms(client) { names in
        names + on.filter { !names.contains($0) }
      }
      try storeFollowing(followers, client)
    } catch {
      // If switching on failed, for example because the preferences could not be stored, undo all
      // changes of this run.
      editor.undoAll()
      throw error
    }
    do throws(Failure) {
      let session = try programSession(client)
      var order = order(wanted, session)
      order.always = Set(wanted.map(\.name))
      order.refusal = { program in
        guard accepted.contains(program.name), !program.settings.isEmpty,
          case .refused(let words)? = check.verdict(on: program)
        else { return nil }
        return words
      }
      let results = try apply(order, session)
      let refused = wanted.compactMap { program in
        results.first { $0.name == program.name }?.refusal.map { (program: program, words: $0) }
      }
      // While the lock is held, switch off in the preferences the programs that refuse their
      // settings; otherwise nightd would notify these programs.
      try storeProgramsOff(refused.map(\.program.name), client)
      do throws(Failure) {
        try tellSettings(wanted, results, isDryRun: false)
        if !invocation.has(.all) {
          try output.sentences(wanted.map(\.program).compactMap(ProgramMessages.note))
        }
        try complain(results)
        try tellFollowing(followers, results, session, isDryRun: false)
        try checkEffects(
          wanted.filter { one in
            one.released == nil && !refused.contains { $0.program.name == one.name }
          },
          results,
          editor
        )
      } catch { failures.append(error) }
      return (refused, failures)
    } catch { failures.append(error) }
    return ([], failures)
  }

  /// The order to `ProgramApplier` to write the settings of these programs, and of the programs
  /// that already follow the style.
  private func order(
    _ wanted: [WantedProgram],
    _ session: ProgramSession
  ) -> ProgramApplier.Order {
    var order = session.settingsOrder
    order.programs =
      wanted.filter { $0.released == nil }
      + order.programs.filter { one in !wanted.contains { $0.name == one.name } }
    return order
  }

  /// Prints which settings the command would write; returns what would fail.
  private func preview(
    _ wanted: [WantedProgram],
    _ followers: [String],
    _ session: ProgramSession
  ) throws(Failure) -> [Failure] {
    var session = session
    session.off = ProgramsOff(names: switchedOff(session.off.names, except: followers))
    let applier = ProgramApplier(
      session.context,
      session.finder,
      stamps: ProgramStamps(in: nil),
      session.file
    )
    let results = applier.preview(order(wanted, session))
    try tellSettings(wanted, results, isDryRun: true)
    let hooks = wanted.flatMap(\.announcements).filter { $0.hook != nil }
    try output.sentences(hooks.flatMap(DescriptionMessages.tells))
    try tellFollowing(followers, results, session, isDryRun: true)
    let names = wanted.map(\.name) + followers
    do throws(Failure) { try complain(results.filter { names.contains($0.name) }) } catch {
      return [error]
    }
    return []
  }

  /// Prints the settings that were written for programs, or that a dry run would write.
  private func tellSettings(
    _ programs: [WantedProgram],
    _ results: [ProgramApplier.Result],
    isDryRun: Bool
  ) throws(Failure) {
    for program in programs {
      if let why = program.released {
        try output.sentences([ProgramMessages.leftAlone(program.name, why)])
        continue
      }
      let files = program.files.map(\.path)
      let result = results.first { $0.name == program.name }
      let written = (result?.written ?? []).filter { !files.contains($0) }
      try output.sentences(written.map { ProgramMessages.written($0, isDryRun: isDryRun) })
      if !isDryRun, written.isEmpty, !program.settings.isEmpty, program.include == nil,
        result?.isUnhindered != false
      {
        try output.sentences([ProgramMessages.hasValues(program.name)])
      }
    }
  }

  /// Why `program` cannot be on together with the programs in `others`; nil if it can.
  private func sharedFile(of program: WantedProgram, with others: [WantedProgram]) -> String? {
    for other in others where other.name != program.name {
      let file = program.contested(with: other, Disk.targetPath)
      if let file {
        return ProgramMessages.sharesFile(file.path, with: other.name, isWhole: file.isWhole)
      }
    }
    return nil
  }

  /// Creates the programs' colour files, and adds nightd's lines to the user's files.
  ///
  /// Returns the programs that are now on, the programs that accepted their configuration before
  /// nightd changed it, and the reasons why the remaining programs are not on.
  ///
  /// If a program accepted its configuration before but refuses it now, its files are restored at
  /// once.
  func switchOn(
    _ programs: [WantedProgram],
    _ editor: ProgramEditor,
    _ check: ProgramCheck,
    isDryRun: Bool
  ) throws(Failure) -> (on: [WantedProgram], accepted: Set<String>, failures: [Failure]) {
    let context = check.context
    var on: [WantedProgram] = []
    var accepted: Set<String> = []
    var failures: [Failure] = []
    for program in programs {
      if !program.program.isHere(context) {
        try output.sentences([ProgramMessages.notInstalledYet(program.program)])
      } else if program.program.folder.hasPrefix(context.config("nightd/programs/")) {
        try output.sentences(missingCommands(of: program))
      }
      let before = isDryRun ? nil : check.verdict(on: program)
      if case .refused(let words)? = before {
        try output.sentences(ProgramMessages.refusesAlready(program.name, words))
      }
      let mark = editor.mark
      try editor.switchOn(program)
      if before == .accepted, case .refused(let words)? = check.verdict(on: program) {
        editor.undo(after: mark)
        failures.append(givenBack(program.name, words))
      } else {
        on.append(program)
        if before == .accepted { accepted.insert(program.name) }
      }
    }
    return (on, accepted, failures)
  }

  /// Switches off the programs that refuse their new settings; returns the reasons that they give.
  func takeBack(
    _ refused: [(program: WantedProgram, words: String)],
    _ client: Client
  ) throws(Failure) -> [Failure] {
    guard !refused.isEmpty else { return [] }
    let (programs, names) = (refused.map(\.program), refused.map(\.program.name))
    let record = try programSession(client).file.content
    try announceRestorations(in: record, of: names, except: programs, isDryRun: false)
    try switchOff(programs, client, isDryRun: false)
    return refused.map { givenBack($0.program.name, $0.words) }
  }

  private func givenBack(_ name: String, _ words: String) -> Failure {
    for line in ProgramMessages.refusesEdit(name, words) { output.complain(line) }
    return .system(ProgramMessages.givenBack(name))
  }

  // MARK: - Programs that follow the style by themselves

  /// Stores in the preferences that the programs follow the style by themselves again.
  private func storeFollowing(_ names: [String], _ client: Client) throws(Failure) {
    guard !names.isEmpty else { return }
    try store(PreferenceTable.programsOff, client) { switchedOff($0, except: names) }
  }

  /// Removes `names` from `off`; “all” is first replaced by the names of all programs that follow
  /// the style by themselves.
  private func switchedOff(_ off: [String], except names: [String]) -> [String] {
    let isAll = off.contains(ProgramsOff.all) && !names.isEmpty
    let all = isAll ? ProgramCatalog(environment: environment).all().programs : []
    let before = isAll ? all.filter(\.followsItself).map(\.name) : off
    return before.filter { !names.contains($0) }
  }

  /// Prints the results for programs that follow the style by themselves and were switched on.
  private func tellFollowing(
    _ names: [String],
    _ results: [ProgramApplier.Result],
    _ session: ProgramSession,
    isDryRun: Bool
  ) throws(Failure) {
    guard !names.isEmpty else { return }
    guard session.isActive else { return try output.sentences([ProgramMessages.nobodyHasChosen]) }
    for name in names {
      if let written = results.first(where: { $0.name == name })?.written, !written.isEmpty {
        try output.sentences(written.map { ProgramMessages.written($0, isDryRun: isDryRun) })
      } else if !session.followers.contains(where: { $0.name == name && session.isFollowing($0) }) {
        try output.sentences([ProgramMessages.isNotNeeded(name)])
      }
    }
  }
}
