package import NightBus
import NightContract
package import NightCore

/// Runs the reactions that parts ask for, and keeps their results.
///
/// The loop never waits for a reaction, because the reaction's program has its own process.
package final class Reactions {
  private let connection: Connection
  private let loop: Loop
  private let isUnit: Bool
  private let clock: WallClock
  private let log: Log
  private var queue = ReactionQueue()
  private var runs: [String: Reaction] = [:]
  private var hasLeft = false
  /// One report for each lane (the name that some reactions share), in the order of their first
  /// runs.
  private var storedReports: [ReactionReport] = []
  private var handlers: [String: Handlers] = [:]

  /// The closures to call when a reaction of one lane starts, asks a question, or ends.
  package struct Handlers {
    package var onStart: () -> Void
    /// Called with the words of the program's question; reply with `Reactions.answer`.
    package var onQuestion: ([String]) -> Void
    /// Called with the result of a reaction, before the next reaction of the lane starts.
    package var onEnd: (ReactionReport.Last) -> Void

    package init(
      onStart: @escaping () -> Void = {},
      onQuestion: @escaping ([String]) -> Void = { _ in },
      onEnd: @escaping (ReactionReport.Last) -> Void = { _ in }
    ) {
      self.onStart = onStart
      self.onQuestion = onQuestion
      self.onEnd = onEnd
    }
  }

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

  package func ask(_ order: ReactionOrder, _ handlers: Handlers = Handlers()) {
    guard !hasLeft else { return }
    self.handlers[order.lane] = handlers
    start(queue.ask(order))
  }

  /// Removes the waiting reaction of a lane.
  package func withdraw(_ lane: String) { queue.withdraw(lane) }

  /// Answers the question of the reaction that runs in a lane.
  package func answer(_ lane: String, _ word: String) { runs[lane]?.answer(word) }

  package var reports: [ReactionReport] {
    storedReports.map { report in
      var report = report
      report.skipped = queue.skipped(report.name)
      report.isRunning = queue.isRunning(report.name)
      return report
    }
  }

  /// Starts no more reactions; running reactions may finish if they can outlive nightd.
  package func leave() {
    for run in runs.values { run.leave() }
    runs = [:]
    hasLeft = true
  }

  private func start(_ orders: [ReactionOrder]) {
    for order in orders {
      handlers[order.lane]?.onStart()
      runs[order.lane] = Reaction(
        order,
        on: connection,
        loop,
        isOwnerUnit: isUnit,
        at: Instant(microseconds: clock.microseconds()),
        onQuestion: { [unowned self] in handlers[order.lane]?.onQuestion($0) },
        onEnd: { [unowned self] in ended(order.lane, $0) }
      )
      change(order.lane) { $0.runs += 1 }
    }
  }

  private func ended(_ lane: String, _ last: ReactionReport.Last) {
    runs[lane] = nil
    let before = storedReports.first { $0.name == lane }?.last
    change(lane) { $0.last = last }
    // If a reaction fails repeatedly in the same way, log the failure only once.
    if last.isFailed, before?.isFailed != true || before?.words != last.words {
      log.warning(Messages.reactionFailed(lane, last))
    }
    handlers[lane]?.onEnd(last)
    start(queue.ended(lane))
  }

  private func change(_ lane: String, _ change: (inout ReactionReport) -> Void) {
    if let index = storedReports.firstIndex(where: { $0.name == lane }) {
      return change(&storedReports[index])
    }
    var report = ReactionReport(name: lane)
    change(&report)
    storedReports.append(report)
  }
}

// MARK: - On the bus

extension Reactions: Part {
  func export(on server: inout ObjectServer) {
    server.export(Self.control, self, at: .nightd)
  }

  private static let control = Interface<Reactions>(
    .control,
    methods: [Method(.reactions) { reactions, _ in reactions.reports }]
  )
}

/// Decides when each reaction runs.
///
/// The queue's owner starts the reactions and reports their ends. Only one reaction of a lane (the
/// name that some reactions share) runs at a time. A new order (a request to run a reaction)
/// replaces the waiting order of its lane. So if many orders wait in one lane, only the last of
/// them runs. The lanes take turns: the lane that has waited longest comes first.
package struct ReactionQueue {
  package static let mostAtOnce = 4

  private var waiting: [String: ReactionOrder] = [:]
  /// The lanes that have a waiting order; the lane that has waited longest comes first.
  private var line: [String] = []
  private var running: Set<String> = []
  private var skippedCounts: [String: UInt64] = [:]

  package init() {}

  /// Adds an order; returns the orders to start now.
  package mutating func ask(_ order: ReactionOrder) -> [ReactionOrder] {
    if waiting.updateValue(order, forKey: order.lane) == nil {
      line.append(order.lane)
    } else {
      skippedCounts[order.lane, default: 0] += 1
    }
    return next()
  }

  /// Removes the waiting order of a lane.
  package mutating func withdraw(_ lane: String) {
    waiting[lane] = nil
    line.removeAll { $0 == lane }
  }

  /// Marks the running order of a lane as ended; returns the orders to start now.
  package mutating func ended(_ lane: String) -> [ReactionOrder] {
    running.remove(lane)
    return next()
  }

  /// Returns how many orders of a lane never ran because a later order replaced them.
  package func skipped(_ lane: String) -> UInt64 { skippedCounts[lane] ?? 0 }

  package func isRunning(_ lane: String) -> Bool { running.contains(lane) }

  private mutating func next() -> [ReactionOrder] {
    var started: [ReactionOrder] = []
    while running.count < Self.mostAtOnce,
      let index = line.firstIndex(where: { !running.contains($0) })
    {
      guard let order = waiting.removeValue(forKey: line.remove(at: index)) else { continue }
      running.insert(order.lane)
      started.append(order)
    }
    return started
  }
}
