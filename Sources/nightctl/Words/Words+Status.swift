import NightBus
import NightClient
import NightCore

/// Who decides the style, and why it is as it is.
extension Words {
  static func decides(_ appearance: Appearance, _ layers: ChoiceLayers) -> String {
    guard !layers.isFixedByDefault else {
      return "the desktop; the administrator has fixed that (\(layers.lockPlace))"
    }
    return says(appearance.choice, layers) ?? decides(appearance)
  }

  static func decides(_ appearance: Appearance) -> String {
    guard appearance.isChosen else {
      return appearance.reason == .fallback
        ? "nobody yet: no choice was ever made" : "\(decider(appearance)) (nobody chose otherwise)"
    }
    return decider(appearance)
  }

  static func decider(_ appearance: Appearance) -> String {
    switch appearance.choice {
    case .light, .dark: "your choice of \(appearance.choice.rawValue)"
    case .schedule: "the schedule"
    case .system: "the desktop"
    }
  }

  /// A line for the next change and one for a hold; nothing where none is known.
  static func ahead(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    let meanwhile = notBefore(reasoning)
    var lines = ""
    if let next = appearance.next, let style = appearance.nextStyle {
      lines += "next     \(style.rawValue) at \(when(next, reasoning))\(meanwhile)\n"
    } else if let style = reasoning.coming {
      lines += "next     \(style.rawValue), once \(release(reasoning.inhibitors))\n"
    }
    if appearance.reason == .hold {
      lines += "held     \(heldUntil(appearance, at: reasoning.time, meanwhile, reasoning.clock))\n"
    }
    return lines
  }

  /// Where and when the schedule is, on lines of their own.
  static func surroundings(_ reasoning: Reasoning) -> String {
    guard let facts = reasoning.schedule, let report = reasoning.place else { return "" }
    return "zone     \(zone(facts.zone))\nplace    \(place(report, under: facts.rules))\n"
  }

  /// A line for the lock, and one for what it makes idle; nothing where there is none.
  static func locked(_ layers: ChoiceLayers) -> String {
    guard let lock = layers.lock else { return "" }
    let idle = layers.passedOver.map { choice in
      "         your choice of \(choice) has no effect under the lock\n"
    }
    return "locked   \(lock)\n" + (idle ?? "")
  }

  /// Nothing where no file decides.
  private static func says(_ choice: Choice, _ layers: ChoiceLayers) -> String? {
    switch layers.origin {
    case .user: "your config.json5 says \(choice.rawValue) (\(layers.place))"
    case .system: "the machine's config.json5 says \(choice.rawValue) (\(layers.place))"
    case .set, .registered, nil: nil
    }
  }
}

/// What the desktop, programs, and people who see otherwise add to a status.
extension Words {
  /// Who made the last change, where it is what is in effect.
  static func by(_ reasoning: Reasoning) -> String {
    reasoning.asker.flatMap(who).map { "by       \($0)\n" } ?? ""
  }

  /// Nothing where the desktop neither tells nor is to decide.
  static func desktopLines(_ reasoning: Reasoning) -> String {
    guard let facts = reasoning.desktop else { return "" }
    let appearance = reasoning.appearance
    let ignored =
      facts.isIgnored
      ? "         its switch is ignored for now, as something keeps turning it back;\n"
        + "         \(listening(appearance))\n" : ""
    guard let report = facts.report else {
      guard appearance.choice == .system else { return ignored }
      let isFree = appearance.reason == .fallback && reasoning.layers.lock == nil
      let advice = isFree ? "; \(decidesWithout)" : ""
      return "desktop  unknown: nothing reports it\(advice)\n" + ignored
    }
    return "desktop  \(asks(report, in: appearance)), as \(plain(report.source)) reports\n"
      + ignored
  }

  private static let inhibitorsShown = 4

  static func inhibitorLines(_ reasoning: Reasoning) -> String {
    var lines = reasoning.inhibitors.prefix(inhibitorsShown).map { inhibitor in
      let number = inhibitor.process.map { " (process \($0.number))" } ?? ""
      return "\(name(inhibitor))\(number) since \(past(inhibitor.since, reasoning)): "
        + why(inhibitor)
    }
    let rest = reasoning.inhibitors.count - lines.count
    if rest > 0 { lines.append("and \(rest) more") }
    return lines.enumerated().map { index, line in
      (index == 0 ? "inhibit  " : "         ") + line + "\n"
    }.joined()
  }

  /// Only what is not as usual; the theme also where one of those in use cannot be shown as it is.
  static func look(_ appearance: Appearance, areThemesBroken: Bool) -> String {
    theme(appearance, isAlwaysTold: areThemesBroken)
      + (appearance.isHighContrast ? "contrast high\n" : "")
      + (appearance.accent.map { "accent   \($0.text)\n" } ?? "")
      + (appearance.isMotionReduced ? "motion   reduced\n" : "")
  }

  private static func theme(_ appearance: Appearance, isAlwaysTold: Bool) -> String {
    let slot = ThemeSlot(appearance.style, isHigh: appearance.isHighContrast)
    let usual = BuiltInThemes.defaultName(slot)
    let isUsual = appearance.theme.isEmpty || appearance.theme.isSameText(as: usual)
    guard !isUsual || isAlwaysTold else { return "" }
    return "theme    \(plain(appearance.theme))\n"
  }

  /// What is wrong with the themes in use, each on a line of its own.
  static func themeMistakes(_ reasoning: Reasoning) -> String {
    (reasoning.themeMistakes ?? []).enumerated().map { index, mistake in
      (index == 0 ? "broken   " : "         ") + Output.plain(mistake) + "\n"
    }.joined()
  }
}

/// The sentences about the desktop, and about programs that want no change.
extension Words {
  static func nobodyTells(_ reasoning: Reasoning) -> String {
    let advice = reasoning.layers.lock == nil ? "; \(decidesWithout)" : ""
    guard let sources = reasoning.sources else {
      return "Nothing reports what the desktop prefers\(advice)."
    }
    guard !sources.isEmpty else {
      return "Nothing reports what the desktop prefers: system.sources is empty\(advice)."
    }
    let names = together(sources.map(plain))
    return "Nothing reports what the desktop prefers (asked: \(names))\(advice)."
  }

  static let decidesWithout = "nightctl set light, dark or schedule decides without it"

  /// What holds under `system` then.
  static let lightUntold = "it is light, because nothing reports what the desktop prefers"

  static func ignored(_ appearance: Appearance) -> String {
    "Something keeps turning the desktop's switch back, so it is ignored for now; "
      + "\(listening(appearance))."
  }

  /// Any choice does; this one changes nothing else.
  static func listening(_ appearance: Appearance) -> String {
    let word = appearance.choice.rawValue + (appearance.choice.fixed == nil ? "" : " --always")
    return "nightctl set \(word) makes it count again"
  }

  /// What nightd itself wrote there does not count.
  static func asks(_ report: DesktopReport, in appearance: Appearance) -> String {
    let word = appearance.desktop ?? report.word
    return switch word {
    case .light, .dark: "asks for \(word.rawValue)"
    case .none: "has no preference, which means light"
    }
  }

  static func why(_ inhibitor: Inhibitor) -> String {
    inhibitor.why.isEmpty ? "it gives no reason" : "\(Excerpt(inhibitor.why))"
  }
}

/// The sentences about contrast, accent and motion.
extension Words {
  static let accentKeywords = AccentWish.words

  static func noAccent(_ word: String) -> String {
    "\(Excerpt(word)) is not none, system, theme or an opaque colour, such as #3584E4"
      + meant(word, accentKeywords)
  }

  /// `high (you set it)`.
  static func look(_ report: LookReport) -> String { "\(report.value) (\(reason(report)))" }

  private static func reason(_ report: LookReport) -> String {
    if report.trait == .accent, report.setting == AccentWish.theme.text {
      return "as the theme has it: \(plain(report.appearance.theme))"
    }
    guard report.setting == "system" else {
      return switch report.origin.layer {
      case .user: "your config.json5 says so: \(report.origin.place)"
      case .system: "the machine's config.json5 says so: \(report.origin.place)"
      case .set, .registered: "you set it"
      }
    }
    guard report.isReported, let desktop = report.desktop else {
      return "left to the desktop, which does not say"
    }
    return "as the desktop has it: \(plain(desktop.source)) tells"
  }
}
