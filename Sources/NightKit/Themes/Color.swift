import NightCore

/// A colour in sRGB: red, green, blue and alpha from 0 to 1, not premultiplied.
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
  ///
  /// - Parameters:
  ///   - red: The red component.
  ///   - green: The green component.
  ///   - blue: The blue component.
  ///   - alpha: The opacity: 1 is opaque, 0 is invisible.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a colour from a number with six hexadecimal digits, such as `0x1f5fc4`.
  ///
  /// If the number has more digits, the program crashes, because such a number is a mistake in the
  /// program itself. To read a colour from data, use the initializer that takes a string.
  ///
  /// - Parameters:
  ///   - digits: Red, green and blue, with two digits each.
  ///   - alpha: The opacity, from 0 to 1.
  public init(hex digits: UInt32, alpha: Double = 1) {
    precondition(digits <= 0xff_ffff, "a colour has six hexadecimal digits")
    func part(_ shift: UInt32) -> Double { Double(digits >> shift & 0xff) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0), alpha: alpha)
  }

  /// Reads a colour from a string, or returns nil if the string is not a colour.
  ///
  /// - Parameter text: The colour in any form that a theme's file may use, such as `#abc`,
  ///   `rgb(31 95 196)` or `navy`.
  public init?(_ text: String) {
    guard let color = try? NightCore.Color(reading: text) else { return nil }
    self.init(color)
  }

  /// Opaque white.
  public static let white = Color(hex: 0xffffff)
  /// Opaque black.
  public static let black = Color(hex: 0x000000)
  /// Fully transparent black.
  public static let clear = Color(hex: 0x000000, alpha: 0)

  /// The colour rounded to 8 bits per component: `#rrggbb`, or `#rrggbbaa` if it is not opaque.
  public var hex: String { core.text }

  /// Returns this colour with a smaller alpha.
  ///
  /// - Parameter alpha: The factor by which the colour's own alpha is multiplied, from 0 to 1.
  /// - Returns: The faded colour.
  public func faded(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
  }

  /// Mixes two colours in OKLab, a colour space that matches how people see colours.
  ///
  /// - Parameters:
  ///   - other: The colour to mix in.
  ///   - amount: The share of `other`: 0 means this colour, 1 means the other one.
  /// - Returns: The mixed colour.
  public func mixed(with other: Color, by amount: Double) -> Color {
    Color(core.mixed(with: other.core, by: amount))
  }

  /// Computes the colour that results if this colour is painted over another one.
  ///
  /// - Parameter background: The colour behind this one; it may be transparent too.
  /// - Returns: The resulting colour; opaque if one of the two colours is opaque.
  public func over(_ background: Color) -> Color { Color(core.over(background.core)) }

  /// Computes the WCAG 2 contrast ratio of two colours; readable text needs at least 4.5.
  ///
  /// The alpha of both colours is ignored. So if a colour is transparent, first combine it with its
  /// background by calling ``over(_:)``.
  ///
  /// - Parameter other: The colour to compare with, such as the colour of a text's background.
  /// - Returns: The ratio, from 1 to 21; the order of the two colours does not matter.
  public func contrast(with other: Color) -> Double { core.contrast(with: other.core) }

  init(_ color: NightCore.Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  var core: NightCore.Color {
    NightCore.Color(red: red, green: green, blue: blue, alpha: alpha)
  }
}

extension Color: CustomStringConvertible {
  /// The colour in the form of ``hex``, such as `#1f5fc4`.
  public var description: String { hex }
}

extension Color: Codable {
  /// Reads a colour from a string in any form that a theme's file may use.
  ///
  /// - Parameter decoder: The decoder to read from; its value must be a string.
  /// - Throws: A `DecodingError` if the value is not a string, or if the string is not a colour.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let color = Color(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(text)” is not a colour: use a form such as #1f5fc4 or navy"
      )
    }
    self = color
  }

  /// Writes a string from which ``init(from:)`` reads exactly this colour.
  ///
  /// The string is exact only if all components of the colour are from 0 to 1.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's error if it cannot write a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(core.exactText)
  }
}
