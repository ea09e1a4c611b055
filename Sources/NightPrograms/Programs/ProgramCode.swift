import NightCore

/// A part of nightd that does for one program what its description cannot say.
///
/// Each has a reason: it must read the user's file to decide what to write.
package struct ProgramCode: Equatable, Sendable {
  let name: String
  /// Values for templates and conditions.
  var values: @Sendable (ProgramContext) -> [TemplateValue.Member] = { _ in [] }
  /// The line, in place of the description's; nil for the description's.
  var include: @Sendable (ProgramContext) -> IncludeLine? = { _ in nil }
  var blocker: @Sendable (ProgramContext) -> String? = { _ in nil }
  /// Whether the program is to follow in this session, besides what the description asks for.
  var isWanted: @Sendable (ProgramContext) -> Bool = { _ in true }
  /// Whether another program took the settings over, so that nightd neither writes nor restores.
  var isReleased: @Sendable (ProgramContext) -> Bool = { _ in false }
  /// Whether running programs must be told although nothing changed, as in a new session.
  var isUntold: @Sendable (ProgramContext) -> Bool = { _ in false }
  /// Whether a program runs that nightd started for this one, so that it must end with it.
  var hasProgram: @Sendable (ProgramContext) -> Bool = { _ in false }
  /// The settings, in place of the description's; nil for the description's.
  var settings: @Sendable (ProgramContext) -> [Setting]? = { _ in nil }
  /// What running programs must be told before the user's values return; nil if nothing.
  var parting: @Sendable (ProgramContext) -> Parting? = { _ in nil }
  var announcements: @Sendable (ProgramContext) -> [Announcement]? = { _ in nil }
  var restorations: @Sendable (ProgramContext) -> [Announcement]? = { _ in nil }

  package static func == (one: ProgramCode, other: ProgramCode) -> Bool { one.name == other.name }

  static let names = all.map(\.name)

  static func named(_ name: String) -> ProgramCode? { all.first { $0.name == name } }

  private static let all = [
    alacritty, gnome, kde, qt, tmux, waybar, xresources, xsettings,
  ]

  /// Alacritty has one list of imports in TOML or YAML, which may have other files in it.
  private static let alacritty = ProgramCode(
    name: "alacritty",
    values: { context in [.init("is_yaml", .flag(AlacrittyFile.isYAML(context)))] },
    include: AlacrittyFile.include
  )

  /// tmux's file may be a shell script too, or leave the last word to a second file.
  private static let tmux = ProgramCode(name: "tmux", include: TmuxFile.include)

  /// The rules depend on whether the user's bar is a strip, or pills before the wallpaper.
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
        // A bar without pills needs a background behind its text, because the wallpaper can be any.
        .init("opacity", .number(max(sheet.opacity, 0.7))),
      ]
    }
  )
}
