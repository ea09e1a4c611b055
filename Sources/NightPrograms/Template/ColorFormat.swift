import NightCore

/// A way to write a colour in a template, as in `colors.surface.default.hex`.
package enum ColorFormat: String, CaseIterable, Sendable {
  case hex
  case hexStripped = "hex_stripped"
  case hexAlpha = "hex_alpha"
  case hexAlphaStripped = "hex_alpha_stripped"
  case alphaHex = "alpha_hex"
  case alphaHexStripped = "alpha_hex_stripped"
  case rgb
  case rgba
  case rgbCsv = "rgb_csv"
  case hsl
  case hsla
  case red
  case green
  case blue
  case alpha
  case hue
  case saturation
  case lightness

  func text(_ color: Color) -> String {
    func byte(_ share: Double) -> String { String(Color.byte(share)) }
    func rgb(_ separator: String) -> String {
      [color.red, color.green, color.blue].map(byte).joined(separator: separator)
    }
    func digits() -> String { color.digits.uppercased() }
    func last() -> String { Self.digits(Color.byte(color.alpha)) }
    func hsl() -> String {
      let tones = HSL(color)
      return "\(Int(tones.hue.rounded())), \(Int(tones.saturation.rounded()))%, "
        + "\(Int(tones.lightness.rounded()))%"
    }
    return switch self {
    case .hex: color.text
    case .hexStripped: String(color.text.dropFirst())
    case .hexAlpha: "#" + digits() + last()
    case .hexAlphaStripped: digits() + last()
    case .alphaHex: "#" + last() + digits()
    case .alphaHexStripped: last() + digits()
    case .rgb: "rgb(\(rgb(", ")))"
    case .rgba: "rgba(\(rgb(", ")), \(Self.short(color.alpha)))"
    case .rgbCsv: rgb(",")
    case .hsl: "hsl(\(hsl()))"
    case .hsla: "hsla(\(hsl()), \(Self.short(color.alpha)))"
    case .red: byte(color.red)
    case .green: byte(color.green)
    case .blue: byte(color.blue)
    case .alpha: Self.short(color.alpha)
    case .hue: String(Int(HSL(color).hue))
    case .saturation: String(Int(HSL(color).saturation))
    case .lightness: String(Int(HSL(color).lightness))
    }
  }

  /// The format for a colour with an alpha value: `rgba` for `rgb`, `hsla` for `hsl`, otherwise
  /// this format.
  var withAlpha: ColorFormat {
    switch self {
    case .rgb: .rgba
    case .hsl: .hsla
    default: self
    }
  }

  private static func digits(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.utf8.count < 2 ? "0" + text : text
  }

  /// The number as a string, with at most two decimals.
  private static func short(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
  }
}

/// A colour that is described by its hue in degrees, and by its saturation and lightness in
/// percent.
struct HSL {
  var hue: Double
  var saturation: Double
  var lightness: Double

  init(_ color: Color) {
    let (red, green, blue) = (color.red, color.green, color.blue)
    let most = max(red, green, blue), least = min(red, green, blue)
    let span = most - least
    lightness = (most + least) / 2 * 100
    guard span > 0 else {
      (hue, saturation) = (0, 0)
      return
    }
    saturation = span / (1 - abs(most + least - 1)) * 100
    let sixth =
      switch most {
      case red: (green - blue) / span
      case green: (blue - red) / span + 2
      default: (red - green) / span + 4
      }
    hue = (sixth * 60 + 360).truncatingRemainder(dividingBy: 360)
  }

  func color(alpha: Double) -> Color {
    let share = min(max(lightness, 0), 100) / 100
    let reach = min(max(saturation, 0), 100) / 100 * min(share, 1 - share)
    func channel(_ offset: Double) -> Double {
      let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return share - reach * max(-1, min(place - 3, 9 - place, 1))
    }
    return Color(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
  }
}
