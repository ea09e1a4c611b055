extension XMLReader {
  /// Skips what comes before the root: the declaration, comments and the document type.
  mutating func skipProlog() throws(Flaw) {
    if isNext("<?xml"), at + 5 < bytes.count, Self.isBlank(bytes[at + 5]) {
      let start = at
      try skipInstruction()
      try checkEncoding(String(decoding: bytes[start..<at], as: UTF8.self), at: start)
    }
    skipBlanks()
    while try skipRemark() { skipBlanks() }
    guard skip("<!DOCTYPE") else { return }
    while byte != UInt8(ascii: ">") {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipQuoted()
      case UInt8(ascii: "["):
        throw flaw("definitions are not allowed in a property list", at: at)
      case UInt8(ascii: "<"), 0: throw unexpected("“>” to end the document's type")
      default: at += 1
      }
    }
    at += 1
  }

  private func checkEncoding(
    _ declaration: String,
    at offset: Int
  ) throws(Flaw) {
    let words = declaration.split { $0 == "\"" || $0 == "'" }
    guard let place = words.firstIndex(where: { $0.hasSuffix("encoding=") }),
      place + 1 < words.count
    else { return }
    let encoding = words[place + 1].lowercased()
    guard encoding == "utf-8" || encoding == "us-ascii" else {
      throw flaw(
        "expected UTF-8, found the encoding \(MessageText.quoted(String(words[place + 1])))",
        at: offset
      )
    }
  }
}

extension XMLReader {
  /// Reads all text until the next tag or the end.
  mutating func text() throws(Flaw) -> [UInt8] {
    var text: [UInt8] = []
    while !isAtEnd {
      switch byte {
      case UInt8(ascii: "<"):
        if isNext("<![CDATA[") {
          try appendCharacters(to: &text)
        } else if try !skipRemark() {
          guard !isNext("<!") else {
            throw flaw("definitions are not allowed in a property list", at: at)
          }
          return text
        }
      case UInt8(ascii: "&"):
        text += (UTF8.encode(try reference()) ?? UTF8.encodedReplacementCharacter)
      case UInt8(ascii: "]") where isNext("]]>"):
        throw flaw("expected “]]>” in a text to be written as “]]&gt;”", at: at)
      default: append(to: &text)
      }
    }
    return text
  }

  /// Appends the next byte; any line end becomes a line feed.
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

  private mutating func appendCharacters(to text: inout [UInt8]) throws(Flaw) {
    let start = at
    _ = skip("<![CDATA[")
    while !skip("]]>") {
      guard !isAtEnd else {
        throw flaw("expected “]]>” to end this section, found the end of the text", at: start)
      }
      append(to: &text)
    }
  }

  /// Skips a comment or a processing instruction; returns false if neither starts here.
  mutating func skipRemark() throws(Flaw) -> Bool {
    if isNext("<!--") {
      try skipComment()
    } else if isNext("<?") {
      try skipInstruction()
    } else {
      return false
    }
    return true
  }

  private mutating func skipComment() throws(Flaw) {
    let start = at
    _ = skip("<!--")
    while !isNext("--") {
      guard !isAtEnd else {
        throw flaw("expected “-->” to end this comment, found the end of the text", at: start)
      }
      at += 1
    }
    guard skip("-->") else { throw flaw("expected no “--” within a comment", at: at) }
  }

  mutating func skipInstruction() throws(Flaw) {
    let start = at
    while !skip("?>") {
      guard !isAtEnd else {
        throw flaw("expected “?>” to end this instruction, found the end of the text", at: start)
      }
      at += 1
    }
  }

  /// Reads a character reference, which is one of XML's five names or a number.
  private mutating func reference() throws(Flaw) -> Unicode.Scalar {
    let start = at
    at += 1
    let isNumber = skip("#")
    let isHexadecimal = isNumber && skip("x")
    let wordStart = at
    // Leading zeros can make a number long, but no sensible number needs 16 characters.
    while at - wordStart < 16, byte != UInt8(ascii: ";"), !isAtEnd { at += 1 }
    let word = String(decoding: bytes[wordStart..<at], as: UTF8.self)
    guard skip(";") else {
      throw flaw("expected a reference such as '&amp;' or '&#13;'", at: start)
    }
    let scalar: Unicode.Scalar? =
      if isNumber {
        // Check for digits, because `UInt32` would also accept a sign.
        Self.isNumeral(word)
          ? UInt32(word, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init) : nil
      } else {
        Self.named(word)
      }
    guard let scalar, Self.isAllowed(scalar) else {
      let found = String(decoding: bytes[start..<at], as: UTF8.self)
      throw flaw("\(MessageText.quoted(found)) is not a character", at: start)
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
