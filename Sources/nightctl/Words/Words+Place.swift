import Glibc
import NightBus
import NightCore

/// The sentences about the place for which the sun is reckoned.
extension Words {
  static let placeWords = ["auto", "zone", "show"]

  static func flawedPlace(_ word: String, _ flaw: Place.Flaw) -> String {
    guard flaw == .form else { return flaw.message }
    let sentence = "\(Excerpt(word)) is not LAT,LON, \(listed(placeWords)): \(flaw.message)"
    return sentence + meant(word, placeWords)
  }

  static func zone(_ name: String) -> String { name.isEmpty ? "one without a name" : name }

  /// `47.6,-122.3 (you set it)`.
  static func place(_ report: PlaceReport) -> String {
    guard report.place != nil else { return "none: the " + noPlace(report) }
    return "\(shown(report)) (\(from(report)))"
  }

  /// `zone UTC has no place, …`, to stand after an article.
  static func noPlace(_ report: PlaceReport) -> String {
    placeless(report) + ", so sunset counts as 19:30 and sunrise as 07:00; " + giving
  }

  /// What to do where GeoClue cannot be asked, or does not say.
  static func advice(_ report: PlaceReport) -> String? {
    guard report.place != nil, report.origin != .geoclue, geoClue(report) != nil else { return nil }
    return "Until GeoClue finds the place, nightctl location LAT,LON can set it."
  }

  static func takenBack(_ place: Place) -> String {
    "The place that you had set, \(place.text), is deleted; nightctl location "
      + "\(place.text) sets it again."
  }

  /// How a session gets the agent that GeoClue waits for; nil if that is not what is missing.
  static func agentAdvice(_ report: PlaceReport) -> String? {
    guard report.geoClue == noAgent else { return nil }
    let advice = GeoClueAgent.advice { access($0, X_OK) == 0 }
    return "To give it one, \(advice)."
  }

  /// The contract's word for a GeoClue that has no agent.
  private static let noAgent = "no-agent"

  static let noGeoClue = "there is no GeoClue on this machine"

  private static let giving = "nightctl location LAT,LON gives it one"

  private static func placeless(_ report: PlaceReport) -> String {
    "\(zoned(report)) has no place" + (geoClue(report).map { ", and \($0)" } ?? "")
  }

  /// The same under these rules: by the default ones it is dark at sunset and light at sunrise.
  static func place(_ report: PlaceReport, under rules: [String]) -> String {
    guard report.place == nil, rules == Schedule.default.texts else { return place(report) }
    return "none: the \(placeless(report)), so it is dark from 19:30 and light from 07:00; "
      + giving
  }

  /// In degrees; none where there is no place.
  static func shown(_ report: PlaceReport) -> String {
    guard let place = report.place else { return "" }
    return (report.origin == .set ? place : rounded(place)).text
  }

  /// A zone's place stands for a whole country, and what GeoClue tells is for no one's eyes: to a
  /// hundredth of a degree is more than the sun needs.
  private static func rounded(_ place: Place) -> Place {
    func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
    return Place(latitude: rounded(place.latitude), longitude: rounded(place.longitude)) ?? place
  }

  private static func zoned(_ report: PlaceReport) -> String {
    report.zone.isEmpty ? "zone" : "zone \(report.zone)"
  }

  /// Who says so.
  static func from(_ report: PlaceReport) -> String {
    switch report.origin {
    case .set: set(report)
    case .geoclue: "GeoClue found it"
    case .last:
      "GeoClue found it earlier" + (geoClue(report).map { ", and now \($0)" } ?? "")
    case .zone, .none:
      "the place of the \(zoned(report))" + (geoClue(report).map { ", for \($0)" } ?? "")
    }
  }

  /// Why there is none from it; nothing where it is not asked.
  private static func geoClue(_ report: PlaceReport) -> String? { geoClue(report.geoClue) }

  static func geoClue(_ state: String) -> String? {
    switch state {
    case "searching": "GeoClue has not said yet where this is"
    case "unreachable": "the machine has no bus on which GeoClue could be asked"
    case "absent": noGeoClue
    case "denied": "GeoClue does not let nightd know"
    case noAgent: "GeoClue needs an agent, and this session runs none"
    case "silent": "GeoClue has said nothing for long"
    case "nonsense": "GeoClue's answer is not a place"
    // off, found, or what a newer daemon may say.
    default: nil
    }
  }

  private static func set(_ report: PlaceReport) -> String {
    switch report.layer?.layer {
    case .user: "your config.json5 says so: \(report.layer?.place ?? "")"
    case .system: "the machine's config.json5 says so: \(report.layer?.place ?? "")"
    case .set, .registered, nil: "you set it"
    }
  }
}
