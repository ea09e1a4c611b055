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
      KonsoleScheme.names.map { name in
        ColorFile(
          context.data("konsole/\(name).colorscheme"),
          KonsoleScheme.text(context, name: name)
        )
      }
    },
    announcements: { context in
      let scheme = KonsoleScheme.use("nightd-\(context.style.rawValue)")
      return [
        .terminals(scheme, of: ["konsole"]),
        // Konsole collects changes for 20 ms, and applies the scheme last.
        .run(["sleep", "0.1"]),
        .terminals(TerminalSequences.colors(context.terminal), of: ["konsole"]),
      ]
    },
    // A tab does not tell which scheme it had before, so it gets Konsole's default.
    restorations: { _ in [.terminals(KonsoleScheme.use("Breeze"), of: ["konsole"])] }
  )
}

private enum KonsoleScheme {
  /// The scheme for the profile, and one for each style.
  ///
  /// Konsole reads a scheme again only if no tab uses it. So a change of the style, which all tabs
  /// get, must change the name. For another theme of the same style, escape sequences follow.
  static let names = ["nightd", "nightd-light", "nightd-dark"]

  /// Selects a scheme in a tab; this drops the colours that escape sequences have set there.
  static func use(_ name: String) -> [UInt8] {
    Array(TerminalSequences.sequence("50;ColorScheme=\(name)").utf8)
  }

  static func text(_ context: ReactionContext, name: String) -> String {
    let colors = context.terminal
    var text = """
      # Written by nightd; nightctl reactions off konsole removes it.
      [General]
      Description=\(name)
      Opacity=1

      """
    let sections =
      [("Background", colors.background), ("Foreground", colors.foreground)]
      + colors.palette.enumerated().map { number, color in
        ("Color\(number % 8)\(number < 8 ? "" : "Intense")", color)
      }
    for (section, color) in sections {
      // Bold text has the same colours as other text.
      let variants = section.hasPrefix("Color") ? [""] : ["", "Intense", "Faint"]
      for variant in variants { text += "\n[\(section)\(variant)]\nColor=\(rgb(color))\n" }
    }
    return text
  }

  private static func rgb(_ color: Color) -> String {
    guard let all = UInt32(color.digits, radix: 16) else { return "" }
    return "\(all >> 16 & 0xFF),\(all >> 8 & 0xFF),\(all & 0xFF)"
  }
}
