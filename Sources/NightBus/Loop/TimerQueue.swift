/// The timers that are set, the earliest first: a binary heap in which each timer knows its place.
///
/// A client may have thousands of calls under way, each with a timer, so that none is ever searched
/// for. It keeps no timer alive: one that is let go takes itself out.
struct TimerQueue {
  private struct Entry {
    let deadline: UInt64
    /// Among equal moments the one that was set first is first.
    let order: UInt64
    unowned let timer: Timer

    static func < (one: Entry, other: Entry) -> Bool {
      (one.deadline, one.order) < (other.deadline, other.order)
    }
  }

  private var entries: [Entry] = []
  private var lastOrder: UInt64 = 0

  var first: (deadline: UInt64, timer: Timer)? {
    entries.first.map { ($0.deadline, $0.timer) }
  }

  mutating func insert(_ timer: Timer, at deadline: UInt64) {
    lastOrder += 1
    entries.append(Entry(deadline: deadline, order: lastOrder, timer: timer))
    timer.place = entries.count - 1
    rise(from: entries.count - 1)
  }

  /// Takes out the timer that stands here; it may be ending, so it is not looked at.
  mutating func remove(at place: Int) {
    let last = entries.removeLast()
    guard place < entries.count else { return }
    put(last, at: place)
    rise(from: place)
    sink(from: place)
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    entry.timer.place = place
  }

  private mutating func rise(from start: Int) {
    var place = start
    let entry = entries[start]
    while place > 0, entry < entries[(place - 1) / 2] {
      put(entries[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    if place != start { put(entry, at: place) }
  }

  private mutating func sink(from start: Int) {
    var place = start
    let entry = entries[start]
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < entry else { break }
      put(entries[child], at: place)
      place = child
    }
    if place != start { put(entry, at: place) }
  }
}
