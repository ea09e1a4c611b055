import NightBus
import NightContract
import NightCore

/// What the desktop's own settings say, for the Keeper and on the bus.
final class DesktopPart: Part {
  private let core: Core
  private let watch: DesktopWatch
  private let kept: KeptDesktop

  init(_ core: Core, _ watch: DesktopWatch, _ kept: KeptDesktop) {
    self.core = core
    self.watch = watch
    self.kept = kept
    watch.onReport = { [unowned self] report in
      core.handle(.desktop(report))
      core.askDeferred()
      core.replyToReaders()
      onReport()
    }
    watch.onWord = { [unowned self] report in onWord(report) }
    watch.isEcho = { [unowned core] report in core.keeper.expectsEcho(of: report) }
  }

  /// Called after each report, also if nothing comes of it.
  var onReport: () -> Void = {}
  /// Called with each word of the source that counts, before changes are gathered.
  var onWord: (DesktopReport) -> Void = { _ in }

  /// Whether the Keeper has not heard yet what the desktop said last, which may be a person's word.
  var isGathering: Bool { watch.isGathering }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
  }

  func begin() { follow() }

  func prepare(for event: Event) {
    // A flip of the desktop's switch that came before a request must not undo it.
    if case .asked(let demand, _) = event, demand.isOfStyle { watch.tellNow() }
  }

  func explain(_ explanation: inout Explanation) {
    explanation.desktop = view
    explanation.sources = core.keeper.preferences.sources
  }

  func told(_ step: Step) {
    for effect in step.effects {
      switch effect {
      case .remember(let memory): kept.write(memory)
      case .switchIgnored(let source): core.log.warning(Messages.quarrelLost(source))
      default: break
      }
    }
    if case .committed = step.event { kept.writeAgain() }
    if step.changesPreferences { follow() }
  }

  private func follow() { watch.sources = core.keeper.preferences.sources }

  /// `org.nightd.Night1.Desktop`: what the desktop's own settings say.
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
