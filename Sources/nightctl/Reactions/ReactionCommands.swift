import Glibc
import NightBus
import NightClient
import NightCore
import NightPublished
import NightReactions
import NightStore
import NightThemes
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

  /// Prints what makes a reaction useless, and fails if there is such a reaction.
  private func checkEffects(
    _ reactions: [ReadyReaction],
    _ editor: ReactionEditor
  ) throws(Failure) {
    var names: [String] = []
    for reaction in reactions {
      let effect = editor.effect(of: reaction)
      guard let sentence = Messages.noEffect(effect, reaction.name) else { continue }
      names.append(reaction.name)
      // The editor has printed this one.
      if case .refused = effect { continue }
      try output.sentences([sentence])
    }
    guard names.isEmpty else { throw .system(Messages.haveNoEffect(names)) }
  }

  /// Why reactions that are on have no effect, by name.
  private func noEffects(
    _ client: Client,
    _ on: [String],
    _ finder: ProgramFinder
  ) throws(Failure) -> [String: String] {
    let reactions = ReadyReactions.all.filter { on.contains($0.name) && $0.isInstalled(finder) }
    guard !reactions.isEmpty else { return [:] }
    let editor = try ReactionEditor(try reactionContext(client), output, isDryRun: true)
    return reactions.reduce(into: [:]) {
      $0[$1.name] = Messages.noEffect(editor.effect(of: $1), $1.name)
    }
  }

  /// The names and sentences of reactions that are on without effect, for the doctor.
  func reactionProblems() -> [(name: String, sentence: String)] {
    guard let client = try? client(), let on = try? reactionsOn(client),
      let problems = try? noEffects(client, on, ProgramFinder(environment: environment))
    else { return [] }
    return on.compactMap { name in problems[name].map { (name, $0) } }
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
  private func reactionsOn(_ client: Client) throws(Failure) -> [String] {
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
      in: PublishedReader.folder(environment: environment),
      isDaemon: environment(RunnerProtocol.variable) == RunnerProtocol.daemon
    )
  }

  private func reactionStamps() -> ReactionStamps {
    let folder = PublishedReader.folder(environment: environment)
    return ReactionStamps(in: access(folder, W_OK) == 0 ? folder : nil)
  }

  /// The colours in effect and the user's folders.
  private func reactionContext(_ client: Client) throws(Failure) -> ReactionContext {
    let key = { (style: Style) in PreferenceKey(known: PreferenceTable.wallpaper(style)) }
    var preferences: [String: String] = [:]
    for style in [Style.light, .dark] {
      let value = try ask(client) { (client) throws(ClientError) in
        try client.read(key(style)).value
      }
      if case .string(let text) = value { preferences[key(style).name] = text }
    }
    return try reactionContext(client, preferences: preferences)
  }

  func reactionContext(
    _ client: Client,
    preferences: [String: String]
  ) throws(Failure) -> ReactionContext {
    let environment = environment
    let folders = BaseFolders(environment: environment)
    // Without them, paths would begin at the root of the file system.
    for (folder, variable) in [
      (folders.state, "XDG_STATE_HOME"), (folders.config, "XDG_CONFIG_HOME"),
    ] where folder == nil { throw .system(Messages.noFolder(variable)) }
    let variables = [
      "HOME", "WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "XDG_CURRENT_DESKTOP", "TMUX_TMPDIR",
      "XDG_SESSION_TYPE", "XENVIRONMENT", "GTK2_RC_FILES", "KDE_SESSION_VERSION",
      "QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
      "GSETTINGS_BACKEND", "BAT_CONFIG_PATH",
    ]
    let finder = ProgramFinder(environment: environment)
    let values = variables.reduce(into: [String: String]()) { $0[$1] = environment($1) }
    return ReactionContext(
      try colorScheme(client),
      folders,
      preferences: preferences,
      environment: { values[$0] },
      exists: { access($0, F_OK) == 0 },
      text: { path in
        let bytes = (try? UserFile(path: path).bytes()) ?? nil
        return bytes.flatMap { $0.count > mostText ? nil : String(decoding: $0, as: UTF8.self) }
      },
      programContains: { finder.contains($0, $1) },
      programExists: { finder.path(of: $0) != nil }
    )
  }

  /// The colours in effect: from the published state, or else from the daemon.
  func colorScheme(_ client: Client) throws(Failure) -> ColorScheme {
    if let state = PublishedReader(environment: environment).read(at: now) {
      let roles = state.palette.colors
      if !roles.isEmpty {
        return ColorScheme(state.snapshot.appearance, roles: roles)
      }
    }
    let (appearance, theme) = try ask(client) { (client) throws(ClientError) in
      (try client.get().appearance, try client.theme())
    }
    return ColorScheme(appearance, roles: theme.roleColors)
  }
}

/// The largest file, in bytes, in which nightctl looks for what overrides a line.
private let mostText = 4 << 20

extension ReadyReaction {
  fileprivate func isInstalled(_ finder: ProgramFinder) -> Bool {
    programs.contains { finder.path(of: $0) != nil }
  }
}

extension ColorScheme {
  fileprivate init(_ appearance: Appearance, roles: [(role: String, color: Color)]) {
    self.init(
      style: appearance.style,
      theme: appearance.theme,
      isHighContrast: appearance.isHighContrast,
      accent: appearance.accent.map(Color.init),
      roles: Dictionary(roles.map { ($0.role, $0.color) }) { first, _ in first }
    )
  }
}

/// A ready reaction, and whether it is in use here.
struct ReactionState {
  let reaction: ReadyReaction
  let isOn: Bool
  let isInstalled: Bool
  /// Why the reaction, which is on, has no effect; nil if it has.
  let problem: String?

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(reaction.name)),
      .init(name: "group", value: .string(reaction.group.rawValue)),
      .init(name: "on", value: .bool(isOn)),
      .init(name: "installed", value: .bool(isInstalled)),
    ]
    if isOn {
      members.append(.init(name: "effective", value: .bool(isInstalled && problem == nil)))
      if let problem { members.append(.init(name: "reason", value: .string(problem))) }
    }
    if case .tried(let version) = reaction.trial {
      members.append(.init(name: "tried", value: .string(version)))
    }
    if !reaction.note.isEmpty { members.append(.init(name: "note", value: .string(reaction.note))) }
    return .object(members)
  }
}
