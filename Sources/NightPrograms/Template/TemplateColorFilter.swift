import NightCore

/// A filter that changes a colour, with at most one number as its argument.
struct TemplateColorFilter: Sendable {
  /// How many numbers the filter needs as arguments: 0 or 1.
  let numbers: Int
  let apply: @Sendable (Color, Double) -> Color

  private init(numbers: Int = 1, _ apply: @escaping @Sendable (Color, Double) -> Color) {
    self.numbers = numbers
    self.apply = apply
  }

  /// The filters of matugen and noctalia; the numbers are bytes of RGB, or percentages and degrees
  /// of HSL.
  static let named: [String: Self] = [
    "set_red": .init { $0.with(red: $1 / 255) },
    "set_green": .init { $0.with(green: $1 / 255) },
    "set_blue": .init { $0.with(blue: $1 / 255) },
    "set_hue": .init { color, degrees in
      changed(color) { $0.hue = min(max(degrees, 0), 360) }
    },
    "set_saturation": .init { color, percent in changed(color) { $0.saturation = percent } },
    // Before version 3.0, matugen added the filter's number to the lightness. Public templates for
    // those versions contain negative numbers, so nightd still adds a negative number.
    "set_lightness": .init { color, percent in
      changed(color) { $0.lightness = percent < 0 ? $0.lightness + percent : percent }
    },
    "lighten": .init { color, percent in changed(color) { $0.lightness += percent } },
    "darken": .init { color, percent in changed(color) { $0.lightness -= percent } },
    // Make a dark colour lighter, and a light colour darker.
    "auto_lightness": .init { color, percent in
      changed(color) { $0.lightness += $0.lightness < 50 ? percent : -percent }
    },
    "saturate": .init { color, percent in changed(color) { $0.saturation += percent } },
    "desaturate": .init { color, percent in changed(color) { $0.saturation -= percent } },
    "grayscale": .init(numbers: 0) { color, _ in changed(color) { $0.saturation = 0 } },
    "invert": .init(numbers: 0) { color, _ in
      color.with(red: 1 - color.red, green: 1 - color.green, blue: 1 - color.blue)
    },
  ]

  private static func changed(_ color: Color, _ change: (inout HSL) -> Void) -> Color {
    var tones = HSL(color)
    change(&tones)
    tones.saturation = min(max(tones.saturation, 0), 100)
    tones.lightness = min(max(tones.lightness, 0), 100)
    return tones.color(alpha: color.alpha)
  }

  /// The colour with its hue turned in OKLCH towards the hue of another colour; `share` is 1 for
  /// the whole way.
  static func turned(_ color: Color, to other: Color, _ share: Double) -> Color {
    turned(color, by: turn(color, to: other) * share)
  }

  /// The colour with its hue turned half the way to the hue of another colour, but by at most 15
  /// degrees.
  static func harmonized(_ color: Color, _ other: Color) -> Color {
    let turn = turn(color, to: other) / 2
    return turned(color, by: min(max(turn, -15), 15))
  }

  private static func turned(_ color: Color, by degrees: Double) -> Color {
    var point = OKLCh(color)
    point.hue = (point.hue + degrees + 360).truncatingRemainder(dividingBy: 360)
    return point.color(alpha: color.alpha)
  }

  /// The turn from one hue to another in the shorter direction, in degrees.
  private static func turn(_ color: Color, to other: Color) -> Double {
    let turn = OKLCh(other).hue - OKLCh(color).hue
    return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  }
}

extension Color {
  fileprivate func with(red: Double? = nil, green: Double? = nil, blue: Double? = nil) -> Color {
    func share(_ value: Double) -> Double { min(max(value, 0), 1) }
    return Color(
      red: share(red ?? self.red),
      green: share(green ?? self.green),
      blue: share(blue ?? self.blue),
      alpha: alpha
    )
  }
}
