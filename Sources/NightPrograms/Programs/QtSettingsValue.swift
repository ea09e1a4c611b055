/// The format in which Qt writes strings to its settings files.
enum QtSettingsValue {
  /// Quotes and escapes a string so that both Qt 5 and Qt 6 read back the same string.
  ///
  /// Qt 5 reads bytes outside ASCII as Latin-1, but Qt 6 reads them as UTF-8. Both versions
  /// understand `\x` and the hexadecimal number of a UTF-16 unit, so these characters are written
  /// in this way. Qt would read a digit directly after this number as part of the number, so the
  /// digit is escaped too.
  static func text(_ text: String) -> String {
    var escaped = ""
    var endsInNumber = false
    for unit in text.utf16 {
      let isNumber = unit < 0x20 || unit > 0x7E || endsInNumber && isHexDigit(unit)
      if isNumber {
        escaped += "\\x" + String(unit, radix: 16)
      } else {
        if unit == 0x22 || unit == 0x5C { escaped += "\\" }
        escaped += String(decoding: [unit], as: UTF16.self)
      }
      endsInNumber = isNumber
    }
    let needsQuotes =
      text.utf8.contains { ";,=\"".utf8.contains($0) } || text.utf8.first == 0x20
      || text.utf8.last == 0x20
    return needsQuotes ? "\"\(escaped)\"" : escaped
  }

  private static func isHexDigit(_ unit: UInt16) -> Bool {
    (0x30...0x39).contains(unit) || (0x41...0x46).contains(unit) || (0x61...0x66).contains(unit)
  }
}
