import NightCore

/// Properties of the reader of colours, and of what becomes of two of them.
enum Colors {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes, as: UTF8.self)
    var colors: [Color] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(4) {
      if let color = try color(String(line)) { colors.append(color) }
    }
    guard let first = colors.first, let last = colors.last else { return }
    let results = [
      first.over(last), first.mixed(with: last, by: 0.3), OKLCh(first).color(alpha: last.alpha),
      first.faded(last.alpha),
    ]
    for result in results {
      try assure(isShown(result), "\(first) and \(last) become \(result)")
    }
    let contrast = first.contrast(with: last)
    try assure((1...21.000_001).contains(contrast), "\(first) on \(last) has \(contrast)")
  }

  private static func color(_ text: String) throws(Finding) -> Color? {
    let color: Color
    do throws(ColorFlaw) { color = try Color(reading: text) } catch {
      try assure(
        (0...text.unicodeScalars.count).contains(error.offset),
        "\(error.offset) lies outside “\(text)”"
      )
      let isPlain = error.message.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control
      }
      try assure(isPlain && error.message.utf8.count < 600, "\(error) of “\(text)”")
      return nil
    }
    try assure(isShown(color), "“\(text)” is \(color)")
    try assure(
      (try? Color(reading: color.exactText)) == color,
      "“\(text)” becomes “\(color.exactText)”"
    )
    try assure(
      (try? Color(reading: color.text))?.text == color.text,
      "“\(text)” becomes “\(color.text)”"
    )
    return color
  }

  private static func isShown(_ color: Color) -> Bool {
    [color.red, color.green, color.blue, color.alpha].allSatisfy { (0...1).contains($0) }
  }
}
