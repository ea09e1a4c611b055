/// A text as one word to a shell, whatever is in it.
package enum ShellWord {
  package static func of(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy(isPlain)
    guard !isPlain else { return text }
    // By bytes, as a shell reads: a mark may join the quote before it to one character.
    let quote = UInt8(ascii: "'")
    let escaped = text.utf8.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] }
    return "'" + String(decoding: escaped, as: UTF8.self) + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
