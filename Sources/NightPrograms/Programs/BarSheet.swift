import NightCore

/// The backgrounds in a user's style sheet for Waybar.
///
/// The background colours in the style sheet tell whether the bar is one strip, or separate pills
/// over the wallpaper.
///
/// This is not a full CSS parser: it ignores rules that it does not understand.
struct BarSheet: Equatable {
  /// How opaque the bar's own background is, from 0 to 1.
  private(set) var opacity = 1.0
  /// The parts of the bar that have a background of their own, such as `#clock` or `.modules-left`.
  private(set) var filled: [String] = []

  init(_ text: String) {
    for (selectors, background) in Self.backgrounds(Self.uncommented(text)) {
      for selector in selectors {
        if ["window#waybar", "#waybar", "window"].contains(selector) {
          opacity = Self.opacity(background) ?? opacity
        } else if let part = Self.part(selector) {
          filled.removeAll { $0 == part }
          // A named colour or an image is treated as opaque.
          if Self.opacity(background) ?? 1 > 0 { filled.append(part) }
        }
      }
    }
  }

  /// Whether the wallpaper shows between the parts of the bar.
  var hasPills: Bool { opacity < 0.5 && !filled.isEmpty }

  /// The part of the bar that a selector matches; nil if the selector matches a state, a button or
  /// anything else.
  private static func part(_ selector: String) -> String? {
    let own =
      selector.hasPrefix("window#waybar ")
      ? String(selector.dropFirst("window#waybar ".count)) : selector
    let areas = [".modules-left", ".modules-center", ".modules-right", ".module"]
    if areas.contains(own) { return own }
    let letters = own.dropFirst()
    let isName =
      !letters.isEmpty
      && letters.allSatisfy {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
      }
    return own.hasPrefix("#") && isName ? own : nil
  }

  /// How opaque a background is, from 0 to 1; nil if the opacity cannot be read from the CSS value.
  private static func opacity(_ background: String) -> Double? {
    if ["transparent", "none", "unset", "initial"].contains(background) { return 0 }
    if background.hasPrefix("rgba(") || background.hasPrefix("alpha(") {
      let last = background.split { ",/".contains($0) }.last?.filter { $0 != ")" && $0 != " " }
      return last.flatMap { text in
        text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
      }
    }
    return background.hasPrefix("#") || background.hasPrefix("rgb(") ? 1 : nil
  }

  /// For each rule that sets a background, the background and the rule's selectors.
  private static func backgrounds(_ text: String) -> [(selectors: [String], background: String)] {
    text.split(separator: "}").compactMap { rule in
      let parts = rule.split(separator: "{", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      // A statement before the selectors, such as an `@import`, ends with a semicolon, so drop it.
      let names = parts[0].split(separator: ";").last ?? ""
      var background: String?
      for declaration in parts[1].split(separator: ";") {
        let pair = declaration.split(separator: ":", maxSplits: 1).map(squeezed)
        guard pair.count == 2, ["background", "background-color"].contains(pair[0]) else {
          continue
        }
        background = pair[1]
      }
      return background.map { (names.split(separator: ",").map(squeezed), $0) }
    }
  }

  private static func squeezed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func uncommented(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstPlace(of: "/*") {
      result += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      rest = rest.firstPlace(of: "*/").map { rest[$0.upperBound...] } ?? ""
    }
    return result + rest
  }
}
