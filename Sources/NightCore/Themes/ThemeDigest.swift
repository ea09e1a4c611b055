/// A short text that is another one where a theme would be painted otherwise.
///
/// It is told to programs that keep what they made of a theme. It protects against nothing: 128 bits
/// are only unlikely to meet by chance.
enum ThemeDigest {
  /// Where the pictures of a theme stand, and what tells each from what it was.
  struct Pictures {
    let folder: String
    let marks: [String: String]
  }

  static func of(
    _ style: Style,
    _ entries: [Theme.Entry],
    _ pictures: [String: Pictures] = [:]
  ) -> String {
    var hash = Hash()
    hash.take(style.rawValue)
    // Added up, since where a value stands in its file changes nothing.
    var sum = hash.finished
    for entry in entries {
      var hash = Hash()
      hash.take(entry.key.kind.rawValue)
      hash.take(entry.key.name)
      hash.take(entry.value)
      if case .image(let image) = entry.value, let pictures = pictures[entry.giver] {
        hash.take(pictures.folder)
        for picture in image.pictures { hash.take(pictures.marks[picture.file] ?? "") }
      }
      sum &+= hash.finished
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 32 - digits.utf8.count) + digits
  }

  /// Multiplies by the golden ratio, and lets high bits come to matter for low ones.
  private struct Hash {
    private var state: UInt128 = 0
    private static let factor: UInt128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835

    /// Without more rounds at the end, two entries that swap what they took last could add up to
    /// the same.
    var finished: UInt128 {
      var last = self
      for _ in 0..<4 { last.mix(1) }
      return last.state
    }

    private mutating func mix(_ word: UInt64) {
      state = (state ^ UInt128(word)) &* Self.factor
      state ^= state >> 67
    }

    mutating func take(_ text: String) {
      var word: UInt64 = 0
      var count: UInt64 = 0
      for byte in text.utf8 {
        word = word << 8 | UInt64(byte)
        count += 1
        if count.isMultiple(of: 8) { mix(word) }
      }
      mix(word)
      // So that no text runs into the next.
      mix(count)
    }

    mutating func take(_ number: Double) { mix(number.bitPattern) }

    mutating func take(_ value: ThemeValue) {
      switch value {
      case .color(let color):
        take(color.red)
        take(color.green)
        take(color.blue)
        take(color.alpha)
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
  }
}
