import NightCore
import NightThemes

/// A type of value that a theme can have.
///
/// Your own types may conform too, if you make them from the theme's values.
///
/// ```swift
/// extension Pen: ThemeValue {
///   static func find(_ name: String, in theme: Theme) -> Pen? { theme.color(name).map(Pen.init) }
/// }
/// ```
public protocol ThemeValue: Sendable {
  /// The theme's value of this name, or nil if the theme has no value of this name and type.
  static func find(_ name: String, in theme: Theme) -> Self?
}

extension Color: ThemeValue {
  /// The theme's colour of this role, or nil if the theme has none.
  public static func find(_ name: String, in theme: Theme) -> Color? { theme.color(name) }
}

extension ThemeImage: ThemeValue {
  /// The theme's image of this name, or nil if the theme has none.
  public static func find(_ name: String, in theme: Theme) -> ThemeImage? { theme.image(name) }
}

extension ThemeFont: ThemeValue {
  /// The theme's font of this name, or nil if the theme has none.
  public static func find(_ name: String, in theme: Theme) -> ThemeFont? { theme.font(name) }
}

extension Double: ThemeValue {
  /// The theme's number of this name, such as an alpha or a width, or nil if the theme has none.
  public static func find(_ name: String, in theme: Theme) -> Double? { theme.number(name) }
}

extension Int: ThemeValue {
  /// The theme's number of this name, or nil if the theme has none or the number is not whole.
  public static func find(_ name: String, in theme: Theme) -> Int? {
    theme.number(name).flatMap(Int.init(exactly:))
  }
}

extension String: ThemeValue {
  /// The theme's text of this name, or nil if the theme has none.
  public static func find(_ name: String, in theme: Theme) -> String? { theme.string(name) }
}

extension Bool: ThemeValue {
  /// The theme's truth value of this name, or nil if the theme has none.
  public static func find(_ name: String, in theme: Theme) -> Bool? { theme.bool(name) }
}

/// A font that a theme describes; if a member is nil, keep your program's own value.
public struct ThemeFont: Equatable, Sendable {
  /// The name of the font family, such as `monospace`.
  public var family: String?
  /// The font size in points.
  public var size: Double?

  /// Makes a font from a family name and a size in points.
  public init(family: String? = nil, size: Double? = nil) {
    self.family = family
    self.size = size
  }

  init(_ font: NightThemes.ThemeFont) { self.init(family: font.family, size: font.size) }
}

/// An image of a theme: files for the states of an element and the scales of the screen.
public struct ThemeImage: Equatable, Sendable {
  /// One file of the image.
  public struct Picture: Equatable, Sendable {
    /// The state of an element that the file is for, such as `pressed`.
    public let state: ThemeState
    /// The scale of the screen that the file is for, in pixels per point: 1 to 4.
    public let scale: Int
    /// The absolute path of the file.
    public let file: String

    /// Makes a picture from one of your own files.
    public init(_ file: String, state: ThemeState = .normal, scale: Int = 1) {
      self.state = state
      self.scale = scale
      self.file = file
    }
  }

  /// All files of the image, in the order in which the theme's file lists them.
  public let pictures: [Picture]

  /// Makes an image from your own pictures.
  public init(_ pictures: [Picture]) { self.pictures = pictures }

  /// Makes an image from one of your own files, used for every state and scale.
  public init(_ file: String) { self.init([Picture(file)]) }

  /// The path of the best file for a state and a scale, or nil if the image has no files.
  ///
  /// If no file is for the state, the files of the normal state are considered, or else all files.
  /// Among these files, the file of the same scale is best, then the file of the next larger scale,
  /// then the file of the largest scale.
  ///
  /// - Parameters:
  ///   - state: The state of the element.
  ///   - scale: The scale of the screen, in pixels per point.
  /// - Returns: The path of the file.
  public func file(_ state: ThemeState = .normal, scale: Int = 1) -> String? {
    func of(_ state: ThemeState) -> [Picture] { pictures.filter { $0.state == state } }
    let choices = [of(state), of(.normal), pictures].first { !$0.isEmpty } ?? []
    let fine = choices.filter { $0.scale >= scale }.min { $0.scale < $1.scale }
    return (fine ?? choices.max { $0.scale < $1.scale })?.file
  }

  init(_ image: NightThemes.ThemeImage) {
    self.init(
      image.pictures.map { Picture($0.file, state: ThemeState($0.state), scale: $0.scale) }
    )
  }
}

/// The state of an element on the screen; a theme may have separate values for each state.
public struct ThemeState: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name of the state in a theme's file.
  public let name: String

  /// Makes a state; any name may be used.
  public init(_ name: String) { self.name = name }

  /// Makes a state from a string literal; any name may be used.
  public init(stringLiteral name: String) { self.init(name) }

  /// The state of an element to which no other state applies.
  public static let normal = ThemeState("normal")
  /// The element is being pressed.
  public static let pressed = ThemeState("pressed")
  /// The element cannot be used now.
  public static let disabled = ThemeState("disabled")
  /// The pointer is over the element.
  public static let hovered = ThemeState("hovered")
  /// The element has the keyboard focus.
  public static let focused = ThemeState("focused")
  /// The element is selected, alone or with other elements.
  public static let selected = ThemeState("selected")
}

/// A theme's style sheet for labels, buttons or other views.
///
/// If a property is nil, keep your program's own value.
///
/// The colours and fonts that the sheet names were already looked up in the theme.
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
  /// The tint colour, which marks the element as active.
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

  init(_ sheet: NightThemes.ThemeSheet, colors: [String: Color], fonts: [String: ThemeFont]) {
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
      // A newer daemon may send fields that this version does not know.
      default: break
      }
    }
  }
}

/// A colour in sRGB: red, green, blue and alpha from 0 to 1, without premultiplied alpha.
public struct Color: Hashable, Sendable {
  /// The red component, from 0 to 1.
  public var red: Double
  /// The green component, from 0 to 1.
  public var green: Double
  /// The blue component, from 0 to 1.
  public var blue: Double
  /// The opacity: 1 is opaque, 0 is invisible.
  public var alpha: Double

  /// Makes a colour from its components, each from 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a colour from six hexadecimal digits, such as `0x1f5fc4`; higher digits are ignored.
  public init(_ digits: UInt32, alpha: Double = 1) {
    func part(_ shift: UInt32) -> Double { Double(digits >> shift & 0xff) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0), alpha: alpha)
  }

  /// Reads a colour from a text in any form that a theme's file may use.
  ///
  /// Examples are `#abc`, `rgb(31 95 196)` and `navy`. Returns nil if the text is not a colour.
  public init?(_ text: String) {
    guard let color = try? NightThemes.Color(reading: text) else { return nil }
    self.init(color)
  }

  /// Opaque white.
  public static let white = Color(0xffffff)
  /// Opaque black.
  public static let black = Color(0x000000)
  /// Fully transparent black.
  public static let clear = Color(0x000000, alpha: 0)

  /// The colour rounded to 8 bits per component: `#rrggbb`, or `#rrggbbaa` if it is not opaque.
  public var text: String { core.text }

  /// The same colour with its alpha multiplied by `alpha`, from 0 to 1.
  public func faded(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
  }

  /// Mixes two colours in OKLab, as the eye sees them.
  ///
  /// - Parameters:
  ///   - other: The colour to mix in.
  ///   - amount: The share of `other`: 0 gives this colour, 1 gives the other one.
  /// - Returns: The mixed colour.
  public func mixed(with other: Color, by amount: Double) -> Color {
    Color(core.mixed(with: other.core, by: amount))
  }

  /// The colour that results if this colour is painted over `background`.
  public func over(_ background: Color) -> Color { Color(core.over(background.core)) }

  /// The WCAG 2 contrast ratio, from 1 to 21, ignoring alpha; readable text needs at least 4.5.
  public func contrast(with other: Color) -> Double { core.contrast(with: other.core) }

  init(_ color: NightThemes.Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  var core: NightThemes.Color {
    NightThemes.Color(red: red, green: green, blue: blue, alpha: alpha)
  }
}
