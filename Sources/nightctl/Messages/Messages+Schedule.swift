import Glibc
import NightBus
import NightClient
import NightContract
import NightCore
import NightStore

/// Messages about the options of `schedule simulate` and `schedule plot`.
extension Messages {
  static func noDate(_ option: Option, _ word: String) -> String {
    "\(Excerpt(word)) after \(option.name) is not a date; expected one such as 2026-11-21 or "
      + "2026-11-21T07:30"
  }

  static let endsBeforeItBegins = "--to is before --from"

  static func tooLong(_ years: Int) -> String { "--to is more than \(years) years after --from" }

  static func noYear(_ word: String) -> String {
    "\(Excerpt(word)) after --year is not a year; expected one from 1 to 9999"
  }

  static func flawed(_ option: Option, _ why: String) -> String { "in \(option.name): \(why)" }

  static func unknownZone(_ name: String, _ fault: ZoneFault, _ known: [String]) -> String {
    guard case .unknown(_, let folder, _) = fault.why else {
      return flawed(.zone, "\(Excerpt(fault.place)) \(half(fault.why))")
    }
    let meant = ZonePlaces.meant(name, among: known).map { "; did you mean “\($0)”?" } ?? ""
    return "\(Excerpt(name)) is not a zone in \(folder)" + meant
  }

  static func noZone(_ fault: ZoneFault) -> String {
    "\(fault.place) \(half(fault.why)); --zone names another zone"
  }

  private static func half(_ why: ZoneFault.Why) -> String {
    switch why {
    case .missing: "is not there"
    case .broken(let flaw): "is not a zone: \(flaw)"
    case .unknown(let name, let folder, _): "names \(Excerpt(name)), which is not in \(folder)"
    case .flawed(.folder): "is a folder"
    case .flawed(.tooLarge): "is too large for a zone"
    case .flawed(.unreadable(let refusal)): "cannot be read: \(SystemError.message(refusal.code))"
    case .flawed(.linkLoop), .flawed(.linkToNothing): "is a link that leads nowhere"
    case .flawed(.notAFile), .flawed(.writableByAll), .flawed(.notOwn): "is not a file"
    }
  }

  static func cannotWrite(_ file: String, _ why: String) -> String {
    "cannot write \(Excerpt(path: file)): \(why)"
  }

  static let isFolder = "it is a folder; name a file in it"
}

// MARK: - Rules

/// Sentences about the rules of the schedule.
extension Messages {
  static func noCount(_ word: String, of option: Option, _ range: ClosedRange<Int>) -> String {
    "\(option.name) takes a number from \(range.lowerBound) to \(range.upperBound), "
      + "not \(Excerpt(word))"
  }

  static func namesDays(_ rule: String) -> String {
    "\(Excerpt(rule)) names days itself; name days either in every rule or with --days"
  }

  static func flawed(_ flaw: Flaw, _ texts: [String]) -> String {
    var isApart = false
    if case .rule(let index, _) = flaw.location, texts.indices.contains(index) {
      isApart = Style(rawValue: texts[index]) != nil
    }
    return "\(flaw)" + (isApart ? "; put each RULE in quotation marks" : "")
  }

  // MARK: - Lists

  /// The line for a day, such as `Sat 2026-11-21  light 07:43  dark 16:05`.
  static func day(_ day: ScheduleDays.Day) -> String {
    let changes = day.changes.map { $0.transition.style.rawValue + " " + $0.time.clock }
    let parts = changes.isEmpty ? ["\(day.style.rawValue) all day"] : changes
    return ([self.day(day.date)] + parts).joined(separator: "  ")
  }

  /// The rules, and the default rules of days that no rule names.
  static func rules(_ facts: ScheduleFacts) -> [String] {
    var unnamed = Weekdays.all
    for rule in (try? Schedule(facts.rules))?.rules ?? [] { unnamed.subtract(rule.days) }
    let defaults = Schedule.default.texts.map { $0 + " on " + unnamed.text }
    return column("rules", facts.rules) + (unnamed.isEmpty ? [] : column("default", defaults))
  }

  static func rules(_ facts: ScheduleFacts, _ origin: LayerPlace) -> String {
    let from =
      switch origin.layer {
      case .set: "nightctl schedule set"
      case .user: "your config.json5 (\(origin.place))"
      case .system: "the machine's config.json5 (\(origin.place))"
      case .registered: "built-in defaults"
      }
    return (rules(facts) + column("from", [from])).map { $0 + "\n" }.joined()
  }

  private static func column(_ label: String, _ lines: [String]) -> [String] {
    lines.enumerated().map { index, line in
      let label = index == 0 ? label : ""
      return label + String(repeating: " ", count: 9 - label.count) + line
    }
  }

  // MARK: - Now

  static func plan(_ style: Style, _ next: Transition?, at now: LocalTime) -> String {
    guard let next else {
      return "plan     \(style.rawValue) for good: "
        + "at this place these rules never change the style\n"
    }
    return "plan     \(style.rawValue) until \(when(next.instant, from: now))\n"
  }

  /// What decides if the schedule does not.
  static func otherwise(_ appearance: Appearance, at now: LocalTime) -> [String] {
    var lines: [String] = []
    if appearance.choice != .schedule {
      let who = decides(appearance)
      lines.append("decides  \(who); nightctl set schedule lets the schedule decide")
    }
    if appearance.reason == .hold {
      lines.append("held     \(appearance.style.rawValue) \(heldUntil(appearance, at: now))")
    }
    return lines
  }
}

// MARK: - Place

/// Sentences about the place for which sunrise and sunset are calculated.
extension Messages {
  static func halfPlace(_ name: String, _ missing: String) -> String {
    PreferenceTable.halfPlace(name, missing) + "; nightctl location LAT,LON sets both"
  }

  static let placeKeywords = ["auto", "zone", "show"]

  static func flawedPlace(_ word: String, _ flaw: Flaw) -> String {
    guard flaw.kind != .limit else { return flaw.message }
    let meant = meant(word, placeKeywords)
    if meant.isEmpty, word.first?.isLetter == true,
      !word.contains(where: { $0.isNumber || $0 == "," })
    {
      return "nightctl knows no names of places, such as \(Excerpt(word)); give latitude and "
        + "longitude, such as 69.65,18.96; zone, for the main city of your time zone; or auto, to "
        + "ask GeoClue"
    }
    return "\(Excerpt(word)) is not LAT,LON, \(listed(placeKeywords)): \(flaw.message)" + meant
  }

  static func zone(_ name: String) -> String { name.isEmpty ? "one without a name" : name }

  /// The place and its origin, as in `47.6,-122.3 (you set it)`.
  static func place(_ report: PlaceSection) -> String {
    guard report.place != nil else { return "none: the " + noPlace(report) }
    return "\(shown(report)) (\(from(report)))"
  }

  /// Why there is no place, for use after an article: `zone UTC has no place, …`.
  static func noPlace(_ report: PlaceSection) -> String {
    placeless(report) + ", so sunset counts as 19:30 and sunrise as 07:00; " + giving
  }

  /// What to do if GeoClue cannot be asked or does not answer.
  static func advice(_ report: PlaceSection) -> String? {
    guard report.place != nil, report.origin != .geoclue, geoClue(report) != nil else { return nil }
    return "Until GeoClue finds the place, nightctl location LAT,LON can set it."
  }

  static func takenBack(_ place: Place) -> String {
    "The place that you had set, \(place.text), is deleted; nightctl location "
      + "\(place.text) sets it again."
  }

  /// How a session gets the agent for which GeoClue waits; nil unless only the agent is missing.
  static func agentAdvice(_ report: PlaceSection) -> String? {
    guard report.geoClue == noAgent else { return nil }
    let advice = GeoClueAgent.advice { access($0, X_OK) == 0 }
    return "To give it one, \(advice)."
  }

  /// The contract's value for a GeoClue without an agent.
  private static let noAgent = "no-agent"

  static let noGeoClue = "there is no GeoClue on this machine"

  private static let giving = "nightctl location LAT,LON gives it one"

  private static func placeless(_ report: PlaceSection) -> String {
    "\(zoned(report)) has no place" + (geoClue(report).map { ", and \($0)" } ?? "")
  }

  /// The place, or the times at which the default rules change the style without a place.
  static func place(_ report: PlaceSection, under rules: [String]) -> String {
    guard report.place == nil, rules == Schedule.default.texts else { return place(report) }
    return "none: the \(placeless(report)), so it is dark from 19:30 and light from 07:00; "
      + giving
  }

  /// The place in degrees; empty without a place.
  static func shown(_ report: PlaceSection) -> String {
    guard let place = report.place else { return "" }
    return (report.origin == .set ? place : rounded(place)).text
  }

  /// Rounds a place to a hundredth of a degree, which is precise enough for the sun.
  ///
  /// A zone's place represents a whole country, and GeoClue's place is private.
  private static func rounded(_ place: Place) -> Place {
    func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
    return Place(latitude: rounded(place.latitude), longitude: rounded(place.longitude)) ?? place
  }

  private static func zoned(_ report: PlaceSection) -> String {
    report.zone.isEmpty ? "zone" : "zone \(report.zone)"
  }

  /// The origin of the place.
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

  /// Why GeoClue reports no place; nil if nightd does not ask GeoClue.
  private static func geoClue(_ report: PlaceSection) -> String? { geoClue(report.geoClue) }

  static func geoClue(_ state: String) -> String? {
    switch state {
    case "searching": "GeoClue has not found the place yet"
    case "unreachable": "the machine has no bus on which GeoClue could be asked"
    case "absent": noGeoClue
    case "denied": "GeoClue denies nightd access"
    case noAgent: "GeoClue needs an agent, and this session runs none"
    case "silent": "GeoClue has not replied for a long time"
    case "nonsense": "GeoClue's answer is not a place"
    // The state is off, found, or a value of a newer daemon.
    default: nil
    }
  }

  private static func set(_ report: PlaceSection) -> String {
    switch report.layer {
    case .user: "your config.json5 says so: \(report.file ?? "")"
    case .system: "the machine's config.json5 says so: \(report.file ?? "")"
    case .set, .registered, nil: "you set it"
    }
  }
}
