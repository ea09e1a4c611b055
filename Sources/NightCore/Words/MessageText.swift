/// How a message shows a text that came from a file, an argument or another program.
enum MessageText {
  /// The text in double quotes, shortened and without anything that moves a cursor.
  static func quoted(_ text: String) -> String { "“\(shown(text))”" }

  /// The same in single quotes, for messages about JSON and XML, whose texts hold double quotes.
  static func singleQuoted(_ text: String) -> String { "'\(shown(text))'" }

  /// The first 40 characters of a text, with control characters and marks as code points.
  static func shown(_ text: String) -> String {
    let limit = 40
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
        .unassigned, .surrogate, .nonspacingMark, .spacingMark, .enclosingMark:
        shown += scalar == " " ? " " : codePoint(scalar)
      default:
        shown.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.count > limit ? shown + "…" : shown
  }

  /// The end of a sentence that suggests a name: ` (did you mean dark?)`; empty for nil.
  static func didYouMean(_ name: String?) -> String {
    name.map { " (did you mean \(shown($0))?)" } ?? ""
  }

  /// The text with ASCII capitals as small letters; all other characters stay.
  static func lowercased(_ text: String) -> String {
    String(
      decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 },
      as: UTF8.self
    )
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension [String] {
  /// A list of alternatives for a message: `light, dark or follow`.
  var either: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
