import NightCore

/// Swift code for one program, for the parts that its description cannot express.
///
/// Most of this code reads the user's files to decide what to write.
package struct ProgramCode: Equatable, Sendable {
  let name: String
  /// Makes values for the templates and conditions of the program's description.
  var values: @Sendable (ProgramContext) -> [TemplateValue.Member] = { _ in [] }
  /// The line to add to the user's file in place of the description's line; nil to add the
  /// description's line.
  var include: @Sendable (ProgramContext) -> IncludeLine? = { _ in nil }
  var blocker: @Sendable (ProgramContext) -> String? = { _ in nil }
  /// Whether nightd should write this program's files and settings in this session; it does so only
  /// if the description's conditions hold too.
  var isWanted: @Sendable (ProgramContext) -> Bool = { _ in true }
  /// Whether the program's settings, if nightd can follow them, are the desktop's own style switch.
  var isSwitch = true
  /// Whether nightd must notify running programs even though nothing has changed, for example in a
  /// new session.
  var isUntold: @Sendable (ProgramContext) -> Bool = { _ in false }
  /// Whether nightd has started a helper for this program; the helper must end when the program is
  /// switched off.
  var hasProgram: @Sendable (ProgramContext) -> Bool = { _ in false }
  /// The command with which Plasma sets the colour scheme; nil if nightd writes the scheme itself.
  var writer: @Sendable (ProgramContext) -> SchemeWriter? = { _ in nil }
  /// The settings to use in place of the description's settings; nil to use the description's
  /// settings.
  var settings: @Sendable (ProgramContext) -> [Setting]? = { _ in nil }
  /// The settings that running programs must get before nightctl restores the user's values; nil if
  /// no such settings are needed.
  var parting: @Sendable (ProgramContext) -> Parting? = { _ in nil }
  var announcements: @Sendable (ProgramContext) -> [Announcement]? = { _ in nil }
  var restorations: @Sendable (ProgramContext) -> [Announcement]? = { _ in nil }

  package static func == (one: ProgramCode, other: ProgramCode) -> Bool { one.name == other.name }

  static let names = all.map(\.name)

  static func named(_ name: String) -> ProgramCode? { all.first { $0.name == name } }

  private static let all = [
    alacritty, gnome, kde, qt, tmux, waybar, xresources, xsettings,
  ]

  /// The code for Alacritty, whose configuration has a single list of imports.
  ///
  /// The list is in TOML or YAML, and may already contain other files.
  private static let alacritty = ProgramCode(
    name: "alacritty",
    values: { context in [.init("is_yaml", .flag(AlacrittyFile.isYAML(context)))] },
    include: AlacrittyFile.include
  )

  /// The code for tmux, because the user's file can also be a shell script, and a second file can
  /// override it.
  private static let tmux = ProgramCode(name: "tmux", include: TmuxFile.include)

  /// The code for Waybar, which needs different CSS rules for a bar that is one strip and for a bar
  /// of pills on the wallpaper.
  private static let waybar = ProgramCode(
    name: "waybar",
    values: { context in
      let sheet = BarSheet(context.text(context.config("waybar/style.css")) ?? "")
      return [
        .init("has_pills", .flag(sheet.hasPills)),
        .init(
          "pills",
          .trusted(sheet.filled.map { "window#waybar \($0)" }.joined(separator: ",\n"))
        ),
        .init("is_clear", .flag(sheet.opacity < 1)),
        // A bar without pills needs a background behind its text, because the wallpaper may have
        // any colour.
        .init("opacity", .number(max(sheet.opacity, 0.7))),
      ]
    }
  )
}
