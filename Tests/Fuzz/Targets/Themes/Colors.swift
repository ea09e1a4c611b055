import NightCore

/// Properties of the reader of colours, and of mixing two colours.
enum Colors {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes, as: UTF8.self)
    var colors: [Color] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(4) {
      if let color = try color(String(line)) { colors.append(color) }
    }
    guard let first = colors.first, let last = colors.last else { return }
    try pair(first, last)
  }

  static func isShown(_ color: Color) -> Bool {
    [color.red, color.green, color.blue, color.alpha].allSatisfy { (0...1).contains($0) }
  }

  private static func color(_ text: String) throws(Finding) -> Color? {
    let color: Color
    do throws(Flaw) { color = try Color(reading: text) } catch {
      try assure(
        (1...text.unicodeScalars.count + 1).contains(error.column ?? 0),
        "the place of “\(error)” lies outside “\(text)”"
      )
      let isPlain = error.message.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
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
    try assure(
      isClose(OKLCh(color).color(alpha: color.alpha), color),
      "“\(text)” is \(OKLCh(color)), and that \(OKLCh(color).color(alpha: color.alpha))"
    )
    return color
  }

  private static func pair(_ first: Color, _ last: Color) throws(Finding) {
    var results = [first.over(last), first.faded(last.alpha)]
    for amount in [0.0, 1e-9, 0.3, 0.5, 1] { results.append(first.mixed(with: last, by: amount)) }
    for result in results {
      try assure(isShown(result), "\(first) and \(last) become \(result)")
    }
    try assure(
      first.mixed(with: last, by: 0) == first && first.mixed(with: last, by: 1) == last,
      "\(first) and \(last) mix to neither"
    )
    try assure(
      last.alpha < 1 || first.over(last).alpha == 1,
      "\(last) shines through where \(first) lies on it"
    )
    let contrast = first.contrast(with: last)
    try assure(
      (1...21.000_001).contains(contrast) && contrast == last.contrast(with: first),
      "\(first) on \(last) has \(contrast)"
    )
  }

  /// Whether the difference of the colours is too small to be seen or to change a byte.
  private static func isClose(_ one: Color, _ other: Color) -> Bool {
    zip([one.red, one.green, one.blue], [other.red, other.green, other.blue])
      .allSatisfy { abs($0 - $1) < 1e-4 } && one.alpha == other.alpha
  }
}
