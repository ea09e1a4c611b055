import NightBus
import NightContract
import NightCore

/// Sentences about inhibitors and the changes that they prevent.
enum InhibitMessages {
  /// The name of the inhibitor's application, or else of its process.
  static func name(_ inhibitor: Inhibitor) -> String {
    let names = [inhibitor.application, inhibitor.process?.name ?? ""]
    return names.first { !$0.isEmpty }.map(Messages.plain) ?? "a program"
  }

  static let whyIsOneLine = "--why must be one line"
  static let gone = "it ended"

  static func runs(_ name: String) -> String { "\(name) runs" }

  /// Removes control characters from a name, and cuts it to the length that the daemon allows.
  static func fitting(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars where scalar.properties.generalCategory != .control {
      guard text.utf8.count + UTF8.width(scalar) <= Contract.applicationBytes else { break }
      text.unicodeScalars.append(scalar)
    }
    return text.isEmpty ? "nightctl" : text
  }

  static func notInhibited(_ why: String) -> String {
    "the style may change by itself meanwhile: \(why)"
  }

  static func cannotRun(_ command: String, _ why: String) -> String {
    "cannot run \(Excerpt(command)): \(why)"
  }

  /// An inhibitor, as in `“film” (sh)`; only its name if its reason adds no information.
  private static func shown(_ inhibitor: Inhibitor) -> String {
    let name = name(inhibitor)
    guard !inhibitor.why.isEmpty, inhibitor.why != runs(name) else { return name }
    return "\(Excerpt(inhibitor.why)) (\(name))"
  }

  /// The inhibitors, as in `“film” (sh) and 2 others`.
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

  /// The end of the inhibitors, as in `“film” (sh) has ended`.
  static func release(_ inhibitors: [Inhibitor]) -> String {
    holders(inhibitors) + (inhibitors.count > 1 ? " have ended" : " has ended")
  }

  /// A condition, as in `, but not before “film” (sh) has ended`; empty if nothing is inhibited.
  static func notBefore(_ reasoning: Reasoning) -> String {
    guard reasoning.appearance.isInhibited else { return "" }
    return ", but not before " + release(reasoning.inhibitors)
  }

  /// What happens when the inhibitors end.
  static func afterRelease(_ reasoning: Reasoning) -> String {
    let end = reasoning.inhibitors.count > 1 ? "when they end" : "when that ends"
    guard let style = reasoning.coming?.rawValue else {
      return "\(end), any pending change happens"
    }
    let now = reasoning.layers.lock == nil ? ". nightctl set \(style) does it now" : ""
    return "\(end) it turns \(style)\(now)"
  }

  static func why(_ inhibitor: Inhibitor) -> String {
    inhibitor.why.isEmpty ? "it gives no reason" : "\(Excerpt(inhibitor.why))"
  }
}
