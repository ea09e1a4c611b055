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
