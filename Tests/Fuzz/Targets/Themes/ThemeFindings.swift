import NightCore
import NightThemes

/// What is said of a theme's file: plain, not endless, and each with its place in it.
enum ThemeFindings {
  /// The texts by what their files are called; so many of each kind may be told.
  static func check(
    _ findings: [ThemeFinding],
    in texts: [String: TextPlaces],
    most: Int
  ) throws(Finding) {
    for severity in [ThemeFinding.Severity.error, .warning, .note] {
      let count = findings.count { $0.severity == severity }
      try assure(count <= most, "\(count) times \(severity)")
    }
    for finding in findings {
      guard let places = texts[finding.file], let position = finding.position else {
        throw Finding("no place: \(finding.description)")
      }
      try places.check(position, finding.description)
      try assure(
        !finding.message.isEmpty && finding.message.utf8.count < 4_096
          && finding.message.unicodeScalars.allSatisfy(isPlain),
        "no sentence: \(finding.description)"
      )
    }
  }

  /// Nothing that moves a cursor.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
