import Glibc
import NightClient
import NightCore
import NightPrograms
import NightStore

/// The commands `programs` and `programs apply`.
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
}

extension ProgramCommands {
  /// Gives the colours to all programs that are on, or to the given programs.
  ///
  /// nightd runs this command after each change of the appearance.
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
      // The nightd that started this command has ended. Do nothing, because the next nightd will
      // start the command again.
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
      problems += made.problems.map { .init(name: WallpaperThemes.name, sentence: $0) }
    }
    if !isDaemon { try output.sentences(themes.map(ThemeMessages.isFromWallpaper)) }
    let results = try carryOut(order, session, problems: problems)
    try session.file.requireWhole()
    guard !isDaemon, named.isEmpty, themes.isEmpty,
      results.allSatisfy({ $0.written.isEmpty && $0.notes.isEmpty && !$0.isAnnounced })
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
  func carryOut(
    _ order: ProgramApplier.Order,
    _ session: ProgramSession,
    problems: [ProgramCatalog.Problem] = []
  ) throws(Failure) -> [ProgramApplier.Result] {
    var results = try apply(order, session)
    // Leave out problems that the results already contain: the program that shows the wallpaper may
    // have reported the same missing picture.
    results += problems.filter { problem in
      !results.contains { $0.name == problem.name && $0.problems.contains(problem.sentence) }
    }.map { ProgramApplier.Result(name: $0.name, problems: [$0.sentence]) }
    // For programs that are being switched off, do not list again the files that store the user's
    // earlier texts, because `announce` has already listed them.
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

  func names(_ name: String, _ client: Client) throws(Failure) -> [String] {
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
  /// If `evenIfSame` is true, nightd tries again to restore those of the user's values that it
  /// could not restore before.
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

  func programStamps() -> ProgramStamps {
    let folder = PublishedReader.folder(environment: environment)
    return ProgramStamps(in: access(folder, W_OK) == 0 ? folder : nil)
  }
}
