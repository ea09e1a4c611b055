import NightCore

/// Properties of the reader and the writer of property lists.
enum Lists {
  /// Reads the bytes as a whole file if they begin as XML, and otherwise as the content of a list.
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let isWhole = bytes.first == UInt8(ascii: "<") || bytes.first == 0xEF
    let text = isWhole ? bytes : Array("<plist>".utf8) + bytes + Array("</plist>".utf8)
    let value: PreferenceValue
    do throws(Flaw) { value = try PropertyList.value(text) } catch {
      guard let position = error.position else { throw Finding("no place: \(error)") }
      return try TextPlaces(of: text).check(position, "the error “\(error)”")
    }
    try Forms.list(value, isRead: true)
    try Forms.check(value)
  }
}
