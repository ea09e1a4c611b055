package import NightBus
package import NightCore

/// Has done elsewhere what is asked for, one after the other, and keeps what became of it.
///
/// Nothing here waits: programs run beside nightd, and the loop hears of them when they end.
package final class Reactions {
  private let connection: Connection
  private let loop: Loop
  private let isUnit: Bool
  private let clock: WallClock
  private let log: Log
  private var queue = ReactionQueue()
  private var runs: [String: Reaction] = [:]
  private var isLeft = false
  /// One for each lane, in the order in which they ran first.
  private var kept: [ReactionReport] = []

  /// Called right before one is started.
  package var onStart: (ReactionOrder) -> Void = { _ in }
  /// Called with a lane when what runs there asks something, and with the words of its question.
  package var onQuestion: (String, [String]) -> Void = { _, _ in }
  /// Called with a lane once what ran there has ended.
  package var onEnd: (String) -> Void = { _ in }

  package init(
    on connection: Connection,
    _ loop: Loop,
    isUnit: Bool,
    clock: WallClock,
    log: Log
  ) {
    self.connection = connection
    self.loop = loop
    self.isUnit = isUnit
    self.clock = clock
    self.log = log
  }

  package func ask(_ order: ReactionOrder) {
    if !isLeft { start(queue.ask(order)) }
  }

  package func withdraw(_ lane: String) { queue.withdraw(lane) }

  /// Answers the question of what runs in a lane.
  package func answer(_ lane: String, _ word: String) { runs[lane]?.answer(word) }

  package var reports: [ReactionReport] {
    kept.map { report in
      var report = report
      report.skipped = queue.skipped(report.name)
      report.isRunning = queue.isRunning(report.name)
      return report
    }
  }

  /// Starts no more, and lets those that run end by themselves, where they can.
  package func leave() {
    for run in runs.values { run.leave() }
    runs = [:]
    isLeft = true
  }

  private func start(_ orders: [ReactionOrder]) {
    for order in orders {
      onStart(order)
      runs[order.lane] = Reaction(
        order,
        on: connection,
        loop,
        isOwnerUnit: isUnit,
        at: Instant(microseconds: clock.microseconds()),
        onQuestion: { [unowned self] in onQuestion(order.lane, $0) },
        onEnd: { [unowned self] in ended(order.lane, $0) }
      )
      change(order.lane) { $0.runs += 1 }
    }
  }

  private func ended(_ lane: String, _ last: ReactionReport.Last) {
    runs[lane] = nil
    let before = kept.first { $0.name == lane }?.last
    change(lane) { $0.last = last }
    // Once, however often it fails in the same way.
    if last.isFailed, before?.isFailed != true || before?.words != last.words {
      log.warning(Words.reactionFailed(lane, last))
    }
    // Before the next one in the lane begins.
    onEnd(lane)
    start(queue.ended(lane))
  }

  private func change(_ lane: String, _ change: (inout ReactionReport) -> Void) {
    if let place = kept.firstIndex(where: { $0.name == lane }) { return change(&kept[place]) }
    var report = ReactionReport(name: lane)
    change(&report)
    kept.append(report)
  }
}
