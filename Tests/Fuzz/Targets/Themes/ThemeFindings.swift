import NightCore

/// Properties of findings about a theme file: plain text, a limited number, and valid positions.
enum ThemeFindings {
  /// Checks findings; `texts` contains the files by name, and `most` findings of each kind are
  /// allowed.
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

  /// False for characters that move the cursor or change how the text around them is shown.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
