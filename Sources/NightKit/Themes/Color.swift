import NightCore

/// A colour in sRGB: red, green, blue and alpha from 0 to 1, the alpha not multiplied in.
public struct Color: Hashable, Sendable {
  /// The red part.
  public var red: Double
  /// The green part.
  public var green: Double
  /// The blue part.
  public var blue: Double
  /// How opaque it is: 1 hides what lies below, 0 cannot be seen.
  public var alpha: Double

  /// Of its parts.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Of six digits in hexadecimal, as in `Color(0x1f5fc4)`; what stands above them is passed over.
  public init(_ digits: UInt32, alpha: Double = 1) {
    func part(_ shift: UInt32) -> Double { Double(digits >> shift & 0xff) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0), alpha: alpha)
  }

  /// Of its text, in every form that a theme's file takes: `#abc`, `rgb(31 95 196)`, `navy`, …;
  /// nil where that is no colour.
  public init?(_ text: String) {
    guard let color = try? NightCore.Color(reading: text) else { return nil }
    self.init(color)
  }

  /// White.
  public static let white = Color(0xffffff)
  /// Black.
  public static let black = Color(0x000000)
  /// Nothing that could be seen.
  public static let clear = Color(0x000000, alpha: 0)

  /// `#rrggbb`, or `#rrggbbaa` where it is not opaque; the nearest there is.
  public var text: String { core.text }

  /// With that part of its alpha.
  public func faded(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
  }

  /// The colour between two, 0 this one and 1 the other, as they are seen: in OKLab.
  public func mixed(with other: Color, by amount: Double) -> Color {
    Color(core.mixed(with: other.core, by: amount))
  }

  /// What is seen where this lies on another colour.
  public func over(_ background: Color) -> Color { Color(core.over(background.core)) }

  /// The contrast ratio of WCAG 2, from 1 to 21, without regard to alpha; text wants 4.5.
  public func contrast(with other: Color) -> Double { core.contrast(with: other.core) }

  init(_ color: NightCore.Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  var core: NightCore.Color {
    NightCore.Color(red: red, green: green, blue: blue, alpha: alpha)
  }
}
