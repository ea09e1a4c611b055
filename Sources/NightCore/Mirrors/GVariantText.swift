/// Texts in the form in which GVariant prints and reads them.
package enum GVariantText {
  /// In single quotation marks, or in double ones where it has single ones in it.
  package static func quoted(_ text: String) -> String {
    let quote: Unicode.Scalar = text.unicodeScalars.contains("'") ? "\"" : "'"
    var quoted = String(Character(quote))
    for scalar in text.unicodeScalars {
      if scalar == quote || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    quoted.unicodeScalars.append(quote)
    return quoted
  }
}
