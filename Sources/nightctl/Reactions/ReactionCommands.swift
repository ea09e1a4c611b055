import Glibc
import NightBus
import NightClient
import NightCore
import NightPublished
import NightReactions
import NightValues

/// The commands `reactions`, `reactions on`, `reactions off` and `reactions apply`.
extension Nightctl {
  /// Lists the daemon's own reactions, and all ready reactions.
  func reactions(_ invocation: Invocation) throws(Failure) {
    let client = try client()
    let reports = try ask(client) { (client) throws(ClientError) in
      try client.reactions(.forbidden)
    }
    let on = try reactionsOn(client)
    let finder = ProgramFinder(environment: environment)
    let problems = try noEffects(client, on, finder)
    let states = ReadyReactions.all.map { reaction in
      ReactionState(
        reaction: reaction,
        isOn: on.contains(reaction.name),
        isInstalled: reaction.isInstalled(finder),
        problem: problems[reaction.name]
      )
    }
    guard !invocation.has(.json) else {
      return try output.json(
        .object([
          .init(name: "reactions", value: .array(reports.map { JSON.object($0.json) })),
          .init(name: "ready", value: .array(states.map(\.json))),
        ])
      )
    }
    try show(reports)
    try output.sentences(Messages.readyReactions(states))
  }

  private func show(_ reports: [ReactionReport]) throws(Failure) {
    guard !reports.isEmpty else { return try output.sentences([Messages.nothingRun]) }
    let width = reports.map(\.name.count).max() ?? 0
    for report in reports {
      let time = report.last.map { LocalTime($0.time) }
      try output.sentences([Messages.reaction(report, at: time, width: width)])
      guard let last = report.last else { continue }
      for line in last.output.split(separator: "\n") { try output.list(["    " + line]) }
    }
  }

  /// Switches ready reactions on: makes their files, adds their lines, and tells running programs.
  func switchReactionsOn(_ invocation: Invocation) throws(Failure) {
    let named = try readyReactions(invocation)
    let client = try client()
    let context = try reactionContext(client)
    let isDryRun = invocation.has(.onlyPrint)
    let lock = isDryRun ? nil : try reactionLock()
    defer { lock?.release() }
    let editor = try ReactionEditor(context, output, isDryRun: isDryRun)
    try editor.requireWholeRecord()
    let finder = ProgramFinder(environment: environment)
    // The others are switched on all the same.
    var failures = named.compactMap { reaction in
      reaction.blocker(context).map { Failure.system(Messages.notSwitchedOn(reaction.name, $0)) }
    }
    let reactions = named.filter { $0.blocker(context) == nil }
    guard !reactions.isEmpty else { return try fail(failures) }
    do throws(Failure) {
      for reaction in reactions {
        if !reaction.isInstalled(finder) {
          try output.sentences([Messages.notInstalledYet(reaction)])
        }
        try editor.switchOn(reaction)
      }
      guard !isDryRun else {
        try output.sentences([Messages.nothingDone])
        return try fail(failures)
      }
      try storeReactions(client) { names in
        names + reactions.map(\.name).filter { !names.contains($0) }
      }
    } catch {
      // A reaction that is not on must leave nothing behind.
      editor.undoAll()
      throw error
    }
    do throws(Failure) {
      try apply(reactions, context, always: true)
      try checkEffects(reactions, editor)
    } catch { failures.append(error) }
    try fail(failures)
  }

  /// Switches ready reactions off: removes their lines and files.
  func switchReactionsOff(_ invocation: Invocation) throws(Failure) {
    let reactions = try readyReactions(invocation)
    let isDryRun = invocation.has(.onlyPrint)
    let client = try client()
    let inUse = try reactionsInUse(client).map(\.name)
    for reaction in reactions where !inUse.contains(reaction.name) {
      try output.sentences([Messages.isOffAlready(reaction.name)])
    }
    if !isDryRun { try storeReactionsOff(reactions, client) }
    let left = try switchOff(reactions, client, isDryRun: isDryRun)
    if left > 0, !isDryRun { throw .system(Messages.linesLeft(left)) }
    if isDryRun { try output.sentences([Messages.nothingDone]) }
  }

  /// The reactions that are on, and those that left something in the user's files.
  func reactionsInUse(_ client: Client) throws(Failure) -> [ReadyReaction] {
    let on = try reactionsOn(client)
    let context = try reactionContext(client)
    let record = try RecordFile<ReactionRecord>(context, keepsAside: false)
    let editor = try ReactionEditor(context, output, isDryRun: true)
    // If `off` could not read the record of pictures, the user's picture is still to be restored.
    let pictures = try? RecordFile<WallpaperRecord>(context, keepsAside: false)
    let hasPictures = pictures.map { $0.damage != nil || !$0.content.isEmpty } ?? true
    return ReadyReactions.all.filter { reaction in
      on.contains(reaction.name) || record.content.entries[reaction.name] != nil
        || editor.hasLeft(reaction)
        || hasPictures && reaction.group == .wallpaper
    }
  }

  /// Takes reactions out of the preference of those that are on.
  func storeReactionsOff(
    _ reactions: [ReadyReaction],
    _ client: Client
  ) throws(Failure) {
    try storeReactions(client) { names in
      names.filter { name in !reactions.contains { $0.name == name } }
    }
  }

  /// Removes the lines and files of reactions; returns how many lines are left for the user.
  ///
  /// The preference must say off before: while it says on, a change of the style would write the
  /// files again.
  @discardableResult
  func switchOff(
    _ reactions: [ReadyReaction],
    _ client: Client,
    isDryRun: Bool
  ) throws(Failure) -> Int {
    let context = try reactionContext(client)
    // An apply under way would write the files again after they are removed.
    let lock = isDryRun ? nil : try reactionLock()
    defer { lock?.release() }
    // A record that cannot be read now ends the command before it changes anything.
    let editor = try ReactionEditor(context, output, isDryRun: isDryRun)
    var failures: [Failure] = []
    for reaction in reactions {
      do throws(Failure) { try editor.switchOff(reaction) } catch { failures.append(error) }
    }
    if !isDryRun {
      let stamps = reactionStamps()
      for reaction in reactions { stamps.remove(reaction.name) }
      stamps.save()
      do throws(Failure) {
        try complain(
          run(context) { (applier) throws(BusError) in try applier.restore(reactions) }
        )
      } catch { failures.append(error) }
    }
    do throws(Failure) { try editor.requireWholeRecord() } catch { failures.append(error) }
    try fail(failures)
    return editor.linesLeft
  }

  /// Applies all reactions that are on, or the given ones; nightd runs this after each change.
  func applyReactions(_ invocation: Invocation) throws(Failure) {
    let client = try client()
    let lock = try reactionLock()
    defer { lock.release() }
    let context = try reactionContext(client)
    let record = try RecordFile<ReactionRecord>(context, keepsAside: true)
    guard invocation.operands.isEmpty else {
      try apply(try readyReactions(invocation), context, always: true)
      return try record.requireWhole()
    }
    let on = try reactionsOn(client)
    let finder = ProgramFinder(environment: environment)
    let reactions = ReadyReactions.all.filter { reaction in
      on.contains(reaction.name) && reaction.isInstalled(finder)
    }
    // The files of colours are nightd's own, so a damaged record does not keep them from following.
    let results = try apply(reactions, context, always: false)
    try record.requireWhole()
    guard environment(RunnerProtocol.variable) != RunnerProtocol.daemon,
      results.allSatisfy({ $0.written.isEmpty && !$0.isAnnounced })
    else { return }
    try output.sentences([on.isEmpty ? Messages.noReactionIsOn : Messages.colorsAlready])
  }

  @discardableResult
  private func apply(
    _ reactions: [ReadyReaction],
    _ context: ReactionContext,
    always: Bool
  ) throws(Failure) -> [ReactionApplier.Result] {
    let results = try run(context) { (applier) throws(BusError) in
      try applier.apply(reactions, always: always)
    }
    try complain(results)
    return results
  }

  private func run(
    _ context: ReactionContext,
    _ body: (ReactionApplier) throws(BusError) -> [ReactionApplier.Result]
  ) throws(Failure) -> [ReactionApplier.Result] {
    do throws(BusError) {
      return try body(
        ReactionApplier(
          context,
          ProgramFinder(environment: environment),
          stamps: reactionStamps()
        )
      )
    } catch {
      throw .client(ClientError(error))
    }
  }

  private func complain(_ results: [ReactionApplier.Result]) throws(Failure) {
    let problems = results.flatMap { result in result.problems.map { "\(result.name): \($0)" } }
    let isDaemon = environment(RunnerProtocol.variable) == RunnerProtocol.daemon
    for problem in problems {
      output.complain("nightctl: " + problem)
      // nightd keeps standard output for nightctl reactions and the doctor.
      if isDaemon { try output.line(problem) }
    }
    guard problems.isEmpty else { throw .system(Messages.reactionsFailed(results)) }
  }

  // MARK: - What the commands read

  private func readyReactions(_ invocation: Invocation) throws(Failure) -> [ReadyReaction] {
    try invocation.operands.map { (name) throws(Failure) in
      guard let reaction = ReadyReactions.reaction(name) else {
        throw .usage(
          Messages.noReaction(name, ReadyReactions.all.map(\.name)),
          help: invocation.command
        )
      }
      return reaction
    }
  }

  /// The names of the reactions that are on.
  func reactionsOn(_ client: Client) throws(Failure) -> [String] {
    let key = PreferenceKey(known: PreferenceTable.reactions)
    let value = try ask(client) { (client) throws(ClientError) in try client.read(key).value }
    guard case .array(let values) = value else { return [] }
    return values.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  private func storeReactions(
    _ client: Client,
    _ change: ([String]) -> [String]
  ) throws(Failure) {
    let names = try reactionsOn(client)
    let changed = change(names)
    guard changed != names else { return }
    let key = PreferenceKey(known: PreferenceTable.reactions)
    _ = try ask(client) { (client) throws(ClientError) in
      try client.write([PreferenceEdit(key, .array(changed.map(PreferenceValue.string)))])
    }
  }

  private func reactionLock() throws(Failure) -> RunLock {
    try RunLock(
      .reactions,
      environment: environment,
      isDaemon: environment(RunnerProtocol.variable) == RunnerProtocol.daemon
    )
  }

  private func reactionStamps() -> ReactionStamps {
    let folder = PublishedReader.folder(environment: environment)
    return ReactionStamps(in: access(folder, W_OK) == 0 ? folder : nil)
  }
}
