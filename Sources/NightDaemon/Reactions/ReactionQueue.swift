/// Decides when each reaction runs; the queue's owner starts them and reports their ends.
///
/// Only one reaction of a lane runs at a time. A new order replaces the waiting order of its lane,
/// so only the last one of many orders runs. Lanes take turns in the order of their requests.
package struct ReactionQueue {
  package static let mostAtOnce = 4

  private var waiting: [String: ReactionOrder] = [:]
  /// The lanes of the waiting orders, the first request first.
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
