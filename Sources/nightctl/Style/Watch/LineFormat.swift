import NightBus
import NightClient
import NightCore

/// The format of the lines of `nightctl watch --format`.
enum LineFormat {
  case bar(BarFormat)
  case template(LineTemplate)

  init(_ text: String) throws(LineTemplate.Flaw) {
    if let bar = BarFormat(rawValue: text) {
      self = .bar(bar)
      return
    }
    let template = try LineTemplate(text)
    // Refuse a string without a placeholder, because it is probably a misspelled name of a bar.
    let hasPlaceholder = template.parts.contains {
      if case .placeholder = $0 { true } else { false }
    }
    guard hasPlaceholder else { throw LineTemplate.Flaw(message: WatchMessages.noLineFormat(text)) }
    self = .template(template)
  }

  /// Whether the lines contain colours of the theme.
  var needsColors: Bool {
    switch self {
    case .bar(let bar): bar.needsColors
    case .template(let template): !template.roles.isEmpty
    }
  }

  fileprivate func text(of state: ThemedSnapshot, previous: Style?) -> String {
    switch self {
    case .bar(let bar): bar.text(of: state)
    case .template(let template): template.text(of: state, previous: previous)
    }
  }
}

/// Makes a line from each state; returns no line if the line would be the same as the last one.
struct LinePrinter {
  let format: LineFormat
  private var last: String?
  /// The style that was put in place of `{previous}` in the last line; nil if no previous style was
  /// known.
  private var previous: Style?
  private var style: Style?

  init(_ format: LineFormat) { self.format = format }

  /// The line for a state; nil if it is the same as the last line.
  mutating func line(for state: ThemedSnapshot) -> String? {
    guard format.text(of: state, previous: previous) != last else { return nil }
    previous = style
    style = state.appearance.style
    let line = format.text(of: state, previous: previous)
    last = line
    return line
  }

  /// The roles that the format uses although the theme does not define them.
  func missingRoles(in state: ThemedSnapshot) -> [String] {
    guard case .template(let template) = format else { return [] }
    return template.roles.filter { state.color($0) == nil }
  }
}

/// A format that `nightctl watch --format` knows by name: the format of a status bar, or `plain`.
enum BarFormat: String, CaseIterable {
  case waybar
  case polybar
  case i3blocks
  case i3status
  case plain

  var needsColors: Bool {
    switch self {
    case .waybar, .plain: false
    case .polybar, .i3blocks, .i3status: true
    }
  }

  func text(of state: ThemedSnapshot) -> String {
    let style = state.appearance.style.rawValue
    switch self {
    case .plain: return style
    case .waybar:
      return Self.json([
        ("text", style), ("alt", style), ("class", style), ("tooltip", Self.tooltip(state)),
      ])
    case .polybar:
      guard let (text, ground) = Self.pair(state) else { return " \(style) " }
      return "%{B\(ground)}%{F\(text)} \(style) %{F-}%{B-}"
    case .i3blocks: return Self.json(Self.block(state))
    case .i3status: return Self.json([("name", "nightd")] + Self.block(state))
    }
  }

  /// A block of the i3bar protocol.
  private static func block(_ state: ThemedSnapshot) -> [(String, String)] {
    let style = state.appearance.style.rawValue
    let texts = [("full_text", " \(style) "), ("short_text", " \(style.prefix(1).uppercased()) ")]
    guard let (text, ground) = pair(state) else { return texts }
    return texts + [("color", text), ("background", ground)]
  }

  /// The theme's colours for text and for the surface behind the text; nil if the theme lacks one
  /// of them.
  ///
  /// Both colours are needed, because a text colour alone may be unreadable on the bar's own
  /// colour. Both colours are made opaque, because bars use different notations for transparent
  /// colours.
  private static func pair(_ state: ThemedSnapshot) -> (text: String, ground: String)? {
    guard let text = state.color("onSurface"), let surface = state.color("surface") else {
      return nil
    }
    let behind: Double = state.appearance.style == .light ? 1 : 0
    let ground = surface.over(Color(red: behind, green: behind, blue: behind))
    return (text.over(ground).text, ground.text)
  }

  /// The lines of a tooltip: the style and its reason, the theme, and what comes next.
  private static func tooltip(_ state: ThemedSnapshot) -> String {
    // Waybar shows a tooltip either as Pango markup or as plain text. The tooltip must therefore
    // not contain characters that are special in markup.
    let lookAlikes: [Character: Character] = ["<": "‹", ">": "›", "&": "＆"]
    return String(WatchMessages.tooltip(state).map { lookAlikes[$0] ?? $0 })
  }

  private static func json(_ members: [(String, String)]) -> String {
    JSON.object(members.map { JSON.Member(name: $0.0, value: .string($0.1)) }).text(pretty: false)
  }
}

/// Messages of `nightctl watch`, which feeds status bars or runs a command at each change.
enum WatchMessages {
  static func nothingPublished(in folder: String) -> String {
    "no nightd of this user publishes its state in \(Output.plain(folder)) yet; waiting for one"
  }

  /// The tooltip of a bar's module: the style and its reason, the theme, and what comes next.
  static func tooltip(_ state: ThemedSnapshot) -> String {
    let appearance = state.appearance
    let why =
      state.isForced ? "set by \(ForcedStyle.variable)" : WhyMessages.past(appearance.reason)
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

  static let roleMissing = "{color.} in --format needs a role, as in {color.surface}"

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
      "\(Excerpt(text)) is not a format: name \(Messages.listed(bars)), "
      + "or write a text with a placeholder such as {style}" + Messages.meant(near)
  }

  static func noRole(_ role: String, of theme: String, _ known: [String]) -> String {
    "the theme \(Excerpt(theme)) has no colour \(Excerpt(role)), so {color.\(role)} is empty"
      + Messages.meant(role, known)
  }

  static let i3statusNeedsInput =
    "--format i3status needs the output of i3status: i3status | nightctl watch --format i3status"

  static let notI3status =
    "standard input is not what i3status prints for i3bar; write output_format = \"i3bar\" into the "
    + "section general of its configuration"
}
