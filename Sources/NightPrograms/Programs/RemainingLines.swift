import NightCore

/// Finds lines in a user's file that still refer to a program's files.
///
/// If nightctl removed a file to which such a line refers, the program could refuse its whole
/// configuration.
package enum RemainingLines {
  /// The strings that begin a comment in the files that nightd changes.
  ///
  /// `-- ` ends in a space, because `--` without a space begins an option in bat's file.
  private static let comments = ["#", ";", "//", "/*", "-- "]

  /// Finds the lines of a user's file that mention one of `files`, or that equal one of `lines`
  /// apart from spaces and quotation marks.
  ///
  /// Comments are skipped. Returns the lines in the order of the user's file, without the spaces
  /// around them.
  package static func find(
    naming files: [ColorFile],
    or lines: [String],
    in bytes: [UInt8]
  ) -> [String] {
    let isOwn = matcher(naming: files, or: lines)
    return IncludeLine.lines(String(decoding: bytes, as: UTF8.self))
      .compactMap { isOwn($0) ? trimmed($0) : nil }
  }

  /// Returns a function that decides whether a line refers to one of `files`, or equals one of
  /// `lines`.
  static func matcher(
    naming files: [ColorFile],
    or lines: [String]
  ) -> (Substring) -> Bool {
    let names = files.map { name(of: $0.path) }
    let own = lines.filter { !$0.isEmpty }.map(squeezed)
    let settings = own.map(setting).filter { $0.includes("nightd") }
    return { line in
      let text = trimmed(line)
      guard !comments.contains(where: text.hasPrefix) else { return false }
      return names.contains(where: text.includes) || own.contains { isSame(text, $0) }
        || settings.contains { isSame(setting(text), $0) }
    }
  }

  /// The last three components of a path; the start is left out, because a line may write the home
  /// folder as `~`.
  private static func name(of path: String) -> String {
    path.split(separator: "/").suffix(3).joined(separator: "/")
  }

  /// Whether a line equals `other`, apart from spaces, quotation marks and a comment at its end.
  private static func isSame(_ line: String, _ other: String) -> Bool {
    let text = squeezed(line)
    guard text.utf8.starts(with: other.utf8) else { return false }
    let rest = String(text.utf8.dropFirst(other.utf8.count)) ?? ""
    return rest.isEmpty || ["#", ";", "//", "/*", "--"].contains(where: rest.hasPrefix)
  }

  /// The last setting in a line, without the names of the sections that contain the setting.
  ///
  /// Instead of `color: { theme: nightd }` or `theme.theme = "nightd"`, people also write a section
  /// with a line such as `theme: nightd`.
  private static func setting(_ line: String) -> String {
    let bytes = Array(line.utf8.trimmed { "}], \t".utf8.contains($0) })
    let start = bytes.lastIndex { "{.,".utf8.contains($0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// The line without its spaces and quotation marks, because formatters change both.
  private static func squeezed(_ line: String) -> String {
    String(decoding: line.utf8.filter { !isSpace($0) && $0 != 0x22 && $0 != 0x27 }, as: UTF8.self)
  }

  static func trimmed(_ line: Substring) -> String {
    String(Substring(line.utf8.trimmed(where: isSpace)))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
