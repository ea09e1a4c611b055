/// The place for which sunrise and sunset are calculated.
///
/// Time zones have the names of cities, so a city's name gives the place of its zone.
extension Settings {
  private static let zonesAtOnce = 8

  func placeGroup(_ schedule: ScheduleReport, _ tr: Language) -> Group {
    let isFree = preferences.locks["location.latitude"] == nil
    let place: String =
      if let latitude = schedule.latitude, let longitude = schedule.longitude {
        Self.degrees(latitude) + "," + Self.degrees(longitude)
      } else {
        ""
      }
    let values = ["zone": schedule.zone]
    let source =
      switch schedule.placeFrom {
      case "set": tr("You have set this place.")
      case "geoclue": tr("GeoClue found this place.")
      case "last": tr("GeoClue found this place earlier.")
      case "zone": tr("This is the place of the time zone {zone}.", values)
      default: tr("The time zone {zone} has no place, so the sun's times are assumed.", values)
      }
    func row(_ id: String, _ title: String, spoken: String, _ job: Job) -> Row {
      Row(id, title, isEnabled: isFree, .buttons([Button(tr("Use"), spoken: spoken, .run(job))]))
    }
    let (zone, geoclue) = (tr("Use the place of the time zone"), tr("Ask GeoClue for the place"))
    return Group(
      "place",
      tr("Place"),
      text: source,
      [
        Row("place", tr("Latitude,longitude or city"), isEnabled: isFree, .entry(place, .place)),
        row("zone", zone, spoken: zone, .placeOfZone),
        row("geoclue", geoclue, spoken: geoclue, .askGeoClue),
        Row("search", tr("Search a city"), isEnabled: isFree, .search(zoneSearch, .searchZones)),
      ]
        + foundZones.map { zone in
          let spoken = tr("Use the place of {zone}", ["zone": zone])
          return row(zone, zone.zoneTitle, spoken: spoken, .zonePlace(zone))
        }
    )
  }

  /// Degrees with at most two decimals, such as `52.5`.
  static func degrees(_ value: Double) -> String {
    let hundredths = Int((abs(value) * 100).rounded())
    let sign = value < 0 && hundredths > 0 ? "-" : ""
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    guard rest > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest % 10 == 0 ? "\(rest / 10)" : LocalTime.pad(rest))"
  }

  /// The zones that a user's text names: all of the name, or only the city, as in `Berlin`.
  func zones(named text: String) -> [String] {
    let text = text.zoneName
    let exact = zones.filter { $0.lowercased() == text }
    return exact.isEmpty ? zones.filter { $0.zoneName.hasSuffix("/" + text) } : exact
  }

  /// The first zones that fit the search.
  var foundZones: [String] {
    let text = zoneSearch.zoneName
    guard !text.isEmpty else { return [] }
    return Array(zones.filter { $0.zoneName.contains(text) }.prefix(Self.zonesAtOnce))
  }
}

extension String {
  /// The text as the name of a zone, in small letters and with an underscore for each space.
  fileprivate var zoneName: String {
    String(trimmed.lowercased().map { $0 == " " ? "_" : $0 })
  }

  /// A zone's name for people, such as `America/New York`.
  var zoneTitle: String { String(map { $0 == "_" ? " " : $0 }) }
}
