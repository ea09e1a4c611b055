extension Color {
  /// With that part of its alpha.
  package func faded(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
  }

  /// What is seen where this lies on another colour, as programs paint it.
  package func over(_ background: Color) -> Color {
    let behind = background.alpha * (1 - alpha)
    let whole = alpha + behind
    guard whole > 0 else { return Color(red: 0, green: 0, blue: 0, alpha: 0) }
    // What is opaque stays exactly what it is.
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

  /// The colour between two, 0 this one and 1 the other, as they are seen: in OKLab.
  package func mixed(with other: Color, by amount: Double) -> Color {
    // Not a number is taken for 0.
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

  /// The relative luminance of WCAG 2, of the colour without its alpha.
  package var luminance: Double { linear.luminance }

  /// The contrast ratio of WCAG 2, from 1 to 21; what shines through is to be laid `over` first.
  package func contrast(with other: Color) -> Double {
    let one = luminance, two = other.luminance
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}
