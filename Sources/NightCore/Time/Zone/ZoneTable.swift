/// The changes of a zone's clocks in order, and the local time types between them.
///
/// The calendar and its weekdays repeat every 400 years. To store a rule that never ends, one cycle
/// of 400 years is therefore enough.
struct ZoneTable: Equatable, Sendable {
  static let cycle: Int64 = 146_097 * 86_400
  /// The length of a mean year in seconds.
  private static let year: Int64 = cycle / 400

  private var starts: [Int64] = []
  /// The local time type before each change and after the last one, as an index into `times`.
  private var kinds: [UInt16] = [0]
  private var times: [LocalTimeType]
  /// The start of the 400-year cycle; after its end, the cycle repeats forever.
  private var cycleStart: Int64?
  private var isRepeatedBefore = false

  init(_ before: LocalTimeType) {
    times = [before]
  }

  /// Creates a table from a rule that has always been in force.
  init(_ rule: ZoneRule) {
    self.init(rule.standard)
    guard rule.daylight != nil else { return }
    add(rule, from: 0)
    isRepeatedBefore = true
  }

  /// Adds a change at the end; if the last change is at the same moment, replaces the last change.
  mutating func add(_ start: Int64, _ time: LocalTimeType) {
    add(start, kind: kind(of: time))
  }

  private mutating func kind(of time: LocalTimeType) -> UInt16 {
    if let kind = times.firstIndex(of: time) { return UInt16(truncatingIfNeeded: kind) }
    times.append(time)
    return UInt16(truncatingIfNeeded: times.count - 1)
  }

  private mutating func add(_ start: Int64, kind: UInt16) {
    if starts.last == start {
      starts.removeLast()
      kinds.removeLast()
    }
    guard kinds.last != kind else { return }
    starts.append(start)
    kinds.append(kind)
  }

  /// Adds a rule's changes from `start` on; the table must not have a change after `start`.
  mutating func add(_ rule: ZoneRule, from start: Int64) {
    guard let daylight = rule.daylight else { return add(start, rule.standard) }
    // Shift the start by whole cycles to 1970 or later, where the year is easy to compute.
    let cycles = start >= 0 ? start / Self.cycle : (start + 1) / Self.cycle - 1
    let shift = cycles * Self.cycle
    let year = 1970 + Int((start - shift) / Self.year)
    let standardKind = kind(of: rule.standard)
    let daylightKind = kind(of: daylight.time)
    var changes: [Change] = []
    changes.reserveCapacity(820)
    starts.reserveCapacity(starts.count + 820)
    kinds.reserveCapacity(kinds.count + 820)
    // Add two years before and after the cycle, so that each span between two changes has a start
    // and an end.
    for year in year - 2...year + 402 {
      let start = daylight.start.moment(in: year, rule.standard)
      changes.settle(Change(start: start, kind: daylightKind))
      changes.settle(
        Change(start: daylight.end.moment(in: year, daylight.time), kind: standardKind)
      )
    }
    cycleStart = start
    var before = standardKind
    var isBefore = true
    for change in changes {
      if isBefore, change.start > start - shift {
        add(start, kind: before)
        isBefore = false
      }
      if isBefore { before = change.kind } else { add(change.start + shift, kind: change.kind) }
    }
  }

  fileprivate struct Change {
    let start: Int64
    let kind: UInt16
  }

  func time(at second: Int64) -> LocalTimeType {
    times[Int(kinds[place(of: second).index])]
  }

  /// Returns the local time type at a moment, and the moment of the next change (nil if no change
  /// follows).
  func span(at second: Int64) -> (time: LocalTimeType, end: Int64?) {
    let (index, shift) = place(of: second)
    let end = index < starts.count ? starts[index] + shift : nil
    return (times[Int(kinds[index])], end)
  }

  /// Moves a moment into the stored cycle; returns the number of changes up to that moment.
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

extension [ZoneTable.Change] {
  /// Inserts a change in order; changes at one moment keep the order in which they were inserted.
  fileprivate mutating func settle(_ change: ZoneTable.Change) {
    append(change)
    var place = count - 1
    while place > 0, self[place - 1].start > change.start {
      swapAt(place - 1, place)
      place -= 1
    }
  }
}

/// A local time type: an offset from UTC and an abbreviation.
struct LocalTimeType: Hashable, Sendable {
  /// The offset in seconds east of UTC.
  let offset: Int
  let abbreviation: String

  /// The offsets that RFC 9636 allows, which are far beyond those of real zones.
  static let offsets = -89_999...93_599
}
