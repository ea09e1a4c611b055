import NightCore

/// The two names of a theme that exists in a light and a dark form.
package struct ThemePair: Equatable, Sendable {
  package let light: String
  package let dark: String

  package init(light: String, dark: String) {
    self.light = light
    self.dark = dark
  }

  /// Pairs of themes whose names follow no rule or are misleading.
  private static let known = [
    ThemePair(light: "HighContrast", dark: "HighContrastInverse"),
    // Despite its name, Arc-Darker is a light theme; only its title bars are dark.
    ThemePair(light: "Arc-Darker", dark: "Arc-Dark"),
    // Two themes of LXQt's panel.
    ThemePair(light: "light", dark: "dark"),
  ]

  /// Finds the pair to which an installed theme belongs; nil if its counterpart is not installed.
  ///
  /// A theme whose name has the word `dark`, such as `Yaru-blue-dark`, `Mint-Y-Dark-Aqua` or
  /// `KvGnomeDark`, is the dark theme. The light counterpart has the same name without the word
  /// `dark`, or with `light` in its place. Any other theme is the light theme; its dark counterpart
  /// has the word `dark` at the end or between two parts of the name.
  package static func of(_ name: String, among installed: Set<String>) -> ThemePair? {
    if let pair = known.first(where: { $0.light == name || $0.dark == name }),
      // If Arc is installed, Arc-Dark is the counterpart of Arc, not of Arc-Darker.
      name == pair.light || !installed.contains("Arc")
    {
      return installed.contains(pair.light == name ? pair.dark : pair.light) ? pair : nil
    }
    if let word = StyleWord.last("dark", in: name) {
      let twin = (word.replaced(by: "light") + [word.removed]).first(where: installed.contains)
      // Both `Papirus` and `Papirus-Light` may be installed; if so, the plain name is the light
      // theme.
      let plain = installed.contains(word.removed) ? word.removed : twin
      return plain.map { ThemePair(light: $0, dark: name) }
    }
    if let word = StyleWord.last("light", in: name) {
      return (word.replaced(by: "dark") + [word.removed]).first(where: installed.contains)
        .map { ThemePair(light: name, dark: $0) }
    }
    return darkNames(of: name).first(where: installed.contains)
      .map { ThemePair(light: name, dark: $0) }
  }

  /// Whether a name shows that the theme is dark.
  package static func isDark(_ name: String) -> Bool {
    if let pair = known.first(where: { $0.light == name || $0.dark == name }) {
      return name == pair.dark
    }
    return StyleWord.last("dark", in: name) != nil
  }

  /// The name of the pair's dark theme if `isDark` is true, and otherwise of its light theme.
  package func name(isDark: Bool) -> String { isDark ? dark : light }

  /// The possible names of the dark counterpart of a light theme, the most usual first.
  private static func darkNames(of name: String) -> [String] {
    let parts = name.split(separator: "-").map(String.init)
    let between = parts.indices.dropFirst().reversed().flatMap { index in
      ["Dark", "dark"].map { word in
        (parts[..<index] + [word] + parts[index...]).joined(separator: "-")
      }
    }
    return ["-dark", "-Dark", "Dark", "_dark", "_Dark", " Dark"].map { name + $0 } + between
  }
}

/// The word `dark` or `light` as a separate part of a name: `-dark`, `_Dark`, or `Dark` after a
/// lower-case letter, but not `Darker`.
private struct StyleWord {
  private let before: String
  private let word: String
  private let after: String

  /// The last occurrence of `word` in a theme's name; nil if the name does not contain this word.
  static func last(_ word: String, in name: String) -> StyleWord? {
    let count = word.utf8.count
    let bytes = Array(name.utf8)
    guard bytes.count > count else { return nil }
    for start in stride(from: bytes.count - count, to: 0, by: -1) {
      let end = start + count
      guard String(decoding: bytes[start..<end], as: UTF8.self).lowercased() == word else {
        continue
      }
      let isSeparate =
        isSeparator(bytes[start - 1]) || (isSmall(bytes[start - 1]) && isCapital(bytes[start]))
      let isWhole = end == bytes.count || isSeparator(bytes[end]) || isCapital(bytes[end])
      guard isSeparate, isWhole else { continue }
      return StyleWord(
        before: String(decoding: bytes[..<start], as: UTF8.self),
        word: String(decoding: bytes[start..<end], as: UTF8.self),
        after: String(decoding: bytes[end...], as: UTF8.self)
      )
    }
    return nil
  }

  /// The theme's name without the word `dark` or `light` and without the separator before it.
  var removed: String {
    let isSeparated = before.utf8.last.map(Self.isSeparator) == true
    return (isSeparated ? String(before.dropLast()) : before) + after
  }

  /// The theme's names with `other` in place of the word `dark` or `light`: `other` in lower case
  /// and capitalized, the likelier form first.
  func replaced(by other: String) -> [String] {
    let capital = MessageText.capitalized(other)
    let isCapital = word.utf8.first.map(Self.isCapital) == true
    return (isCapital ? [capital, other] : [other, capital]).map { before + $0 + after }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: " ")
  }

  private static func isSmall(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
