import NightBus
import NightCore

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
