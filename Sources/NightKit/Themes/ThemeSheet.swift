import NightCore

/// How labels, buttons or views of one sort look; what it does not say is to be left as it is.
///
/// What it names, such as a colour, is found in the theme that it stands in.
public struct ThemeSheet: Equatable, Sendable {
  /// What sort of thing it is for.
  public enum Kind: String, CaseIterable, Sendable {
    /// Texts.
    case label
    /// What can be pressed.
    case button
    /// Everything else.
    case view
  }

  /// What is behind it.
  public var background: Color?
  /// The colour of its border.
  public var border: Color?
  /// What marks it.
  public var tint: Color?
  /// How round its corners are.
  public var cornerRadius: Double?
  /// How wide its border is.
  public var borderWidth: Double?
  /// Whether it is as round as it can be.
  public var isCircular: Bool?
  /// Of labels: the font.
  public var font: ThemeFont?
  /// Of labels: the colour of the text.
  public var text: Color?
  /// Of labels: how many lines they may have; 0 for any number.
  public var lines: Int?
  /// Of labels: whether all letters are capitals.
  public var isUppercased: Bool?
  /// Of buttons: where the text stands: `left`, `center` or `right`.
  public var alignment: String?
  /// Of buttons: the name of the sheet of their text.
  public var label: String?

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
      // A newer daemon's.
      default: break
      }
    }
  }
}
