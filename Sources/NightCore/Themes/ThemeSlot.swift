/// A place for the theme of a style, with contrast as usual or high.
package struct ThemeSlot: Hashable, Sendable {
  package var style: Style
  package var isHigh: Bool

  package init(_ style: Style, isHigh: Bool = false) {
    self.style = style
    self.isHigh = isHigh
  }

  package static let all = [false, true].flatMap { isHigh in
    Style.allCases.map { ThemeSlot($0, isHigh: isHigh) }
  }

  /// The preference that names the theme.
  package var key: String { "theme.\(style.rawValue)\(isHigh ? "-high" : "")" }

  package var preference: PreferenceKey { PreferenceKey(known: key) }
}
