import Glibc
import Synchronization

/// A child process, with the test's ends of the child's streams.
///
/// The child has its own process group, default signal settings, and only the descriptors of its
/// three streams. When this object is released, the child's group is killed. Every wait uses poll.
/// While one thread waits for output, another thread may send signals but must not read.
package final class Program: Sendable {
  /// Where the child's input comes from.
  package enum Input: Sendable {
    case null
    case pipe
    /// The bytes are in an unnamed file, so the child never has to wait for them.
    case bytes([UInt8])
    /// The device of a terminal, which becomes the controlling terminal of a new session.
    case terminal(String)
  }

  /// Where one of the child's outputs goes.
  package enum Output: Sendable {
    case null
    case pipe
    /// The file is created or emptied; the output is then appended to it.
    case file(String)
  }

  /// Environment variables that sanitizers and coverage need in every child process.
  package static let passedOn = [
    "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE",
  ]

  let words: String
  let watch: ExitWatch
  let streams: Mutex<Streams>
  private let endExpected = Atomic(false)

  package var processIdentifier: Int32 { watch.processIdentifier }

  /// How the program ended; nil while it runs.
  package var exit: Exit? { watch.exit }

  /// Whether the test has told the program to end, or has waited for its end.
  package var isEndExpected: Bool { endExpected.load(ordering: .relaxed) }

  /// Marks the program's end as expected, for a test that ends the program by other means.
  package func expectEnd() { endExpected.store(true, ordering: .relaxed) }

  /// The last part of standard error, as messages show it.
  var errorTail: String { streams.withLock(\.errors.tail) }

  /// Everything that was read from standard error so far, including lines that other methods have
  /// returned.
  package var errorsSoFar: String {
    streams.withLock { String(decoding: $0.errors.bytes, as: UTF8.self) }
  }

  /// Starts a program with exactly this environment; a name without a slash is searched for on the
  /// PATH.
  package static func start(
    _ path: String,
    _ arguments: [String] = [],
    environment: [String: String] = ["LANG": "C.UTF-8"],
    folder: String? = nil,
    input: Input = .null,
    output: Output = .pipe,
    standardError: Output = .pipe
  ) throws(ProgramError) -> Program {
    try start(
      path,
      bytes: arguments.map { Array($0.utf8) },
      environment: environment,
      folder: folder,
      input: input,
      output: output,
      standardError: standardError
    )
  }

  /// Starts a program with arguments that need not be UTF-8.
  package static func start(
    _ path: String,
    bytes arguments: [[UInt8]],
    environment: [String: String] = ["LANG": "C.UTF-8"],
    folder: String? = nil,
    input: Input = .null,
    output: Output = .pipe,
    standardError: Output = .pipe
  ) throws(ProgramError) -> Program {
    var launch = Launch(
      path: path,
      arguments: arguments,
      environment: environment,
      folder: folder
    )
    if case .terminal(let path) = input { launch.terminal = path }
    return try Program(launch, input, output, standardError)
  }

  private init(
    _ launch: Launch,
    _ input: Input,
    _ output: Output,
    _ standardError: Output
  ) throws(ProgramError) {
    // A write to a child that has ended raises SIGPIPE, which must not end the tests; libdbus also
    // ignores this signal.
    signal(SIGPIPE, SIG_IGN)
    let standardInput = try launch.open(input)
    let standardOutput = try launch.open(output)
    let standardErrors = try launch.open(standardError)
    guard let pipe = Descriptor.pipe() else { throw launch.failure("make a pipe for it") }
    words = launch.words
    streams = Mutex(
      Streams(
        input: standardInput.ours,
        output: Stream(standardOutput.ours),
        errors: Stream(standardErrors.ours)
      )
    )
    watch = ExitWatch(
      try launch.spawn([standardInput.theirs, standardOutput.theirs, standardErrors.theirs]),
      ended: pipe.reading,
      writing: pipe.writing
    )
    let code = watch.begin()
    guard code == 0 else {
      watch.killGroup()
      _ = waitpid(watch.processIdentifier, nil, 0)
      throw launch.failure("wait for it on a thread", code)
    }
  }

  deinit {
    watch.killGroup()
    var ended = pollfd(fd: watch.ended.number, events: Int16(POLLIN), revents: 0)
    while poll(&ended, 1, -1) < 0, errno == EINTR {}
  }

  /// Sends a signal to the program; returns false if the program has already ended.
  @discardableResult
  package func send(signal: Int32) -> Bool {
    if ![SIGSTOP, SIGCONT].contains(signal) { expectEnd() }
    return watch.send(signal)
  }

  /// Stops the program with SIGSTOP, and returns when it has stopped.
  package func pause() throws(ProgramError) {
    var information = siginfo_t()
    guard send(signal: SIGSTOP) else { throw error(.ended, "program to pause") }
    while waitid(P_PID, id_t(processIdentifier), &information, WSTOPPED) != 0 {
      guard errno == EINTR else { throw error(.ended, "program to pause") }
    }
  }

  package func resume() { send(signal: SIGCONT) }

  /// Kills the program, and all processes that it started and that are still in its process group.
  package func killGroup() {
    expectEnd()
    watch.killGroup()
  }

  /// Whether the program has ended and left no process in its group; another group may then get its
  /// number.
  package var hasLeftNobody: Bool { watch.isGroupGone }

  func error(_ problem: ProgramError.Problem, _ awaited: String) -> ProgramError {
    streams.withLock { error(problem, awaited, $0) }
  }

  func error(
    _ problem: ProgramError.Problem,
    _ awaited: String,
    _ streams: Streams
  ) -> ProgramError {
    var details = ["the program \(exit.map(\.description) ?? "is still running")"]
    if streams.errors.isPiped {
      details.append(
        streams.errors.bytes.isEmpty
          ? "nothing came on standard error"
          : "on standard error came: \(streams.errors.tail)"
      )
    }
    if !streams.output.untaken.isEmpty {
      details.append("on standard output stands unread: \(streams.output.untaken)")
    }
    return ProgramError(program: words, problem: problem, awaited: awaited, details: details)
  }
}
