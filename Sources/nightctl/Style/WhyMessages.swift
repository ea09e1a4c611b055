import NightContract
import NightCore

/// Messages that explain the style: the reason in one sentence, and the facts that lead to it.
enum WhyMessages {
  /// A clause that says who asked for the style and when, as in
  /// `you set it with nightctl 20 minutes ago`.
  static func asked(_ reasoning: Reasoning) -> String {
    let when = ago(reasoning.begun, reasoning)
    switch reasoning.asker {
    case .desktop: return "you set it with the desktop's own switch" + when
    case .store: return "another nightd stored it" + when
    case .caller(let process):
      guard let name = process?.name else { return "you set it" + when }
      guard name == "nightctl" else { return "\(Messages.plain(name)) set it" + when }
      return "you set it with nightctl" + when
    case .file, nil: return "you set it" + when
    }
  }

  /// The age of a moment, as in ` 20 minutes ago`; empty if the moment is unknown.
  private static func ago(_ instant: Instant, _ reasoning: Reasoning) -> String {
    guard instant.microseconds > 0 else { return "" }
    let seconds = (reasoning.now.microseconds - instant.microseconds) / 1_000_000
    switch seconds {
    case 0..<60: return " a moment ago"
    case 60..<120: return " a minute ago"
    case 120..<3_600: return " \(seconds / 60) minutes ago"
    default: return " at " + past(instant, reasoning)
    }
  }

  /// A past moment, as in `16:05`, `16:05 yesterday` or `16:05 on Thu 2026-12-24`.
  static func past(_ instant: Instant, _ reasoning: Reasoning) -> String {
    let time = reasoning.clock(instant)
    switch reasoning.time.date.daysSince1970 - time.date.daysSince1970 {
    case 0: return time.clock
    case 1: return "\(time.clock) yesterday"
    default: return "\(time.clock) on \(Messages.day(time.date))"
    }
  }

  /// The lines of `nightctl why`: the answer, and then the facts that lead to it.
  ///
  /// In the returned lines, control characters that came from files or other programs have been
  /// replaced.
  static func whys(_ reasoning: Reasoning, of application: String = "") -> [String] {
    guard !application.isEmpty else { return [answer(reasoning)] + chain(reasoning) }
    var own = reasoning
    own.application = application
    // The desktop's settings do not matter if the application has its own style.
    guard own.appearance.reason != .app else { return [answer(own)] + ownTheme(own) }
    return ["\(Messages.plain(application)) has no style of its own."] + ownTheme(own)
      + whys(reasoning)
  }

  /// A sentence about an application's own theme; empty if the application has no theme of its own.
  private static func ownTheme(_ own: Reasoning) -> [String] {
    guard let isInEffect = own.appearance.isThemeOwn else { return [] }
    let appearance = own.appearance
    let slot = Messages.slot(ThemeSlot(appearance.style, isHigh: appearance.isHighContrast))
    guard isInEffect else {
      return ["None of its own themes can be used for \(slot)."]
    }
    return [
      "For \(slot), it uses its own theme, \(Messages.plain(appearance.theme)); "
        + "to make it use the desktop's themes again, run nightctl theme use follow --app "
        + (own.application.map(Messages.plain) ?? "ID") + "."
    ]
  }

  /// The first line, as in `It is dark because …; at 07:43 tomorrow …`.
  static func answer(_ reasoning: Reasoning) -> String {
    let style = reasoning.appearance.style.rawValue
    let who = reasoning.appearance.reason == .app ? reasoning.application.map(Messages.plain) : nil
    let still = reasoning.appearance.reason == .inhibit ? "still " : ""
    return "\(who ?? "It") is \(still)\(style) because \(cause(reasoning)); \(outlook(reasoning))."
  }

  static func cause(_ reasoning: Reasoning) -> String {
    switch reasoning.appearance.reason {
    case .choice: says(reasoning.layers) ?? asked(reasoning)
    case .hold: asked(reasoning)
    case .schedule: schedule(reasoning)
    case .system: system(reasoning.appearance)
    case .inhibit: InhibitMessages.heldBack(reasoning.inhibitors)
    case .app: "this style was set for this application alone"
    case .fallback: fallback(reasoning)
    }
  }

  /// The reason as `nightctl history` prints it.
  static func past(_ reason: Reason) -> String {
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
    case .hold:
      return held(back: reasoning) ?? afterHold(reasoning) + InhibitMessages.notBefore(reasoning)
    case .schedule:
      guard let next = appearance.next else {
        return "with these rules, the style never changes at your location"
      }
      let style = appearance.nextStyle ?? appearance.style.opposite
      return held(back: reasoning) ?? "at \(when(next, reasoning)) it turns \(style.rawValue)"
    case .system:
      return "it changes with the desktop's own switch" + InhibitMessages.notBefore(reasoning)
    case .inhibit: return InhibitMessages.afterRelease(reasoning)
    case .app:
      return "to make it follow the desktop again, run nightctl set follow --app "
        + (reasoning.application.map(Messages.plain) ?? "ID")
    case .fallback:
      return appearance.isChosen || reasoning.layers.lock != nil
        ? "it follows the desktop as soon as something reports the desktop's preference"
        : "to choose what decides, use nightctl set"
    }
  }

  private static func schedule(_ reasoning: Reasoning) -> String {
    let rules = (reasoning.schedule?.causes ?? []).map { "“\($0)”" }
    return "the schedule says so" + (rules.isEmpty ? "" : " by " + Messages.listed(rules))
  }

  private static func system(_ appearance: Appearance) -> String {
    guard appearance.desktop == DesktopWord.none else { return "the desktop asks for this style" }
    return "the desktop has no preference, which means light"
  }

  private static func fallback(_ reasoning: Reasoning) -> String {
    guard !reasoning.isChoiceLost else {
      return StatusMessages.choiceUnread + ", and nothing else decides the style"
    }
    return reasoning.appearance.isChosen || reasoning.layers.lock != nil
      ? "the desktop decides, and nothing reports what it prefers"
      : "nobody has chosen anything yet"
  }

  /// A clause about the file that decides the style; nil if no file decides it.
  private static func says(_ layers: ChoiceLayers) -> String? {
    switch layers.origin {
    case .user: "your config.json5 says so (\(layers.place))"
    case .system: "the system-wide config.json5 says so (\(layers.place))"
    case .set, .registered, nil: nil
    }
  }

  private static func afterHold(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    guard let end = appearance.holdUntil else { return "to end the hold, run nightctl resume" }
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
      return "\(time) \(Messages.lightUntold)"
    }
  }

  /// The change that would come if no inhibitor prevented it; nil if no change is prevented.
  private static func held(back reasoning: Reasoning) -> String? {
    let appearance = reasoning.appearance
    guard appearance.isInhibited, let next = appearance.next, let style = appearance.nextStyle
    else { return nil }
    return
      "it would turn \(style.rawValue) at \(when(next, reasoning))\(InhibitMessages.notBefore(reasoning))"
  }

  static func when(_ instant: Instant, _ reasoning: Reasoning) -> String {
    Messages.when(instant, from: reasoning.time, reasoning.clock)
  }

  static func chain(_ reasoning: Reasoning) -> [String] {
    choice(reasoning) + held(reasoning) + rules(reasoning) + desktop(reasoning)
      + inhibitors(reasoning) + locked(reasoning) + StatusMessages.unread(reasoning)
      + themes(reasoning)
      + mistakes(reasoning)
  }

  /// A sentence that says what decides the style; empty if the first line already says so.
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
    case .system: return ["The system-wide config.json5 says \(what) (\(reasoning.layers.place))."]
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
    return ["This is a temporary hold; to end it at once, run nightctl resume."]
  }

  private static func rules(_ reasoning: Reasoning) -> [String] {
    guard let schedule = reasoning.schedule else { return [] }
    let rules = schedule.rules.map { "“\($0)”" }
    let sentence =
      rules.count == 1
      ? "The rule is \(rules[0])." : "The rules are \(Messages.listed(rules, or: "and"))."
    guard schedule.usesSun else {
      return [
        sentence,
        "The time zone of the rules is \(PlaceMessages.zone(reasoning.place?.zone ?? "")).",
      ]
    }
    return [sentence] + (reasoning.place.map { [sun($0)] } ?? [])
  }

  private static func sun(_ report: PlaceSection) -> String {
    guard report.place != nil else { return "The " + PlaceMessages.noPlace(report) + "." }
    return
      "Sunrise and sunset are computed for \(PlaceMessages.shown(report)): \(PlaceMessages.from(report))."
  }

  private static func desktop(_ reasoning: Reasoning) -> [String] {
    let appearance = reasoning.appearance
    let facts = reasoning.desktop
    let ignored = facts.isIgnored ? [StatusMessages.ignored(appearance)] : []
    guard appearance.choice == .system || appearance.isByDesktop else {
      return ignored
    }
    guard let report = facts.report else {
      return [StatusMessages.nobodyTells(reasoning)] + ignored
    }
    return [
      "\(Messages.plain(report.source)) reports that the desktop \(StatusMessages.asks(report, in: appearance))."
    ]
      + ignored
  }

  private static let inhibitorsShown = 4

  private static func inhibitors(_ reasoning: Reasoning) -> [String] {
    let shown = reasoning.inhibitors.prefix(inhibitorsShown).map { inhibitor in
      "\(InhibitMessages.name(inhibitor)) has prevented automatic changes since "
        + "\(past(inhibitor.since, reasoning)): \(InhibitMessages.why(inhibitor))."
    }
    let rest = reasoning.inhibitors.count - shown.count
    let others = rest == 1 ? "1 more program does" : "\(rest) more programs do"
    return rest > 0 ? shown + ["\(others) the same."] : shown
  }

  private static func locked(_ reasoning: Reasoning) -> [String] {
    let layers = reasoning.layers
    // If a lock keeps the choice at its built-in value, the sentence about the choice mentions it.
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

  private static func themes(_ reasoning: Reasoning) -> [String] {
    reasoning.themeMistakes.map { "\(Output.plain($0))." }
  }

  /// One line for all mistakes in files, and one line for each wrong value that was set through
  /// nightd.
  private static func mistakes(_ reasoning: Reasoning) -> [String] {
    var files: [String] = []
    var set: [String] = []
    for finding in reasoning.findings where finding.isMistake {
      // Do not mention nightd's own file, because people do not edit it.
      if finding.position == nil, finding.key != nil, let advice = finding.advice {
        set.append("\(Output.plain(finding.message)) (\(Output.plain(advice))).")
      } else if !files.contains(finding.file) {
        files.append(finding.file)
      }
    }
    guard let file = files.first else { return set }
    let others = files.count > 1 ? " and others have mistakes" : " has a mistake"
    return set + ["\(Messages.plain(file))\(others); to see where, run nightctl prefs check."]
  }
}
