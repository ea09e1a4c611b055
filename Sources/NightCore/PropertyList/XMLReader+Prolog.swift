extension XMLReader {
  /// Steps over all that stands before the root: declaration, comments and the document's type.
  mutating func skipProlog() throws(PropertyList.Flaw) {
    if stands("<?xml"), at + 5 < bytes.count, Self.isBlank(bytes[at + 5]) {
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
        throw flaw("definitions have no place in a property list", at: at)
      case UInt8(ascii: "<"), 0: throw unexpected("'>' to end the document's type")
      default: at += 1
      }
    }
    at += 1
  }

  private func checkEncoding(
    _ declaration: String,
    at offset: Int
  ) throws(PropertyList.Flaw) {
    let words = declaration.split { $0 == "\"" || $0 == "'" }
    guard let place = words.firstIndex(where: { $0.hasSuffix("encoding=") }),
      place + 1 < words.count
    else { return }
    let encoding = words[place + 1].lowercased()
    guard encoding == "utf-8" || encoding == "us-ascii" else {
      throw flaw(
        "expected UTF-8, found the encoding \(JSONReader.quoted(String(words[place + 1])))",
        at: offset
      )
    }
  }
}
