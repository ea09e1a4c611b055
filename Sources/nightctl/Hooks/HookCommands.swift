import Glibc
import NightBus
import NightClient
import NightCore
import NightPrograms
import NightStore

/// The commands `hooks`, `hooks run`, `hooks log`, `hooks check` and `hooks new`.
struct HookCommands: Command {
  let nightctl: Nightctl

  private static let darkman: BusName = "nl.whynothugo.darkman"
  private static let busMilliseconds = 1_000

  func hooks(_ invocation: Invocation) throws(Failure) {
    let finder = HookFinder(environment: environment)
    let hooks = finder.hooks()
    complain(of: HookFolderProblems(finder.folders))
    let log = try hookLog()
    let running = runningHooks()
    let rows = hooks.map {
      HookRow(hook: $0, last: log.entry($0.file.path), running: running[$0.file.path])
    }
    guard !invocation.has(.json) else {
      return try output.json(.object([.init(name: "hooks", value: .array(rows.map(\.json)))]))
    }
    guard !rows.isEmpty else { return try output.sentences([HookMessages.noHooks(ownHookFolder)]) }
    try output.sentences(HookMessages.hooks(rows))
  }

  private func complain(of problems: HookFolderProblems) {
    for problem in problems.sentences { output.complain("nightctl: " + problem) }
  }

  /// Runs the given hooks; without a name all that are for the present style.
  func runHooks(_ invocation: Invocation) throws(Failure) {
    let finder = HookFinder(environment: environment)
    var hooks = finder.hooks()
    let isDaemon = environment(RunnerProtocol.variable) == RunnerProtocol.daemon
    complain(of: HookFolderProblems(finder.folders))
    for name in invocation.operands where !hooks.contains(where: { $0.file.name == name }) {
      throw .system(HookMessages.noHook(name, hooks.map(\.file.name)))
    }
    if !invocation.operands.isEmpty {
      hooks = hooks.filter { invocation.operands.contains($0.file.name) }
    }
    let client = try client()
    let hasDarkmanHooks = hooks.contains { $0.file.kind.isDarkman }
    let isDarkmanRunning = hasDarkmanHooks ? try darkmanRuns(client) : false
    let snapshot = try ask(client) { (client) throws(ClientError) in try client.get() }
    let folder = PublishedReader.folder(environment: environment)
    // A run that an earlier nightd started may still be under way.
    let lock = try RunLock(.hooks, environment: environment, isDaemon: isDaemon)
    defer { lock.release() }
    let given = GivenAppearance(in: folder)
    var input = try hookInput(client, snapshot, previous: given?.style)
    guard invocation.operands.isEmpty else {
      input.isNamed = true
      return try runNamed(hooks, input, isDarkmanRunning: isDarkmanRunning)
    }
    if isDarkmanRunning { hooks.removeAll { $0.file.kind.isDarkman } }
    var new = GivenAppearance(snapshot)
    // nightd starts this for each change and at its own start. Hooks that already have this
    // appearance in this session are not run again.
    if isDaemon, let given, given.isComplete, given.looksLike(new) { return }
    new.save(in: folder)
    let end = try run(hooks, input, isDaemon: isDaemon)
    if case .done = end {
      new.isComplete = true
      new.save(in: folder)
    }
    try finish(end)
  }

  /// Runs the hooks that the user named; a hook that does not run is a failure, with its reason.
  private func runNamed(
    _ hooks: [HookFinder.Hook],
    _ input: HookRunner.Input,
    isDarkmanRunning: Bool
  ) throws(Failure) {
    var ready: [HookFinder.Hook] = []
    var failures: [Failure] = []
    for hook in hooks {
      let path = hook.file.path
      if let problem = hook.problem {
        failures.append(.system(problem))
      } else if hook.state == .empty {
        failures.append(.system(HookMessages.hookIsEmpty(path)))
      } else if hook.file.kind.isDarkman, isDarkmanRunning {
        failures.append(.system(HookMessages.darkmanRunsHook(path)))
      } else if hook.file.isFor(input.style) {
        ready.append(hook)
      } else if !hooks.contains(where: {
        $0.file.name == hook.file.name && $0.file.isFor(input.style)
      }) {
        failures.append(.system(HookMessages.hookIsForOtherStyle(path, input.style)))
      }
    }
    do throws(Failure) { try finish(run(ready, input, isDaemon: false)) } catch {
      failures.append(error)
    }
    for failure in failures.dropLast() { output.complain("nightctl: " + failure.sentence) }
    if let failure = failures.last { throw failure }
  }

  private func finish(_ end: HookRunner.End) throws(Failure) {
    switch end {
    case .done(failed: 0), .outdated: break
    case .done(let count): throw .system(HookMessages.hooksFailed(count))
    case .stopped: throw .system(HookMessages.hooksStopped)
    }
  }

  private func run(
    _ hooks: [HookFinder.Hook],
    _ input: HookRunner.Input,
    isDaemon: Bool
  ) throws(Failure) -> HookRunner.End {
    for hook in hooks {
      guard case .refused = hook.state, let problem = hook.problem else { continue }
      output.complain("nightctl: " + problem)
    }
    var log = try hookLog()
    var running = RunningHooks(in: PublishedReader.folder(environment: environment))
    var starts: [String: Instant] = [:]
    let end: HookRunner.End
    do throws(BusError) {
      let runner = try HookRunner(
        hooks,
        input,
        output,
        onStart: { [self] file in
          starts[file.path] = now
          running.add(file.path, at: now)
        }
      ) { [self] file, result in
        if result.isFailed {
          let sentence = HookMessages.hookFailed(file.path, result.end)
          output.complain("nightctl: " + sentence)
          // nightd keeps standard output for nightctl programs and the doctor.
          if isDaemon { try? output.line(sentence) }
        }
        log.add(
          HookLog.Entry(
            path: file.path,
            time: starts[file.path] ?? now,
            milliseconds: result.milliseconds,
            isFailed: result.isFailed,
            end: result.end,
            output: result.output
          )
        )
        // Each result is stored at once, because this program may be killed during the next hook.
        log.save()
        running.remove(file.path)
      }
      if isDaemon { runner.obey(STDIN_FILENO) }
      end = try runner.run()
    } catch {
      throw .client(ClientError(error))
    }
    return end
  }

  func hookLog(_ invocation: Invocation) throws(Failure) {
    let name = invocation.operand ?? ""
    let all = HookFinder(environment: environment).hooks()
    let hooks = all.filter { $0.file.name == name }
    let log = try hookLog()
    guard !hooks.isEmpty else {
      throw .system(HookMessages.noHook(name, all.map(\.file.name)))
    }
    let running = runningHooks()
    // darkman has a hook of the same name for each style.
    for hook in hooks {
      if let state = running[hook.file.path] {
        try output.sentences([HookMessages.hookState(state) + "  \(hook.file.path)"])
        if log.entry(hook.file.path) == nil { continue }
      }
      guard let entry = log.entry(hook.file.path) else {
        try output.sentences([HookMessages.hookNeverRan(hook.file.path)])
        continue
      }
      try output.sentences([
        HookMessages.hookResult(entry, at: LocalTime(entry.time)) + "  \(entry.path)"
      ])
      let lines = entry.output.split(separator: "\n").map(String.init)
      try output.list(lines.isEmpty ? [HookMessages.hookPrintedNothing] : lines)
    }
  }

  /// Finds hooks that are not run, and files in folders in which no hook is searched.
  func checkHooks(_ invocation: Invocation) throws(Failure) {
    let finder = HookFinder(environment: environment)
    var problems = HookFolderProblems(finder.folders).sentences
    problems += finder.hooks().compactMap(\.problem)
    problems += misplacedHooks(finder.folders).map { HookMessages.misplacedHook($0.path, $0.right) }
    guard !problems.isEmpty else { return try output.sentences([HookMessages.hooksAreFine]) }
    try output.sentences(problems)
    throw .system(HookMessages.hookProblems(problems.count))
  }

  /// Files in folders that people often mistake for those of hooks.
  private func misplacedHooks(_ folders: HookFolders) -> [(path: String, right: String)] {
    let base = BaseFolders(environment: environment)
    guard let config = base.config, let data = base.data, let own = folders.own else { return [] }
    let wrong = [
      ("\(config)/nightd/hooks", own), ("\(config)/hooks.d", own),
      ("\(config)/dark-mode.d", "\(data)/dark-mode.d"),
      ("\(config)/light-mode.d", "\(data)/light-mode.d"),
      ("\(config)/darkman/dark-mode.d", "\(data)/dark-mode.d"),
      ("\(config)/darkman/light-mode.d", "\(data)/light-mode.d"),
      ("\(data)/darkman/dark-mode.d", "\(data)/dark-mode.d"),
      ("\(data)/darkman/light-mode.d", "\(data)/light-mode.d"),
    ]
    return wrong.flatMap { folder, right in
      ((try? Disk.system.list(folder, 64)) ?? []).map { ("\(folder)/\($0)", right) }
    }
  }

  /// Makes a hook from a template.
  func newHook(_ invocation: Invocation) throws(Failure) {
    let name = invocation.operand ?? ""
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), HookFile.ignored(name) == nil,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw invocation.usage(HookMessages.noHookName(name)) }
    guard let folder = ownHookFolder else {
      throw .system(Messages.noFolder("XDG_CONFIG_HOME"))
    }
    let path = folder + "/" + name
    guard access(path, F_OK) != 0 else { throw .system(HookMessages.hookExists(path)) }
    try UserFile(path: path).write(Array(HookTemplate.text.utf8), mode: 0o700)
    try output.line(path)
  }

  // MARK: - What the commands read

  private var ownHookFolder: String? {
    HookFolders(BaseFolders(environment: environment)).own
  }

  private func hookLog() throws(Failure) -> HookLog {
    guard let folders = StandardFolders(environment: environment) else {
      throw .system(Messages.noFolder("XDG_STATE_HOME"))
    }
    return HookLog(in: folders.stateFolder)
  }

  private func runningHooks() -> [String: RunningHooks.State] {
    RunningHooks(readingFrom: PublishedReader.folder(environment: environment)).states()
  }

  private func hookInput(
    _ client: Client,
    _ snapshot: Snapshot,
    previous: Style?
  ) throws(Failure) -> HookRunner.Input {
    let (scheme, _) = try colorScheme(client)
    let key = PreferenceKey(known: PreferenceTable.hookSeconds)
    let value = try ask(client) { (client) throws(ClientError) in try client.read(key).value }
    let colors = scheme.roleNames.compactMap { role in
      scheme.themeColor(role).map { (role: role, color: $0) }
    }
    var variables = ChangeEnvironment(snapshot: snapshot, colors: colors, previous: previous)
      .variables
    // A hook never forces a style on the programs that it starts.
    variables[RunnerProtocol.variable] = ""
    return HookRunner.Input(
      style: snapshot.appearance.style,
      previous: previous,
      reason: snapshot.appearance.reason.rawValue,
      minute: LocalTime(now).minuteOfDay,
      environment: variables.merging(SessionVariables(environment).missing) { own, _ in own },
      limitSeconds: { if case .integer(let seconds) = value { Int(seconds) } else { 30 } }()
    )
  }

  /// Whether darkman runs its own scripts, so that nightd must not run them as well.
  private func darkmanRuns(_ client: Client) throws(Failure) -> Bool {
    var isOwned = false
    do throws(ClientError) {
      let connection = try client.connect()
      do throws(BusError) {
        let loop = try Loop()
        try connection.attach(to: loop)
        let owner = try NameOwner(
          of: Self.darkman,
          on: connection,
          milliseconds: Self.busMilliseconds,
          onRefusal: { _ in loop.stop() }
        ) { owner in
          isOwned = owner != nil
          loop.stop()
        }
        try loop.run()
        withExtendedLifetime(owner) {}
      } catch { throw ClientError(error) }
    } catch { throw .client(error) }
    return isOwned
  }
}

extension HookFinder.Hook {
  /// A sentence about why the hook cannot run; nil if it can, or if it was switched off.
  fileprivate var problem: String? {
    switch state {
    case .ready, .empty: nil
    case .notExecutable: HookMessages.hookNotExecutable(file.path)
    case .refused(let why): HookMessages.hookRefused(file.path, why)
    }
  }
}

/// A hook, and how its last run went.
struct HookRow {
  let hook: HookFinder.Hook
  let last: HookLog.Entry?
  /// Nil unless the hook is running, or was interrupted.
  let running: RunningHooks.State?

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(hook.file.name)),
      .init(name: "path", value: .string(hook.file.path)),
      .init(name: "darkman", value: .bool(hook.file.kind.isDarkman)),
      .init(name: "parallel", value: .bool(hook.file.isParallel)),
      .init(name: "state", value: .string(state)),
    ]
    if case .refused(let why) = hook.state {
      members.append(.init(name: "why", value: .string(why)))
    }
    switch running {
    case nil: break
    case .running(let start):
      members += [
        .init(name: "running", value: .bool(true)),
        .init(name: "since", value: .string(start.iso)),
      ]
    case .interrupted(let start):
      members += [
        .init(name: "interrupted", value: .bool(true)),
        .init(name: "since", value: .string(start.iso)),
      ]
    }
    if let last {
      members += [
        .init(name: "time", value: .string(last.time.iso)),
        .init(name: "milliseconds", value: .integer(last.milliseconds)),
        .init(name: "failed", value: .bool(last.isFailed)),
        .init(name: "end", value: .string(last.end)),
      ]
    }
    return .object(members)
  }

  private var state: String {
    switch hook.state {
    case .ready: "ready"
    case .empty: "off"
    case .notExecutable: "not-executable"
    case .refused: "refused"
    }
  }
}

/// The text of a new hook.
private enum HookTemplate {
  static let text = """
    #!/bin/sh
    # Runs after each change of what programs paint with. $1 is the new style, light or dark, and $2
    # the previous one, which is empty at the start of a session. The environment has NIGHTD_THEME,
    # NIGHTD_REASON, NIGHTD_SERIAL, NIGHTD_CONTRAST, NIGHTD_ACCENT, and the theme's colours, such as
    # NIGHTD_COLOR_SURFACE. Comments such as “nightd: reason schedule hold” and “nightd: time
    # 18:00-23:30”, each on a line of its own, let it run only for these reasons or at these times.

    case $1 in
      dark) echo "it is dark now" ;;
      light) echo "it is light now" ;;
    esac

    """
}
