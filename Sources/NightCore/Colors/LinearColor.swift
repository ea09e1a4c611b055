import Glibc

/// Amounts of the light of sRGB's red, green and blue; below 0 or above 1 no screen of it shows them.
package struct LinearColor: Equatable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double

  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package init(_ color: Color) {
    red = Self.light(color.red)
    green = Self.light(color.green)
    blue = Self.light(color.blue)
  }

  /// Relative luminance: 0 for black, 1 for white.
  package var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  package var isShown: Bool {
    [red, green, blue].allSatisfy { (0...1).contains($0) }
  }

  /// The colour, with what no screen shows cut off.
  package func clipped(alpha: Double = 1) -> Color {
    Color(
      red: min(max(Self.signal(red), 0), 1),
      green: min(max(Self.signal(green), 0), 1),
      blue: min(max(Self.signal(blue), 0), 1),
      alpha: alpha
    )
  }

  /// From the number that is stored to the amount of light, by IEC 61966-2-1.
  private static func light(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  private static func signal(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
