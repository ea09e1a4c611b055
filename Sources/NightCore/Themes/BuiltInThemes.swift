/// The themes that are built into nightd.
///
/// The chain of parents ends with `daylight` for every light theme, and with `midnight` for every
/// dark theme. Every theme therefore has at least the roles (named colours) of `daylight` or
/// `midnight`.
package enum BuiltInThemes {
  package static let names = texts.map(\.name)

  /// The facts about the built-in theme that is the default for a style and contrast.
  package static func fact(_ slot: ThemeSlot) -> ThemeFact {
    let names = facts.map(\.name)
    let index = names.firstIndex(of: defaultName(slot)) ?? 0
    return facts[index]
  }

  package static func fact(_ name: String) -> ThemeFact? {
    facts.first { $0.name.isSameText(as: name) }
  }

  /// The facts about the built-in themes, listed here so that the daemon need not parse the themes.
  ///
  /// The daemon never parses the files of built-in themes if no other themes are in use.
  private static let facts: [ThemeFact] = [
    fact("daylight", .light, 0x1F, 0x5F, 0xC4), fact("midnight", .dark, 0x8A, 0xB4, 0xF8),
    fact("daylight-high", .light, 0x00, 0x33, 0x9A),
    fact("midnight-high", .dark, 0xA8, 0xCC, 0xFF),
    fact("night-vision", .dark, 0xFF, 0x40, 0x40),
  ]

  private static func fact(
    _ name: String,
    _ style: Style,
    _ red: Double,
    _ green: Double,
    _ blue: Double
  ) -> ThemeFact {
    let accent = Color(red: red / 255, green: green / 255, blue: blue / 255)
    return ThemeFact(name: name, style: style, digest: "", accent: accent)
  }

  package static func text(_ name: String) -> ThemeText? {
    texts.first { $0.name.isSameText(as: name) }.map { theme in
      ThemeText(
        name: theme.name,
        origin: .builtIn,
        file: "(built in) \(theme.name)",
        content: .bytes(Array(theme.json.utf8))
      )
    }
  }

  /// The roles that every theme has, with their descriptions, in the order of `daylight`'s file.
  static var roles: [(name: String, description: String?)] {
    var reader = ThemeFileReader(file: "", assets: nil)
    let theme = reader.read(Array(daylight.utf8), named: defaultName(ThemeSlot(.light)))
    return (theme?.entries ?? []).filter { $0.key.kind == .color }
      .map { ($0.key.name, $0.description) }
  }

  /// The name of the default theme for a style and contrast.
  package static func defaultName(_ slot: ThemeSlot) -> String {
    switch (slot.style, slot.isHigh) {
    case (.light, false): "daylight"
    case (.dark, false): "midnight"
    case (.light, true): "daylight-high"
    case (.dark, true): "midnight-high"
    }
  }

  private static let texts: [(name: String, json: String)] = [
    ("daylight", daylight), ("midnight", midnight), ("daylight-high", daylightHigh),
    ("midnight-high", midnightHigh), ("night-vision", nightVision),
  ]

  private static let daylight = """
    {
      name: "daylight",
      style: "light",
      description: "Ink on paper, the built-in light theme",
      author: "nightd",
      palette: {
        paper: "#ffffff", mist: "#f5f6f8", cloud: "#e6e9ee", ash: "#c3c9d3", slate: "#5a6372",
        ink: "#1c2128", sky: "#1f5fc4", sea: "#0f6b74", leaf: "#1f6f3a", amber: "#8a5200",
        brick: "#b3261e", dawn: "#cfe0ff",
      },
      colors: {
        background: { color: "@mist", description: "behind everything" },
        onBackground: "@ink",
        surface: { color: "@paper", description: "pages, lists and fields" },
        onSurface: { color: "@ink", description: "text" },
        surfaceVariant: { color: "@cloud", description: "bars, cards and headers" },
        onSurfaceVariant: { color: "@slate", description: "less important text" },
        primary: { color: "@sky", description: "the primary action" },
        onPrimary: "@paper",
        secondary: "@sea",
        onSecondary: "@paper",
        success: "@leaf",
        onSuccess: "@paper",
        warning: "@amber",
        onWarning: "@paper",
        error: "@brick",
        onError: "@paper",
        link: "@sky",
        selection: { color: "@dawn", description: "behind selected text" },
        onSelection: "@ink",
        separator: { color: "@ash", description: "lines between things" },
        disabled: { color: "@slate", alpha: 0.6 },
        shadow: { color: "#000", alpha: 0.2 },
      },
    }
    """

  private static let midnight = """
    {
      name: "midnight",
      style: "dark",
      description: "Moonlight on slate, the built-in dark theme",
      author: "nightd",
      palette: {
        night: "#14171c", slate: "#1c2027", dusk: "#282e38", ash: "#3d4552", fog: "#a4aebd",
        moon: "#e6eaf0", sky: "#8ab4f8", sea: "#7fd0d8", leaf: "#83d49a", amber: "#f0b95c",
        coral: "#f2938c", deep: "#2b4a7d",
      },
      colors: {
        background: { color: "@night", description: "behind everything" },
        onBackground: "@moon",
        surface: { color: "@slate", description: "pages, lists and fields" },
        onSurface: { color: "@moon", description: "text" },
        surfaceVariant: { color: "@dusk", description: "bars, cards and headers" },
        onSurfaceVariant: { color: "@fog", description: "less important text" },
        primary: { color: "@sky", description: "the primary action" },
        onPrimary: "@night",
        secondary: "@sea",
        onSecondary: "@night",
        success: "@leaf",
        onSuccess: "@night",
        warning: "@amber",
        onWarning: "@night",
        error: "@coral",
        onError: "@night",
        link: "@sky",
        selection: { color: "@deep", description: "behind selected text" },
        onSelection: "@moon",
        separator: { color: "@ash", description: "lines between things" },
        disabled: { color: "@fog", alpha: 0.6 },
        shadow: { color: "#000", alpha: 0.6 },
      },
    }
    """

  private static let daylightHigh = """
    {
      name: "daylight-high",
      style: "light",
      parent: "daylight",
      description: "Black on white, for high contrast by day",
      author: "nightd",
      palette: {
        paper: "#ffffff", mist: "#ffffff", cloud: "#ffffff", ash: "#000000", slate: "#000000",
        ink: "#000000", sky: "#00339a", sea: "#004b50", leaf: "#004d1a", amber: "#5c3600",
        brick: "#8c0009", dawn: "#ffe600",
      },
      colors: { disabled: "#4d4d4d" },
    }
    """

  private static let midnightHigh = """
    {
      name: "midnight-high",
      style: "dark",
      parent: "midnight",
      description: "White on black, for high contrast by night",
      author: "nightd",
      palette: {
        night: "#000000", slate: "#000000", dusk: "#000000", ash: "#ffffff", fog: "#ffffff",
        moon: "#ffffff", sky: "#a8ccff", sea: "#8ff2fa", leaf: "#9dffb8", amber: "#ffd685",
        coral: "#ffb8b3", deep: "#00429e",
      },
      colors: { disabled: "#b3b3b3" },
    }
    """

  private static let nightVision = """
    {
      name: "night-vision",
      style: "dark",
      parent: "midnight",
      description: "Red on black, to keep eyes adapted to the dark",
      author: "nightd",
      palette: {
        night: "#000000", slate: "#0a0000", dusk: "#1a0000", ash: "#5c0000", fog: "#db4040",
        moon: "#ff5252", sky: "#ff4040", sea: "#f04848", leaf: "#f25a5a", amber: "#ff6666",
        coral: "#ff7373", deep: "#4d0000",
      },
      colors: { shadow: "#000" },
    }
    """
}
