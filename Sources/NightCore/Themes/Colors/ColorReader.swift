/// Reads every form of a colour: hexadecimal digits, names, and the functions of CSS Color 4.
///
/// Blanks around a colour are not allowed. Values out of range are errors, and are not clamped.
struct ColorReader {
  let bytes: [UInt8]
  var at = 0

  /// The longest string, in bytes, that is read as a colour.
  static let maximumBytes = 256

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func read() throws(Flaw) -> Color {
    guard let first = bytes.first else {
      throw Flaw(offset: 0, "expected a colour, \(Self.examples), found an empty text")
    }
    guard bytes.count <= Self.maximumBytes else {
      throw Flaw(
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
  ) throws(Flaw) -> Color {
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
      throw Flaw(
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

  private mutating func word() throws(Flaw) -> Color {
    let name = letters()
    guard byte == UInt8(ascii: "(") else {
      if at == bytes.count, let color = ColorNames.color(name) { return color }
      let word = text(from: 0)
      throw Flaw(
        offset: 0,
        "expected a colour, \(Self.examples), found \(MessageText.quoted(word))"
          + MessageText.didYouMean(ColorNames.nearest(MessageText.lowercased(word)))
      )
    }
    at += 1
    let color: Color
    switch name {
    case "rgb", "rgba": color = try rgb()
    case "hsl", "hsla": color = try hsl()
    case "oklch": color = try oklch()
    default:
      throw Flaw(
        offset: 0,
        "expected a colour or one of rgb(), rgba(), hsl(), hsla() and oklch(), "
          + "found \(MessageText.quoted(name + "()"))"
      )
    }
    guard at == bytes.count else { throw flaw(at: at, "the end of the colour") }
    return color
  }
}

// MARK: - Reading characters

extension ColorReader {
  /// The next byte; 0 at the end, which is safe because no valid colour contains a zero byte.
  var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

  /// Reads letters and returns them in lower case.
  mutating func letters() -> String {
    var letters: [UInt8] = []
    while (0x61...0x7A).contains(byte | 0x20), byte < 0x80 {
      letters.append(byte | 0x20)
      at += 1
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// Skips blanks; returns whether any were skipped.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = at
    while byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) { at += 1 }
    return at > start
  }

  func flaw(at index: Int, _ expected: String) -> Flaw {
    let found = index < bytes.count ? MessageText.quoted(word(at: index)) : "the end"
    return Flaw(offset: offset(index), "expected \(expected), found \(found)")
  }

  /// Converts a byte offset to an offset in Unicode scalars.
  func offset(_ index: Int) -> Int {
    bytes.prefix(index).count { $0 & 0xC0 != 0x80 }
  }

  func text(from start: Int) -> String { String(decoding: bytes[start...], as: UTF8.self) }

  /// The character at an index or, if that character is a letter or a digit, the whole word.
  private func word(at index: Int) -> String {
    let scalars = text(from: index).unicodeScalars
    let word = scalars.prefix {
      $0.value < 0x80 && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    return word.isEmpty ? String(scalars.prefix(1)) : String(word)
  }
}

extension Color {
  /// Reads a colour: hexadecimal digits, a function of CSS, or a colour name of CSS.
  ///
  /// Examples are `#1f5fc4`, `0x1f5fc4`, `rgb(31 95 196)`, `hsl(217 73% 45%)`, `oklch(0.5 0.17
  /// 260)` and `navy`.
  package init(reading text: String) throws(Flaw) {
    var reader = ColorReader(text)
    self = try reader.read()
  }
}

extension Flaw {
  /// Makes a flaw at an offset in the colour, counted in Unicode scalars from 0.
  package init(offset: Int, _ message: String) { self.init(message, at: .column(offset + 1)) }
}

/// The 148 colour names of CSS Color 4, and `transparent`.
package enum ColorNames {
  /// The colour name that the user probably meant; nil if no name is similar.
  ///
  /// Compares only names with the same first letter, which saves time if a file has many mistakes.
  package static func nearest(_ word: String) -> String? {
    guard let first = word.utf8.first, word.utf8.count <= 24 else { return nil }
    return NearestWord.to(word, among: all.filter { $0.utf8.first == first })
  }

  private static let all = colors.keys.sorted()

  /// All colour names in lower case, in alphabetical order.
  static var known: [String] { (all + ["transparent"]).sorted() }

  /// The colour with this name, which must be in lower case.
  static func color(_ name: String) -> Color? {
    guard name != "transparent" else { return Color(red: 0, green: 0, blue: 0, alpha: 0) }
    return colors[name].map { value in
      func share(_ shift: UInt32) -> Double { Double(value >> shift & 0xFF) / 255 }
      return Color(red: share(16), green: share(8), blue: share(0))
    }
  }

  private static let colors: [String: UInt32] = [
    "aliceblue": 0xf0f8ff, "antiquewhite": 0xfaebd7, "aqua": 0x00ffff, "aquamarine": 0x7fffd4,
    "azure": 0xf0ffff, "beige": 0xf5f5dc, "bisque": 0xffe4c4, "black": 0x000000,
    "blanchedalmond": 0xffebcd, "blue": 0x0000ff, "blueviolet": 0x8a2be2, "brown": 0xa52a2a,
    "burlywood": 0xdeb887, "cadetblue": 0x5f9ea0, "chartreuse": 0x7fff00, "chocolate": 0xd2691e,
    "coral": 0xff7f50, "cornflowerblue": 0x6495ed, "cornsilk": 0xfff8dc, "crimson": 0xdc143c,
    "cyan": 0x00ffff, "darkblue": 0x00008b, "darkcyan": 0x008b8b, "darkgoldenrod": 0xb8860b,
    "darkgray": 0xa9a9a9, "darkgreen": 0x006400, "darkgrey": 0xa9a9a9, "darkkhaki": 0xbdb76b,
    "darkmagenta": 0x8b008b, "darkolivegreen": 0x556b2f, "darkorange": 0xff8c00,
    "darkorchid": 0x9932cc, "darkred": 0x8b0000, "darksalmon": 0xe9967a, "darkseagreen": 0x8fbc8f,
    "darkslateblue": 0x483d8b, "darkslategray": 0x2f4f4f, "darkslategrey": 0x2f4f4f,
    "darkturquoise": 0x00ced1, "darkviolet": 0x9400d3, "deeppink": 0xff1493,
    "deepskyblue": 0x00bfff, "dimgray": 0x696969, "dimgrey": 0x696969, "dodgerblue": 0x1e90ff,
    "firebrick": 0xb22222, "floralwhite": 0xfffaf0, "forestgreen": 0x228b22, "fuchsia": 0xff00ff,
    "gainsboro": 0xdcdcdc, "ghostwhite": 0xf8f8ff, "gold": 0xffd700, "goldenrod": 0xdaa520,
    "gray": 0x808080, "green": 0x008000, "greenyellow": 0xadff2f, "grey": 0x808080,
    "honeydew": 0xf0fff0, "hotpink": 0xff69b4, "indianred": 0xcd5c5c, "indigo": 0x4b0082,
    "ivory": 0xfffff0, "khaki": 0xf0e68c, "lavender": 0xe6e6fa, "lavenderblush": 0xfff0f5,
    "lawngreen": 0x7cfc00, "lemonchiffon": 0xfffacd, "lightblue": 0xadd8e6, "lightcoral": 0xf08080,
    "lightcyan": 0xe0ffff, "lightgoldenrodyellow": 0xfafad2, "lightgray": 0xd3d3d3,
    "lightgreen": 0x90ee90, "lightgrey": 0xd3d3d3, "lightpink": 0xffb6c1, "lightsalmon": 0xffa07a,
    "lightseagreen": 0x20b2aa, "lightskyblue": 0x87cefa, "lightslategray": 0x778899,
    "lightslategrey": 0x778899, "lightsteelblue": 0xb0c4de, "lightyellow": 0xffffe0,
    "lime": 0x00ff00, "limegreen": 0x32cd32, "linen": 0xfaf0e6, "magenta": 0xff00ff,
    "maroon": 0x800000, "mediumaquamarine": 0x66cdaa, "mediumblue": 0x0000cd,
    "mediumorchid": 0xba55d3, "mediumpurple": 0x9370db, "mediumseagreen": 0x3cb371,
    "mediumslateblue": 0x7b68ee, "mediumspringgreen": 0x00fa9a, "mediumturquoise": 0x48d1cc,
    "mediumvioletred": 0xc71585, "midnightblue": 0x191970, "mintcream": 0xf5fffa,
    "mistyrose": 0xffe4e1, "moccasin": 0xffe4b5, "navajowhite": 0xffdead, "navy": 0x000080,
    "oldlace": 0xfdf5e6, "olive": 0x808000, "olivedrab": 0x6b8e23, "orange": 0xffa500,
    "orangered": 0xff4500, "orchid": 0xda70d6, "palegoldenrod": 0xeee8aa, "palegreen": 0x98fb98,
    "paleturquoise": 0xafeeee, "palevioletred": 0xdb7093, "papayawhip": 0xffefd5,
    "peachpuff": 0xffdab9, "peru": 0xcd853f, "pink": 0xffc0cb, "plum": 0xdda0dd,
    "powderblue": 0xb0e0e6, "purple": 0x800080, "rebeccapurple": 0x663399, "red": 0xff0000,
    "rosybrown": 0xbc8f8f, "royalblue": 0x4169e1, "saddlebrown": 0x8b4513, "salmon": 0xfa8072,
    "sandybrown": 0xf4a460, "seagreen": 0x2e8b57, "seashell": 0xfff5ee, "sienna": 0xa0522d,
    "silver": 0xc0c0c0, "skyblue": 0x87ceeb, "slateblue": 0x6a5acd, "slategray": 0x708090,
    "slategrey": 0x708090, "snow": 0xfffafa, "springgreen": 0x00ff7f, "steelblue": 0x4682b4,
    "tan": 0xd2b48c, "teal": 0x008080, "thistle": 0xd8bfd8, "tomato": 0xff6347,
    "turquoise": 0x40e0d0, "violet": 0xee82ee, "wheat": 0xf5deb3, "white": 0xffffff,
    "whitesmoke": 0xf5f5f5, "yellow": 0xffff00, "yellowgreen": 0x9acd32,
  ]
}
