/// A colour in sRGB: red, green, blue and alpha from 0 to 1, the alpha not multiplied in.
package struct Color: Equatable, Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}
