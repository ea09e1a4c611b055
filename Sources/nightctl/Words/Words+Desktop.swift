import NightBus
import NightCore

/// The sentences about the desktop, and about programs that want no change.
extension Words {
  static let nobodyTells =
    "Nobody tells what the desktop asks for; nightctl prefs read system.sources says who is asked."

  static let ignored =
    "The desktop's switch counts only where the desktop decides: it undid what nightd did more "
    + "than three times in ten seconds. nightctl set system has it listened to again."

  static func asks(_ report: DesktopReport) -> String {
    switch report.word {
    case .light, .dark: "asks for \(report.word.rawValue)"
    case .none: "has no preference, which means light"
    }
  }

  static func why(_ inhibitor: Inhibitor) -> String {
    inhibitor.why.isEmpty ? "it does not say why" : "\(Excerpt(inhibitor.why))"
  }
}
