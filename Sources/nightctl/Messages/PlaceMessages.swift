import Glibc
import NightBus
import NightContract
import NightCore

/// Sentences about the place for which sunrise and sunset are calculated.
enum PlaceMessages {
  static let placeKeywords = ["auto", "zone", "show"]

  static func flawedPlace(_ word: String, _ flaw: Flaw) -> String {
    guard flaw.kind != .limit else { return flaw.message }
    let meant = Messages.meant(word, placeKeywords)
    if meant.isEmpty, word.first?.isLetter == true,
      !word.contains(where: { $0.isNumber || $0 == "," })
    {
      return "nightctl does not know place names such as \(Excerpt(word)); give a latitude and "
        + "longitude, such as 69.65,18.96, the word “zone” for the main city of your time zone, "
        + "or “auto” to ask GeoClue"
    }
    return "\(Excerpt(word)) is not LAT,LON, \(Messages.listed(placeKeywords)): \(flaw.message)"
      + meant
  }

  static func zone(_ name: String) -> String { name.isEmpty ? "one without a name" : name }

  /// The place and its origin, as in `47.6,-122.3 (you set it)`.
  static func place(_ report: PlaceSection) -> String {
    guard report.place != nil else { return "none: the " + noPlace(report) }
    return "\(shown(report)) (\(from(report)))"
  }

  /// Why no place is known; the first word “The” is left out, as in `zone UTC has no place, …`.
  static func noPlace(_ report: PlaceSection) -> String {
    placeless(report) + ", so 19:30 is used as sunset and 07:00 as sunrise; " + giving
  }

  /// What to do until GeoClue finds the place; nil if this advice is not needed.
  static func advice(_ report: PlaceSection) -> String? {
    guard report.place != nil, report.origin != .geoclue, geoClue(report) != nil else { return nil }
    return "Until GeoClue finds the place, you can set a place with nightctl location LAT,LON."
  }

  static func takenBack(_ place: Place) -> String {
    "The place that you had set, \(place.text), is deleted; to set it again, run "
      + "nightctl location \(place.text)."
  }

  /// If GeoClue has no agent, advice on how to start one; otherwise nil.
  static func agentAdvice(_ report: PlaceSection) -> String? {
    guard report.geoClue == noAgent else { return nil }
    let advice = GeoClueAgent.advice { access($0, X_OK) == 0 }
    return "To give GeoClue an agent, \(advice)."
  }

  /// The GeoClue state that nightd reports if GeoClue has no agent.
  private static let noAgent = "no-agent"

  static let noGeoClue = "there is no GeoClue on this machine"
  private static let giving = "to set a place, run nightctl location LAT,LON"

  private static func placeless(_ report: PlaceSection) -> String {
    "\(zoned(report)) has no place" + (geoClue(report).map { ", and \($0)" } ?? "")
  }

  /// A text with the place and its origin.
  ///
  /// If no place is known, the result says at which times the default rules change the style.
  static func place(_ report: PlaceSection, under rules: [String]) -> String {
    guard report.place == nil, rules == Schedule.default.texts else { return place(report) }
    return "none: the \(placeless(report)), so the style is dark from 19:30 and light from 07:00; "
      + giving
  }

  /// The place in degrees; empty if no place is known.
  static func shown(_ report: PlaceSection) -> String {
    guard let place = report.place else { return "" }
    return (report.origin == .set ? place : rounded(place)).text
  }

  /// Rounds a place to a hundredth of a degree, which is precise enough for the sun.
  ///
  /// The place of a time zone represents a whole country, so further decimals would be misleading.
  /// If GeoClue found the place, further decimals would also reveal where the user is.
  private static func rounded(_ place: Place) -> Place {
    func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
    return Place(latitude: rounded(place.latitude), longitude: rounded(place.longitude)) ?? place
  }

  private static func zoned(_ report: PlaceSection) -> String {
    report.zone.isEmpty ? "zone" : "zone \(report.zone)"
  }

  /// Says where the place comes from, as in `GeoClue found it`.
  static func from(_ report: PlaceSection) -> String {
    switch report.origin {
    case .set: set(report)
    case .geoclue: "GeoClue found it"
    case .last:
      "GeoClue found it earlier" + (geoClue(report).map { ", and now \($0)" } ?? "")
    case .zone, .none:
      "the place of the \(zoned(report))" + (geoClue(report).map { ", because \($0)" } ?? "")
    }
  }

  /// Why GeoClue reports no place; nil if GeoClue is off, has found a place, or has an unknown
  /// state.
  private static func geoClue(_ report: PlaceSection) -> String? { geoClue(report.geoClue) }

  static func geoClue(_ state: String) -> String? {
    switch state {
    case "searching": "GeoClue has not found the place yet"
    case "unreachable": "GeoClue cannot be asked without a system bus"
    case "absent": noGeoClue
    case "denied": "GeoClue denies nightd access"
    case noAgent: "GeoClue needs an agent, and this session runs none"
    case "silent": "GeoClue has not replied for a long time"
    case "nonsense": "GeoClue reports an invalid place"
    // GeoClue is off, has found a place, or is in a state that only a newer daemon reports.
    default: nil
    }
  }

  private static func set(_ report: PlaceSection) -> String {
    switch report.layer {
    case .user: "your config.json5 sets it: \(report.file ?? "")"
    case .system: "the system-wide config.json5 sets it: \(report.file ?? "")"
    case .set, .registered, nil: "you set it"
    }
  }
}
