/// Finds the main place of a time zone in the tables that come with tzdata.
package enum ZonePlaces {
  /// The tables in the folder of zones, in the order in which they are searched.
  package enum Table: String, CaseIterable, Sendable {
    case zones = "zone.tab"
    /// A table that lists fewer zones than `zone.tab`, because a row of this table can cover
    /// several countries.
    case zonesSince1970 = "zone1970.tab"
    /// The file with the aliases of zones.
    case links = "tzdata.zi"
  }

  /// The maximum number of links to follow for one alias; a longer chain of links must be a loop.
  private static let maximumLinks = 16

  /// Searches the tables in order until one contains the zone, and reads a table only when needed.
  package static func place(of zone: String, _ table: (Table) -> [UInt8]) -> Place? {
    // Zones in `Etc` have no place, according to tzdata's authors.
    guard !zone.hasPrefix("Etc/") else { return nil }
    let zoneTab = table(.zones)
    if let place = row(of: zone, zoneTab) { return place }
    let zone1970 = table(.zonesSince1970)
    if let place = row(of: zone, zone1970) { return place }
    guard let target = target(of: zone, tzdata: table(.links)) else { return nil }
    return place(of: target, zoneTab: zoneTab, zone1970: zone1970)
  }

  package static func place(of zone: String, zoneTab: [UInt8], zone1970: [UInt8]) -> Place? {
    row(of: zone, zoneTab) ?? row(of: zone, zone1970)
  }

  /// Returns the zone for an alias; nil if the name is not an alias, or if the links of the alias
  /// form a loop.
  package static func target(of zone: String, tzdata: [UInt8]) -> String? {
    var target: String?
    for _ in 0..<maximumLinks {
      guard let next = link(of: target ?? zone, tzdata) else { return target }
      target = next
    }
    return nil
  }
}

// MARK: - Rows

extension ZonePlaces {
  /// Finds a zone's row: a country, coordinates, the zone and remarks, separated by tabs.
  private static func row(of zone: String, _ table: [UInt8]) -> Place? {
    search(table, for: "\t" + zone) { row, end in
      let fields = row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == 2, row.first != UInt8(ascii: "#"), end != UInt8(ascii: " ") else {
        return nil
      }
      return Place(coordinates: fields[1])
    }
  }

  /// Finds the row `L TARGET NAME` of an alias, and returns the target.
  private static func link(of zone: String, _ table: [UInt8]) -> String? {
    search(table, for: " " + zone) { row, end in
      let fields = row.split(separator: UInt8(ascii: " "))
      guard fields.count == 2, row.first == UInt8(ascii: "L"), end == UInt8(ascii: "\n") else {
        return nil
      }
      return String(decoding: fields[1], as: UTF8.self)
    }
  }

  /// Searches a table for rows that contain a text.
  ///
  /// For each row that contains the text, `found` is called with the part of the row before the
  /// text and the byte after the text. The search ends when `found` returns a result. The tables
  /// are very long, so the search compares bytes and does not split the table into rows.
  private static func search<Found>(
    _ table: [UInt8],
    for text: String,
    _ found: (ArraySlice<UInt8>, UInt8) -> Found?
  ) -> Found? {
    let text = Array(text.utf8)
    var rowStart = 0
    var index = 0
    while index + text.count <= table.count {
      if table[index] == UInt8(ascii: "\n") { rowStart = index + 1 }
      if table[index] == text[0], table[index..<index + text.count].elementsEqual(text) {
        let end = index + text.count
        let next = end < table.count ? table[end] : UInt8(ascii: "\n")
        if next <= UInt8(ascii: " "), let result = found(table[rowStart..<index], next) {
          return result
        }
      }
      index += 1
    }
    return nil
  }
}

extension Place {
  /// Reads coordinates in degrees, minutes and seconds, in the form `±DDMM±DDDMM` or
  /// `±DDMMSS±DDDMMSS`.
  fileprivate init?(coordinates: ArraySlice<UInt8>) {
    guard
      let border = coordinates.dropFirst().firstIndex(where: { $0.isSign }),
      let latitude = Self.degrees(coordinates[..<border], digits: 2),
      let longitude = Self.degrees(coordinates[border...], digits: 3)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  private static func degrees(_ text: ArraySlice<UInt8>, digits: Int) -> Double? {
    guard let sign = text.first, sign.isSign else { return nil }
    let digitCount = text.count - 1
    guard digitCount == digits + 2 || digitCount == digits + 4 else { return nil }
    var number = 0
    for byte in text.dropFirst() {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    if digitCount == digits + 2 { number *= 100 }
    let (minutes, seconds) = (number / 100 % 100, number % 100)
    guard minutes < 60, seconds < 60 else { return nil }
    let value = Double(number / 10_000 * 3_600 + minutes * 60 + seconds) / 3_600
    return sign == UInt8(ascii: "-") ? -value : value
  }
}

extension UInt8 {
  fileprivate var isSign: Bool { self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }
}

extension ZonePlaces {
  /// Returns the names of all zones and aliases in `tzdata.zi`, sorted.
  package static func names(tzdata: [UInt8]) -> [String] {
    var names: [String] = []
    for line in tzdata.split(separator: UInt8(ascii: "\n")) {
      // A zone has the line `Z NAME OFFSET …`, and an alias the line `L TARGET NAME`.
      guard line.first == UInt8(ascii: "Z") || line.first == UInt8(ascii: "L") else { continue }
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard fields.count >= 3 else { continue }
      let isLink = line.first == UInt8(ascii: "L")
      names.append(String(decoding: isLink ? fields[2] : fields[1], as: UTF8.self))
    }
    return names.sorted()
  }

  /// Returns the zone's name that was probably meant, such as `Europe/Berlin` for `europe/berln` or
  /// `berlin`.
  package static func meant(_ word: String, among names: [String]) -> String? {
    let word = word.lowercased()
    func nearest(_ part: (String) -> String) -> String? {
      let parts = names.map { part($0).lowercased() }
      return NearestWord.to(word, among: parts).flatMap { parts.firstIndex(of: $0) }.map {
        names[$0]
      }
    }
    return nearest { $0 }
      ?? nearest(\.fileName)
  }
}
