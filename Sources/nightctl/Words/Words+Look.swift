import NightBus
import NightCore

/// The sentences about contrast, accent and motion.
extension Words {
  static let accentWords = AccentPreference.words

  static func noAccent(_ word: String) -> String {
    "\(Excerpt(word)) is not none, system, theme or an opaque colour, such as #3584E4"
      + meant(word, accentWords)
  }

  /// `high (you set it)`.
  static func look(_ report: LookReport) -> String { "\(report.word) (\(reason(report)))" }

  private static func reason(_ report: LookReport) -> String {
    if report.trait == .accent, report.wish == AccentPreference.theme.text {
      return "as the theme has it: \(plain(report.appearance.theme))"
    }
    guard report.wish == "system" else {
      return switch report.origin.layer {
      case .user: "your config.json5 says so: \(report.origin.place)"
      case .system: "the machine's config.json5 says so: \(report.origin.place)"
      case .set, .registered: "you set it"
      }
    }
    guard report.isTold, let desktop = report.desktop else {
      return "left to the desktop, which does not say"
    }
    return "as the desktop has it: \(plain(desktop.source)) tells"
  }
}
