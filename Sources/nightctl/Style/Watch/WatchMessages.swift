import NightBus
import NightClient
import NightCore

/// Messages of `nightctl watch` for status bars and commands.
enum WatchMessages {
  static func nothingPublished(in folder: String) -> String {
    "no nightd of this user publishes its state in \(Output.plain(folder)) yet; waiting for one"
  }

  /// The tooltip of a bar's module: the style and why, the theme, and what comes next.
  static func tooltip(_ state: ThemedSnapshot) -> String {
    let appearance = state.appearance
    let why =
      state.isForced ? "set by \(ForcedStyle.variable)" : HistoryMessages.reason(appearance.reason)
    var lines = [
      "\(appearance.style.rawValue), \(why)", "theme \(Messages.plain(appearance.theme))",
    ]
    if appearance.isHighContrast { lines.append("high contrast") }
    if let end = appearance.holdUntil {
      lines.append("held until \(LocalTime(end).text)")
    } else if let next = appearance.next, let style = appearance.nextStyle {
      lines.append("\(style.rawValue) from \(LocalTime(next).text)")
    }
    return lines.joined(separator: "\n")
  }

  static let strayBrace = "a } in --format has no { before it; write }} for a brace"
  static let openBrace = "a { in --format has no } after it; write {{ for a brace"
  static let roleMissing = "{color.} in --format names no role, as in {color.surface}"

  static func unknownPlaceholder(_ name: String, _ known: [String]) -> String {
    let list = known.map { "{\($0)}" }
    let roles = Theme.builtIn(BuiltInThemes.defaultName(ThemeSlot(.light))).roleColors.map(\.role)
    let near =
      NearestWord.to(name, among: known).map { "{\($0)}" }
      ?? NearestWord.to(name, among: roles).map { "{color.\($0)}" }
    return "\(Excerpt("{\(name)}")) is not \(Messages.listed(list))" + Messages.meant(near)
  }

  static func noLineFormat(_ text: String) -> String {
    let bars = BarFormat.allCases.map(\.rawValue)
    let near = NearestWord.to(text, among: bars)
    return
      "\(Excerpt(text)) is neither \(Messages.listed(bars)) nor a text with a placeholder such as {style}"
      + Messages.meant(near)
  }

  static func noRole(_ role: String, of theme: String, _ known: [String]) -> String {
    "the theme \(Excerpt(theme)) has no colour \(Excerpt(role)), so {color.\(role)} is empty"
      + Messages.meant(role, known)
  }

  static let i3statusNeedsInput =
    "--format i3status changes the output of i3status: i3status | nightctl watch --format i3status"

  static let notI3status =
    "standard input is not what i3status prints for i3bar; write output_format = \"i3bar\" into the "
    + "section general of its configuration"
}
