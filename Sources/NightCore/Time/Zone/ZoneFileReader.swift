/// Reads a TZif file (RFC 9636) of any version.
///
/// The reader skips leap seconds, because an `Instant` does not count them.
struct ZoneFileReader {
  private static let headerSize = 44
  /// The largest numbers that a file may declare; real zones have at most 240 changes and 15 local
  /// time types.
  private static let maximumChanges = 2_000
  private static let maximumTimes = 256
  private static let maximumLetters = 2_000

  private struct Counts {
    let indicators: Int
    let leapSeconds: Int
    let changes: Int
    let times: Int
    let letters: Int

    func size(timeSize: Int) -> Int {
      changes * (timeSize + 1) + times * 6 + letters + leapSeconds * (timeSize + 4) + indicators
    }
  }

  private let bytes: [UInt8]
  private var index = 0

  static func table(_ bytes: [UInt8]) throws(Flaw) -> ZoneTable {
    var reader = ZoneFileReader(bytes: bytes)
    return try reader.table()
  }

  private mutating func table() throws(Flaw) -> ZoneTable {
    let (version, counts) = try header()
    if version == 0 { return try body(counts, timeSize: 4).table }
    // Skip the first part, because from version 2 on, a second part repeats all data with 8-byte
    // times.
    let size = counts.size(timeSize: 4)
    try need(size, "the \(size) bytes that the header declares")
    index += size
    let (_, longer) = try header()
    var (table, last) = try body(longer, timeSize: 8)
    guard let rule = try footer() else { return table }
    // If the file has no changes, the rule at the file's end has always applied. If `Instant`
    // cannot hold the last change, leave the rule out.
    guard let last else { return ZoneTable(rule) }
    if last.magnitude <= UInt64(Int64.max / 1_000_000) { table.add(rule, from: last) }
    return table
  }
}

// MARK: - Parts

extension ZoneFileReader {
  private mutating func header() throws(Flaw) -> (version: UInt8, Counts) {
    let start = index
    guard bytes.dropFirst(start).starts(with: "TZif".utf8) else {
      throw Flaw(byte: start, expected: "“TZif” at the start of a zone")
    }
    try need(Self.headerSize, "a header of \(Self.headerSize) bytes")
    let version = bytes[start + 4]
    guard version == 0 || version >= UInt8(ascii: "2") else {
      throw Flaw(byte: start + 4, expected: "a version: NUL, 2 or more")
    }
    index = start + 20
    let universal = number(4)
    let standard = number(4)
    let leapSeconds = number(4)
    let changes = number(4)
    let times = number(4)
    let letters = number(4)
    let counts = Counts(
      indicators: universal + standard,
      leapSeconds: leapSeconds,
      changes: changes,
      times: times,
      letters: letters
    )
    return (version, counts)
  }

  /// Returns the table of clock changes, and the moment of the last change in the file.
  private mutating func body(
    _ counts: Counts,
    timeSize: Int
  ) throws(Flaw) -> (table: ZoneTable, last: Int64?) {
    let header = index - Self.headerSize
    guard counts.changes <= Self.maximumChanges else {
      throw Flaw(byte: header + 32, expected: "at most \(Self.maximumChanges) changes")
    }
    guard (1...Self.maximumTimes).contains(counts.times) else {
      throw Flaw(byte: header + 36, expected: "1 to \(Self.maximumTimes) local time types")
    }
    guard (1...Self.maximumLetters).contains(counts.letters) else {
      throw Flaw(byte: header + 40, expected: "1 to \(Self.maximumLetters) bytes of abbreviations")
    }
    let size = counts.size(timeSize: timeSize)
    try need(size, "the \(size) bytes that the header declares")
    let start = index
    let kindStart = start + counts.changes * timeSize
    let times = try times(at: kindStart + counts.changes, counts)
    var table = ZoneTable(times[0])
    var last: Int64?
    for change in 0..<counts.changes {
      index = start + change * timeSize
      let moment = number(timeSize)
      let second = timeSize == 4 ? Int64(Int32(truncatingIfNeeded: moment)) : Int64(moment)
      if let last, second <= last {
        throw Flaw(byte: index - timeSize, expected: "a change later than the one before it")
      }
      last = second
      let kind = Int(bytes[kindStart + change])
      guard kind < times.count else {
        throw Flaw(byte: kindStart + change, expected: "a local time type below \(times.count)")
      }
      table.add(second, times[kind])
    }
    index = start + size
    return (table, last)
  }

  private mutating func times(at start: Int, _ counts: Counts) throws(Flaw) -> [LocalTimeType] {
    var times: [LocalTimeType] = []
    let letterStart = start + counts.times * 6
    let letterEnd = letterStart + counts.letters
    for time in 0..<counts.times {
      index = start + time * 6
      let offset = Int(Int32(truncatingIfNeeded: number(4)))
      guard LocalTimeType.offsets.contains(offset) else {
        let range = "\(LocalTimeType.offsets.lowerBound) to \(LocalTimeType.offsets.upperBound)"
        throw Flaw(byte: index - 4, expected: "an offset in seconds, \(range)")
      }
      guard bytes[index] <= 1 else {
        throw Flaw(byte: index, expected: "0, or 1 for daylight saving")
      }
      let letters = Int(bytes[index + 1])
      guard letters < counts.letters else {
        throw Flaw(byte: index + 1, expected: "an abbreviation offset below \(counts.letters)")
      }
      let name = bytes[(letterStart + letters)..<letterEnd].prefix { $0 != 0 }
      if let strange = name.firstIndex(where: { !(0x20...0x7E).contains($0) }) {
        throw Flaw(byte: strange, expected: "a letter of an abbreviation")
      }
      guard name.endIndex < letterEnd else {
        throw Flaw(byte: letterEnd - 1, expected: "NUL at the end of the abbreviations")
      }
      times.append(
        LocalTimeType(offset: offset, abbreviation: String(decoding: name, as: UTF8.self))
      )
    }
    return times
  }

  /// Returns the rule that applies after the last change; nil if the file has no rule.
  private mutating func footer() throws(Flaw) -> ZoneRule? {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\n") else {
      throw Flaw(byte: index, expected: "a line with the rule for the time after the last change")
    }
    let start = index + 1
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else {
      throw Flaw(byte: bytes.count, expected: "the end of the line with the rule")
    }
    return start == end ? nil : try ZoneRuleReader.rule(bytes[start..<end])
  }

  private func need(_ count: Int, _ what: String) throws(Flaw) {
    guard bytes.count - index >= count else {
      throw Flaw(byte: bytes.count, expected: what)
    }
  }

  /// Reads `count` bytes as a big-endian number; the caller must ensure that this many bytes exist.
  private mutating func number(_ count: Int) -> Int {
    var value = 0
    for byte in bytes[index..<index + count] { value = value << 8 | Int(byte) }
    index += count
    return value
  }
}

extension Flaw {
  package init(byte: Int, expected: String) { self.init("expected \(expected)", at: .byte(byte)) }
}
