import NightCore
import NightPrograms
import NightStore

/// The values of one theme that the gallery shows.
struct ThemeCard {
  let theme: Theme
  /// The lowest contrast between a text and its background.
  let contrast: Double
  /// An opaque colour for each role that every theme has.
  let colors: [String: String]
  /// The 16 colours of a terminal.
  let terminal: [String]

  init(_ theme: Theme) {
    self.theme = theme
    contrast = ThemeCheck.pairs(theme).map(\.contrast).min() ?? 1
    let roles = Dictionary(theme.roleColors.map { ($0.role, $0.color) }) { first, _ in first }
    let scheme = ColorScheme(style: theme.style, theme: theme.name, roles: roles)
    colors = Dictionary(ColorScheme.standardRoles.map { ($0, scheme[$0].text) }) { $1 }
    terminal = TerminalColors(scheme).palette.map(\.text)
  }

  /// The themes that can be used, in the order of `nightctl theme list`.
  static func all(_ folders: ThemeFolders) -> [ThemeCard] {
    folders.list().compactMap { entry in
      guard let text = folders.text(of: entry) else { return nil }
      var line = ThemeLine(text, find: folders.find)
      return line.resolve().map(ThemeCard.init)
    }
  }

  var json: JSON {
    let colors = ColorScheme.standardRoles.map {
      JSON.Member(name: $0, value: .string(self.colors[$0] ?? ""))
    }
    let members: [(String, JSON)] = [
      ("name", .string(theme.name)), ("style", .string(theme.style.rawValue)),
      ("author", .string(theme.author ?? "")), ("contrast", .double(contrast)),
      ("colors", .object(colors)), ("terminal", .array(terminal.map(JSON.string))),
    ]
    return .object(members.map(JSON.Member.init))
  }
}
