import NightCore
import Testing

@Suite("Zone files")
struct ZoneFileTests {
  @Test("A zone file of version 1 has changes but no rule")
  func version1() throws {
    var file = MadeUpZone()
    file.version = 0
    let zone = try Zone(file.bytes, name: "x")
    #expect(zone.abbreviation(at: Instant(second: 999)) == "AAA")
    #expect(zone.abbreviation(at: Instant(second: 1_000)) == "BBB")
    #expect(zone.offset(at: Instant(second: 1_000)) == 3_600)
    #expect(zone.abbreviation(at: Instant(second: 2_000_000_000_000)) == "AAA")
    #expect(zone.nextChange(after: Instant(second: 2_000)) == nil)
  }

  @Test(
    "Zone files of all later versions are read in the same way",
    arguments: [UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "5"), 255]
  )
  func versions(version: UInt8) throws {
    var file = MadeUpZone()
    file.version = version
    let zone = try Zone(file.bytes, name: "x")
    #expect(zone.abbreviation(at: Instant(second: 1_999)) == "BBB")
    // After the last change that the zone file lists, the file's rule applies.
    #expect(zone.abbreviation(at: Instant(second: 2_000)) == "CCC")
    #expect(zone.offset(at: Instant(second: 2_000_000_000_000)) == 7_200)
  }

  @Test(
    "If a zone file has no changes, the offset of its rule or of its first type always applies"
  )
  func noChanges() throws {
    var file = MadeUpZone()
    file.changes = []
    #expect(try Zone(file.bytes, name: "x").abbreviation(at: Instant(second: -9_999)) == "CCC")
    file.footer = ""
    #expect(try Zone(file.bytes, name: "x").abbreviation(at: Instant(second: -9_999)) == "AAA")
  }

  @Test("If a zone has no rule, its last change applies forever")
  func noRule() throws {
    var file = MadeUpZone()
    file.footer = ""
    file.changes.append((3_000, 1))
    let zone = try Zone(file.bytes, name: "x")
    #expect(zone.abbreviation(at: Instant(second: 2_000_000_000_000)) == "BBB")
  }

  @Test("Leap seconds and indicators in a zone file are ignored")
  func leapSeconds() throws {
    var file = MadeUpZone()
    file.leapSeconds = 3
    file.indicators = 2
    #expect(try Zone(file.bytes, name: "x") == Zone(MadeUpZone().bytes, name: "x"))
  }

  @Test(
    "Clock changes are ignored if they are too long ago or too far away for an Instant",
    arguments: [Int64.min, -1 << 59]
  )
  func longAgo(moment: Int64) throws {
    var file = MadeUpZone()
    file.changes.insert((moment, 1), at: 0)
    let zone = try Zone(file.bytes, name: "x")
    #expect(zone.abbreviation(at: Instant(microseconds: .min)) == "BBB")
    file.changes = [(moment, 1), (.max, 0)]
    let other = try Zone(file.bytes, name: "x")
    #expect(other.abbreviation(at: Instant(microseconds: .max)) == "BBB")
    #expect(other.nextChange(after: Instant(second: 0)) == nil)
  }

  @Test("A zone's local time may change a second time after only one second")
  func close() throws {
    var file = MadeUpZone()
    file.changes = [(1_000, 1), (1_001, 0), (1_002, 1), (1_003, 0)]
    let zone = try Zone(file.bytes, name: "x")
    #expect(zone.nextChange(after: Instant(second: 1_000)) == Instant(second: 1_001))
    let shown = zone.civil(at: Instant(second: 1_002))
    #expect(zone.moments(of: shown) == .once(Instant(second: 1_002)))
    #expect(zone.moments(of: zone.civil(at: Instant(second: 999))) == .once(Instant(second: 999)))
  }

  /// Flaws of a zone file, each with its message.
  private static let flaws: [(String, @Sendable (inout MadeUpZone) -> Void)] = [
    ("byte 0: expected “TZif” at the start of a zone", { $0.magic = "TZIF" }),
    ("byte 4: expected a version: NUL, 2 or more", { $0.version = 1 }),
    ("byte 83: expected at most 2000 changes", { $0.announcedChanges = 2_001 }),
    ("byte 87: expected 1 to 256 local time types", { $0.announcedTimes = 0 }),
    ("byte 87: expected 1 to 256 local time types", { $0.announcedTimes = 257 }),
    ("byte 91: expected 1 to 2000 bytes of abbreviations", { $0.announcedLetters = 0 }),
    ("byte 91: expected 1 to 2000 bytes of abbreviations", { $0.announcedLetters = .max }),
    (
      "byte 140: expected the 930 bytes that the header declares",
      { $0.announcedLetters = 900 }
    ),
    ("byte 103: expected a change later than the one before it", { $0.changes[1].moment = 1_000 }),
    ("byte 112: expected a local time type below 2", { $0.changes[1].kind = 2 }),
    ("byte 119: expected an offset in seconds, -89999 to 93599", { $0.offsets[1] = 93_600 }),
    ("byte 113: expected an offset in seconds, -89999 to 93599", { $0.offsets[0] = .min }),
    ("byte 117: expected 0, or 1 for daylight saving", { $0.daylight = 2 }),
    ("byte 118: expected an abbreviation offset below 8", { $0.letterStart = 8 }),
    (
      "byte 132: expected NUL at the end of the abbreviations",
      { $0.letters = "AAA\0BBBB" }
    ),
    ("byte 127: expected a letter of an abbreviation", { $0.letters = "AA\u{1B}\0BBB\0" }),
    (
      "byte 150: expected a comma and the day on which daylight saving ends",
      { $0.footer = "CCC-2CCCC,M3.5.0" }
    ),
    (
      "byte 133: expected a line with the rule for the time after the last change",
      { $0.opening = "" }
    ),
    ("byte 139: expected the end of the line with the rule", { $0.closing = "" }),
  ]

  @Test("A mistake in a zone file is reported with the byte's position", arguments: flaws.indices)
  func message(flaw: Int) {
    let (message, spoil) = Self.flaws[flaw]
    var file = MadeUpZone()
    spoil(&file)
    do throws(Flaw) {
      _ = try Zone(file.bytes, name: "x")
      Issue.record("it is read, and not “\(message)”")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("A truncated zone file is rejected")
  func cutOff() throws {
    for bytes in [MadeUpZone().bytes, try SystemZone.bytes(SystemZone.folder + "/Europe/Berlin")] {
      for length in bytes.indices {
        #expect(throws: Flaw.self) { try Zone(Array(bytes[..<length]), name: "x") }
      }
    }
  }

  @Test("A damaged zone file is rejected, or read as another zone, but never causes a crash")
  func spoilt() throws {
    let moments: [Int64] = [.min, -5_000_000_000_000_000, 0, 1_500_000_000, 1_700_000_000_000_000]
    for bytes in [MadeUpZone().bytes, try SystemZone.bytes(SystemZone.folder + "/Asia/Kathmandu")] {
      for index in bytes.indices {
        for mask in [0x01, 0x80, 0xFF] as [UInt8] {
          var bytes = bytes
          bytes[index] ^= mask
          guard let zone = try? Zone(bytes, name: "x") else { continue }
          for moment in moments + [.max] {
            let instant = Instant(microseconds: moment)
            _ = zone.moments(of: zone.civil(at: instant))
            _ = zone.nextChange(after: instant)
          }
        }
      }
    }
  }
}

/// A small zone file; tests can change any part of it.
struct MadeUpZone {
  var magic = "TZif"
  var version = UInt8(ascii: "2")
  var changes: [(moment: Int64, kind: UInt8)] = [(1_000, 1), (2_000, 0)]
  var offsets: [Int32] = [0, 3_600]
  var daylight: UInt8 = 0
  var letterStart: UInt8 = 0
  var letters = "AAA\0BBB\0"
  var leapSeconds = 0
  /// These arrays have one value for each local time type.
  var indicators = 0
  var opening = "\n"
  var footer = "CCC-2"
  var closing = "\n"
  var announcedChanges: UInt32?
  var announcedTimes: UInt32?
  var announcedLetters: UInt32?

  var bytes: [UInt8] {
    guard version != 0 else { return block(timeSize: 4) }
    // Only readers of version 1 use the first block.
    var first = MadeUpZone()
    first.magic = magic
    first.version = version
    first.changes = []
    first.offsets = []
    first.letters = ""
    var bytes = first.header
    bytes += [UInt8](repeating: 0xEE, count: 7)
    bytes[43] = 7
    bytes[33...35] = [0, 0, 0]
    return bytes + block(timeSize: 8) + Array((opening + footer + closing).utf8)
  }

  private var header: [UInt8] {
    var bytes = Array(magic.utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [
      UInt32(indicators), UInt32(indicators), UInt32(leapSeconds),
      announcedChanges ?? UInt32(changes.count), announcedTimes ?? UInt32(offsets.count),
      announcedLetters ?? UInt32(letters.utf8.count),
    ] { bytes += big(UInt64(count), 4) }
    return bytes
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = header
    for change in changes { bytes += big(UInt64(bitPattern: change.moment), timeSize) }
    bytes += changes.map(\.kind)
    for (index, offset) in offsets.enumerated() {
      bytes += big(UInt64(UInt32(bitPattern: offset)), 4)
      bytes += [daylight, index == 0 ? letterStart : 4]
    }
    bytes += Array(letters.utf8)
    bytes += [UInt8](repeating: 0xEE, count: leapSeconds * (timeSize + 4) + indicators * 2)
    return bytes
  }

  private func big(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
