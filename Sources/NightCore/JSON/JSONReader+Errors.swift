extension JSONReader {
  /// Refuses bytes that are not UTF-8, and NUL, before anything else looks at them.
  ///
  /// Everything after this relies on whole scalars and on 0 being free to mean the end.
  func checkText() throws(JSONError) {
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

  /// An error at the next byte.
  ///
  /// Where the text ends inside an array or object, the message says where that was opened.
  func unexpected(_ expected: String, within opening: Position? = nil) -> JSONError {
    var message = "expected \(expected), found \(found)"
    if isAtEnd, let opening {
      message += ", with \(opening) still open"
    }
    if byte == UInt8(ascii: "#") {
      message += ": comments begin with //"
    }
    return JSONError(
      kind: isAtEnd ? .unfinished : .syntax,
      position: position,
      message: message
    )
  }

  /// An error at the next byte, where what was meant must stand in quotes.
  func inQuotes(_ expected: String, _ meant: String) -> JSONError {
    JSONError(
      kind: .syntax,
      position: position,
      message: "expected \(expected), found \(found): \(meant) must stand in quotes"
    )
  }

  /// The next thing in the text, in words.
  var found: String {
    switch byte {
    case 0: "the end of the text"
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): "the end of the line"
    case UInt8(ascii: "\t"): "a tab"
    case UInt8(ascii: "'"): "a single quote"
    default: Self.quoted(String(Character(scalar())))
    }
  }

  /// A text out of the file as a message shows it: short, and with nothing that moves a cursor.
  static func quoted(_ text: String) -> String { "'\(shown(text))'" }

  /// The same without quotes.
  static func shown(_ text: String) -> String {
    let limit = 40
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
        .unassigned, .surrogate, .nonspacingMark, .spacingMark, .enclosingMark:
        shown += scalar == " " ? " " : codePoint(scalar)
      default:
        shown.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.count > limit ? shown + "…" : shown
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  private func notText(_ sentence: String, at offset: Int) -> JSONError {
    var walker = self
    while walker.at < offset {
      switch walker.byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): walker.endLine()
      case 0x80...: walker.skipScalar()
      default: walker.at += 1
      }
    }
    return JSONError(kind: .notText, position: walker.position, message: "expected \(sentence)")
  }
}
