/// What a theme can give under a name.
package enum ThemeKind: String, CaseIterable, Sendable {
  case color
  case image
  case font
  case number
  case string
  case bool
  /// Style sheets, by what they are for.
  case label
  case button
  case view

  /// What its section in a theme's file is called.
  package var section: String {
    switch self {
    case .color: "colors"
    case .image: "images"
    case .font: "fonts"
    case .number: "numbers"
    case .string: "strings"
    case .bool: "booleans"
    case .label: "labels"
    case .button: "buttons"
    case .view: "views"
    }
  }
}
