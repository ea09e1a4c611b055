import NightBus
import NightContract
import NightCore

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
    watch.onRawReport = { [unowned self] report in onRawReport(report) }
    watch.isEcho = { [unowned core] report in core.keeper.expectsEcho(of: report) }
  }

  /// Called after the Keeper has received a report, even if nothing changed.
  var onReport: () -> Void = {}
  /// Called with each report of the chosen source, before changes are debounced.
  var onRawReport: (DesktopReport) -> Void = { _ in }

  /// Whether a report is still debounced; it may be the user's flip of the desktop's switch.
  var isDebouncing: Bool { watch.isDebouncing }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
  }

  func begin() { follow() }

  func prepare(for event: Event) {
    // An older flip of the desktop's switch comes first, so that it cannot undo this request.
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

  private func read(_ answer: Answer<DesktopView>) {
    core.awaitDesktop { [unowned self] in answer(view) }
  }

  private var view: DesktopView {
    DesktopView(report: core.keeper.sourceReport, isIgnored: core.keeper.isSwitchIgnored)
  }
}
