import NightCore

/// A theme's style sheet for labels, buttons or other views.
///
/// If a property is nil, keep your program's own value.
///
/// The colours and fonts to which the sheet refers have already been looked up in the theme.
public struct ThemeSheet: Equatable, Sendable {
  /// The kind of element that a sheet is for.
  public enum Kind: String, CaseIterable, Sendable {
    /// Elements that show text.
    case label
    /// Elements that can be pressed.
    case button
    /// Elements that are neither labels nor buttons.
    case view
  }

  /// The background colour.
  public var background: Color?
  /// The colour of the border.
  public var border: Color?
  /// The tint colour, which shows that the label, button or other view is active.
  public var tint: Color?
  /// The radius of the corners, in points.
  public var cornerRadius: Double?
  /// The width of the border, in points.
  public var borderWidth: Double?
  /// Whether the corners are as round as possible, regardless of `cornerRadius`.
  public var isCircular: Bool?
  /// The font of a label.
  public var font: ThemeFont?
  /// The text colour of a label.
  public var text: Color?
  /// The maximum number of lines of a label; 0 means no limit.
  public var lines: Int?
  /// Whether a label shows its text in capital letters.
  public var isUppercased: Bool?
  /// The alignment of a button's text: `left`, `center` or `right`.
  public var alignment: String?
  /// The name of the label style sheet that applies to a button's text.
  public var label: String?

  /// Makes a sheet in which every property is nil; set the properties that you need.
  public init() {}

  init(_ sheet: NightCore.ThemeSheet, colors: [String: Color], fonts: [String: ThemeFont]) {
    for field in sheet.fields {
      switch (field.name, field.value) {
      case ("backgroundColor", .reference(let name)): background = colors[name]
      case ("borderColor", .reference(let name)): border = colors[name]
      case ("tintColor", .reference(let name)): tint = colors[name]
      case ("cornerRadius", .number(let number)): cornerRadius = number
      case ("borderWidth", .number(let number)): borderWidth = number
      case ("isCircular", .bool(let bool)): isCircular = bool
      case ("font", .reference(let name)): font = fonts[name]
      case ("textColor", .reference(let name)): text = colors[name]
      case ("numberOfLines", .number(let number)): lines = Int(exactly: number.rounded())
      case ("uppercased", .bool(let bool)): isUppercased = bool
      case ("alignment", .word(let word)): alignment = word
      case ("label", .reference(let name)): label = name
      // Ignore a field that this version of NightKit does not know, because a newer daemon may have
      // sent it.
      default: break
      }
    }
  }
}
