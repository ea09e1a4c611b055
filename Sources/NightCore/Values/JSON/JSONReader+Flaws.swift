extension JSONReader {
  /// Refuses NUL and bytes that are not UTF-8, before any other code reads the text.
  ///
  /// All other code relies on complete scalars, and treats a zero byte as the end of the text.
  package func checkText() throws(Flaw) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let offset = error.byteOffsets.lowerBound
      let byte = String(bytes[offset], radix: 16, uppercase: true)
      throw notText("UTF-8 text, found the byte 0x\(byte)", at: offset)
    }
    if let offset = bytes.firstIndex(of: 0) {
      throw notText("UTF-8 text, found a NUL byte", at: offset)
    }
  }

  /// Makes an error that says what was expected in place of the next byte.
  ///
  /// If the text ends within an array or object, the message tells where that container begins.
  package func unexpected(_ expected: String, within opening: Position? = nil) -> Flaw {
    var message = "expected \(expected), found \(found)"
    if isAtEnd, let opening {
      message += ", with \(opening) still open"
    }
    if byte == UInt8(ascii: "#") {
      message += ": comments begin with //"
    }
    return Flaw(message, at: position)
  }

  /// Makes an error for an unquoted value, such as a colour, that starts with the next byte.
  package func inQuotes(_ expected: String, _ meant: String) -> Flaw {
    Flaw("expected \(expected), found \(found): \(meant) must be in quotes", at: position)
  }

  /// A description of the next character in the text.
  package var found: String {
    switch byte {
    case 0: "the end of the text"
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): "the end of the line"
    case UInt8(ascii: "\t"): "a tab"
    case UInt8(ascii: "'"): "a single quote"
    default: MessageText.quoted(String(Character(scalar())))
    }
  }

  private func notText(_ sentence: String, at offset: Int) -> Flaw {
    var walker = self
    while walker.at < offset { walker.skipCharacter() }
    return Flaw("expected \(sentence)", at: walker.position)
  }
}
