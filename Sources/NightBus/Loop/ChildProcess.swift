import CDBus
import Glibc

/// A program that runs as a child of this process, in its own process group.
///
/// When the program ends, the rest of its group is killed. If `endsGroup` is false, the rest of the
/// group is killed only if the program ran too long, and then only after the grace period. If you
/// release this object while the program runs, the object stays alive until it has reaped the
/// child. If the loop is released, the child is killed.
package final class ChildProcess {
  private let number: pid_t
  private let descriptor: FileDescriptor
  private var watch: Watch?
  private var killTimer: Timer?
  private var limitTimer: Timer?
  private var isTooLong = false
  private let limit: Int?
  private let graceMilliseconds: Int
  private let onEnd: (ProgramEnd) -> Void
  private let endsGroup: Bool
  private var isEnded = false
  private weak var loop: Loop?
  private var cleanup: UInt64?

  /// Starts a program with default signal handling and without blocked signals.
  ///
  /// The first argument is the program's path. `environment` is added to our own environment, and
  /// overrides our variables of the same names. If `input` is nil, the program reads nothing; if
  /// `errors` is nil, the program uses our standard error. After `limit` milliseconds the program
  /// gets SIGTERM, and after a further `graceMilliseconds` it is killed. `onEnd` is called once,
  /// when the program has ended.
  package init(
    _ arguments: [String],
    environment: [String: String],
    input: Int32? = nil,
    output: Int32,
    errors: Int32? = nil,
    endsGroup: Bool = true,
    limit: Int? = nil,
    graceMilliseconds: Int = 2_000,
    on loop: Loop,
    onEnd: @escaping (ProgramEnd) -> Void
  ) throws(BusError) {
    let number = try Spawning.spawn(
      arguments,
      environment,
      streams: [input, output, errors ?? STDERR_FILENO]
    )
    do throws(BusError) {
      descriptor = try FileDescriptor(cdbus_pidfd_open(number), from: "pidfd_open")
    } catch {
      // Without a pidfd, the loop cannot notice that the child ends, so kill the child. Even a
      // killed child may take a while to end, so reap the child on another thread.
      kill(-number, SIGKILL)
      try loop.offloadAlone({ _ = Self.reap(number) }, then: {})
      throw error
    }
    self.number = number
    self.onEnd = onEnd
    self.endsGroup = endsGroup
    self.limit = limit
    self.graceMilliseconds = graceMilliseconds
    watch = loop.watch(descriptor.number, events: Int16(POLLIN)) { [self] _ in reap() }
    killTimer = loop.timer { [unowned self] in signal(SIGKILL) }
    if let limit {
      limitTimer = loop.timer { [unowned self] in
        isTooLong = true
        stop()
      }
      limitTimer?.set(milliseconds: limit)
    }
    self.loop = loop
    cleanup = loop.addCleanup {
      kill(-number, SIGKILL)
      _ = Self.reap(number)
    }
  }

  /// Sends SIGTERM to the group, and SIGKILL if the program still runs after the grace period.
  package func stop() {
    guard !isEnded else { return }
    signal(SIGTERM)
    killTimer?.set(milliseconds: graceMilliseconds)
  }

  /// Lets the program continue to run after the loop has been released.
  package func leave() {
    if let cleanup { loop?.removeCleanup(cleanup) }
    cleanup = nil
  }

  /// Sends a signal to the child's process group, whose number the kernel does not reuse before the
  /// child is reaped.
  private func signal(_ signal: Int32) {
    if !isEnded { kill(-number, signal) }
  }

  private func reap() {
    guard !isEnded else { return }
    if isTooLong, !endsGroup, watch != nil, let timer = loop?.timer({ [self] in reap() }) {
      // Other processes of the group may still be handling SIGTERM. Reap the child only after they
      // are killed, because the kernel may reuse the group's number once the child is reaped.
      watch = nil
      timer.set(milliseconds: graceMilliseconds)
      killTimer = timer
      return
    }
    if endsGroup || isTooLong { signal(SIGKILL) }
    isEnded = true
    if let cleanup { loop?.removeCleanup(cleanup) }
    killTimer = nil
    limitTimer = nil
    let end = Self.reap(number)
    if isTooLong, let limit { onEnd(.tooLong(milliseconds: limit)) } else { onEnd(end) }
    watch = nil
  }

  /// Waits for a child to end, and reaps it.
  static func reap(_ number: pid_t) -> ProgramEnd {
    var status: Int32 = 0
    var reaped = waitpid(number, &status, 0)
    while reaped < 0, errno == EINTR { reaped = waitpid(number, &status, 0) }
    return reaped == number ? end(status) : .unknown
  }

  /// Decodes the status that wait(2) reports, because Swift does not import the C macros that
  /// decode it.
  private static func end(_ status: Int32) -> ProgramEnd {
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
  }
}

/// How a program ended.
package enum ProgramEnd: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// The program was started, but its exit status is lost: other code reaped the program, or
  /// SIGCHLD is ignored.
  case unknown
  case notStarted(BusError)
  /// The program was stopped, because it ran longer than this number of milliseconds.
  case tooLong(milliseconds: Int)

  /// A phrase that says how the program failed, to put after the program's name; nil if the program
  /// exited with code 0.
  package var failure: String? {
    switch self {
    case .exited(0): nil
    case .exited(let code): "ended with code \(code)"
    case .killed(let signal): "was ended by signal \(signal)"
    case .unknown: "ended in an unknown way"
    case .notStarted(let error): "could not be started: \(error)"
    case .tooLong(1_000): "ran longer than 1 second, and was stopped"
    case .tooLong(let limit): "ran longer than \(limit / 1_000) seconds, and was stopped"
    }
  }
}

/// A program that continues to run after this process has ended.
package enum DetachedProcess {
  /// Starts the program in a session of its own, and returns its process ID.
  ///
  /// If `input` is nil, the program reads nothing; `output` gets the program's standard output and
  /// its errors. Nobody reaps the program before this process ends, so the program's process ID is
  /// not reused until then.
  package static func start(
    _ arguments: [String],
    environment: [String: String],
    input: Int32? = nil,
    output: Int32
  ) throws(BusError) -> Int32 {
    try Spawning.spawn(
      arguments,
      environment,
      streams: [input, output, output],
      isDetached: true
    )
  }
}

/// Calls posix_spawn(3) so that the child inherits neither our signals nor our descriptors.
enum Spawning {
  /// POSIX_SPAWN_SETSID, which Swift does not import.
  private static let setSession: Int32 = 0x80

  static func spawn(
    _ arguments: [String],
    _ additions: [String: String],
    streams: [Int32?],
    isDetached: Bool = false
  ) throws(BusError) -> pid_t {
    guard let path = arguments.first else { throw .malformed("no program is named") }
    let environment = environment(with: additions)
    guard !(arguments + environment).contains(where: { $0.utf8.contains(0) }) else {
      throw .malformed("an argument or a variable of a program contains a NUL")
    }
    var number: pid_t = 0
    let code = withAttributes(isDetached) { attributes in
      withActions(streams) { actions in
        withStrings(arguments) { arguments in
          withStrings(environment) { environment in
            posix_spawn(&number, path, actions, attributes, arguments, environment)
          }
        }
      }
    }
    guard code == 0 else { throw .system(call: path, errno: code) }
    return number
  }

  private static func environment(with additions: [String: String]) -> [String] {
    var entries = additions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var next = cdbus_environment()
    while let start = next?.pointee {
      let entry = String(cString: start)
      let name = entry.prefix { $0 != "=" }
      if additions[String(name)] == nil { entries.append(entry) }
      next = next?.advanced(by: 1)
    }
    return entries
  }

  /// Resets the child's signals, because this process blocks the signals that its loop reads.
  ///
  /// The child leads its own process group, or its own session if it is detached.
  private static func withAttributes(
    _ isDetached: Bool,
    _ body: (UnsafePointer<posix_spawnattr_t>) -> Int32
  ) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    let signals = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    let group = isDetached ? setSession : Int32(POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(&attributes, Int16(signals | group))
    return body(&attributes)
  }

  /// Gives the child its streams, and closes all other descriptors in the child.
  ///
  /// A stream that is nil becomes /dev/null, opened for reading.
  private static func withActions(
    _ streams: [Int32?],
    _ body: (UnsafePointer<posix_spawn_file_actions_t>) -> Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, stream) in streams.enumerated() {
      let target = Int32(target)
      let code =
        if let stream {
          posix_spawn_file_actions_adddup2(&actions, stream, target)
        } else {
          posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDONLY, 0)
        }
      guard code == 0 else { return code }
    }
    let code = posix_spawn_file_actions_addclosefrom_np(&actions, Int32(streams.count))
    guard code == 0 else { return code }
    return body(&actions)
  }

  private static func withStrings(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
