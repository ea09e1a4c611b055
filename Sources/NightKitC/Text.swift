import Glibc

/// A text that a C program passed; nil where it passed none, or bytes that are no UTF-8.
func text(_ bytes: UnsafePointer<CChar>?) -> String? {
  bytes.flatMap { String(validatingCString: $0) }
}

/// Writes a text with a zero byte into a C program's memory, as much of it as has room, and answers
/// the length of all of it.
func write(_ text: String, to start: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
  var text = text
  return text.withUTF8 { bytes in
    guard let start, size > 0 else { return bytes.count }
    var count = min(bytes.count, size - 1)
    // Not through the middle of a character.
    while count < bytes.count, count > 0, bytes[count] & 0xc0 == 0x80 { count -= 1 }
    for (index, byte) in bytes.prefix(count).enumerated() { start[index] = CChar(bitPattern: byte) }
    start[count] = 0
    return bytes.count
  }
}
