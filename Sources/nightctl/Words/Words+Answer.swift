import NightCore

/// Why the style is as it is, in one sentence.
extension Words {
  /// The answer, and then what leads to it; all of it is empty of what others would have a terminal
  /// obey.
  static func whys(_ reasoning: Reasoning, of application: String = "") -> [String] {
    guard !application.isEmpty else { return [answer(reasoning)] + chain(reasoning) }
    var own = reasoning
    own.application = application
    // What the desktop has plays no part where an application has its own.
    guard own.appearance.reason != .app else { return [answer(own)] }
    return ["\(plain(application)) has no style of its own."] + whys(reasoning)
  }

  /// `It is dark because …; at 07:43 tomorrow …`.
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

  private static func outlook(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    switch appearance.reason {
    case .choice:
      return reasoning.layers.lock == nil
        ? "it stays so until you choose another" : "the choice is locked"
    case .hold: return held(back: reasoning) ?? afterHold(reasoning) + notBefore(reasoning)
    case .schedule:
      guard let next = appearance.next else { return "these rules never change it here" }
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
    let rules = reasoning.rules.map { "“\($0)”" }
    return "the schedule says so" + (rules.isEmpty ? "" : " by " + listed(rules))
  }

  private static func system(_ appearance: Appearance) -> String {
    guard appearance.desktop == DesktopWord.none else { return "the desktop asks for it" }
    return "the desktop has no preference, which means light"
  }

  private static func fallback(_ reasoning: Reasoning) -> String {
    reasoning.appearance.isChosen || reasoning.layers.lock != nil
      ? "the desktop decides, and nothing reports what it prefers"
      : "nobody has chosen anything yet"
  }

  /// Nothing where no file decides.
  private static func says(_ layers: ChoiceLayers) -> String? {
    switch layers.origin {
    case .user: "your config.json5 says so (\(layers.place))"
    case .system: "the machine's config.json5 says so (\(layers.place))"
    case .set, .registered, nil: nil
    }
  }

  // MARK: - What comes then

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

  /// What would come if no program held it back; no time is promised then.
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
