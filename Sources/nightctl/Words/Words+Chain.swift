import NightClient
import NightCore

/// What leads to the style, a sentence for each link that plays a part.
extension Words {
  static func chain(_ reasoning: Reasoning) -> [String] {
    choice(reasoning) + held(reasoning) + rules(reasoning) + desktop(reasoning)
      + inhibitors(reasoning) + locked(reasoning) + mistakes(reasoning)
  }

  /// Who is to decide, where the answer is not that already.
  private static func choice(_ reasoning: Reasoning) -> [String] {
    let appearance = reasoning.appearance
    guard appearance.reason != .choice else { return [] }
    if reasoning.layers.isFixedByDefault { return [fixed("The desktop decides", reasoning)] }
    let what =
      switch appearance.choice {
      case .light, .dark: appearance.choice.rawValue
      case .schedule: "that the schedule decides"
      case .system: "that the desktop decides"
      }
    switch reasoning.layers.origin {
    case .user: return ["Your config.json5 says \(what) (\(reasoning.layers.place))."]
    case .system: return ["The machine's config.json5 says \(what) (\(reasoning.layers.place))."]
    case .set, .registered, nil: break
    }
    guard appearance.isChosen else {
      switch appearance.reason {
      case .fallback: return []
      case .system: return ["The desktop decides, as long as nobody chooses something else."]
      default:
        return ["Otherwise the desktop decides, as long as nobody chooses something else."]
      }
    }
    return ["You chose \(what)."]
  }

  private static func held(_ reasoning: Reasoning) -> [String] {
    guard reasoning.appearance.reason == .hold else { return [] }
    return ["This is a temporary hold; nightctl resume ends it at once."]
  }

  // MARK: - The schedule

  private static func rules(_ reasoning: Reasoning) -> [String] {
    guard let schedule = reasoning.schedule else { return [] }
    let rules = schedule.rules.map { "“\($0)”" }
    let sentence =
      rules.count == 1
      ? "The rule is \(rules[0])." : "The rules are \(together(rules))."
    guard schedule.goesByTheSun else {
      return [sentence, "They go by the clock of the zone \(zone(schedule.zone))."]
    }
    return [sentence] + (reasoning.place.map { [sun($0)] } ?? [])
  }

  private static func sun(_ report: PlaceReport) -> String {
    guard report.place != nil else { return "The " + noPlace(report) + "." }
    return "Sunrise and sunset are computed for \(shown(report)): \(from(report))."
  }

  // MARK: - The desktop

  private static func desktop(_ reasoning: Reasoning) -> [String] {
    let appearance = reasoning.appearance
    guard let facts = reasoning.desktop else { return [] }
    let ignored = facts.isIgnored ? [ignored(appearance)] : []
    guard appearance.choice == .system || appearance.isByDesktop else {
      return ignored
    }
    guard let report = facts.report else { return [nobodyTells(reasoning)] + ignored }
    return ["\(plain(report.source)) reports that the desktop \(asks(report, in: appearance))."]
      + ignored
  }

  // MARK: - Programs

  private static let inhibitorsShown = 4

  private static func inhibitors(_ reasoning: Reasoning) -> [String] {
    let shown = reasoning.inhibitors.prefix(inhibitorsShown).map { inhibitor in
      "\(name(inhibitor)) has prevented automatic changes since "
        + "\(past(inhibitor.since, reasoning)): \(why(inhibitor))."
    }
    let rest = reasoning.inhibitors.count - shown.count
    return rest > 0 ? shown + ["\(rest) more do the same."] : shown
  }

  // MARK: - Locks

  private static func locked(_ reasoning: Reasoning) -> [String] {
    let layers = reasoning.layers
    // Said already where the desktop decides for want of anything else.
    guard layers.lock != nil, !layers.isFixedByDefault || reasoning.appearance.reason == .choice
    else { return [] }
    return [fixed("The administrator has fixed the choice", reasoning)]
  }

  private static func fixed(_ what: String, _ reasoning: Reasoning) -> String {
    let layers = reasoning.layers
    let idle = layers.passedOver.map { "; your choice of \($0) has no effect" } ?? ""
    guard layers.isFixedByDefault else {
      return "\(what) (\(layers.lockPlace))\(idle)."
    }
    return "\(what); the administrator has fixed that (\(layers.lockPlace))\(idle)."
  }

  // MARK: - Files

  /// One line for all that is to be set right.
  private static func mistakes(_ reasoning: Reasoning) -> [String] {
    var files: [String] = []
    for finding in reasoning.findings ?? [] where finding.isMistake {
      if !files.contains(finding.file) { files.append(finding.file) }
    }
    guard let file = files.first else { return [] }
    let others = files.count > 1 ? " and others have mistakes" : " has a mistake"
    return ["\(plain(file))\(others); nightctl prefs check says where."]
  }

  /// `a, b and c`.
  static func together(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension ScheduleFacts {
  /// Days that no rule names do.
  fileprivate var goesByTheSun: Bool {
    guard let schedule = try? Schedule(rules) else { return true }
    return (0..<7).contains { day in
      schedule.rules(on: day).contains { if case .sun = $0.when { true } else { false } }
    }
  }
}
