import NightCore

/// The replies of a terminal to one set of queries.
struct TerminalAnswers: Equatable, Sendable {
  private(set) var colorScheme: Style?
  private(set) var background: Color?
  /// Whether the terminal said that it can report changes of the colour scheme.
  private(set) var canReportChanges = false
  /// Whether the reply to the fence (the last query) has arrived.
  private(set) var isFenced = false

  init(_ replies: [TerminalReply] = []) {
    for reply in replies { add(reply) }
  }

  mutating func add(_ reply: TerminalReply) {
    switch reply {
    case .colorScheme(let style): colorScheme = style
    case .background(let color): background = color
    case .changeReports(let isSupported): canReportChanges = isSupported
    case .deviceAttributes: isFenced = true
    }
  }

  /// The style that the terminal reports; nil if the terminal reports none.
  ///
  /// The colour scheme takes precedence over the background, because the user of a light desktop
  /// can choose a dark background.
  var style: TerminalStyle? {
    if let colorScheme {
      return TerminalStyle(style: colorScheme, origin: .colorScheme, background: background)
    }
    guard let background else { return nil }
    let style: Style = OKLab(background).lightness < TerminalStyle.middle ? .dark : .light
    return TerminalStyle(style: style, origin: .background, background: background)
  }
}

/// The style of a terminal, and the reply that determined this style.
struct TerminalStyle: Equatable, Sendable {
  enum Origin: String, Sendable {
    case colorScheme = "color-scheme"
    case background
  }

  /// The lightness in OKLab below which a background is dark; the grey with this lightness is
  /// `#636363`.
  static let middle = 0.5

  let style: Style
  let origin: Origin
  /// The background colour; nil if the terminal did not report the colour.
  var background: Color?

  /// The object that `--json` prints.
  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: "source", value: .string("terminal")),
      .init(name: "by", value: .string(origin.rawValue)),
    ]
    if let background {
      members.append(.init(name: "background", value: .string(background.text)))
    }
    return .object(members)
  }
}
