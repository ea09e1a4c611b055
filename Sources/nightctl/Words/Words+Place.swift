import NightBus
import NightCore

/// The sentences about the place for which the sun is reckoned.
extension Words {
  static func flawedPlace(_ word: String, _ flaw: Place.Flaw) -> String {
    guard flaw == .form else { return flaw.message }
    let sentence = "\(Excerpt(word)) is not LAT,LON, zone or show: \(flaw.message)"
    return sentence + meant(word, ["zone", "show"])
  }

  static func zone(_ name: String) -> String { name.isEmpty ? "one without a name" : name }

  /// `47.6,-122.3 (you set it)`.
  static func place(_ report: PlaceReport) -> String {
    guard let place = report.place else {
      return "none: the \(zoned(report)) has no place, so that the sun sets at 19:30 and rises at "
        + "07:00; nightctl location LAT,LON gives it one"
    }
    let shown = report.origin == .zone ? rounded(place) : place
    return "\(shown.words) (\(from(report)))"
  }

  /// The same under these rules: by the default ones it is dark at sunset and light at sunrise.
  static func place(_ report: PlaceReport, under rules: [String]) -> String {
    guard report.place == nil, rules == Schedule.registered.texts else { return place(report) }
    return "none: the \(zoned(report)) has no place, so that it is dark 19:30, light 07:00; "
      + "nightctl location LAT,LON gives it one"
  }

  /// A zone's place stands for a whole country; to a hundredth of a degree is more than it means.
  private static func rounded(_ place: Place) -> Place {
    func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
    return Place(latitude: rounded(place.latitude), longitude: rounded(place.longitude)) ?? place
  }

  private static func zoned(_ report: PlaceReport) -> String {
    report.zone.isEmpty ? "zone" : "zone \(report.zone)"
  }

  private static func from(_ report: PlaceReport) -> String {
    guard report.origin == .set else { return "the place of the \(zoned(report))" }
    return switch report.layer?.layer {
    case .user: "your config.json5 says so: \(report.layer?.place ?? "")"
    case .system: "the machine's config.json5 says so: \(report.layer?.place ?? "")"
    case .set, .registered, nil: "you set it"
    }
  }
}
