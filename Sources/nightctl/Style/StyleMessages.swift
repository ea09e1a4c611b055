import NightBus
import NightCore
import NightStore

/// Sentences of the commands that set the style, or how it looks.
enum StyleMessages {
  /// Two lines: the style that was set, and the programs that use it.
  static func set(_ choice: ApplicationChoice, for application: String) -> [String] {
    [
      "\(application): \(choice.rawValue)",
      Messages.reachesAskers,
    ]
  }

  /// Says why an application had no style that could be removed.
  ///
  /// `known` are the applications that have a style from any layer.
  static func noOwnStyle(of application: String, _ known: [String]) -> String {
    guard !known.contains(application) else {
      return
        "\(Excerpt(application)) has its style from a file; \(EditMessages.nothingWasChanged); "
        + "nightctl prefs explain choice --app \(ShellWord.of(application)) names the file"
    }
    let hint = Messages.meant(application, known)
    return
      "\(Excerpt(application)) had no style or theme of its own; \(EditMessages.nothingWasChanged)"
      + (hint.isEmpty ? "; nightctl apps lists those that have one" : hint)
  }

  static let accentKeywords = AccentPreference.words

  static func noAccent(_ text: String) -> String {
    let word = NearestWord.to(text, among: accentKeywords) ?? ColorNames.nearest(text.lowercased())
    return "\(Excerpt(text)) is not none, system, theme or an opaque colour, such as #3584E4"
      + Messages.meant(word)
  }

  /// The value and its origin, as in `high (you set it)`.
  static func look(_ report: LookReport) -> String { "\(report.value) (\(reason(report)))" }

  private static func reason(_ report: LookReport) -> String {
    if report.trait == .accent, report.setting == AccentPreference.theme.text {
      return "from the theme \(Messages.plain(report.appearance.theme))"
    }
    guard report.setting == "system" else {
      return switch report.origin.layer {
      case .user: "your config.json5 says so: \(report.origin.place)"
      case .system: "the machine's config.json5 says so: \(report.origin.place)"
      case .set, .registered: "you set it"
      }
    }
    guard report.isReported, let desktop = report.desktop else {
      return "left to the desktop, which does not report it"
    }
    return "from the desktop, as \(Messages.plain(desktop.source)) reports"
  }

  /// An application's own themes after its name, as in `, with lagoon for dark`.
  static func ownThemes(_ themes: [ThemeSlot: String]) -> String {
    let names = ThemeSlot.all.compactMap { slot in
      themes[slot].map { "\(Messages.plain($0)) for \(Messages.slot(slot))" }
    }
    return names.isEmpty ? "" : ", with \(Messages.together(names))"
  }

  /// The message for an argument of `nightctl set` that is neither a choice nor a theme.
  static func noChoice(
    _ text: String,
    _ keywords: [String],
    _ themes: [String],
    _ strays: [ThemeFolders.Stray]
  ) -> String {
    let isTheme = themes.contains { $0.lowercased() == text.lowercased() }
    let slip = isTheme ? nil : Slips.style(text, among: keywords)
    return "\(Excerpt(text)) is not \(Messages.listed(keywords + [Messages.themeName]))"
      + (Messages.ignored(text, strays) ?? slip.map { Messages.meant($0) }
        ?? Messages.meant(text, keywords + themes))
  }

  static let styleMissing = "run needs --light or --dark"

  /// The message for a request that the daemon does not know.
  static func olderDaemon(_ why: String) -> String {
    "\(why): this nightd is older than nightctl; systemctl --user restart nightd starts the new one"
  }
}
