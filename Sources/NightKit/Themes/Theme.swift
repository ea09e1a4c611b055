import NightClient
import NightCore

/// A named set of colours, images, fonts and other values, including everything that it inherits.
///
/// Copies share their values, so copying a theme is cheap.
public struct Theme: Sendable {
  final class Values: Sendable {
    let ancestors: [String]
    let digest: String
    let colors: [String: Color]
    /// The descriptions of colours, each under its role; nil if they are unknown, because the state
    /// that nightd publishes does not contain them.
    let descriptions: [String: String]?
    let images: [String: ThemeImage]
    let fonts: [String: ThemeFont]
    let numbers: [String: Double]
    let strings: [String: String]
    let bools: [String: Bool]
    let sheets: [ThemeSheet.Kind: [String: ThemeSheet]]

    init(
      ancestors: [String] = [],
      digest: String = "",
      colors: [String: Color] = [:],
      descriptions: [String: String]? = nil,
      images: [String: ThemeImage] = [:],
      fonts: [String: ThemeFont] = [:],
      numbers: [String: Double] = [:],
      strings: [String: String] = [:],
      bools: [String: Bool] = [:],
      sheets: [ThemeSheet.Kind: [String: ThemeSheet]] = [:]
    ) {
      self.ancestors = ancestors
      self.digest = digest
      self.colors = colors
      self.descriptions = descriptions
      self.images = images
      self.fonts = fonts
      self.numbers = numbers
      self.strings = strings
      self.bools = bools
      self.sheets = sheets
    }
  }

  /// The name by which users choose the theme.
  public let name: String
  /// The style that the theme is for.
  public let style: Style
  private let content: Content

  /// The theme's values, or the built-in theme that is parsed when a value is first read.
  ///
  /// A program that gets its theme from a daemon therefore never parses a built-in theme.
  private enum Content {
    case values(Values)
    case daylight, midnight, daylightHigh, midnightHigh
  }

  var values: Values {
    switch content {
    case .values(let values): values
    case .daylight: Self.daylight
    case .midnight: Self.midnight
    case .daylightHigh: Self.daylightHigh
    case .midnightHigh: Self.midnightHigh
    }
  }

  private static let daylight = Theme(.builtIn("daylight")).values
  private static let midnight = Theme(.builtIn("midnight")).values
  private static let daylightHigh = Theme(.builtIn("daylight-high")).values
  private static let midnightHigh = Theme(.builtIn("midnight-high")).values

  private init(name: String, style: Style, _ content: Content) {
    self.name = name
    self.style = style
    self.content = content
  }

  init(name: String, style: Style, _ values: Values) {
    self.init(name: name, style: style, .values(values))
  }

  /// Returns the built-in theme for a style and a contrast; the theme needs no file and no daemon.
  ///
  /// - Parameters:
  ///   - style: The style that the theme is for.
  ///   - isHighContrast: Whether to return the theme with higher contrast.
  /// - Returns: `daylight` or `midnight`; with higher contrast, `daylight-high` or `midnight-high`.
  public static func builtIn(_ style: Style, isHighContrast: Bool = false) -> Theme {
    switch (style, isHighContrast) {
    case (.light, false): Theme(name: "daylight", style: .light, .daylight)
    case (.dark, false): Theme(name: "midnight", style: .dark, .midnight)
    case (.light, true): Theme(name: "daylight-high", style: .light, .daylightHigh)
    case (.dark, true): Theme(name: "midnight-high", style: .dark, .midnightHigh)
    }
  }

  /// The names of the themes from which this theme inherits, starting with its own parent.
  public var ancestors: [String] { values.ancestors }

  /// All colours of the theme, each under its role.
  public var colors: [String: Color] { values.colors }

  /// Looks up a colour in the theme.
  ///
  /// - Parameter name: The role of the colour, such as `surface`.
  /// - Returns: The colour; nil if the theme has no colour for this role.
  public func color(_ name: String) -> Color? { values.colors[name] }

  /// Looks up the theme author's description of a colour.
  ///
  /// Descriptions do not affect how a program paints, so NightKit does not report a change that
  /// affects only descriptions. The state that nightd publishes for a program's first frame does
  /// not contain a theme's own descriptions. If your program needs descriptions when it starts, ask
  /// for the theme with ``Night/theme(named:)``.
  ///
  /// - Parameter color: The role of the colour, such as `separator`.
  /// - Returns: The description; nil if the colour has no description, or if nightd has not sent it
  ///   yet.
  public func description(of color: String) -> String? {
    if let known = values.descriptions { return known[color] }
    // The published state has no descriptions, so use the descriptions of the inherited built-in
    // colours.
    let builtIn = Theme.builtIn(style)
    guard builtIn.color(color) == self.color(color) else { return nil }
    return builtIn.values.descriptions?[color]
  }

  /// Looks up an image in the theme.
  ///
  /// - Parameter name: The name in the theme's file, such as `logo`.
  /// - Returns: The image; nil if the theme has no image of this name.
  public func image(_ name: String) -> ThemeImage? { values.images[name] }

  /// Looks up a font in the theme.
  ///
  /// - Parameter name: The name in the theme's file, such as `heading`.
  /// - Returns: The font; nil if the theme has no font of this name.
  public func font(_ name: String) -> ThemeFont? { values.fonts[name] }

  /// Looks up a numeric value in the theme.
  ///
  /// - Parameter name: The name in the theme's file, such as `radius`.
  /// - Returns: The number; nil if the theme has no number of this name.
  public func number(_ name: String) -> Double? { values.numbers[name] }

  /// Looks up a string in the theme.
  ///
  /// - Parameter name: The name in the theme's file, such as `greeting`.
  /// - Returns: The string; nil if the theme has no string of this name.
  public func string(_ name: String) -> String? { values.strings[name] }

  /// Looks up a Boolean value in the theme.
  ///
  /// - Parameter name: The name in the theme's file, such as `isFlat`.
  /// - Returns: The Boolean; nil if the theme has no Boolean of this name.
  public func bool(_ name: String) -> Bool? { values.bools[name] }

  /// The type of the value with this name, as a string for messages; nil if no such value exists.
  func kind(of name: String) -> String? {
    if values.colors[name] != nil { return "a colour" }
    if values.images[name] != nil { return "an image" }
    if values.fonts[name] != nil { return "a font" }
    if values.numbers[name] != nil { return "a number" }
    if values.strings[name] != nil { return "a string" }
    return values.bools[name] == nil ? nil : "true or false"
  }

  /// Looks up a style sheet in the theme.
  ///
  /// - Parameters:
  ///   - kind: The kind of element that the sheet is for.
  ///   - name: The name in the theme's file, such as `title`.
  /// - Returns: The sheet; nil if the theme has no sheet of this kind and name.
  public func sheet(_ kind: ThemeSheet.Kind, _ name: String) -> ThemeSheet? {
    values.sheets[kind]?[name]
  }
}

extension Theme: Equatable {
  /// Whether both themes have the same name, style and values; descriptions are ignored.
  public static func == (left: Theme, right: Theme) -> Bool {
    guard left.name == right.name, left.style == right.style else { return false }
    let one = left.values, other = right.values
    if one === other || (one.digest == other.digest && !one.digest.isEmpty) { return true }
    return one.digest == other.digest && one.colors == other.colors && one.images == other.images
      && one.fonts == other.fonts && one.numbers == other.numbers && one.strings == other.strings
      && one.bools == other.bools && one.sheets == other.sheets
  }
}

extension Theme {
  /// Makes a theme from your own values.
  ///
  /// - Parameters:
  ///   - name: The theme's name.
  ///   - style: The style that the theme is for.
  ///   - parent: The theme that provides missing values; nil to use the built-in theme of this
  ///     style.
  ///   - colors: The colours, each under its role.
  ///   - images: The images, each under its name.
  ///   - fonts: The fonts, each under its name.
  ///   - numbers: Numbers such as alphas, widths and radii, each under its name.
  ///   - strings: The strings, each under its name.
  ///   - bools: The Boolean values, each under its name.
  ///   - sheets: The style sheets, each under its kind and its name.
  public init(
    _ name: String,
    _ style: Style,
    parent: Theme? = nil,
    colors: [String: Color] = [:],
    images: [String: ThemeImage] = [:],
    fonts: [String: ThemeFont] = [:],
    numbers: [String: Double] = [:],
    strings: [String: String] = [:],
    bools: [String: Bool] = [:],
    sheets: [ThemeSheet.Kind: [String: ThemeSheet]] = [:]
  ) {
    let parent = parent ?? .builtIn(style)
    func merged<Value>(_ inherited: [String: Value], _ own: [String: Value]) -> [String: Value] {
      inherited.merging(own) { $1 }
    }
    self.init(
      name: name,
      style: style,
      Values(
        ancestors: [parent.name] + parent.ancestors,
        colors: merged(parent.values.colors, colors),
        // Drop the parent's description of each colour that this theme replaces.
        descriptions: parent.values.descriptions?.filter { colors[$0.key] == nil },
        images: merged(parent.values.images, images),
        fonts: merged(parent.values.fonts, fonts),
        numbers: merged(parent.values.numbers, numbers),
        strings: merged(parent.values.strings, strings),
        bools: merged(parent.values.bools, bools),
        sheets: parent.values.sheets.merging(sheets) { merged($0, $1) }
      )
    )
  }

  init(_ theme: NightCore.Theme) {
    var colors: [String: Color] = [:]
    var descriptions: [String: String] = [:]
    var images: [String: ThemeImage] = [:]
    var fonts: [String: ThemeFont] = [:]
    var numbers: [String: Double] = [:]
    var strings: [String: String] = [:]
    var bools: [String: Bool] = [:]
    var sheets: [ThemeSheet.Kind: [String: ThemeSheet]] = [:]
    for entry in theme.entries {
      let name = entry.key.name
      switch entry.value {
      case .color(let color):
        colors[name] = Color(color)
        descriptions[name] = entry.description
      case .image(let image): images[name] = ThemeImage(image)
      case .font(let font): fonts[name] = ThemeFont(font)
      case .number(let number): numbers[name] = number
      case .string(let string): strings[name] = string
      case .bool(let bool): bools[name] = bool
      case .sheet: break
      }
    }
    // Sheets refer to colours and fonts, so convert all sheets last.
    for entry in theme.entries {
      guard case .sheet(let sheet) = entry.value,
        let kind = ThemeSheet.Kind(rawValue: entry.key.kind.rawValue)
      else { continue }
      sheets[kind, default: [:]][entry.key.name] = ThemeSheet(sheet, colors: colors, fonts: fonts)
    }
    self.init(
      name: theme.name,
      style: Style(theme.style),
      Values(
        ancestors: theme.ancestors,
        digest: theme.digest,
        colors: colors,
        descriptions: descriptions,
        images: images,
        fonts: fonts,
        numbers: numbers,
        strings: strings,
        bools: bools,
        sheets: sheets
      )
    )
  }
}
