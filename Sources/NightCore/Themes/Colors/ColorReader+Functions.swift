/// Reads the arguments of colour functions, after the opening bracket.
extension ColorReader {
  mutating func rgb() throws(Flaw) -> Color {
    let parts = try parts(of: "rgb", ["red", "green", "blue"])
    // As in CSS, a function with commas allows only numbers or only percentages, not a mixture.
    if parts.isOld {
      for part in parts.components where part.isPercent != parts.components[0].isPercent {
        throw flaw(
          at: part.start,
          "three numbers or three percentages, because this form has commas"
        )
      }
    }
    var shares: [Double] = []
    for part in parts.components {
      shares.append(
        part.isPercent
          ? try ranged(part, 0...1, "a percentage from 0% to 100%")
          : try ranged(part, 0...255, "a number from 0 to 255") / 255
      )
    }
    return Color(red: shares[0], green: shares[1], blue: shares[2], alpha: parts.alpha)
  }

  mutating func hsl() throws(Flaw) -> Color {
    let parts = try parts(of: "hsl", ["hue", "saturation", "lightness"])
    let hue = try degrees(parts.components[0])
    var shares: [Double] = []
    for part in parts.components[1...] {
      if parts.isOld, !part.isPercent {
        throw flaw(at: part.start, "a percentage, because this form has commas")
      }
      shares.append(
        part.isPercent
          ? try ranged(part, 0...1, "a percentage from 0% to 100%")
          : try ranged(part, 0...100, "a number from 0 to 100") / 100
      )
    }
    let lightness = shares[1], spread = shares[0] * min(lightness, 1 - lightness)
    func share(_ offset: Double) -> Double {
      let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      return lightness - spread * max(-1, min(place - 3, 9 - place, 1))
    }
    return Color(red: share(0), green: share(8), blue: share(4), alpha: parts.alpha)
  }

  mutating func oklch() throws(Flaw) -> Color {
    let parts = try parts(of: "oklch", ["lightness", "chroma", "hue"], takesCommas: false)
    let lightness = try ranged(
      parts.components[0],
      0...1,
      "a lightness from 0 to 1 or 0% to 100%"
    )
    let chroma = try ranged(parts.components[1], 0...10, "a chroma from 0 to 10")
    return OKLCh(
      lightness: lightness,
      // In CSS a chroma of 100% is 0.4.
      chroma: parts.components[1].isPercent ? chroma * 0.4 : chroma,
      hue: try degrees(parts.components[2])
    ).color(alpha: parts.alpha)
  }

  private func ranged(
    _ part: Component,
    _ range: ClosedRange<Double>,
    _ expected: String
  ) throws(Flaw) -> Double {
    guard part.unit.isEmpty || part.isPercent, range.contains(part.number) else {
      throw component(part, expected)
    }
    return part.number
  }

  /// The hue in degrees, at least 0 and less than 360.
  private func degrees(_ part: Component) throws(Flaw) -> Double {
    let expected = "a hue, such as 217, 217deg, 241grad, 3.79rad or 0.6turn"
    let degrees: Double
    switch part.unit {
    case "", "deg": degrees = part.number
    case "rad": degrees = part.number * (180 / .pi)
    case "grad": degrees = part.number * 0.9
    case "turn": degrees = part.number * 360
    default: throw component(part, expected)
    }
    guard degrees.isFinite else { throw component(part, expected) }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 360 : turned
  }

  private func component(_ part: Component, _ expected: String) -> Flaw {
    let found = MessageText.quoted(String(decoding: bytes[part.start..<part.end], as: UTF8.self))
    return Flaw(offset: offset(part.start), "expected \(expected), found \(found)")
  }
}

// MARK: - The list of components

extension ColorReader {
  struct Component {
    /// The component's number; a percentage is divided by 100.
    var number: Double
    var unit: String
    var start: Int
    var end: Int

    var isPercent: Bool { unit == "%" }
  }

  struct Components {
    var components: [Component]
    var alpha: Double
    /// Whether the arguments are separated by commas.
    var isOld: Bool
  }

  /// Reads three components and an optional alpha, up to the closing bracket.
  mutating func parts(
    of function: String,
    _ names: [String],
    takesCommas: Bool = true
  ) throws(Flaw) -> Components {
    var isOld = false
    var components: [Component] = []
    for (index, name) in names.enumerated() {
      let isApart = skipBlanks()
      if index > 0 {
        let isComma = byte == UInt8(ascii: ",") && takesCommas
        if index == 1 { isOld = isComma }
        if isOld {
          guard isComma else { throw flaw(at: at, "a comma before the \(name)") }
          at += 1
          skipBlanks()
        } else if byte == UInt8(ascii: ",") || !isApart {
          throw flaw(at: at, "a space and the \(name) of \(function)()")
        }
      }
      components.append(try component("the \(name) of \(function)()", takesNone: !isOld))
    }
    // A function with commas does not allow `none`. Check for `none` only now, because the first
    // component was read before any comma.
    if isOld, let none = components.first(where: { bytes[$0.start] | 0x20 == UInt8(ascii: "n") }) {
      throw flaw(at: none.start, "a number, because this form has commas")
    }
    skipBlanks()
    var alpha = 1.0
    if byte == (isOld ? UInt8(ascii: ",") : UInt8(ascii: "/")) {
      at += 1
      skipBlanks()
      let part = try component("an alpha", takesNone: !isOld)
      alpha = try ranged(part, 0...1, "an alpha from 0 to 1 or 0% to 100%")
      skipBlanks()
    }
    guard byte == UInt8(ascii: ")") else {
      throw flaw(at: at, "“)” or “\(isOld ? "," : "/")” and an alpha")
    }
    at += 1
    return Components(components: components, alpha: alpha, isOld: isOld)
  }

  private mutating func component(
    _ expected: String,
    takesNone: Bool
  ) throws(Flaw) -> Component {
    let start = at
    if takesNone, byte | 0x20 == UInt8(ascii: "n") {
      guard letters() == "none" else { throw flaw(at: start, expected) }
      return Component(number: 0, unit: "", start: start, end: at)
    }
    if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { at += 1 }
    let whole = skipDigits()
    var rest = 0
    if byte == UInt8(ascii: "."), at + 1 < bytes.count, Self.isDigit(bytes[at + 1]) {
      at += 1
      rest = skipDigits()
    }
    guard whole + rest > 0 else { throw flaw(at: start, expected) }
    let mantissaEnd = at
    let exponent = skipExponent()
    let numberEnd = at
    var unit = ""
    if byte == UInt8(ascii: "%") {
      unit = "%"
      at += 1
    } else {
      unit = letters()
    }
    // Move a percentage's decimal point by two digits, because a division by 100 would round.
    let digits =
      unit == "%"
      ? String(decoding: bytes[start..<mantissaEnd], as: UTF8.self) + "e\(exponent - 2)"
      : String(decoding: bytes[start..<numberEnd], as: UTF8.self)
    guard let number = Double(digits), number.isFinite else { throw flaw(at: start, expected) }
    return Component(number: number, unit: unit, start: start, end: at)
  }

  private mutating func skipDigits() -> Int {
    let start = at
    while Self.isDigit(byte) { at += 1 }
    return at - start
  }

  /// Skips an exponent such as `e-5`, but not the start of a unit such as `em`.
  private mutating func skipExponent() -> Int {
    guard byte | 0x20 == UInt8(ascii: "e") else { return 0 }
    var next = at + 1
    if next < bytes.count, bytes[next] == UInt8(ascii: "+") || bytes[next] == UInt8(ascii: "-") {
      next += 1
    }
    guard next < bytes.count, Self.isDigit(bytes[next]) else { return 0 }
    let isNegative = bytes[at + 1] == UInt8(ascii: "-")
    var exponent = 0
    while next < bytes.count, Self.isDigit(bytes[next]) {
      // No finite double needs an exponent of more than three digits.
      exponent = min(exponent * 10 + Int(bytes[next] - UInt8(ascii: "0")), 9_999)
      next += 1
    }
    at = next
    return isNegative ? -exponent : exponent
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
