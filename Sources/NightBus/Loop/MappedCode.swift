import Glibc

/// The code that stands in this program's memory because it ran once.
///
/// The kernel maps 64 KiB around each page of a file that is touched, and keeps that until memory is
/// short. What runs again is mapped again, out of the same cache.
enum MappedCode {
  static func giveBack() {
    guard let list = fopen("/proc/self/smaps", "re") else { return }
    defer { fclose(list) }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    var code: Range<UInt>?
    while getline(&line, &size, list) > 0, let line {
      if let range = range(line) {
        code = isCode(line) ? range : nil
      } else if let range = code, let altered = kibibytes("Anonymous:", line) {
        // A page that a debugger has changed would come back as it is in the file.
        if altered == 0 {
          madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
        code = nil
      }
    }
  }

  /// Of the line that a mapping begins with: `55d0c0a00000-55d0c0b2d000 r-xp …`.
  private static func range(_ line: UnsafeMutablePointer<CChar>) -> Range<UInt>? {
    var end: UnsafeMutablePointer<CChar>?
    let first = strtoul(line, &end, 16)
    guard let dash = end, dash != line, dash.pointee == CChar(bitPattern: UInt8(ascii: "-")) else {
      return nil
    }
    let last = strtoul(dash + 1, nil, 16)
    return first < last ? first..<last : nil
  }

  /// Nobody else's pages, nobody may write them, and a file has them.
  private static func isCode(_ line: UnsafeMutablePointer<CChar>) -> Bool {
    strstr(line, " r-xp ") != nil && strstr(line, " /") != nil
  }

  private static func kibibytes(_ name: String, _ line: UnsafeMutablePointer<CChar>) -> UInt? {
    let length = name.utf8.count
    return strncmp(line, name, length) == 0 ? strtoul(line + length, nil, 10) : nil
  }
}
