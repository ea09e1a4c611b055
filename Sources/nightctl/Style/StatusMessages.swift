import NightContract
import NightCore

/// The lines of `nightctl status`.
enum StatusMessages {
  /// The width of the label column, in characters.
  private static let labels = 9

  /// Splits each line of a status into a label and a value.
  static func statusLines(_ text: String) -> [TextLine] {
    text.split(separator: "\n").map { line in
      var label = line.prefix(labels)
      while label.last == " " { label.removeLast() }
      let isProblem = ["broken", "unread"].contains(label)
      let value = TextPiece(String(line.dropFirst(labels)), label == "style" ? .style : .plain)
      return TextLine(
        TextPiece(String(label), isProblem ? .problem : .heading),
        column: labels,
        [value]
      )
    }
  }

  static func decides(_ appearance: Appearance, _ layers: ChoiceLayers) -> String {
    guard !layers.isFixedByDefault else {
      return "the desktop; the administrator has locked this (\(layers.lockPlace))"
    }
    return says(appearance.choice, layers) ?? Messages.decides(appearance)
  }

  /// A line for the next change and a line for the hold; empty if neither exists.
  static func ahead(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    let meanwhile = InhibitMessages.notBefore(reasoning)
    var lines = ""
    if let next = appearance.next, let style = appearance.nextStyle {
      lines += "next     \(style.rawValue) at \(WhyMessages.when(next, reasoning))\(meanwhile)\n"
    } else if let style = reasoning.coming {
      lines += "next     \(style.rawValue), once \(InhibitMessages.release(reasoning.inhibitors))\n"
    }
    if appearance.reason == .hold {
      lines +=
        "held     \(Messages.heldUntil(appearance, at: reasoning.time, meanwhile, reasoning.clock))\n"
    }
    return lines
  }

  /// One line for the schedule's time zone, and one line for the place that determines sunrise and
  /// sunset.
  static func surroundings(_ reasoning: Reasoning) -> String {
    guard let facts = reasoning.schedule, let report = reasoning.place else { return "" }
    return
      "zone     \(PlaceMessages.zone(report.zone))\nplace    \(PlaceMessages.place(report, under: facts.rules))\n"
  }

  /// Lines about the lock on the choice, and about the user's choice that has no effect because of
  /// the lock; empty if no lock is set.
  static func locked(_ layers: ChoiceLayers) -> String {
    guard let lock = layers.lock else { return "" }
    let idle = layers.passedOver.map { choice in
      "         your choice of \(choice) has no effect because of the lock\n"
    }
    return "locked   \(lock)\n" + (idle ?? "")
  }

  /// A clause about the file that decides the style, and about the choice in this file; nil if no
  /// file decides the style.
  private static func says(_ choice: Choice, _ layers: ChoiceLayers) -> String? {
    switch layers.origin {
    case .user: "your config.json5 says \(choice.rawValue) (\(layers.place))"
    case .system: "the system-wide config.json5 says \(choice.rawValue) (\(layers.place))"
    case .set, .registered, nil: nil
    }
  }

  /// The line that says who asked for the style in effect; empty if nobody asked for it or if it is
  /// unknown who did.
  static func by(_ reasoning: Reasoning) -> String {
    reasoning.asker.flatMap(HistoryMessages.who).map { "by       \($0)\n" } ?? ""
  }

  /// The lines about the desktop; empty if the desktop reports nothing and does not decide the
  /// style.
  static func desktopLines(_ reasoning: Reasoning) -> String {
    let (appearance, facts) = (reasoning.appearance, reasoning.desktop)
    let ignored =
      facts.isIgnored
      ? "         nightd ignores the desktop's switch for now, because something keeps turning it "
        + "back;\n"
        + "         \(listening(appearance))\n" : ""
    guard let report = facts.report else {
      guard appearance.choice == .system else { return ignored }
      let isFree = appearance.reason == .fallback && reasoning.layers.lock == nil
      let advice = isFree ? "; \(decidesWithout)" : ""
      return "desktop  unknown: nothing reports its preference\(advice)\n" + ignored
    }
    return "desktop  \(desktop(report, in: appearance))\n" + ignored
  }

  /// The value that the desktop reports and, if nightd itself wrote this value, the user's own
  /// setting.
  private static func desktop(_ report: DesktopReport, in appearance: Appearance) -> String {
    let source = Messages.plain(report.source)
    guard let own = appearance.desktop, own != report.word else {
      return "\(asks(report, in: appearance)), as \(source) reports"
    }
    let reported = report.word == .none ? "no preference" : report.word.rawValue
    let chosen = own == .none ? "no preference" : own.rawValue
    return "\(source) reports \(reported), which nightd wrote; your own setting is \(chosen)"
  }

  private static let inhibitorsShown = 4

  static func inhibitorLines(_ reasoning: Reasoning) -> String {
    var lines = reasoning.inhibitors.prefix(inhibitorsShown).map { inhibitor in
      let number = inhibitor.process.map { " (process \($0.number))" } ?? ""
      return
        "\(InhibitMessages.name(inhibitor))\(number) since \(WhyMessages.past(inhibitor.since, reasoning)): "
        + InhibitMessages.why(inhibitor)
    }
    let rest = reasoning.inhibitors.count - lines.count
    if rest > 0 { lines.append("and \(rest) more") }
    return lines.enumerated().map { index, line in
      (index == 0 ? "inhibit  " : "         ") + line + "\n"
    }.joined()
  }

  /// A line for each of theme, contrast, accent and motion whose value differs from the default.
  ///
  /// The theme always has a line if a theme in use has a flaw, or if the application has its own
  /// theme.
  static func look(_ appearance: Appearance, areThemesBroken: Bool) -> String {
    theme(appearance, isAlwaysShown: areThemesBroken)
      + (appearance.isHighContrast ? "contrast high\n" : "")
      + (appearance.accent.map { "accent   \($0.text)\n" } ?? "")
      + (appearance.isMotionReduced ? "motion   reduced\n" : "")
  }

  private static func theme(_ appearance: Appearance, isAlwaysShown: Bool) -> String {
    let slot = ThemeSlot(appearance.style, isHigh: appearance.isHighContrast)
    let usual = BuiltInThemes.defaultName(slot)
    let isUsual = appearance.theme.isEmpty || appearance.theme.isSameText(as: usual)
    let isOwn = appearance.isThemeOwn == true
    guard !isUsual || isAlwaysShown || isOwn else { return "" }
    return "theme    \(Messages.plain(appearance.theme))\(isOwn ? ", its own" : "")\n"
  }

  /// A line for each mistake in the themes in use; empty if they have no mistake.
  static func themeMistakes(_ reasoning: Reasoning) -> String {
    reasoning.themeMistakes.enumerated().map { index, mistake in
      (index == 0 ? "broken   " : "         ") + Output.plain(mistake) + "\n"
    }.joined()
  }

  static func nobodyTells(_ reasoning: Reasoning) -> String {
    let advice = reasoning.layers.lock == nil ? "; \(decidesWithout)" : ""
    let sources = reasoning.sources
    guard !sources.isEmpty else {
      return "Nothing reports what the desktop prefers: system.sources is empty\(advice)."
    }
    let names = Messages.listed(sources.map(Messages.plain), or: "and")
    return "Nothing reports what the desktop prefers (asked: \(names))\(advice)."
  }

  static let decidesWithout =
    "use nightctl set light, dark or schedule to decide without the desktop"

  static func ignored(_ appearance: Appearance) -> String {
    "Something keeps turning the desktop's switch back, so nightd ignores it for now; "
      + "\(listening(appearance))."
  }

  /// Says which command makes nightd follow the desktop's light/dark switch again.
  ///
  /// Any `nightctl set` makes nightd follow the switch again, but only the command in this message
  /// also keeps the present choice.
  static func listening(_ appearance: Appearance) -> String {
    let choice = appearance.choice.rawValue + (appearance.choice.fixed == nil ? "" : " --always")
    return "to make nightd follow it again, run nightctl set \(choice)"
  }

  /// The style that the desktop asks for, as part of a sentence.
  ///
  /// A value that nightd itself wrote is ignored.
  static func asks(_ report: DesktopReport, in appearance: Appearance) -> String {
    let wanted = appearance.desktop ?? report.word
    return switch wanted {
    case .light, .dark: "asks for \(wanted.rawValue)"
    case .none: "has no preference, which means light"
    }
  }

  static let choiceUnread = "the stored choice could not be read"

  /// Two lines of `nightctl status` about a stored choice that nightd could not read; empty if
  /// nightd could read it.
  static func unreadLines(_ reasoning: Reasoning) -> String {
    guard let problem = reasoning.storeProblem else { return "" }
    return "unread   \(flaw(problem))\n         \(half(problem, reasoning.clock))\n"
  }

  /// Two sentences of `nightctl why` about a stored choice that nightd could not read; empty if
  /// nightd could read it.
  static func unread(_ reasoning: Reasoning) -> [String] {
    guard let problem = reasoning.storeProblem else { return [] }
    return [
      "The stored choice could not be read: \(flaw(problem)).",
      inEffect(problem, reasoning.clock),
    ]
  }

  /// A text that says what decides the style; if the stored choice was lost, the text also says so.
  static func decides(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    guard reasoning.isChoiceLost else { return decides(appearance, reasoning.layers) }
    return "\(appearance.reason == .fallback ? "nobody" : "the desktop"): \(choiceUnread)"
  }

  /// A sentence that says what is in effect instead of the stored choice.
  static func inEffect(_ problem: StoreProblem, _ clock: ScheduleDays.WallClock) -> String {
    MessageText.capitalized(half(problem, clock)) + "."
  }

  private static func flaw(_ problem: StoreProblem) -> String {
    let kept = problem.aside.map { "; the file is kept as \(Output.plain($0))" } ?? ""
    return Output.plain(problem.why) + kept
  }

  private static func half(_ problem: StoreProblem, _ clock: ScheduleDays.WallClock) -> String {
    switch (problem.inEffect, problem.copy) {
    case (.copy, let copy?):
      "the copy from \(clock(copy.written).text) is in effect: \(Output.plain(copy.path))"
    case (.earlier, _): "the last good version is in effect"
    case (.defaults, _), (.copy, nil): "the defaults are in effect until the next change"
    }
  }
}

extension Reasoning {
  /// Whether the stored choice was lost, and neither a file nor a lock decides the style instead.
  var isChoiceLost: Bool {
    explanation.storeProblem?.inEffect == .defaults && !explanation.appearance.isChosen
      && layers.lock == nil && [.fallback, .system].contains(explanation.appearance.reason)
  }
}
