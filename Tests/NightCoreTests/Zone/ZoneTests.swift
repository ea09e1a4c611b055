import Glibc
import NightCore
import Testing

/// These tables were checked by hand against the comments of the tzdata authors.
@Suite("Zones")
struct ZoneTests {
  @Test(
    "A zone's clocks have the correct offset and abbreviation",
    arguments: [
      ("Europe/Berlin", "1890-01-01T00:00:00Z", 3_208, "LMT"),
      ("Europe/Berlin", "1945-06-01T00:00:00Z", 10_800, "CEMT"),
      ("Europe/Berlin", "2026-03-29T00:59:59Z", 3_600, "CET"),
      ("Europe/Berlin", "2026-03-29T01:00:00Z", 7_200, "CEST"),
      ("Europe/Berlin", "2026-10-25T00:59:59Z", 7_200, "CEST"),
      ("Europe/Berlin", "2026-10-25T01:00:00Z", 3_600, "CET"),
      ("Europe/Berlin", "2600-07-01T00:00:00Z", 7_200, "CEST"),
      ("America/New_York", "1883-11-18T16:59:59Z", -17_762, "LMT"),
      ("America/New_York", "2026-03-08T06:59:59Z", -18_000, "EST"),
      ("America/New_York", "2026-03-08T07:00:00Z", -14_400, "EDT"),
      ("America/New_York", "2100-11-07T06:00:00Z", -18_000, "EST"),
      ("Europe/Dublin", "2026-01-01T00:00:00Z", 0, "GMT"),
      ("Europe/Dublin", "2026-07-01T00:00:00Z", 3_600, "IST"),
      ("Europe/Dublin", "2126-07-01T00:00:00Z", 3_600, "IST"),
      // In this zone, clocks go back during Ramadan, whose dates move.
      ("Africa/Casablanca", "2026-02-15T01:59:59Z", 3_600, "+01"),
      ("Africa/Casablanca", "2026-02-15T02:00:00Z", 0, "+00"),
      ("Africa/Casablanca", "2026-03-22T02:00:00Z", 3_600, "+01"),
      ("Asia/Kathmandu", "1985-12-31T18:29:59Z", 19_800, "+0530"),
      ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 20_700, "+0545"),
      ("Australia/Lord_Howe", "2026-04-04T14:59:59Z", 39_600, "+11"),
      ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", 37_800, "+1030"),
      ("Australia/Lord_Howe", "2126-01-01T00:00:00Z", 39_600, "+11"),
      ("America/St_Johns", "1930-01-01T00:00:00Z", -12_652, "NST"),
      ("America/St_Johns", "2026-01-01T00:00:00Z", -12_600, "NST"),
      ("America/St_Johns", "2026-07-01T00:00:00Z", -9_000, "NDT"),
      ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000, "-10"),
      ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400, "+14"),
      ("Pacific/Kwajalein", "1993-08-21T11:59:59Z", -43_200, "-12"),
      ("Pacific/Kwajalein", "1993-08-21T12:00:00Z", 43_200, "+12"),
      ("Asia/Kolkata", "1942-09-01T00:00:00Z", 23_400, "+0630"),
      ("Asia/Kolkata", "2026-07-01T00:00:00Z", 19_800, "IST"),
      ("Etc/UTC", "2026-07-01T00:00:00Z", 0, "UTC"),
      ("Etc/GMT+5", "2026-07-01T00:00:00Z", -18_000, "-05"),
      ("America/Nuuk", "2023-03-26T00:59:59Z", -10_800, "-03"),
      ("America/Nuuk", "2023-03-26T01:00:00Z", -7_200, "-02"),
      ("America/Nuuk", "2024-03-31T01:00:00Z", -3_600, "-01"),
      ("America/Nuuk", "2124-07-01T00:00:00Z", -3_600, "-01"),
    ]
  )
  func offsets(name: String, moment: String, offset: Int, abbreviation: String) throws {
    let zone = try SystemZone.zone(name)
    let instant = try #require(Instant(iso: moment))
    #expect(zone.name == name)
    #expect(zone.offset(at: instant) == offset)
    #expect(zone.abbreviation(at: instant) == abbreviation)
    let shown = zone.civil(at: instant)
    #expect(shown.utc.second - instant.second == offset)
    switch zone.moments(of: shown) {
    case .once(let moment): #expect(moment == instant)
    case .twice(let first, let second): #expect(first == instant || second == instant)
    case .skipped: Issue.record("\(shown.text) is shown at \(moment)")
    }
  }

  @Test(
    "A local time in a zone occurs once, twice or never",
    arguments: [
      ("Europe/Berlin", "2026-11-21T12:00:00", ["2026-11-21T11:00:00Z"]),
      ("Europe/Berlin", "2026-10-25T01:59:59", ["2026-10-24T23:59:59Z"]),
      ("Europe/Berlin", "2026-10-25T02:00:00", ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"]),
      ("Europe/Berlin", "2026-10-25T02:59:59", ["2026-10-25T00:59:59Z", "2026-10-25T01:59:59Z"]),
      ("Europe/Berlin", "2026-10-25T03:00:00", ["2026-10-25T02:00:00Z"]),
      ("Europe/Berlin", "2026-03-29T01:59:59", ["2026-03-29T00:59:59Z"]),
      ("Europe/Berlin", "2026-03-29T02:00:00", ["never; 2026-03-29T01:00:00Z"]),
      ("Europe/Berlin", "2026-03-29T02:59:59", ["never; 2026-03-29T01:00:00Z"]),
      ("Europe/Berlin", "2026-03-29T03:00:00", ["2026-03-29T01:00:00Z"]),
      // Until then the zone used local mean time, so its offset contains seconds.
      ("Europe/Berlin", "1893-03-31T23:59:59", ["1893-03-31T23:06:31Z"]),
      ("Europe/Berlin", "1893-04-01T00:00:00", ["never; 1893-03-31T23:06:32Z"]),
      ("Europe/Berlin", "1893-04-01T00:06:31", ["never; 1893-03-31T23:06:32Z"]),
      ("Europe/Berlin", "1893-04-01T00:06:32", ["1893-03-31T23:06:32Z"]),
      // The zone skipped this date.
      ("Pacific/Apia", "2011-12-29T23:59:59", ["2011-12-30T09:59:59Z"]),
      ("Pacific/Apia", "2011-12-30T00:00:00", ["never; 2011-12-30T10:00:00Z"]),
      ("Pacific/Apia", "2011-12-30T23:59:59", ["never; 2011-12-30T10:00:00Z"]),
      ("Pacific/Apia", "2011-12-31T00:00:00", ["2011-12-30T10:00:00Z"]),
      ("Pacific/Kwajalein", "1993-08-21T12:00:00", ["never; 1993-08-21T12:00:00Z"]),
      ("Pacific/Kwajalein", "1993-08-22T00:00:00", ["1993-08-21T12:00:00Z"]),
      // In this zone, the date occurred twice.
      ("America/Juneau", "1867-10-18T15:33:31", ["1867-10-18T00:31:12Z"]),
      ("America/Juneau", "1867-10-18T15:33:32", ["1867-10-18T00:31:13Z", "1867-10-19T00:31:13Z"]),
      ("America/Juneau", "1867-10-19T15:33:31", ["1867-10-19T00:31:12Z", "1867-10-20T00:31:12Z"]),
      ("America/Juneau", "1867-10-19T15:33:32", ["1867-10-20T00:31:13Z"]),
      ("Australia/Lord_Howe", "2026-04-05T01:29:59", ["2026-04-04T14:29:59Z"]),
      (
        "Australia/Lord_Howe", "2026-04-05T01:30:00",
        ["2026-04-04T14:30:00Z", "2026-04-04T15:00:00Z"]
      ),
      ("Australia/Lord_Howe", "2026-10-04T02:15:00", ["never; 2026-10-03T15:30:00Z"]),
      ("Africa/Casablanca", "2026-03-22T02:30:00", ["never; 2026-03-22T02:00:00Z"]),
      (
        "Africa/Casablanca", "2026-02-15T02:30:00",
        ["2026-02-15T01:30:00Z", "2026-02-15T02:30:00Z"]
      ),
      // The zone skips the whole hour before midnight.
      ("America/Nuuk", "2024-03-30T23:30:00", ["never; 2024-03-31T01:00:00Z"]),
      ("Etc/UTC", "0001-01-01T00:00:00", ["0001-01-01T00:00:00Z"]),
      ("Etc/UTC", "9999-12-31T23:59:59", ["9999-12-31T23:59:59Z"]),
      ("America/New_York", "9999-07-04T12:00:00", ["9999-07-04T16:00:00Z"]),
      (
        "America/New_York", "9999-11-07T01:30:00", ["9999-11-07T05:30:00Z", "9999-11-07T06:30:00Z"]
      ),
    ]
  )
  func moments(name: String, civil: String, expected: [String]) throws {
    let zone = try SystemZone.zone(name)
    let moments = zone.moments(of: CivilTime(civil))
    switch moments {
    case .once(let moment): #expect([moment.iso] == expected)
    case .twice(let first, let second): #expect([first.iso, second.iso] == expected)
    case .skipped(let jump): #expect(["never; " + jump.iso] == expected)
    }
    #expect(expected[0].hasSuffix(moments.first.iso))
  }

  @Test("A zone's local time keeps the fraction of a second")
  func fraction() throws {
    let zone = try SystemZone.zone("Europe/Berlin")
    let instant = try #require(Instant(iso: "2026-11-21T11:00:00.000001Z"))
    #expect(zone.moments(of: zone.civil(at: instant)) == .once(instant))
    let early = try #require(Instant(iso: "1945-04-02T00:59:59.999999Z"))
    #expect(zone.moments(of: zone.civil(at: early)) == .once(early))
  }

  @Test(
    "The next change of a zone's offset is found, or the result is nil if no change follows",
    arguments: [
      ("Europe/Berlin", "2026-11-21T00:00:00Z", "2027-03-28T01:00:00Z"),
      ("Europe/Berlin", "2027-03-28T00:59:59.999999Z", "2027-03-28T01:00:00Z"),
      ("Europe/Berlin", "2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z"),
      ("Europe/Berlin", "2437-10-25T01:00:00Z", "2438-03-28T01:00:00Z"),
      ("Europe/Berlin", "1500-01-01T00:00:00Z", "1893-03-31T23:06:32Z"),
      // This moment is more than 400 years before the first change.
      ("Europe/Berlin", "1490-01-01T00:00:00Z", nil),
      ("Asia/Kolkata", "2026-11-21T00:00:00Z", nil),
      ("Etc/UTC", "2026-11-21T00:00:00Z", nil),
      // At this moment only the abbreviation changed, not the offset.
      ("America/New_York", "1945-08-01T00:00:00Z", "1945-09-30T06:00:00Z"),
    ]
  )
  func nextChange(name: String, moment: String, next: String?) throws {
    let zone = try SystemZone.zone(name)
    #expect(zone.nextChange(after: try #require(Instant(iso: moment)))?.iso == next)
  }

  @Test("UTC needs no zone file")
  func utc() {
    #expect(Zone.utc.name == "UTC")
    #expect(Zone.utc.abbreviation(at: Instant(microseconds: 0)) == "UTC")
    #expect(Zone.utc.nextChange(after: Instant(microseconds: 0)) == nil)
    let noon = CivilTime("2026-11-21T12:00:00")
    #expect(Zone.utc.moments(of: noon) == .once(noon.utc))
    #expect(Zone.utc.civil(at: noon.utc) == noon)
  }

  @Test("A zone accepts any moment, however far away it is")
  func farAway() throws {
    let years = stride(from: -10_000, through: 20_000, by: 13).map {
      Int64($0 - 1970) * 31_556_952_000_000
    }
    let rule = try Zone(rule: "<+2559>-24:59:59<+2659>,J1/-167,J365/167")
    for zone in [.utc, try SystemZone.zone("Africa/Casablanca"), rule] {
      for moment in years + [.min, .min + 1, .max - 1, .max] {
        let instant = Instant(microseconds: moment)
        #expect(LimitedOffsets.all.contains(zone.offset(at: instant)))
        _ = zone.nextChange(after: instant)
        _ = zone.moments(of: zone.civil(at: instant))
      }
    }
  }

  private enum LimitedOffsets { static let all = -89_999...93_599 }

  @Test("Two zones differ if their names or changes differ")
  func equality() throws {
    let berlin = try SystemZone.zone("Europe/Berlin")
    #expect(try SystemZone.zone("Europe/Berlin") == berlin)
    #expect(try Zone(SystemZone.bytes(SystemZone.folder + "/Europe/Berlin"), name: "x") != berlin)
    #expect(
      try Zone(SystemZone.bytes(SystemZone.folder + "/Europe/Paris"), name: berlin.name) != berlin
    )
  }
}

/// The zones of this machine.
enum SystemZone {
  struct Missing: Error { let path: String }

  static let folder = "/usr/share/zoneinfo"

  static func zone(_ name: String, in folder: String = folder) throws -> Zone {
    try Zone(bytes("\(folder)/\(name)"), name: name)
  }

  /// The bytes of any file.
  static func bytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}

extension Instant {
  init(second: Int) { self.init(microseconds: Int64(second) * 1_000_000) }

  var second: Int { Int(microseconds / 1_000_000) }
}

extension CivilTime {
  /// Reads only the form `2026-11-21T07:10:00`, which the tests use.
  init(_ text: String) {
    self.init(utc: Instant(iso: text + "Z") ?? Instant(microseconds: 0))
  }

  var text: String { String(utc.iso.dropLast()) }
}
