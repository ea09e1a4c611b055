/// Quotes and unquotes strings, with a backslash before each inner quote and backslash.
package enum QuotedText {
  /// Quotes a string as GVariant prints strings, usually in single quotes.
  ///
  /// Double quotes are used if the string contains a single quote.
  package static func gvariant(_ text: String) -> String {
    quoted(text, by: text.unicodeScalars.contains("'") ? "\"" : "'")
  }

  /// Puts a string in quotes; the default is the double quote, as in files of GTK 2 and xsettingsd.
  package static func quoted(_ text: String, by quote: Unicode.Scalar = "\"") -> String {
    var quoted = String(Character(quote))
    for scalar in text.unicodeScalars {
      if scalar == quote || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    quoted.unicodeScalars.append(quote)
    return quoted
  }

  /// The string between single or double quotes; nil if the string is not quoted.
  package static func unquoted(_ text: String) -> String? {
    guard let quote = text.unicodeScalars.first, quote == "'" || quote == "\"",
      text.unicodeScalars.count > 1, text.unicodeScalars.last == quote
    else { return nil }
    var plain = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        plain.append(scalar)
        isEscaped = false
      }
    }
    return String(plain)
  }
}
