/// A digest of a theme that changes if programs would paint the theme differently.
///
/// Programs cache what they derive from a theme until the digest changes. The digest does not
/// protect against forgery: 128 bits only make accidental matches unlikely.
enum ThemeDigest {
  /// The folder of a theme's images, and for each image file a string that changes when the file
  /// changes.
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
    hash.add(style.rawValue)
    // Add the hashes of the values, so that the order of the values in a file does not matter.
    var sum = hash.finished
    for entry in entries {
      var hash = Hash()
      hash.add(entry.key.kind.rawValue)
      hash.add(entry.key.name)
      hash.add(entry.value)
      if case .image(let image) = entry.value, let pictures = pictures[entry.definedBy] {
        hash.add(pictures.folder)
        for picture in image.pictures { hash.add(pictures.marks[picture.file] ?? "") }
      }
      sum &+= hash.finished
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 32 - digits.utf8.count) + digits
  }

  /// A hash function that multiplies by the golden ratio and mixes high bits into low bits.
  private struct Hash {
    private var state: UInt128 = 0
    private static let factor: UInt128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835

    /// The hash after four more rounds of mixing.
    ///
    /// Without these rounds, the sum of the values' hashes could stay the same if two values
    /// swapped their last parts.
    var finished: UInt128 {
      var last = self
      for _ in 0..<4 { last.mix(1) }
      return last.state
    }

    private mutating func mix(_ word: UInt64) {
      state = (state ^ UInt128(word)) &* Self.factor
      state ^= state >> 67
    }

    mutating func add(_ text: String) {
      var word: UInt64 = 0
      var count: UInt64 = 0
      for byte in text.utf8 {
        word = word << 8 | UInt64(byte)
        count += 1
        if count.isMultiple(of: 8) { mix(word) }
      }
      mix(word)
      // Add the length after each string, so that the digest shows where one string ends and the
      // next begins.
      mix(count)
    }

    mutating func add(_ number: Double) { mix(number.bitPattern) }

    mutating func add(_ value: ThemeValue) {
      switch value {
      case .color(let color):
        add(color.red)
        add(color.green)
        add(color.blue)
        add(color.alpha)
      case .image(let image):
        for picture in image.pictures {
          add(picture.state)
          add(Double(picture.scale))
          add(picture.file)
        }
      case .font(let font):
        add(font.family ?? "\u{1}")
        add(font.size ?? -1)
      case .number(let number): add(number)
      case .string(let text): add(text)
      case .bool(let bool): add(bool ? "true" : "false")
      case .sheet(let sheet):
        for field in sheet.fields.sorted(by: { $0.name < $1.name }) {
          add(field.name)
          switch field.value {
          case .reference(let name): add("@" + name)
          case .number(let number): add(number)
          case .bool(let bool): add(bool ? "true" : "false")
          case .word(let word): add(word)
          }
        }
      }
    }
  }
}
