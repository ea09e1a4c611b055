import Glibc
import NightBus
import NightClient
import NightCore
import NightPrograms
import NightStore

/// Shows wallpapers with swaybg; each swaybg process shows one image for as long as the process
/// runs.
///
/// A new swaybg starts before the old one ends. The compositor decides which of the two images is
/// on top. The old swaybg ends only after the new one shows its image, so the background never
/// shows. nightd never ends a swaybg that it did not start.
struct Swaybg {
  /// The maximum number of checks that find out whether an image is shown; all checks together take
  /// 10 seconds.
  private static let mostChecks = 200
  /// Once swaybg has been idle in this number of checks in a row, the image is assumed to be shown.
  private static let quietChecks = 6
  private static let checkMilliseconds = 50

  private let context: ProgramContext
  private let finder: ProgramFinder
  private let path: String

  init(_ context: ProgramContext, _ finder: ProgramFinder) {
    self.context = context
    self.finder = finder
    path = context.runtime(SwaybgRecord.file)
  }

  /// Whether a Wayland compositor runs.
  var hasScreen: Bool { display != nil }

  private var display: String? {
    if let display = context.environment("WAYLAND_DISPLAY") { return display }
    let sockets = OwnPaths.matching(context.runtime("wayland-*"))
      .filter { !$0.hasSuffix(".lock") }
    return sockets.count == 1 ? sockets[0] : nil
  }

  /// Shows the image at this path; if `picture` is nil, ends nightd's swaybg.
  func show(_ picture: String?) throws(Failure) {
    let old = try running()
    guard let picture else { return try end(old) }
    if old.count == 1, old[0].picture == picture { return }
    let new = try start(picture, beside: old)
    try end(old, keeping: [new])
  }

  /// Shows the image `picture` while `body` makes the compositor restart the compositor's own
  /// swaybg.
  func cover(with picture: String, _ body: () throws(Failure) -> Void) throws(Failure) {
    let new = try start(picture, beside: running())
    do throws(Failure) { try showOver(new, picture, body) } catch {
      try? end(running())
      throw error
    }
    try end(running())
  }

  private func showOver(
    _ new: SwaybgProcess,
    _ picture: String,
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    try body()
    // Wait for the compositor's own swaybg, which starts after nightd's swaybg and may not have
    // started yet.
    var others: [UserProcess] = []
    try wait { checks in
      others = finder.runningProcesses().running(["swaybg"]).compactMap(UserProcess.init)
        .filter { $0.number != new.process.number && $0.start >= new.process.start && $0.isRunning }
      return !others.isEmpty || checks > Self.mostChecks / 10
    }
    for other in others { try waitUntilShown(other) }
  }

  /// Whether a swaybg that nightd did not start already shows the image `picture`.
  func isShownByOthers(_ picture: String) throws(Failure) -> Bool {
    let own = try running().map(\.process.number)
    return finder.runningProcesses().running(["swaybg"]).contains { number in
      !own.contains(number)
        && ProcessFolder(number).arguments.contains { $0.isSameText(as: picture) }
    }
  }

  /// Whether nightd's swaybg or sway shows one of nightd's pictures; also true if the record cannot
  /// be read.
  var hasPicture: Bool {
    guard let file = try? RecordFile<SwaybgRecord>(path, keepsAside: false), file.damage == nil
    else { return true }
    return file.content.isInSway || (try? running().isEmpty) != true
  }

  /// Records whether sway shows one of nightd's pictures with sway's own swaybg.
  func setInSway(_ isInSway: Bool) throws(Failure) {
    var file = try RecordFile<SwaybgRecord>(path, keepsAside: true)
    try file.requireWhole()
    file.content.isInSway = isInSway
    try file.store()
  }

  /// Starts a swaybg, and waits until it shows the image.
  private func start(
    _ picture: String,
    beside old: [SwaybgProcess]
  ) throws(Failure) -> SwaybgProcess {
    guard let display, let path = finder.path(of: "swaybg") else {
      throw .system(ProgramMessages.noProgram("swaybg"))
    }
    let log = UserFile.own(context.runtime("nightd/swaybg.log"))
    let arguments = [path, "-o", "*", "-m", "fill", "-i", picture]
    let number = try Self.spawn(arguments, display: display, log: log.path)
    guard let process = UserProcess(number) else {
      throw .system(ProgramMessages.notShown(picture, lastLine(log)))
    }
    let new = SwaybgProcess(process: process, picture: picture)
    // Store the record first, so that the next change ends the old and the new swaybg even if
    // nightctl is killed now.
    try store(old + [new])
    try waitUntilShown(process)
    let problem = lastLine(log)
    guard process.isRunning, !problem.includes("Failed") else {
      try end([new], keeping: old)
      throw .system(ProgramMessages.notShown(picture, problem))
    }
    return new
  }

  private func end(
    _ processes: [SwaybgProcess],
    keeping others: [SwaybgProcess] = []
  ) throws(Failure) {
    for process in processes where process.process.isRunning {
      kill(process.process.number, SIGTERM)
    }
    try store(others)
  }

  private func lastLine(_ log: UserFile) -> String {
    let bytes = ((try? log.bytes()) ?? nil) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
  }

  /// Waits until several checks in a row show that a swaybg uses no processor time, which means
  /// that it has read its image.
  private func waitUntilShown(_ process: UserProcess) throws(Failure) {
    var used: UInt64?
    var quiet = 0
    try wait { checks in
      let now = process.usedTime
      quiet = now == used && process.isSleeping ? quiet + 1 : 0
      used = now
      return !process.isRunning || quiet == Self.quietChecks || checks > Self.mostChecks
    }
  }

  /// This method must poll, because the kernel does not report when another process becomes idle.
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

  /// Starts swaybg in a session of its own, so that it survives the end of nightctl and nightd.
  private static func spawn(
    _ arguments: [String],
    display: String,
    log: String
  ) throws(Failure) -> pid_t {
    do throws(BusError) {
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
      let output = try FileDescriptor(open(log, flags, 0o600), from: log)
      return try DetachedProcess.start(
        arguments,
        environment: ["WAYLAND_DISPLAY": display],
        output: output.number
      )
    } catch {
      throw .client(ClientError(error))
    }
  }

  // MARK: - The record

  /// nightd's own swaybg processes, the oldest first.
  private func running() throws(Failure) -> [SwaybgProcess] {
    let file = try RecordFile<SwaybgRecord>(path, keepsAside: true)
    try file.requireWhole()
    return file.content.processes.compactMap { entry in
      guard let number = pid_t(exactly: entry.number), let process = UserProcess(number),
        process.start == entry.start
      else { return nil }
      return SwaybgProcess(process: process, picture: entry.picture)
    }
  }

  private func store(_ processes: [SwaybgProcess]) throws(Failure) {
    var file = try RecordFile<SwaybgRecord>(path, keepsAside: true)
    try file.requireWhole()
    file.content.processes = processes.map {
      .init(number: Int($0.process.number), start: $0.process.start, picture: $0.picture)
    }
    try file.store()
  }
}

private struct SwaybgProcess {
  let process: UserProcess
  let picture: String
}

/// nightd's swaybg processes and their images, stored in `swaybg.json` in the runtime folder.
struct SwaybgRecord: StoredRecord {
  static let blank = Self()
  static let file = "nightd/swaybg.json"
  static let loss = "it says which swaybg nightd has started, so the wallpaper stays"

  struct Entry: Record {
    static let blank = Self()

    var number = 0
    var start: UInt64 = 0
    var picture = ""

    mutating func visit(_ fields: inout Fields) {
      fields.required("number", &number)
      fields.required("start", &start)
      fields.required("picture", &picture)
    }
  }

  var processes: [Entry] = []
  /// Whether nightd has told sway to show one of nightd's pictures.
  var isInSway = false

  var isEmpty: Bool { processes.isEmpty && !isInSway }

  mutating func visit(_ fields: inout Fields) {
    fields.required("processes", &processes)
    fields.field("sway", &isInSway)
  }
}
