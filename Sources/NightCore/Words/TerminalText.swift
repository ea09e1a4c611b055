/// Text from other programs and from files, before people see it.
///
/// It may hold characters that a terminal obeys: the controls of ASCII and of C1 (U+0080 to U+009F,
/// which are two bytes in UTF-8), and marks that turn the direction of the text. Characters without
/// width make two different texts look the same, and line separators end a line for some programs.
package enum TerminalText {
  /// The text with U+FFFD in place of each such character, line ends and tabs among them.
  package static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(isObeyed(scalar) ? replacement : scalar) }
    return String(plain)
  }

  /// The same for several lines: line feeds, tabs, and a carriage return before a line feed stay.
  ///
  /// With `colours`, so do sequences that only set colours (SGR), such as ESC [ 0 m.
  package static func lines(_ text: String, colours: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: { isObeyed($0) && $0 != "\n" }) else { return text }
    var plain = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      let isKept = scalar == "\n" || scalar == "\t" || scalar == "\r" && rest.first == "\n"
      if colours, scalar == "\u{1B}", let length = colourLength(rest) {
        plain.append(scalar)
        plain.append(contentsOf: rest.prefix(length))
        rest = rest.dropFirst(length)
      } else {
        plain.append(isObeyed(scalar) && !isKept ? replacement : scalar)
      }
    }
    return String(plain)
  }

  /// JSON with such characters as `\u` and four digits; outside of its strings it has none.
  package static func json(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isObeyed(scalar), scalar != "\n" else {
        plain.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      plain.append(
        contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count)).unicodeScalars
      )
      plain.append(contentsOf: digits.unicodeScalars)
    }
    return String(plain)
  }

  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// How long a sequence is that only sets colours, behind its ESC; nil if it is another one.
  private static func colourLength(_ rest: Substring.UnicodeScalarView) -> Int? {
    guard rest.first == "[" else { return nil }
    let parameters = rest.dropFirst().prefix { ("0"..."9").contains($0) || $0 == ";" }
    guard rest.dropFirst(1 + parameters.count).first == "m" else { return nil }
    return parameters.count + 2
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."~": false
    // Each has at most four hexadecimal digits, as the escapes of JSON need.
    case "\0"..."\u{9F}", "\u{61C}", "\u{180E}", "\u{200B}"..."\u{200F}",
      "\u{2028}"..."\u{202E}", "\u{2060}"..."\u{206F}", "\u{FEFF}", "\u{FFF9}"..."\u{FFFB}":
      true
    default: false
    }
  }
}
