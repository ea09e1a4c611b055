/// Makes text from files and from other programs safe to print.
///
/// Text from outside may contain characters that control a terminal: the control characters of
/// ASCII and of C1 (U+0080 to U+009F, two bytes in UTF-8). Some marks change the direction of text,
/// and characters without width can make different strings look the same. Line separators end a
/// line in some programs. The two joiners (U+200C and U+200D) are kept, because Persian names and
/// emoji need them.
package enum TerminalText {
  /// Replaces each control character with U+FFFD, including line ends and tabs.
  package static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(isObeyed(scalar) ? replacement : scalar) }
    return String(plain)
  }

  /// Replaces control characters in a text of several lines.
  ///
  /// Line feeds, tabs and the carriage return of a CRLF are kept. With `colours`, sequences that
  /// only set colours (SGR) are kept as well, such as ESC [ 0 m.
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

  /// Escapes control characters in JSON text, as `\u` and four digits.
  ///
  /// The JSON stays valid, because only its strings can contain the escaped characters.
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

  /// The length of a sequence that only sets colours, without its ESC; nil for any other sequence.
  private static func colourLength(_ rest: Substring.UnicodeScalarView) -> Int? {
    guard rest.first == "[" else { return nil }
    let parameters = rest.dropFirst().prefix { ("0"..."9").contains($0) || $0 == ";" }
    guard rest.dropFirst(1 + parameters.count).first == "m" else { return nil }
    return parameters.count + 2
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."~": false
    // All these characters have at most four hexadecimal digits, and an escape in JSON has exactly
    // four.
    case "\0"..."\u{9F}", "\u{61C}", "\u{180E}", "\u{200B}",
      "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}", "\u{2060}"..."\u{206F}", "\u{FEFF}",
      "\u{FFF9}"..."\u{FFFB}":
      true
    default: false
    }
  }
}

/// Quotes a string as a single word for a shell.
package enum ShellWord {
  package static func of(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy(isPlain)
    guard !isPlain else { return text }
    // Compare bytes as a shell does, because Swift may join a quote with a combining mark after it.
    let quote = UInt8(ascii: "'")
    let escaped = text.utf8.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] }
    return "'" + String(decoding: escaped, as: UTF8.self) + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
