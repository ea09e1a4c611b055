/// Which reaction is to run when: pure, and told of what happens by who starts them.
///
/// In a lane one runs at a time, and what is asked for meanwhile takes the place of what waits, so
/// that of a flurry the last one runs. Lanes take their turns in the order in which they were asked.
package struct ReactionQueue {
  package static let mostAtOnce = 4

  private var waiting: [String: ReactionOrder] = [:]
  /// The lanes of those that wait, the one that was asked first at the start.
  private var line: [String] = []
  private var running: Set<String> = []
  private var passedOver: [String: UInt64] = [:]

  package init() {}

  /// Answers what is to be started now.
  package mutating func ask(_ order: ReactionOrder) -> [ReactionOrder] {
    if waiting.updateValue(order, forKey: order.lane) == nil {
      line.append(order.lane)
    } else {
      passedOver[order.lane, default: 0] += 1
    }
    return next()
  }

  /// Takes back what waits in a lane.
  package mutating func withdraw(_ lane: String) {
    waiting[lane] = nil
    line.removeAll { $0 == lane }
  }

  /// Answers what is to be started now.
  package mutating func ended(_ lane: String) -> [ReactionOrder] {
    running.remove(lane)
    return next()
  }

  /// How many were asked for and never run, since a later one took their place.
  package func skipped(_ lane: String) -> UInt64 { passedOver[lane] ?? 0 }

  package func isRunning(_ lane: String) -> Bool { running.contains(lane) }

  private mutating func next() -> [ReactionOrder] {
    var started: [ReactionOrder] = []
    while running.count < Self.mostAtOnce,
      let place = line.firstIndex(where: { !running.contains($0) })
    {
      guard let order = waiting.removeValue(forKey: line.remove(at: place)) else { continue }
      running.insert(order.lane)
      started.append(order)
    }
    return started
  }
}
