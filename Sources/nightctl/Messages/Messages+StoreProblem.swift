import NightContract
import NightCore
import NightValues

/// Sentences about a stored choice that could not be read.
extension Messages {
  static let choiceUnread = "the stored choice could not be read"

  /// Two lines of a status; empty if the choice could be read.
  static func unreadLines(_ reasoning: Reasoning) -> String {
    guard let problem = reasoning.storeProblem else { return "" }
    return "unread   \(flaw(problem))\n         \(half(problem, reasoning.clock))\n"
  }

  /// Two sentences for `nightctl why`; empty if the choice could be read.
  static func unread(_ reasoning: Reasoning) -> [String] {
    guard let problem = reasoning.storeProblem else { return [] }
    return [
      "The stored choice could not be read: \(flaw(problem)).",
      inEffect(problem, reasoning.clock),
    ]
  }

  /// What decides the style; a lost choice is not reported as if nobody had made a choice.
  static func decides(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    guard reasoning.isChoiceLost else { return decides(appearance, reasoning.layers) }
    return "\(appearance.reason == .fallback ? "nobody" : "the desktop"): \(choiceUnread)"
  }

  /// What is in effect instead of the stored choice, as a sentence.
  static func inEffect(_ problem: StoreProblem, _ clock: ScheduleDays.WallClock) -> String {
    let half = half(problem, clock)
    return half.prefix(1).uppercased() + half.dropFirst() + "."
  }

  private static func flaw(_ problem: StoreProblem) -> String {
    let kept = problem.aside.map { "; it is kept as \(Output.plain($0))" } ?? ""
    return Output.plain(problem.why) + kept
  }

  private static func half(_ problem: StoreProblem, _ clock: ScheduleDays.WallClock) -> String {
    switch (problem.inEffect, problem.copy) {
    case (.copy, let copy?):
      "the copy of \(clock(copy.written).text) is in effect: \(Output.plain(copy.path))"
    case (.earlier, _): "what was known before is in effect"
    case (.defaults, _), (.copy, nil): "the defaults are in effect until the next change"
    }
  }
}

extension Reasoning {
  /// Whether the stored choice was lost and no file or lock decides instead.
  var isChoiceLost: Bool {
    explanation.storeProblem?.inEffect == .defaults && !explanation.appearance.isChosen
      && layers.lock == nil && [.fallback, .system].contains(explanation.appearance.reason)
  }
}
