extension XMLReader {
  /// Reads all text that stands here, up to the next tag or the end.
  mutating func text() throws(PropertyList.Flaw) -> [UInt8] {
    var text: [UInt8] = []
    while !isAtEnd {
      switch byte {
      case UInt8(ascii: "<"):
        if stands("<![CDATA[") {
          try appendCharacters(to: &text)
        } else if try !skipRemark() {
          guard !stands("<!") else {
            throw flaw("definitions have no place in a property list", at: at)
          }
          return text
        }
      case UInt8(ascii: "&"):
        text += (UTF8.encode(try reference()) ?? UTF8.encodedReplacementCharacter)
      case UInt8(ascii: "]") where stands("]]>"):
        throw flaw("expected ']]>' in a text to be written as ']]&gt;'", at: at)
      default: append(to: &text)
      }
    }
    return text
  }

  /// Appends what stands here for itself; each end of a line is a line feed.
  private mutating func append(to text: inout [UInt8]) {
    if byte == 0x0D {
      at += 1
      if byte == 0x0A { at += 1 }
      text.append(0x0A)
    } else {
      text.append(byte)
      at += 1
    }
  }

  private mutating func appendCharacters(to text: inout [UInt8]) throws(PropertyList.Flaw) {
    let start = at
    _ = skip("<![CDATA[")
    while !skip("]]>") {
      guard !isAtEnd else {
        throw flaw("expected ']]>' to end this section, found the end of the text", at: start)
      }
      append(to: &text)
    }
  }

  /// Steps over a comment or a processing instruction, if one stands here.
  mutating func skipRemark() throws(PropertyList.Flaw) -> Bool {
    if stands("<!--") {
      try skipComment()
    } else if stands("<?") {
      try skipInstruction()
    } else {
      return false
    }
    return true
  }

  private mutating func skipComment() throws(PropertyList.Flaw) {
    let start = at
    _ = skip("<!--")
    while !stands("--") {
      guard !isAtEnd else {
        throw flaw("expected '-->' to end this comment, found the end of the text", at: start)
      }
      at += 1
    }
    guard skip("-->") else { throw flaw("expected no '--' within a comment", at: at) }
  }

  mutating func skipInstruction() throws(PropertyList.Flaw) {
    let start = at
    while !skip("?>") {
      guard !isAtEnd else {
        throw flaw("expected '?>' to end this instruction, found the end of the text", at: start)
      }
      at += 1
    }
  }

  /// Reads a reference: one of the five names that XML has, or a number.
  private mutating func reference() throws(PropertyList.Flaw) -> Unicode.Scalar {
    let start = at
    at += 1
    let isNumber = skip("#")
    let isHexadecimal = isNumber && skip("x")
    let wordStart = at
    // Leading zeros may make a number long, but not that long.
    while at - wordStart < 16, byte != UInt8(ascii: ";"), !isAtEnd { at += 1 }
    let word = String(decoding: bytes[wordStart..<at], as: UTF8.self)
    guard skip(";") else {
      throw flaw("expected a reference such as '&amp;' or '&#13;'", at: start)
    }
    let scalar: Unicode.Scalar? =
      if isNumber {
        // A sign would be read as well.
        Self.isNumeral(word)
          ? UInt32(word, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init) : nil
      } else {
        Self.named(word)
      }
    guard let scalar, Self.isAllowed(scalar) else {
      let found = String(decoding: bytes[start..<at], as: UTF8.self)
      throw flaw("\(JSONReader.quoted(found)) stands for no character", at: start)
    }
    return scalar
  }

  private static func isNumeral(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { JSONReader.hexadecimalDigit($0) != nil }
  }

  private static func named(_ word: String) -> Unicode.Scalar? {
    switch word {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    default: nil
    }
  }
}
