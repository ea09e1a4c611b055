import NightClient
import NightContract
import NightCore

/// The themes that `theme import --use` has put into use.
enum UsedThemes {
  /// Only one theme was imported, and it is in effect now.
  case only(Appearance)
  /// The themes for light and dark; the style did not change.
  case pair([(slot: ThemeSlot, name: String)])

  var names: [String] {
    switch self {
    case .only(let appearance): [appearance.theme]
    case .pair(let chosen): chosen.map(\.name)
    }
  }

  func lines(at now: LocalTime) -> [String] {
    switch self {
    case .only(let appearance): [Messages.inEffectWithTheme(appearance, for: nil, at: now)]
    case .pair(let chosen): ThemeMessages.chosen(chosen, for: "")
    }
  }
}

extension ImportThemes {
  /// Puts imported themes into use: a single theme, as `theme use` does, or one theme for light and
  /// one for dark.
  ///
  /// Both themes are set with one write, so that no reader sees only one of them.
  func use(_ themes: [ThemeFile]) throws(Failure) -> UsedThemes {
    if themes.count == 1 {
      let snapshot = try ask { (client) throws(ClientError) in
        try client.call(.useTheme, (themes[0].name, nil))
      }
      return .only(snapshot.appearance)
    }
    let chosen = Self.pair(of: themes)
    _ = try ask { (client) throws(ClientError) in
      try client.write(chosen.map { PreferenceEdit($0.slot.preference, .string($0.name)) })
    }
    return .pair(chosen)
  }

  /// The theme for each style: the first theme that is named after the style, or else the first
  /// theme of that style.
  ///
  /// A theme that is named after its style is preferred, because the first theme in a Themes.json
  /// can be just a parent of the light and dark themes.
  static func pair(of themes: [ThemeFile]) -> [(slot: ThemeSlot, name: String)] {
    Style.allCases.compactMap { style in
      let mine = themes.filter { $0.style == style }
      let named = mine.first { SimpleTheme.style(named: $0.name) == style }
      return (named ?? mine.first).map { (ThemeSlot(style), $0.name) }
    }
  }
}
