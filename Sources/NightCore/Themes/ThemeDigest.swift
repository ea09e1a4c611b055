/// A short text that is another one where a theme would be painted otherwise.
///
/// It is told to programs that keep what they made of a theme. It protects against nothing: 128 bits
/// of FNV-1a are only unlikely to meet by chance.
enum ThemeDigest {
  static func of(_ style: Style, _ entries: [Theme.Entry]) -> String {
    var hash = Hash()
    hash.take(style.rawValue)
    // By name: where a value stands in its file changes nothing.
    let sorted = entries.sorted {
      $0.key.kind == $1.key.kind
        ? $0.key.name < $1.key.name : $0.key.kind.rawValue < $1.key.kind.rawValue
    }
    for entry in sorted {
      hash.take(entry.key.kind.rawValue)
      hash.take(entry.key.name)
      hash.take(entry.value)
    }
    return hash.text
  }

  private struct Hash {
    private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

    mutating func take(_ text: String) {
      for byte in text.utf8 { mix(byte) }
      // No UTF-8 has it, so that no text runs into the next.
      mix(0xFF)
    }

    private mutating func mix(_ byte: UInt8) {
      state = (state ^ UInt128(byte)) &* Self.prime
    }

    mutating func take(_ number: Double) {
      var bits = number.bitPattern
      for _ in 0..<8 {
        mix(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
      }
    }

    mutating func take(_ value: ThemeValue) {
      switch value {
      case .color(let color):
        for part in [color.red, color.green, color.blue, color.alpha] { take(part) }
      case .image(let image):
        for picture in image.pictures {
          take(picture.state)
          take(Double(picture.scale))
          take(picture.file)
        }
      case .font(let font):
        take(font.family ?? "\u{1}")
        take(font.size ?? -1)
      case .number(let number): take(number)
      case .string(let text): take(text)
      case .bool(let bool): take(bool ? "true" : "false")
      case .sheet(let sheet):
        for field in sheet.fields.sorted(by: { $0.name < $1.name }) {
          take(field.name)
          switch field.value {
          case .reference(let name): take("@" + name)
          case .number(let number): take(number)
          case .bool(let bool): take(bool ? "true" : "false")
          case .word(let word): take(word)
          }
        }
      }
    }

    var text: String {
      let digits = String(state, radix: 16)
      return String(repeating: "0", count: 32 - digits.utf8.count) + digits
    }
  }
}
