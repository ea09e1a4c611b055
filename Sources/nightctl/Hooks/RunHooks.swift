import Glibc
import NightBus
import NightClient
import NightCore
import NightPrograms
import NightStore

/// The command `hooks run`.
struct RunHooks: Command {
  let nightctl: Nightctl

  private static let darkman: BusName = "nl.whynothugo.darkman"
  private static let busMilliseconds = 1_000

  /// Runs the hooks whose names the user gave; without names, runs all hooks that apply to the
  /// present style.
  func runHooks(_ invocation: Invocation) throws(Failure) {
    let finder = HookFinder(environment: environment)
    var hooks = finder.hooks()
    let isDaemon = environment(RunnerProtocol.variable) == RunnerProtocol.daemon
    HookFolderProblems(finder.folders).complain(output)
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
    // A run of hooks that an earlier nightd started may not have ended yet, so take the hooks'
    // lock.
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
    // nightd starts this command after each change and when nightd itself starts. If the hooks have
    // already run with this appearance in this session, do not run them again.
    if isDaemon, let given, given.isComplete, given.looksLike(new) { return }
    new.save(in: folder)
    let end = try run(hooks, input, isDaemon: isDaemon)
    if case .done = end {
      new.isComplete = true
      new.save(in: folder)
    }
    try finish(end)
  }

  /// Runs the hooks whose names the user gave; if a hook cannot run, the error says why.
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
    case .stopped: throw .system("the hooks were stopped")
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
    var log = try HookLog(environment)
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
          let sentence = "\(file.path) \(result.end)"
          output.complain("nightctl: " + sentence)
          // nightd stores nightctl's standard output; `nightctl programs` and the doctor then show
          // this sentence.
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
        // Store each result at once, because this program may be killed while the next hook runs.
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
    // Set this variable to the empty string, because a nightctl that a hook starts must not act as
    // if nightd had started it.
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

  /// Whether darkman is running; if so, darkman runs its own scripts, and nightd must not run them.
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
  /// A sentence that says why the hook cannot run; nil if it can, or if it was switched off.
  var problem: String? {
    switch state {
    case .ready, .empty: nil
    case .notExecutable: HookMessages.hookNotExecutable(file.path)
    case .refused(let why): "\(file.path) is not run: \(why)"
    }
  }
}
