/// What clocks in a part of the world show at any moment.
package struct Zone: Equatable, Sendable {
  /// Such as `Europe/Berlin`, the text of a rule, or nothing.
  package let name: String
  private let table: ZoneTable

  package static let utc = Zone("UTC", ZoneTable(LocalTime(offset: 0, abbreviation: "UTC")))

  private init(_ name: String, _ table: ZoneTable) {
    self.name = name
    self.table = table
  }

  /// Reads a TZif file (RFC 9636).
  package init(_ bytes: [UInt8], name: String) throws(ZoneFlaw) {
    self.init(name, try ZoneFileReader.table(bytes))
  }

  /// Reads a rule as POSIX gives them for `TZ`, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  package init(rule: String) throws(ZoneFlaw) {
    self.init(rule, ZoneTable(try ZoneRuleReader.rule(rule)))
  }

  /// Seconds east of UTC.
  package func offset(at instant: Instant) -> Int {
    table.time(at: instant.wholeSeconds).offset
  }

  package func abbreviation(at instant: Instant) -> String {
    table.time(at: instant.wholeSeconds).abbreviation
  }

  package func civil(at instant: Instant) -> CivilTime {
    CivilTime(utc: instant.adding(microseconds: Int64(offset(at: instant)) * 1_000_000))
  }

  /// When the offset changes next; nil if it does not within 400 years.
  package func nextChange(after instant: Instant) -> Instant? {
    let start = instant.wholeSeconds
    var (time, end) = table.stretch(at: start)
    let offset = time.offset
    while let change = end, change <= start + ZoneTable.cycle {
      (time, end) = table.stretch(at: change)
      if time.offset != offset { return Instant(wholeSeconds: change) }
    }
    return nil
  }
}

// MARK: - Back from the clock

extension Zone {
  package func moments(of civil: CivilTime) -> CivilMoments {
    let local = civil.utc.wholeSeconds
    // Only from here on, and to there, can a clock show it.
    var start = local - Int64(LocalTime.offsets.upperBound)
    let last = local - Int64(LocalTime.offsets.lowerBound)
    var found: Int64?
    var jump: Int64?
    while true {
      let (time, end) = table.stretch(at: start)
      let moment = local - Int64(time.offset)
      if let end, moment >= end {
        start = end
        continue
      }
      if moment < start {
        jump = jump ?? start
      } else if let found {
        return .twice(civil.moment(found), civil.moment(moment))
      } else {
        found = moment
      }
      guard let end, end <= last else { break }
      start = end
    }
    if let found { return .once(civil.moment(found)) }
    return .skipped(at: Instant(wholeSeconds: jump ?? start) ?? civil.utc)
  }
}

extension CivilTime {
  fileprivate func moment(_ second: Int64) -> Instant {
    Instant(microseconds: second * 1_000_000 + Int64(microsecond))
  }
}

extension Instant {
  /// Rounded down.
  fileprivate var wholeSeconds: Int64 {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest < 0 ? seconds - 1 : seconds
  }

  fileprivate init?(wholeSeconds: Int64) {
    let (microseconds, overflow) = wholeSeconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return nil }
    self.init(microseconds: microseconds)
  }
}
