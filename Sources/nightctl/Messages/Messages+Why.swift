import NightBus
import NightClient
import NightContract
import NightCore

/// Why the style is in effect, in one sentence.
extension Messages {
  /// The lines of `nightctl why`: the answer, and then the facts that lead to it.
  ///
  /// The lines contain no foreign control characters.
  static func whys(_ reasoning: Reasoning, of application: String = "") -> [String] {
    guard !application.isEmpty else { return [answer(reasoning)] + chain(reasoning) }
    var own = reasoning
    own.application = application
    // The desktop's settings do not matter if the application has its own style.
    guard own.appearance.reason != .app else { return [answer(own)] + ownTheme(own) }
    return ["\(plain(application)) has no style of its own."] + ownTheme(own) + whys(reasoning)
  }

  /// What an application's own theme does; nothing if the application has none.
  private static func ownTheme(_ own: Reasoning) -> [String] {
    guard let isInEffect = own.appearance.isThemeOwn else { return [] }
    let appearance = own.appearance
    let slot = slot(ThemeSlot(appearance.style, isHigh: appearance.isHighContrast))
    guard isInEffect else {
      return ["It has a theme of its own, but none that can be used for \(slot)."]
    }
    return [
      "Its theme for \(slot) is its own, \(plain(appearance.theme)); "
        + "nightctl theme use follow --app \(own.application.map(plain) ?? "ID") makes it use the "
        + "desktop's themes again."
    ]
  }

  /// The first line, as in `It is dark because …; at 07:43 tomorrow …`.
  static func answer(_ reasoning: Reasoning) -> String {
    let style = reasoning.appearance.style.rawValue
    let who = reasoning.appearance.reason == .app ? reasoning.application.map(plain) : nil
    let still = reasoning.appearance.reason == .inhibit ? "still " : ""
    return "\(who ?? "It") is \(still)\(style) because \(cause(reasoning)); \(outlook(reasoning))."
  }

  static func cause(_ reasoning: Reasoning) -> String {
    switch reasoning.appearance.reason {
    case .choice: says(reasoning.layers) ?? asked(reasoning)
    case .hold: asked(reasoning)
    case .schedule: schedule(reasoning)
    case .system: system(reasoning.appearance)
    case .inhibit: heldBack(reasoning.inhibitors)
    case .app: "that was set for it alone"
    case .fallback: fallback(reasoning)
    }
  }

  /// The reason as `nightctl history` prints it.
  static func reason(_ reason: Reason) -> String {
    switch reason {
    case .choice: "chosen"
    case .hold: "held for a while"
    case .schedule: "as the schedule says"
    case .system: "as the desktop asks"
    case .inhibit: "kept for a program"
    case .app: "for one application"
    case .fallback: "nobody decides"
    }
  }

  private static func outlook(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    switch appearance.reason {
    case .choice:
      return reasoning.layers.lock == nil
        ? "it stays \(appearance.style.rawValue) until you choose another" : "the choice is locked"
    case .hold: return held(back: reasoning) ?? afterHold(reasoning) + notBefore(reasoning)
    case .schedule:
      guard let next = appearance.next else {
        return "at this place these rules never change the style"
      }
      let style = appearance.nextStyle ?? appearance.style.opposite
      return held(back: reasoning) ?? "at \(when(next, reasoning)) it turns \(style.rawValue)"
    case .system: return "it changes when the desktop's own switch does" + notBefore(reasoning)
    case .inhibit: return afterRelease(reasoning)
    case .app:
      return "nightctl set follow --app \(reasoning.application.map(plain) ?? "ID") "
        + "makes it follow the desktop again"
    case .fallback:
      return appearance.isChosen || reasoning.layers.lock != nil
        ? "it follows as soon as something does" : "nightctl set chooses who decides"
    }
  }

  // MARK: - Causes

  private static func schedule(_ reasoning: Reasoning) -> String {
    let rules = (reasoning.schedule?.causes ?? []).map { "“\($0)”" }
    return "the schedule says so" + (rules.isEmpty ? "" : " by " + listed(rules))
  }

  private static func system(_ appearance: Appearance) -> String {
    guard appearance.desktop == DesktopWord.none else { return "the desktop asks for it" }
    return "the desktop has no preference, which means light"
  }

  private static func fallback(_ reasoning: Reasoning) -> String {
    guard !reasoning.isChoiceLost else { return choiceUnread + ", and nothing else decides" }
    return reasoning.appearance.isChosen || reasoning.layers.lock != nil
      ? "the desktop decides, and nothing reports what it prefers"
      : "nobody has chosen anything yet"
  }

  /// The file that decides, as half a sentence; nil if no file decides.
  private static func says(_ layers: ChoiceLayers) -> String? {
    switch layers.origin {
    case .user: "your config.json5 says so (\(layers.place))"
    case .system: "the machine's config.json5 says so (\(layers.place))"
    case .set, .registered, nil: nil
    }
  }

  // MARK: - What comes next

  private static func afterHold(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    guard let end = appearance.holdUntil else { return "nightctl resume ends that" }
    let time = "at \(when(end, reasoning))"
    switch appearance.choice {
    case .schedule: return "\(time) the schedule decides again"
    case .light, .dark:
      let style = appearance.choice.rawValue
      guard appearance.choice.fixed == appearance.style else {
        return "\(time) it is \(style) again, as you chose"
      }
      return "after \(when(end, reasoning)) it stays \(style), as you chose"
    case .system:
      guard appearance.desktop == nil else { return "\(time) the desktop decides again" }
      return "\(time) \(lightUntold)"
    }
  }

  /// What would happen without the inhibitors; nil if nothing is inhibited.
  private static func held(back reasoning: Reasoning) -> String? {
    let appearance = reasoning.appearance
    guard appearance.isInhibited, let next = appearance.next, let style = appearance.nextStyle
    else { return nil }
    return "it would turn \(style.rawValue) at \(when(next, reasoning))\(notBefore(reasoning))"
  }

  static func when(_ instant: Instant, _ reasoning: Reasoning) -> String {
    when(instant, from: reasoning.time, reasoning.clock)
  }
}

// MARK: - What leads to the style

/// The facts that lead to the style, with a sentence for each.
extension Messages {
  static func chain(_ reasoning: Reasoning) -> [String] {
    choice(reasoning) + held(reasoning) + rules(reasoning) + desktop(reasoning)
      + inhibitors(reasoning) + locked(reasoning) + unread(reasoning) + themes(reasoning)
      + mistakes(reasoning)
  }

  /// What decides the style, unless the first line already says this.
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
    guard schedule.usesSun else {
      return [sentence, "They go by the clock of the zone \(zone(reasoning.place?.zone ?? ""))."]
    }
    return [sentence] + (reasoning.place.map { [sun($0)] } ?? [])
  }

  private static func sun(_ report: PlaceSection) -> String {
    guard report.place != nil else { return "The " + noPlace(report) + "." }
    return "Sunrise and sunset are computed for \(shown(report)): \(from(report))."
  }

  // MARK: - The desktop

  private static func desktop(_ reasoning: Reasoning) -> [String] {
    let appearance = reasoning.appearance
    let facts = reasoning.desktop
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
    // If the desktop decides by default, the sentence about the choice already names the lock.
    guard layers.lock != nil, !layers.isFixedByDefault || reasoning.appearance.reason == .choice
    else { return [] }
    return [fixed("The administrator has locked the choice", reasoning)]
  }

  private static func fixed(_ what: String, _ reasoning: Reasoning) -> String {
    let layers = reasoning.layers
    let idle = layers.passedOver.map { "; your choice of \($0) has no effect" } ?? ""
    guard layers.isFixedByDefault else {
      return "\(what) (\(layers.lockPlace))\(idle)."
    }
    return "\(what); the administrator has locked this (\(layers.lockPlace))\(idle)."
  }

  // MARK: - Files

  private static func themes(_ reasoning: Reasoning) -> [String] {
    reasoning.themeMistakes.map { "\(Output.plain($0))." }
  }

  /// A line for all mistakes in files, and a line for each mistake in a value set through nightd.
  private static func mistakes(_ reasoning: Reasoning) -> [String] {
    var files: [String] = []
    var set: [String] = []
    for finding in reasoning.findings where finding.isMistake {
      // People do not edit nightd's own file, so its name does not help them.
      if finding.position == nil, finding.key != nil, let advice = finding.advice {
        set.append("\(Output.plain(finding.message)) (\(Output.plain(advice))).")
      } else if !files.contains(finding.file) {
        files.append(finding.file)
      }
    }
    guard let file = files.first else { return set }
    let others = files.count > 1 ? " and others have mistakes" : " has a mistake"
    return set + ["\(plain(file))\(others); nightctl prefs check says where."]
  }

  /// Joins names, as in `a, b and c`.
  static func together(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
