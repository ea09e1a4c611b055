/// Builds the text of a property list.
struct PropertyListWriter {
  private var text = ""
  /// The names and numbers that lead to the value that is being written.
  private var path: [String] = []

  mutating func document(_ value: PreferenceValue) throws(PropertyList.Flaw) -> String {
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
  ) throws(PropertyList.Flaw) {
    switch value {
    case .bool(let value): line(value ? "<true/>" : "<false/>", level)
    case .integer(let value): line("<integer>\(value)</integer>", level)
    case .double(let value):
      guard value.isFinite else { throw flaw("is no finite number") }
      line("<real>\(value)</real>", level)
    case .string(let value):
      line("<string>" + (try escaped(value)) + "</string>", level)
    case .date(let seconds):
      guard PreferenceValue.isDate(seconds) else { throw flaw("lies beyond the years 1 to 9999") }
      line("<date>\(PreferenceValue.iso(seconds))</date>", level)
    case .data(let bytes): write(bytes, level)
    case .array(let values): try write(values, level)
    case .dictionary(let members): try write(members, level)
    }
  }

  private mutating func write(
    _ values: [PreferenceValue],
    _ level: Int
  ) throws(PropertyList.Flaw) {
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
  ) throws(PropertyList.Flaw) {
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

  /// In lines, which become the shorter the deeper they stand.
  private mutating func write(_ bytes: [UInt8], _ level: Int) {
    line("<data>", level)
    let width = max(16, 76 - 8 * level) / 4 * 3
    for start in stride(from: 0, to: bytes.count, by: width) {
      line(Base64.text(Array(bytes[start..<min(start + width, bytes.count)])), level)
    }
    line("</data>", level)
  }

  private mutating func line(_ words: String, _ level: Int) {
    for _ in 0..<level { text += "\t" }
    text += words
    text += "\n"
  }

  private func escaped(_ string: String) throws(PropertyList.Flaw) -> String {
    // Runs of bytes that stand for themselves are copied whole.
    var escaped: [UInt8] = []
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".utf8
      case "<": escaped += "&lt;".utf8
      case ">": escaped += "&gt;".utf8
      // Readers of XML take a bare one for the end of a line, and make it a line feed.
      case "\r": escaped += "&#13;".utf8
      default:
        guard XMLReader.isAllowed(scalar) else {
          throw flaw("holds \(JSONReader.quoted(String(scalar))), which XML cannot carry")
        }
        escaped += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private func flaw(_ what: String) -> PropertyList.Flaw {
    let place = path.isEmpty ? "the value" : JSONReader.quoted(path.joined(separator: "."))
    return PropertyList.Flaw(position: nil, message: "\(place) \(what)")
  }
}
