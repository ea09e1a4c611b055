import NightBus
import NightCore

/// The sentences about what programs hold back.
extension Words {
  /// `“film” (sh)`; what says nothing beyond its name is told by that.
  private static func shown(_ inhibitor: Inhibitor) -> String {
    let name = name(inhibitor)
    guard !inhibitor.why.isEmpty, inhibitor.why != runs(name) else { return name }
    return "\(Excerpt(inhibitor.why)) (\(name))"
  }

  /// `“film” (sh) and 2 others`.
  private static func holders(_ inhibitors: [Inhibitor]) -> String {
    guard let first = inhibitors.first else { return "a program that wants no change" }
    switch inhibitors.count - 1 {
    case 0: return shown(first)
    case 1: return "\(shown(first)) and another one"
    case let others: return "\(shown(first)) and \(others) others"
    }
  }

  static func heldBack(_ inhibitors: [Inhibitor]) -> String {
    holders(inhibitors) + (inhibitors.count > 1 ? " run" : " runs")
  }

  /// `“film” (sh) has ended`.
  static func release(_ inhibitors: [Inhibitor]) -> String {
    holders(inhibitors) + (inhibitors.count > 1 ? " have ended" : " has ended")
  }

  /// `, but not before “film” (sh) has ended`; empty where nothing is held back.
  static func notBefore(_ reasoning: Reasoning) -> String {
    guard reasoning.appearance.isInhibited else { return "" }
    return ", but not before " + release(reasoning.inhibitors)
  }

  /// What comes when that ends.
  static func afterRelease(_ reasoning: Reasoning) -> String {
    let end = reasoning.inhibitors.count > 1 ? "when they end" : "when that ends"
    guard let style = reasoning.coming?.rawValue else { return "\(end), what is due happens" }
    let now = reasoning.layers.lock == nil ? ". nightctl set \(style) does it now" : ""
    return "\(end) it turns \(style)\(now)"
  }
}
