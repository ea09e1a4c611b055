import NightCore

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
