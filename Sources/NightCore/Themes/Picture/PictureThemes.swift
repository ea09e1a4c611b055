/// Makes a light and a dark theme from a picture, with Material's colours.
package enum PictureThemes {
  /// The key under which a theme stores the path of its picture; the path can begin with `~/`.
  package static let pictureKey = ThemeKey(.string, "picture")

  /// Makes the themes `NAME-light` and `NAME-dark`; `title` is the picture's name as people see it.
  ///
  /// `path` becomes the value of `pictureKey`.
  package static func make(
    _ pixels: [Pixel],
    _ method: MaterialScheme.Method,
    named name: String,
    title: String,
    path: String? = nil
  ) -> [ThemeFile] {
    let source = ColorClusters.source(of: ColorClusters.find(pixels))
    return Style.allCases.map { style in
      var theme = ThemeFile(name: "\(name)-\(style.rawValue)", style: style)
      theme.description = "\(title), \(method.rawValue)"
      theme.entries = roles(MaterialScheme(source, method, style), style).map { role, color in
        .init(ThemeKey(.color, role), .color(.init(.color(color))))
      }
      if let path { theme.entries.append(.init(pictureKey, .value(.string(path)))) }
      return theme
    }
  }

  /// Reads the lines that nightd-picture prints; nil if they are malformed.
  ///
  /// Like Material, this function leaves out pixels that are not opaque.
  package static func pixels(in output: String) -> [Pixel]? {
    var pixels: [Pixel] = []
    for line in output.utf8.split(separator: UInt8(ascii: "\n")) {
      guard line.count % 8 == 0 else { return nil }
      var digits = line[...]
      while !digits.isEmpty {
        guard let value = UInt32(String(decoding: digits.prefix(8), as: UTF8.self), radix: 16)
        else { return nil }
        digits = digits.dropFirst(8)
        guard value & 0xFF == 0xFF else { continue }
        pixels.append(Pixel(value >> 8))
      }
    }
    return pixels
  }

  /// Returns nightd's own roles and all of Material's colours; the templates of matugen use
  /// Material's colours.
  private static func roles(_ scheme: MaterialScheme, _ style: Style) -> [(String, Color)] {
    let colors = scheme.colors()
    func color(_ name: String) -> Color? { colors.first { $0.name == name }?.color }
    let tones: (role: Double, on: Double) = style == .dark ? (80, 20) : (40, 100)
    func signal(_ hue: Double, _ tone: Double) -> Color {
      HCT(hue: hue, chroma: 48, tone: tone).color
    }
    let others = [
      ("selection", color("primaryContainer")), ("onSelection", color("onPrimaryContainer")),
      ("link", color("primary")), ("separator", color("outlineVariant")),
      ("disabled", color("outline")), ("success", signal(145, tones.role)),
      ("onSuccess", signal(145, tones.on)), ("warning", signal(75, tones.role)),
      ("onWarning", signal(75, tones.on)),
    ]
    return colors.map { ($0.name, $0.color) }
      + others.compactMap { name, color in
        color.map { (name, $0) }
      }
  }
}
