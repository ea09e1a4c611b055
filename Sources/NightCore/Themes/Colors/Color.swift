/// A colour in sRGB: red, green, blue and alpha from 0 to 1, without premultiplied alpha.
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

  package init(_ accent: Accent) {
    self.init(red: accent.red, green: accent.green, blue: accent.blue)
  }
}

extension Color {
  /// The nearest colour as `#rrggbb`, or as `#rrggbbaa` if the colour is not opaque.
  package var text: String {
    var text: [UInt8] = [UInt8(ascii: "#")]
    for share in alpha < 1 ? [red, green, blue, alpha] : [red, green, blue] {
      let byte = Self.byte(share)
      for digit in [byte >> 4, byte & 0xF] {
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A string from which `ColorReader` reads exactly this colour.
  ///
  /// The string is `text` if `text` means exactly this colour, and otherwise `rgb()` with
  /// percentages.
  package var exactText: String {
    let isText = [red, green, blue, alpha].allSatisfy { Double(Self.byte($0)) / 255 == $0 }
    guard !isText else { return text }
    let shares = [red, green, blue].map { Self.percent($0) + "%" }.joined(separator: " ")
    return "rgb(\(shares)" + (alpha < 1 ? " / \(alpha))" : ")")
  }

  package static func byte(_ share: Double) -> UInt8 {
    // A channel that is NaN becomes 0.
    share > 0 ? UInt8((min(share, 1) * 255).rounded()) : 0
  }

  /// Multiplies by 100 by moving the decimal point, because `share * 100` would be rounded.
  private static func percent(_ share: Double) -> String {
    let parts = "\(share)".split(separator: "e", maxSplits: 1)
    if parts.count == 2, let exponent = Int(parts[1]) { return "\(parts[0])e\(exponent + 2)" }
    let halves = parts[0].split(separator: ".", maxSplits: 1)
    let whole = halves[0], rest = halves.count == 2 ? String(halves[1]) : ""
    let moved = rest + String(repeating: "0", count: max(0, 2 - rest.utf8.count))
    let digits = (whole + moved.prefix(2)).drop { $0 == "0" }
    let after = moved.dropFirst(2)
    return (digits.isEmpty ? "0" : digits) + (after.isEmpty ? "" : "." + after)
  }
}

extension Color {
  /// The colour with its red, green and blue rounded to multiples of 1/255.
  package var inBytes: Color {
    func rounded(_ share: Double) -> Double { Double(Self.byte(share)) / 255 }
    return Color(red: rounded(red), green: rounded(green), blue: rounded(blue), alpha: alpha)
  }

  /// The same colour with its alpha multiplied by `alpha`.
  package func faded(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
  }

  /// The colour that results from painting this colour over `background`.
  package func over(_ background: Color) -> Color {
    let behind = background.alpha * (1 - alpha)
    let whole = alpha + behind
    guard whole > 0 else { return Color(red: 0, green: 0, blue: 0, alpha: 0) }
    // An opaque colour hides the background, so return it without rounding errors.
    guard alpha < 1 else { return self }
    func part(_ above: Double, _ below: Double) -> Double {
      (above * alpha + below * behind) / whole
    }
    return Color(
      red: part(red, background.red),
      green: part(green, background.green),
      blue: part(blue, background.blue),
      alpha: whole
    )
  }

  /// Mixes this colour with `other` in OKLab; the amount is the share of `other`, from 0 to 1.
  package func mixed(with other: Color, by amount: Double) -> Color {
    // An amount that is NaN is treated as 0.
    guard amount > 0 else { return self }
    guard amount < 1 else { return other }
    let whole = alpha * (1 - amount) + other.alpha * amount
    guard whole > 0 else { return faded(0) }
    let from = OKLab(self), to = OKLab(other)
    func part(_ from: Double, _ to: Double) -> Double {
      (from * alpha * (1 - amount) + to * other.alpha * amount) / whole
    }
    let mixed = OKLab(
      lightness: part(from.lightness, to.lightness),
      a: part(from.a, to.a),
      b: part(from.b, to.b)
    )
    return OKLCh(mixed).color(alpha: whole)
  }

  package var linear: LinearColor { LinearColor(self) }

  /// The relative luminance according to WCAG 2, as if the colour were opaque.
  package var luminance: Double { linear.luminance }

  /// The contrast ratio of two opaque colours according to WCAG 2, from 1 to 21; first paint a
  /// transparent colour over its background with `over`.
  package func contrast(with other: Color) -> Double {
    let one = luminance, two = other.luminance
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}
