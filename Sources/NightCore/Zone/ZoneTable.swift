/// The changes of a zone's clocks, in their order, and what they show between them.
///
/// The calendar comes round every 400 years, weekdays included, so that a rule without an end is
/// one such cycle that repeats.
struct ZoneTable: Equatable, Sendable {
  static let cycle: Int64 = 146_097 * 86_400
  /// The mean year.
  private static let year: Int64 = cycle / 400

  private var starts: [Int64] = []
  /// What counts before each start, and at last after all of them: an index into `times`.
  private var kinds: [UInt16] = [0]
  private var times: [LocalTime]
  /// Where the cycle begins that repeats from its end on.
  private var cycleStart: Int64?
  private var isRepeatedBefore = false

  init(_ before: LocalTime) {
    times = [before]
  }

  /// A rule that has always held.
  init(_ rule: ZoneRule) {
    self.init(rule.standard)
    guard rule.daylight != nil else { return }
    add(rule, from: 0)
    isRepeatedBefore = true
  }

  /// Adds a change that is not before any other; at the same moment the later one counts.
  mutating func add(_ start: Int64, _ time: LocalTime) {
    if starts.last == start {
      starts.removeLast()
      kinds.removeLast()
    }
    guard times[Int(kinds[kinds.count - 1])] != time else { return }
    starts.append(start)
    if let kind = times.firstIndex(of: time) {
      kinds.append(UInt16(truncatingIfNeeded: kind))
    } else {
      kinds.append(UInt16(truncatingIfNeeded: times.count))
      times.append(time)
    }
  }

  /// Adds what a rule says from a moment on that is not before any change.
  mutating func add(_ rule: ZoneRule, from start: Int64) {
    guard let daylight = rule.daylight else { return add(start, rule.standard) }
    // Shifted by whole cycles into years in which the calendar is plain to reckon.
    let cycles = start >= 0 ? start / Self.cycle : (start + 1) / Self.cycle - 1
    let shift = cycles * Self.cycle
    let year = 1970 + Int((start - shift) / Self.year)
    // One year more than the cycle has: its last stretch has an end, too.
    let end = start - shift + Self.cycle + Self.year
    var changes: [(start: Int64, time: LocalTime)] = []
    for year in year - 2...year + 403 {
      changes.append((daylight.start.moment(in: year, rule.standard), daylight.time))
      changes.append((daylight.end.moment(in: year, daylight.time), rule.standard))
    }
    changes.settle()
    cycleStart = start
    var before = rule.standard
    var isBefore = true
    for change in changes where change.start <= end {
      if isBefore, change.start > start - shift {
        add(start, before)
        isBefore = false
      }
      if isBefore { before = change.time } else { add(change.start + shift, change.time) }
    }
  }

  func time(at second: Int64) -> LocalTime {
    times[Int(kinds[place(of: second).index])]
  }

  /// What clocks show at a moment, and until when.
  func stretch(at second: Int64) -> (time: LocalTime, end: Int64?) {
    let (index, shift) = place(of: second)
    let end = index < starts.count ? starts[index] + shift : nil
    return (times[Int(kinds[index])], end)
  }

  /// How many changes are not after a moment, that is shifted into the cycle before.
  private func place(of second: Int64) -> (index: Int, shift: Int64) {
    var shift: Int64 = 0
    if let cycleStart {
      let past = second - cycleStart
      if past >= Self.cycle {
        shift = past / Self.cycle * Self.cycle
      } else if past < 0, isRepeatedBefore {
        shift = (past + 1) / Self.cycle * Self.cycle - Self.cycle
      }
    }
    let second = second - shift
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return (low, shift)
  }
}

extension [(start: Int64, time: LocalTime)] {
  /// Puts into order what is nearly so; of two at the same moment the first stays first.
  fileprivate mutating func settle() {
    for index in indices.dropFirst() {
      var place = index
      while place > 0, self[place - 1].start > self[place].start {
        swapAt(place - 1, place)
        place -= 1
      }
    }
  }
}
