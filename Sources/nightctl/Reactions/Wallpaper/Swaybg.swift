import Glibc
import NightBus
import NightClient
import NightReactions
import NightValues

/// Shows pictures with swaybg, which shows one picture until it ends.
///
/// A new swaybg starts while the old one still runs. Depending on the compositor, it is over or under
/// the old one. The old one ends only when the new one shows its picture, so that the colour behind
/// both is never seen. A swaybg that nightd did not start is never ended.
struct Swaybg {
  /// The most checks for one picture, which take 10 seconds.
  private static let mostChecks = 200
  /// How many checks in a row must find swaybg at rest before its picture counts as shown.
  private static let quietChecks = 6
  private static let checkMilliseconds = 50

  private let context: ReactionContext
  private let finder: ProgramFinder
  private let record: UserFile

  init(_ context: ReactionContext, _ finder: ProgramFinder) {
    self.context = context
    self.finder = finder
    record = UserFile(path: context.runtime("nightd/swaybg"))
  }

  /// Whether a Wayland compositor is there.
  var hasScreen: Bool { display != nil }

  private var display: String? {
    if let display = context.environment("WAYLAND_DISPLAY") { return display }
    let sockets = OwnPaths.matching(context.runtime("wayland-*"))
      .filter { !$0.hasSuffix(".lock") }
    return sockets.count == 1 ? sockets[0] : nil
  }

  /// Shows the picture; nil ends nightd's swaybg.
  func show(_ picture: String?) throws(Failure) {
    let old = running()
    guard let picture else { return end(old) }
    if old.count == 1, old[0].picture == picture { return }
    let new = try start(picture, beside: old)
    end(old)
    try store([new])
  }

  /// Shows the picture while `body` runs, because the compositor restarts its own swaybg during
  /// that time.
  func cover(with picture: String, _ body: () throws(Failure) -> Void) throws(Failure) {
    let new = try start(picture, beside: running())
    defer { end(running()) }
    try body()
    // The compositor's swaybg is newer, but it may not have begun yet.
    var others: [SwaybgProcess] = []
    try wait { checks in
      others = finder.running(["swaybg"]).compactMap { SwaybgProcess($0, picture) }
        .filter { $0.number != new.number && $0.start >= new.start && $0.isRunning }
      return !others.isEmpty || checks > Self.mostChecks / 10
    }
    for other in others { try waitUntilShown(other) }
  }

  /// Whether a swaybg shows the picture already, no matter which program started it.
  func shows(_ picture: String) -> Bool {
    finder.running(["swaybg"]).contains { number in
      let bytes = ((try? UserFile(path: "/proc/\(number)/cmdline").bytes()) ?? nil) ?? []
      return bytes.split(separator: 0).contains { $0.elementsEqual(picture.utf8) }
    }
  }

  /// Starts a swaybg, and waits until it shows the picture.
  private func start(
    _ picture: String,
    beside old: [SwaybgProcess]
  ) throws(Failure) -> SwaybgProcess {
    guard let display, let path = finder.path(of: "swaybg") else {
      throw .system(Messages.noProgram("swaybg"))
    }
    let log = UserFile(path: context.runtime("nightd/swaybg.log"))
    let arguments = [path, "-o", "*", "-m", "fill", "-i", picture]
    let number = try Self.spawn(arguments, display: display, log: log.path)
    guard let new = SwaybgProcess(number, picture) else {
      throw .system(Messages.notShown(picture, lastLine(log)))
    }
    // First the record: if nightctl is killed in between, the next change ends both.
    try store(old + [new])
    try waitUntilShown(new)
    let problem = lastLine(log)
    guard new.isRunning, !problem.includes("Failed") else {
      end([new])
      try store(old)
      throw .system(Messages.notShown(picture, problem))
    }
    return new
  }

  private func end(_ processes: [SwaybgProcess]) {
    for process in processes where process.isRunning { kill(process.number, SIGTERM) }
    if processes.isEmpty { return }
    unlink(record.path)
  }

  private func lastLine(_ log: UserFile) -> String {
    let bytes = ((try? log.bytes()) ?? nil) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
  }

  /// Waits until a swaybg has used no processor time for some checks: then it has read its picture,
  /// and only waits for the compositor.
  private func waitUntilShown(_ process: SwaybgProcess) throws(Failure) {
    var used: UInt64?
    var quiet = 0
    try wait { checks in
      let now = process.usedTime
      quiet = now == used && process.isSleeping ? quiet + 1 : 0
      used = now
      return !process.isRunning || quiet == Self.quietChecks || checks > Self.mostChecks
    }
  }

  /// Checks again and again: the kernel does not tell when a process of another's becomes quiet.
  private func wait(until isDone: @escaping (_ checks: Int) -> Bool) throws(Failure) {
    do throws(BusError) {
      let loop = try Loop()
      var checks = 0
      var timer: Timer?
      timer = loop.timer {
        checks += 1
        if isDone(checks) { loop.stop() } else { timer?.set(milliseconds: Self.checkMilliseconds) }
      }
      timer?.set(milliseconds: Self.checkMilliseconds)
      try loop.run()
      timer = nil
    } catch {
      throw .client(ClientError(error))
    }
  }

  /// Starts swaybg in a session of its own, so that it stays when nightctl and nightd end.
  private static func spawn(
    _ arguments: [String],
    display: String,
    log: String
  ) throws(Failure) -> pid_t {
    do throws(BusError) {
      let null = try FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), from: "open")
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
      let output = try FileDescriptor(open(log, flags, 0o600), from: log)
      return try DetachedProcess.start(
        arguments,
        environment: ["WAYLAND_DISPLAY": display],
        input: null.number,
        output: output.number
      )
    } catch {
      throw .client(ClientError(error))
    }
  }

  // MARK: - The record

  /// nightd's own processes of swaybg, the oldest first.
  private func running() -> [SwaybgProcess] {
    let bytes = ((try? record.bytes()) ?? nil) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard parts.count == 3, let number = pid_t(parts[0]), let start = UInt64(parts[1]),
        let process = SwaybgProcess(number, parts[2]), process.start == start
      else { return nil }
      return process
    }
  }

  private func store(_ processes: [SwaybgProcess]) throws(Failure) {
    let lines = processes.map { "\($0.number) \($0.start) \($0.picture)\n" }
    try record.write(Array(lines.joined().utf8))
  }
}

/// A process of swaybg: its number may be another process's later, but then the start differs.
private struct SwaybgProcess {
  let number: pid_t
  let start: UInt64
  let picture: String

  /// Nil if no process of the user's has the number.
  init?(_ number: pid_t, _ picture: String) {
    guard number > 1, let fields = Self.fields(number), let start = UInt64(fields[19]) else {
      return nil
    }
    self.number = number
    self.start = start
    self.picture = picture
  }

  var isRunning: Bool {
    guard let fields = Self.fields(number) else { return false }
    return UInt64(fields[19]) == start && fields[0] != "Z" && fields[0] != "X"
  }

  var isSleeping: Bool { Self.fields(number)?[0] == "S" }

  /// The processor time that the process has used, in ticks.
  var usedTime: UInt64? {
    guard let fields = Self.fields(number), let user = UInt64(fields[11]),
      let system = UInt64(fields[12])
    else { return nil }
    return user + system
  }

  /// The fields of `/proc/NUMBER/stat` after the name, which may have spaces.
  private static func fields(_ number: pid_t) -> [Substring]? {
    var facts = stat()
    guard stat("/proc/\(number)", &facts) == 0, facts.st_uid == geteuid() else { return nil }
    let file = open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 2_048)
    let count = read(file, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    return fields.count > 20 ? fields : nil
  }
}
