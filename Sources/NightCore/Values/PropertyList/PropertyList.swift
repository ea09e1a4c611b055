/// XML property lists, as Apple's `plutil` and Python's plistlib read and write them.
package enum PropertyList {
  /// The reader's limits, which allow everything that nightd can store.
  ///
  /// The size limit is high, because one byte of a string can become five bytes in XML, such as
  /// `&amp;`.
  package static let limits = JSONLimits(bytes: 32 << 20)

  /// Returns the value as the text of a property list, keeping the order of its members.
  ///
  /// Python's plistlib writes the same bytes, except that it loses carriage returns. If XML cannot
  /// represent a value, the function throws a flaw that contains the value's path.
  package static func text(_ value: PreferenceValue) throws(Flaw) -> String {
    var writer = PropertyListWriter()
    return try writer.document(value)
  }

  /// Reads the value of a property list.
  ///
  /// Nothing is dropped or rounded, so a repeated name, a number out of range and a fraction of a
  /// second are errors.
  package static func value(
    _ bytes: [UInt8],
    limits: JSONLimits = PropertyList.limits
  ) throws(Flaw) -> PreferenceValue {
    guard bytes.count <= limits.bytes else {
      throw Flaw("expected at most \(limits.bytes) bytes, found \(bytes.count)", at: .start)
    }
    var reader = PropertyListReader(try XMLReader(bytes), limits: limits)
    return try reader.document()
  }
}

/// Builds the text of a property list.
struct PropertyListWriter {
  private var text = ""
  /// The names and indices that lead to the current value.
  private var path: [String] = []

  mutating func document(_ value: PreferenceValue) throws(Flaw) -> String {
    text += #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "#
    text += #""http://www.apple.com/DTDs/PropertyList-1.0.dtd">"# + "\n"
    text += #"<plist version="1.0">"# + "\n"
    try write(value, level: 0)
    text += "</plist>\n"
    return text
  }

  private mutating func write(
    _ value: PreferenceValue,
    level: Int
  ) throws(Flaw) {
    switch value {
    case .bool(let value): line(value ? "<true/>" : "<false/>", level)
    case .integer(let value): line("<integer>\(value)</integer>", level)
    case .double(let value):
      guard value.isFinite else { throw flaw("is not a finite number") }
      line("<real>\(value)</real>", level)
    case .string(let value):
      line("<string>" + (try escaped(value)) + "</string>", level)
    case .date(let seconds):
      guard PreferenceValue.isDate(seconds) else { throw flaw("is outside the years 1 to 9999") }
      line("<date>\(PreferenceValue.iso(seconds))</date>", level)
    case .data(let bytes): write(bytes, level)
    case .array(let values): try write(values, level)
    case .dictionary(let members): try write(members, level)
    }
  }

  private mutating func write(
    _ values: [PreferenceValue],
    _ level: Int
  ) throws(Flaw) {
    guard !values.isEmpty else { return line("<array/>", level) }
    line("<array>", level)
    for (number, value) in values.enumerated() {
      path.append(String(number))
      try write(value, level: level + 1)
      path.removeLast()
    }
    line("</array>", level)
  }

  private mutating func write(
    _ members: [PreferenceValue.Member],
    _ level: Int
  ) throws(Flaw) {
    guard !members.isEmpty else { return line("<dict/>", level) }
    line("<dict>", level)
    for member in members {
      path.append(member.name)
      line("<key>" + (try escaped(member.name)) + "</key>", level + 1)
      try write(member.value, level: level + 1)
      path.removeLast()
    }
    line("</dict>", level)
  }

  /// Writes bytes as base64 in several lines, which are shorter at a deeper level of nesting.
  private mutating func write(_ bytes: [UInt8], _ level: Int) {
    line("<data>", level)
    let width = max(16, 76 - 8 * level) / 4 * 3
    for start in stride(from: 0, to: bytes.count, by: width) {
      line(Base64.text(Array(bytes[start..<min(start + width, bytes.count)])), level)
    }
    line("</data>", level)
  }

  private mutating func line(_ element: String, _ level: Int) {
    for _ in 0..<level { text += "\t" }
    text += element
    text += "\n"
  }

  private func escaped(_ string: String) throws(Flaw) -> String {
    var escaped: [UInt8] = []
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".utf8
      case "<": escaped += "&lt;".utf8
      case ">": escaped += "&gt;".utf8
      // XML readers turn a carriage return into a line feed unless it is escaped.
      case "\r": escaped += "&#13;".utf8
      default:
        guard XMLReader.isAllowed(scalar) else {
          throw flaw(
            "contains \(MessageText.quoted(String(scalar))), which XML cannot represent"
          )
        }
        escaped += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private func flaw(_ what: String) -> Flaw {
    let place = path.isEmpty ? "the value" : MessageText.quoted(path.joined(separator: "."))
    return Flaw("\(place) \(what)")
  }
}
