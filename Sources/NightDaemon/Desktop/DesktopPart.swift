import Glibc
import NightBus
import NightContract
import NightCore
import NightStore

/// Reports the desktop's own settings to the Keeper, and serves them on the bus.
final class DesktopPart: Part {
  private let core: Core
  private let watch: DesktopWatch
  private let cache: DesktopCache

  init(_ core: Core, _ watch: DesktopWatch, _ cache: DesktopCache) {
    self.core = core
    self.watch = watch
    self.cache = cache
    watch.onReport = { [unowned self] report in
      core.handle(.desktop(report))
      core.askDeferred()
      core.replyToReaders()
      onReport()
    }
    watch.onReturn = { [unowned self] in onReport() }
    watch.onRawReport = { [unowned self] report in onRawReport(report) }
    watch.isEcho = { [unowned core] report in core.keeper.expectsEcho(of: report) }
  }

  /// Called after the Keeper has received a report of the desktop's settings, even if nothing
  /// changed.
  ///
  /// The closure is also called if a value changed back while it was being debounced.
  var onReport: () -> Void = {}
  /// Called with each report of the source that nightd follows, before changes are debounced.
  var onRawReport: (DesktopReport) -> Void = { _ in }

  /// Whether a report is still being debounced; the user may have just flipped the desktop's
  /// switch.
  var isDebouncing: Bool { watch.isDebouncing }

  /// Calls `body` when nightd's memory of the desktop has been written to its file, or when the
  /// write has failed.
  func whenRemembered(_ body: @escaping () -> Void) { cache.whenWritten(body) }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
  }

  func begin() { follow() }

  func prepare(for event: Event) {
    // Handle an older flip of the desktop's switch first, so that the flip cannot undo this
    // request.
    if case .asked(let demand, _) = event, demand.isOfStyle { watch.flush() }
  }

  func explain(_ explanation: inout Explanation) {
    explanation.desktop = view
    explanation.sources = core.keeper.preferences.sources
  }

  func announced(_ step: Step) {
    for effect in step.effects {
      switch effect {
      case .remember(let memory): cache.write(memory)
      case .switchIgnored(let source): core.log.warning(Messages.quarrelLost(source))
      default: break
      }
    }
    if case .committed = step.event { cache.retry() }
    if step.changesPreferences { follow() }
  }

  private func follow() { watch.sources = core.keeper.preferences.sources }

  /// The interface `org.nightd.Night1.Desktop`, with the values of the desktop's own settings.
  private static let interface = Interface<DesktopPart>(
    .desktop,
    methods: [Method(.desktop, DesktopPart.read)],
    signals: [Signal("Changed", [])]
  )

  private func read(_ answer: Responder<DesktopView>) {
    core.awaitDesktop { [unowned self] in answer(view) }
  }

  private var view: DesktopView {
    DesktopView(report: core.keeper.sourceReport, isIgnored: core.keeper.isSwitchIgnored)
  }
}

/// Writes the `DesktopMemory` to its file, on a thread other than the loop's.
///
/// If several values are waiting to be written, only the last one is written.
final class DesktopCache {
  private let file: LastDesktop
  private let loop: Loop
  private let work: PendingWork
  private let log: Log
  private var waiting: DesktopMemory?
  /// The value that could not be written because the folder of its file was missing; the first
  /// commit creates the folder.
  private var withoutFolder: DesktopMemory?
  private var writing: PendingWork.Piece?
  private var onWritten: [() -> Void] = []
  private var isRefusalLogged = false

  init(_ file: LastDesktop, on loop: Loop, _ work: PendingWork, log: Log) {
    self.work = work
    self.file = file
    self.loop = loop
    self.log = log
  }

  func write(_ memory: DesktopMemory) {
    guard writing == nil else { return waiting = memory }
    writing = work.begin()
    withoutFolder = nil
    loop.offload { [file] () -> Disk.Refusal? in
      do throws(Disk.Refusal) { try file.write(memory) } catch { return error }
      return nil
    } then: { [weak self] refusal in
      self?.written(memory, refusal)
    }
  }

  /// Calls `body` when all pending writes have ended, even if they failed.
  func whenWritten(_ body: @escaping () -> Void) {
    guard writing != nil else { return body() }
    onWritten.append(body)
  }

  /// Writes the `DesktopMemory` again if its folder was missing, because the folder may exist now.
  func retry() {
    if let memory = withoutFolder.take() { write(memory) }
  }

  private func written(_ memory: DesktopMemory, _ refusal: Disk.Refusal?) {
    if refusal?.code == ENOENT {
      withoutFolder = memory
    } else if let refusal, !isRefusalLogged {
      // Log the failure only once, until a write succeeds again.
      log.warning(Messages.desktopNotKept(refusal))
    }
    isRefusalLogged = refusal != nil
    let next = waiting.take()
    // Begin the next piece of work before this piece ends; otherwise the daemon could exit between
    // the two.
    let piece = writing.take()
    if let next { write(next) }
    piece?.end()
    guard writing == nil else { return }
    let bodies = onWritten
    onWritten = []
    for body in bodies { body() }
  }
}
