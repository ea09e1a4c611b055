import NightCore

/// Properties of the reader of zones.
enum Zones {
  private static let daySeconds = 86_400

  static func file(_ bytes: [UInt8]) throws(Finding) {
    let zone: Zone
    do throws(Flaw) { zone = try Zone(bytes, name: "fuzzed") } catch {
      return try isInside(error, bytes.count)
    }
    // The file contains the moments of its changes, so the test also uses its bytes as moments.
    var source = ByteSource(bytes)
    var moments = (0..<20).map { _ in Instant(microseconds: source.number() as Int64) }
    if let next = zone.nextChange(after: Instant(microseconds: 0)) { moments.append(next) }
    try check(zone, moments)
  }

  static func rule(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes, as: UTF8.self)
    let zone: Zone
    do throws(Flaw) { zone = try Zone(rule: text) } catch {
      return try isInside(error, text.utf8.count)
    }
    try assure((try? Zone(rule: text)) == zone, "“\(text)” is read as another zone again")
    let start = Instant(microseconds: 1_700_000_000_000_000)
    try check(zone, [start] + (zone.nextChange(after: start).map { [$0] } ?? []))
  }

  private static func isInside(_ flaw: Flaw, _ count: Int) throws(Finding) {
    guard case .byte(let byte) = flaw.location else { throw Finding("no byte: \(flaw)") }
    try assure((0...count).contains(byte) && !flaw.message.isEmpty, "\(flaw)")
  }

  private static func check(_ zone: Zone, _ moments: [Instant]) throws(Finding) {
    for moment in moments + [Instant(microseconds: .min), Instant(microseconds: .max)] {
      for change in [-90_000_000_000, -1, 0, 1, 5_400_000_000, 90_000_000_000] as [Int64] {
        try comesBack(zone, moment.adding(microseconds: change))
      }
      var last = moment
      for _ in 0..<5 {
        guard let next = zone.nextChange(after: last) else { break }
        try assure(next > last, "after \(last) the next change is \(next)")
        let before = next.adding(microseconds: -1)
        try assure(
          zone.offset(at: next) != zone.offset(at: before),
          "\(next) is no change of \(zone)"
        )
        try comesBack(zone, before)
        try comesBack(zone, next)
        last = next
      }
    }
  }

  /// The civil time of a moment must convert back to the same moment.
  private static func comesBack(_ zone: Zone, _ moment: Instant) throws(Finding) {
    let offset = zone.offset(at: moment)
    try assure((-89_999...93_599).contains(offset), "\(offset) at \(moment)")
    let shown = zone.civil(at: moment)
    let found = zone.moments(of: shown)
    // Outside the calendar's years, the civil time stays the same.
    guard shown.utc == moment.adding(microseconds: Int64(offset) * 1_000_000) else { return }
    switch found {
    case .once(let only):
      try assure(only == moment, "\(shown) at \(moment) is found at \(only)")
    case .twice(let first, let second):
      try assure(first < second, "\(first) is before \(second)")
      try assure(moment == first || moment >= second, "\(moment) lies between \(found)")
      try assure(zone.civil(at: first) == shown, "\(first) does not show \(shown)")
      try assure(zone.civil(at: second) == shown, "\(second) does not show \(shown)")
    case .skipped:
      throw Finding("\(shown) is shown at \(moment), and not found")
    }
  }
}
