/// Reads every form of a colour: digits, names, and the functions of CSS Color 4.
///
/// Blanks around a colour belong to no form. Nothing is clamped: what is out of its range was
/// meant otherwise.
struct ColorReader {
  let bytes: [UInt8]
  var at = 0

  /// The longest that anyone has reason to write is shorter.
  static let mostBytes = 256

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func read() throws(ColorFlaw) -> Color {
    guard let first = bytes.first else {
      throw ColorFlaw(offset: 0, "expected a colour, \(Self.examples), found an empty text")
    }
    guard bytes.count <= Self.mostBytes else {
      throw ColorFlaw(
        offset: 0,
        "expected a colour, \(Self.examples), found a text of \(bytes.count) bytes"
      )
    }
    if first == UInt8(ascii: "#") { return try digits(after: 1, "#", counts: [3, 4, 6, 8]) }
    if first == UInt8(ascii: "0"), bytes.count > 1, bytes[1] | 0x20 == UInt8(ascii: "x") {
      return try digits(after: 2, "0x", counts: [6, 8])
    }
    return try word()
  }

  private static let examples = "such as #1f5fc4, rgb(31 95 196) or navy"

  private func digits(
    after start: Int,
    _ prefix: String,
    counts: [Int]
  ) throws(ColorFlaw) -> Color {
    let count = bytes.count - start
    var digits: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (
      0, 0, 0, 0, 0, 0, 15, 15
    )
    for index in 0..<count {
      guard let digit = Self.digit(bytes[start + index]) else {
        throw flaw(at: start + index, "a hexadecimal digit, 0 to 9 or a to f")
      }
      switch index {
      case 0: digits.0 = digit
      case 1: digits.1 = digit
      case 2: digits.2 = digit
      case 3: digits.3 = digit
      case 4: digits.4 = digit
      case 5: digits.5 = digit
      case 6: digits.6 = digit
      case 7: digits.7 = digit
      default: break
      }
    }
    guard counts.contains(count) else {
      let expected = counts.dropLast().map(String.init).joined(separator: ", ")
      throw ColorFlaw(
        offset: start,
        "expected \(expected) or 8 hexadecimal digits after \(prefix), found \(count)"
      )
    }
    func share(_ high: UInt8, _ low: UInt8) -> Double { Double(high << 4 | low) / 255 }
    let all = digits
    guard count > 4 else {
      return Color(
        red: share(all.0, all.0),
        green: share(all.1, all.1),
        blue: share(all.2, all.2),
        alpha: count == 4 ? share(all.3, all.3) : 1
      )
    }
    return Color(
      red: share(all.0, all.1),
      green: share(all.2, all.3),
      blue: share(all.4, all.5),
      alpha: share(all.6, all.7)
    )
  }

  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private mutating func word() throws(ColorFlaw) -> Color {
    let name = letters()
    guard byte == UInt8(ascii: "(") else {
      if at == bytes.count, let color = ColorNames.color(name) { return color }
      let word = text(from: 0)
      throw ColorFlaw(
        offset: 0,
        "expected a colour, \(Self.examples), found \(RuleFlaw.quoted(word))"
          + RuleFlaw.meant(ColorNames.nearest(RuleFlaw.lower(word)))
      )
    }
    at += 1
    let color: Color
    switch name {
    case "rgb", "rgba": color = try rgb()
    case "hsl", "hsla": color = try hsl()
    case "oklch": color = try oklch()
    default:
      throw ColorFlaw(
        offset: 0,
        "expected a colour or one of rgb(), rgba(), hsl(), hsla() and oklch(), "
          + "found \(RuleFlaw.quoted(name + "()"))"
      )
    }
    guard at == bytes.count else { throw flaw(at: at, "the end of the colour") }
    return color
  }
}

// MARK: - What stands here

extension ColorReader {
  /// 0 at the end, which no text that counts has.
  var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

  /// The letters that stand here, as small ones.
  mutating func letters() -> String {
    var letters: [UInt8] = []
    while (0x61...0x7A).contains(byte | 0x20), byte < 0x80 {
      letters.append(byte | 0x20)
      at += 1
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Steps over blanks; whether there were any.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = at
    while byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) { at += 1 }
    return at > start
  }

  func flaw(at index: Int, _ expected: String) -> ColorFlaw {
    let found = index < bytes.count ? RuleFlaw.quoted(word(at: index)) : "the end"
    return ColorFlaw(offset: offset(index), "expected \(expected), found \(found)")
  }

  /// In Unicode scalars; those bytes that begin none are not counted.
  func offset(_ index: Int) -> Int {
    bytes.prefix(index).count { $0 & 0xC0 != 0x80 }
  }

  func text(from start: Int) -> String { String(decoding: bytes[start...], as: UTF8.self) }

  /// The scalar there, or with a letter or digit the whole word.
  private func word(at index: Int) -> String {
    let scalars = text(from: index).unicodeScalars
    let word = scalars.prefix {
      $0.value < 0x80 && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    return word.isEmpty ? String(scalars.prefix(1)) : String(word)
  }
}

extension Color {
  /// Reads `#1f5fc4`, `0x1f5fc4`, `rgb(31 95 196)`, `hsl(217 73% 45%)`, `oklch(0.5 0.17 260)` or
  /// a name of CSS.
  package init(reading text: String) throws(ColorFlaw) {
    var reader = ColorReader(text)
    self = try reader.read()
  }
}
