import Glibc
import NightBus
import NightCore
import NightPrograms

/// Runs the hooks for a change one after the other, except hooks that may run in parallel.
final class HookRunner {
  /// The arguments, variables and limits that all hooks of one run share.
  struct Input {
    var style: Style
    var previous: Style?
    /// The reason for the style, such as `schedule`.
    var reason: String
    /// The time of day, in minutes since midnight.
    var minute: Int
    var environment: [String: String]
    var limitSeconds: Int
    /// Whether the user gave the hook's name; if so, the hook's comments about reasons and times
    /// are ignored.
    var isNamed = false
  }

  /// How a run of hooks ended.
  enum End: Equatable {
    case done(failed: Int)
    /// A newer run is waiting for this run to end.
    case outdated
    /// A signal asked nightctl to stop.
    case stopped
  }

  private let input: Input
  private let loop: Loop
  private let output: Output
  private let onStart: (HookFile) -> Void
  private let onResult: (HookFile, HookRun.Result) -> Void
  private var rest: ArraySlice<HookFinder.Hook>
  private var runs: [ObjectIdentifier: HookRun] = [:]
  /// The running hook that must end before the next one starts; nil if the next one can start now.
  private var blocking: ObjectIdentifier?
  private var failures = 0
  private var end: End?
  private var orders: Watch?
  private var signals: SignalWatch?

  init(
    _ hooks: [HookFinder.Hook],
    _ input: Input,
    _ output: Output,
    onStart: @escaping (HookFile) -> Void = { _ in },
    onResult: @escaping (HookFile, HookRun.Result) -> Void
  ) throws(BusError) {
    rest = hooks[...]
    self.input = input
    self.output = output
    self.onStart = onStart
    self.onResult = onResult
    loop = try Loop()
    signals = try loop.signals([SIGINT, SIGTERM, SIGHUP]) { [unowned self] _ in stop() }
  }

  /// Handles a line on standard input: after this line, nightctl starts no more hooks, but lets
  /// running hooks finish.
  ///
  /// The end of standard input has no effect.
  func obey(_ descriptor: Int32) {
    orders = loop.watch(descriptor, events: Int16(POLLIN)) { [unowned self] _ in
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { end = end ?? .outdated }
      orders = nil
    }
  }

  /// Runs the hooks; returns when all of them have ended.
  func run() throws(BusError) -> End {
    startNext()
    if !runs.isEmpty { try loop.run() }
    return end ?? .done(failed: failures)
  }

  private func stop() {
    end = .stopped
    for run in runs.values { run.stop() }
  }

  private func startNext() {
    while blocking == nil, end == nil, let hook = rest.popFirst() {
      guard runsNow(hook) else { continue }
      start(hook.file)
    }
    if runs.isEmpty { loop.stop() }
  }

  /// Whether the hook is meant for the style, reason and time of this run, or the user gave the
  /// hook's name.
  private func runsNow(_ hook: HookFinder.Hook) -> Bool {
    hook.state == .ready
      && (input.isNamed
        || hook.file.isFor(input.style)
          && hook.header.allows(reason: input.reason, minute: input.minute))
  }

  private func start(_ file: HookFile) {
    // Record the start first. Otherwise, if nightctl is killed, a hook that has started could be
    // listed as if it had not run.
    onStart(file)
    do throws(BusError) {
      let run = try HookRun(
        file,
        file.arguments(input.style, previous: input.previous),
        environment: input.environment,
        limitSeconds: input.limitSeconds,
        on: loop,
        onOutput: { [output] bytes in output.passOn(bytes) },
        onEnd: { [unowned self] run, result in ended(file, run, result) }
      )
      runs[ObjectIdentifier(run)] = run
      if !file.isParallel { blocking = ObjectIdentifier(run) }
    } catch {
      failures += 1
      // The hook's file may have been removed after the list of hooks was made.
      onResult(
        file,
        HookRun.Result(
          milliseconds: 0,
          isFailed: true,
          end: HookMessages.hookNotStarted(error),
          output: ""
        )
      )
    }
  }

  private func ended(_ file: HookFile, _ run: HookRun, _ result: HookRun.Result) {
    runs[ObjectIdentifier(run)] = nil
    if blocking == ObjectIdentifier(run) { blocking = nil }
    if result.isFailed { failures += 1 }
    onResult(file, result)
    startNext()
  }
}
