import NightCore
import Testing

@Suite("Places of zones")
struct ZonePlacesTests {
  private static let zoneTab = """
    # a remark\tthat has\tEurope/Berlin
    DE\t+5230+01322\tEurope/Berlin\tmost of Germany
    NO\t+5955+01045\tEurope/Oslo
    US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
    AU\t-3133+15905\tAustralia/Lord_Howe
    X1\t+9100+00000\tBad/Latitude
    X2\t+0000+18001\tBad/Longitude
    X3\t+0060+00000\tBad/Minutes
    X4\t+00+000\tBad/Digits
    X5\t+0000\tBad/Half
    X6\t+00a0+00000\tBad/Letter
    X7\t\tBad/Empty
    X8
    """
  private static let zone1970 = """
    #
    DE,DK,NO\t+1000+01000\tEurope/Berlin\t
    AQ\t-7824+10654\tAntarctica/Vostok
    """
  private static let tzdata = """
    # version 2025b
    R d 1916 o - Jun 14 23s 1 S
    Z Europe/Berlin 0:53:28 - LMT 1893 Ap
    L Europe/Berlin Arctic/Longyearbyen
    L Europe/Berlin Middle
    L Middle Outer
    L Antarctica/Vostok Pole
    L Round About
    L About Round
    L Self Self
    L Europe/Berlin
    """

  @Test(
    "A zone's place is in one of two tables, under the zone's name or the name to which it links",
    arguments: [
      ("Europe/Berlin", 189_000, 48_120), ("Europe/Oslo", 215_700, 38_700),
      ("America/New_York", 146_571, -266_423), ("Australia/Lord_Howe", -113_580, 572_700),
      ("Antarctica/Vostok", -282_240, 384_840), ("Arctic/Longyearbyen", 189_000, 48_120),
      ("Outer", 189_000, 48_120), ("Pole", -282_240, 384_840),
    ]
  )
  func places(zone: String, latitudeSeconds: Int, longitudeSeconds: Int) throws {
    let found = try #require(place(of: zone))
    #expect(abs(found.latitude * 3_600 - Double(latitudeSeconds)) < 1e-3)
    #expect(abs(found.longitude * 3_600 - Double(longitudeSeconds)) < 1e-3)
  }

  @Test(
    "A zone that is in neither table has no place",
    arguments: [
      "", "Europe", "Europe/Ber", "Europe/Berlin ", "Etc/UTC", "that has", "Round", "Self", "DE",
      "Bad/Latitude", "Bad/Longitude", "Bad/Minutes", "Bad/Digits", "Bad/Half", "Bad/Letter",
      "Bad/Empty", "\t", "\n", "#",
    ]
  )
  func noPlace(zone: String) {
    #expect(place(of: zone) == nil)
  }

  @Test(
    "Links between zones are followed to the last zone; if they form a loop, no zone is found",
    arguments: [
      ("Middle", "Europe/Berlin"), ("Outer", "Europe/Berlin"), ("Europe/Berlin", nil),
      ("Round", nil), ("Self", nil), ("", nil),
    ]
  )
  func targets(zone: String, target: String?) {
    #expect(ZonePlaces.target(of: zone, tzdata: Array(Self.tzdata.utf8)) == target)
  }

  @Test("Each table of places is read only when it is needed, and only once")
  func asked() {
    for (zone, expected) in [
      ("Europe/Oslo", [.zones]),
      ("Antarctica/Vostok", [.zones, .zonesSince1970]),
      ("Outer", [.zones, .zonesSince1970, .links]),
      ("Etc/UTC", []),
      ("nowhere", [.zones, .zonesSince1970, .links]),
    ] as [(String, [ZonePlaces.Table])] {
      var asked: [ZonePlaces.Table] = []
      _ = ZonePlaces.place(of: zone) { table in
        asked.append(table)
        return Self.table(table)
      }
      #expect(asked == expected)
    }
  }

  @Test("The machine's zones have places, and an old zone name has the place of its new name")
  func ofTheMachine() throws {
    let tables = try ZonePlaces.Table.allCases.map { table in
      try SystemZone.bytes("\(SystemZone.folder)/\(table.rawValue)")
    }
    func place(_ zone: String) -> Place? {
      ZonePlaces.place(of: zone) { table in
        tables[ZonePlaces.Table.allCases.firstIndex(of: table) ?? 0]
      }
    }
    for table in tables[..<2] {
      let rows = String(decoding: table, as: UTF8.self).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
      #expect(rows.count > 100)
      for index in stride(from: 0, to: rows.count, by: 20) {
        let zone = String(rows[index].split(separator: "\t")[2])
        #expect(place(zone) != nil, "\(zone)")
      }
    }
    #expect(place("Asia/Calcutta") == place("Asia/Kolkata"))
    #expect(place("America/Godthab") == place("America/Nuuk"))
    #expect(place("Etc/UTC") == nil)
  }

  private func place(of zone: String) -> Place? { ZonePlaces.place(of: zone, Self.table) }

  private static func table(_ table: ZonePlaces.Table) -> [UInt8] {
    switch table {
    case .zones: Array(zoneTab.utf8)
    case .zonesSince1970: Array(zone1970.utf8)
    case .links: Array(tzdata.utf8)
    }
  }
}
