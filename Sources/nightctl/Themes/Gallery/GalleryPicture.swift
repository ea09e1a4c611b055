import NightCore

/// The gallery as an SVG picture without external resources.
struct GalleryPicture {
  private static let columns = 4
  private static let width = 300
  private static let height = 190
  private static let gap = 20

  let cards: [ThemeCard]

  var text: String {
    let rows = (cards.count + Self.columns - 1) / Self.columns
    let width = Self.gap + Self.columns * (Self.width + Self.gap)
    let height = Self.gap + rows * (Self.height + Self.gap)
    let drawn = cards.enumerated().map { number, card in
      let x = Self.gap + number % Self.columns * (Self.width + Self.gap)
      let y = Self.gap + number / Self.columns * (Self.height + Self.gap)
      return "<g transform=\"translate(\(x) \(y))\">\(Self.shapes(card))</g>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" font-family="system-ui, sans-serif" font-size="13">
      <title>\(cards.count) themes</title>
      <rect width="100%" height="100%" fill="#808080"/>
      \(drawn.joined())</svg>

      """
  }

  private static func shapes(_ card: ThemeCard) -> String {
    func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: String) -> String {
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"\(color)\"/>"
    }
    func text(_ x: Int, _ y: Int, _ text: String, _ role: String) -> String {
      let text = ChartPicture.escaped(Cells.cut(text, 36))
      return "<text x=\"\(x)\" y=\"\(y)\" fill=\"\(card.colors[role] ?? "")\">\(text)</text>"
    }
    let facts = "\(card.theme.style.rawValue), contrast \(ThemeCheck.ratio(card.contrast))"
    let areas = [
      (0, 0, width, height, "background"), (0, 0, width, 34, "surfaceVariant"),
      (14, 46, width - 28, 60, "surface"), (14, 116, 50, 20, "primary"),
      (69, 116, 50, 20, "secondary"), (124, 116, 50, 20, "success"),
      (179, 116, 50, 20, "warning"), (234, 116, 52, 20, "error"),
    ]
    let terminal = card.terminal.enumerated()
      .map { box(14 + $0 % 8 * 34, 146 + $0 / 8 * 16, 34, 16, $1) }
    return areas.map { box($0, $1, $2, $3, card.colors[$4] ?? "") }.joined() + terminal.joined()
      + text(14, 22, card.theme.name, "onSurfaceVariant") + text(26, 70, facts, "onSurface")
      + text(26, 94, card.theme.author ?? "", "link")
  }
}
