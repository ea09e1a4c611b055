/// A time zone, which converts moments to local times and back.
package struct Zone: Equatable, Sendable {
  /// The zone's name, such as `Europe/Berlin`, or the text of a POSIX rule; the name can be empty.
  package let name: String
  private let table: ZoneTable

  package static let utc = Zone("UTC", ZoneTable(LocalTimeType(offset: 0, abbreviation: "UTC")))

  private init(_ name: String, _ table: ZoneTable) {
    self.name = name
    self.table = table
  }

  /// Reads the bytes of a TZif file (RFC 9636).
  package init(_ bytes: [UInt8], name: String) throws(Flaw) {
    self.init(name, try ZoneFileReader.table(bytes))
  }

  /// Reads a POSIX rule from the variable `TZ`, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  package init(rule: String) throws(Flaw) {
    self.init(rule, ZoneTable(try ZoneRuleReader.rule(rule)))
  }

  /// Returns the offset of the clocks in seconds east of UTC.
  package func offset(at instant: Instant) -> Int {
    table.time(at: instant.wholeSeconds).offset
  }

  package func abbreviation(at instant: Instant) -> String {
    table.time(at: instant.wholeSeconds).abbreviation
  }

  package func civil(at instant: Instant) -> CivilTime {
    CivilTime(utc: instant.adding(microseconds: Int64(offset(at: instant)) * 1_000_000))
  }

  /// Returns when the clocks' offset changes next; nil if no change comes within 400 years.
  package func nextChange(after instant: Instant) -> Instant? {
    let start = instant.wholeSeconds
    var (time, end) = table.span(at: start)
    let offset = time.offset
    while let change = end, change <= start + ZoneTable.cycle {
      (time, end) = table.span(at: change)
      if time.offset != offset { return Instant(wholeSeconds: change) }
    }
    return nil
  }
}

// MARK: - From local time to moments

extension Zone {
  package func moments(of civil: CivilTime) -> CivilMoments {
    let local = civil.utc.wholeSeconds
    // The clocks can show this local time only from `start` to `last`.
    var start = local - Int64(LocalTimeType.offsets.upperBound)
    let last = local - Int64(LocalTimeType.offsets.lowerBound)
    var found: Int64?
    var jump: Int64?
    while true {
      let (time, end) = table.span(at: start)
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
  /// Whole seconds since 1970, rounded down.
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

/// The moments at which the clocks of a zone show a local time.
package enum CivilMoments: Equatable, Sendable {
  case once(Instant)
  /// The clocks are put back, so they show the local time more than once; these are the first two
  /// moments.
  case twice(Instant, Instant)
  /// The clocks are put forward at this moment, so they never show the local time.
  case skipped(at: Instant)

  package var first: Instant {
    switch self {
    case .once(let instant), .twice(let instant, _), .skipped(let instant): instant
    }
  }
}

/// The time zone of the session and the zone's place, according to the computer's settings.
package struct Surroundings: Equatable, Sendable {
  package var zone: Zone
  /// The main place of the zone; nil if the zone has no place.
  package var zonePlace: Place?
  package var flaw: ZoneProblem?

  package init(zone: Zone = .utc, zonePlace: Place? = nil, flaw: ZoneProblem? = nil) {
    self.zone = zone
    self.zonePlace = zonePlace
    self.flaw = flaw
  }
}

/// A message about a problem with the time zone that a file or variable requests.
package struct ZoneProblem: Equatable, Sendable {
  /// The file or variable that people must correct.
  package let file: String
  /// The message, which explains the problem and says which zone is used instead.
  package let message: String

  package init(file: String, message: String) {
    self.file = file
    self.message = message
  }
}
