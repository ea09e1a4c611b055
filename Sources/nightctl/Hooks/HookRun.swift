import Glibc
import NightBus
import NightCore
import NightPrograms

/// One run of one hook: its output is read through a pipe, and its time is limited.
///
/// The hook has its own process group. A process that the hook leaves behind keeps running. Until
/// such a process ends, a `cat` copies the process's output to nightctl's standard error.
final class HookRun {
  /// The maximum output in bytes; a hook that prints more than this is stopped.
  private static let mostBytes = 1 << 20

  struct Result: Equatable {
    var milliseconds: UInt64
    var isFailed: Bool
    var end: String
    var output: String
  }

  private let startedAt = Timer.now()
  private let loop: Loop
  private let output: FileDescriptor
  private var watch: Watch?
  private var child: ChildProcess?
  private var tail = OutputTail()
  private var isFlood = false
  private let onOutput: ([UInt8]) -> Void
  private let onEnd: (HookRun, Result) -> Void

  init(
    _ file: HookFile,
    _ arguments: [String],
    environment: [String: String],
    limitSeconds: Int,
    on loop: Loop,
    onOutput: @escaping ([UInt8]) -> Void,
    onEnd: @escaping (HookRun, Result) -> Void
  ) throws(BusError) {
    self.loop = loop
    self.onOutput = onOutput
    self.onEnd = onEnd
    // Use a pipe and not a socket, as `OutputReader` does, because scripts may open /dev/stdout,
    // and a socket cannot be opened by its path.
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(call: "pipe", errno: errno) }
    output = try FileDescriptor(ends[0], from: "pipe")
    let writing = try FileDescriptor(ends[1], from: "pipe")
    watch = loop.watch(output.number, events: Int16(POLLIN)) { [unowned self] _ in
      if !readSome() { watch = nil }
    }
    child = try ChildProcess(
      [file.path] + arguments,
      environment: environment,
      output: writing.number,
      errors: writing.number,
      endsGroup: false,
      limit: limitSeconds * 1_000,
      on: loop
    ) { [unowned self] end in ended(end) }
    // Keep the pipe's writing end open until here: otherwise, an optimized build may close it
    // before the hook's process has inherited it.
    withExtendedLifetime(writing) {}
  }

  /// Stops the hook, because nightctl was asked to stop.
  func stop() { child?.stop() }

  /// Reads the output that is available; returns false at the end of the output.
  private func readSome() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = read(output.number, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    let bytes = Array(buffer.prefix(count))
    tail.append(bytes)
    onOutput(bytes)
    if tail.count > Self.mostBytes, !isFlood {
      isFlood = true
      watch = nil
      child?.stop()
    }
    return true
  }

  private func ended(_ end: ProgramEnd) {
    withExtendedLifetime(self) {
      drain()
      watch = nil
      onEnd(self, result(end))
    }
  }

  /// Reads the output that the hook printed before it ended.
  ///
  /// If another process still writes to the pipe, a `cat` continues to read from the pipe. If no
  /// process read the pipe, SIGPIPE would kill the writing process when it next prints something.
  private func drain() {
    while !isFlood {
      var entry = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 0) > 0 else { break }
      guard readSome() else { return }
    }
    guard !isFlood else { return }
    LeftoverOutput.passOn(output.number)
  }

  private func result(_ end: ProgramEnd) -> Result {
    let failure = isFlood ? HookMessages.hookFlooded(Self.mostBytes) : end.failure
    return Result(
      milliseconds: (Timer.now() &- startedAt) / 1_000_000,
      isFailed: failure != nil,
      end: failure ?? HookMessages.hookDone,
      output: tail.text
    )
  }
}

/// Lets a process that outlives its hook continue to print.
private enum LeftoverOutput {
  private static let cat = "/bin/cat"

  static func passOn(_ pipe: Int32) {
    // `cat` passes on what a process prints that outlives its hook. If `cat` is missing, that process
    // gets SIGPIPE when it next prints something.
    _ = try? DetachedProcess.start([cat], environment: [:], input: pipe, output: STDERR_FILENO)
  }
}
