import NightThemes
import NightValues

/// The ready reaction for Konsole: a colour scheme, which the user chooses once in the profile.
extension ReadyReactions {
  static let konsole = ReadyReaction(
    "konsole",
    .terminals,
    programs: ["konsole"],
    .tried("22.12.3"),
    note: "Tabs that are open change; for new ones, choose the colour scheme nightd once in "
      + "Settings, Edit Current Profile, Appearance.",
    files: { context in
      [ColorFile(context.data("konsole/nightd.colorscheme"), KonsoleScheme.text(context))]
    },
    // Konsole keeps a scheme that is in use, so it must first use another one.
    announcements: { _ in
      [.terminals(KonsoleScheme.use("Linux") + KonsoleScheme.use("nightd"), of: ["konsole"])]
    },
    restorations: { _ in [.terminals(KonsoleScheme.use("Breeze"), of: ["konsole"])] }
  )
}

private enum KonsoleScheme {
  static func use(_ name: String) -> [UInt8] {
    Array("\u{1B}]50;ColorScheme=\(name)\u{07}".utf8)
  }

  static func text(_ context: ReactionContext) -> String {
    let colors = context.terminal
    var text = """
      # Written by nightd; nightctl reactions off konsole removes it.
      [General]
      Description=nightd
      Opacity=1

      """
    let sections =
      [("Background", colors.background), ("Foreground", colors.foreground)]
      + colors.palette.enumerated().map { number, color in
        ("Color\(number % 8)\(number < 8 ? "" : "Intense")", color)
      }
    for (section, color) in sections {
      text += section.isEmpty ? "" : "\n[\(section)]\nColor=\(rgb(color))\n"
      // Bold and faint text use the same background.
      if number(section) == nil {
        for variant in ["Intense", "Faint"] {
          text += "\n[\(section)\(variant)]\nColor=\(rgb(color))\n"
        }
      }
    }
    return text
  }

  private static func number(_ section: String) -> Character? { section.first { $0.isNumber } }

  private static func rgb(_ color: Color) -> String { "\(color.red),\(color.green),\(color.blue)" }
}
