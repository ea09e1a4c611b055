/// The places at which file systems are mounted, as `/proc/self/mountinfo` lists them (proc(5)).
package struct MountPoints: Equatable, Sendable {
  package let paths: [String]

  /// Ignores lines that have no mount point.
  package init(_ text: String) {
    paths = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", omittingEmptySubsequences: false)
      guard fields.count > 4, fields[4].hasPrefix("/") else { return nil }
      return Self.unescaped(fields[4])
    }
  }

  /// The mount point whose file system has this path; links have to be followed before.
  package func holding(_ path: String) -> String {
    paths.filter { path == $0 || path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
      .max { $0.utf8.count < $1.utf8.count } ?? "/"
  }

  /// The kernel writes blanks, tabs, newlines and backslashes as three octal digits: `\040`.
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(3)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
