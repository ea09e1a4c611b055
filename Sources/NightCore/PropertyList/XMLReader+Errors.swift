extension XMLReader {
  /// Refuses bytes that are not UTF-8, and characters that XML does not have.
  ///
  /// Everything after this relies on whole scalars and on 0 being free to mean the end.
  func checkText() throws(PropertyList.Flaw) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let offset = error.byteOffsets.lowerBound
      let byte = String(bytes[offset], radix: 16, uppercase: true)
      throw flaw("expected UTF-8 text, found the byte 0x\(byte)", at: offset)
    }
    for offset in bytes.indices {
      let isAllowed =
        switch bytes[offset] {
        case 0x09, 0x0A, 0x0D: true
        case ..<0x20: false
        // U+FFFE and U+FFFF.
        case 0xBE...0xBF: offset < 2 || bytes[offset - 1] != 0xBF || bytes[offset - 2] != 0xEF
        default: true
        }
      guard isAllowed else {
        let isControl = bytes[offset] < 0x20
        throw flaw(
          isControl
            ? "expected text, found a control character" : "expected text, found no character",
          at: isControl ? offset : offset - 2
        )
      }
    }
  }

  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0xFFFE...0xFFFF: false
    default: true
    }
  }

  func unexpected(_ expected: String) -> PropertyList.Flaw {
    flaw("expected \(expected), found \(found)", at: at)
  }

  func flaw(_ message: String, at offset: Int) -> PropertyList.Flaw {
    PropertyList.Flaw(position: position(of: offset), message: message)
  }

  /// The next thing in the text, in words.
  var found: String {
    switch byte {
    case 0: "the end of the text"
    case 0x0A, 0x0D: "the end of the line"
    case 0x09: "a tab"
    default:
      JSONReader.quoted(
        String(String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self).prefix(1))
      )
    }
  }

  /// Counted only where something is wrong, which costs one more look at what was read.
  private func position(of offset: Int) -> Position {
    var position = Position(line: 1, column: 1)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for place in start..<max(start, min(offset, bytes.count)) {
      switch bytes[place] {
      case 0x0D where place + 1 < bytes.count && bytes[place + 1] == 0x0A: break
      case 0x0A, 0x0D:
        position.line += 1
        position.column = 1
      case 0x80..<0xC0: break
      default: position.column += 1
      }
    }
    return position
  }
}
