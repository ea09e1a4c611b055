import NightCore

/// Reads the lines of settings files.
///
/// All functions work on bytes, because Swift treats `\r\n` as one character.
enum SettingsSyntax {
  private static let backslash = UInt8(ascii: "\\")
  /// A byte order mark, which does not belong to the first line.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The lines of a text, with their line ends.
  ///
  /// Lines that xrdb joins by backslashes are returned as one line. In the format `whole`, the
  /// whole file is one line.
  static func lines(_ text: some Sequence<UInt8>, _ format: SettingsFormat) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    for byte in text {
      line.append(byte)
      guard byte == 10, format != .whole, !(format == .xresources && isContinued(line)) else {
        continue
      }
      lines.append(line)
      line = []
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func isContinued(_ line: [UInt8]) -> Bool {
    let text = line.dropLast(ending(line).count)
    return text.reversed().prefix { $0 == backslash }.count % 2 == 1
  }

  /// The line's end: `\n`, `\r\n` or nothing.
  static func ending(_ line: [UInt8]) -> [UInt8] {
    guard line.last == 10 else { return [] }
    return line.dropLast().last == 13 ? [13, 10] : [10]
  }

  static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { isSpace($0) } }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// The range of bytes in the line, without the spaces at its beginning and end.
  private static func trimmed(_ line: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let rest = line[range].trimmed(where: isSpace)
    return rest.startIndex..<rest.endIndex
  }

  /// The section that a line begins: `General` for `[General]`, `A][B` for `[A][B]`.
  ///
  /// KDE marks a locked section with `[$i]`, which is not part of the name. Spaces inside the
  /// brackets are part of the name. Qt ignores these spaces, but it also merges sections that have
  /// the same name, so this does no harm.
  static func header(_ line: [UInt8]) -> String? {
    let all = trimmed(line, line.indices)
    guard let start = all.first, line[start] == UInt8(ascii: "["),
      let end = all.first(where: { line[$0] == UInt8(ascii: "]") && isEnd($0 + 1, of: line) }),
      end > start + 1
    else { return nil }
    let inner = String(decoding: line[start + 1..<end], as: UTF8.self)
    return inner.hasSuffix("][$i") ? String(inner.dropLast(4)) : inner
  }

  /// Whether the rest of a line, from `index` on, is empty or a comment; GLib refuses a file with a
  /// comment after a section's header.
  static func isEnd(_ index: Int, of line: [UInt8]) -> Bool {
    let rest = trimmed(line, index..<line.count)
    return rest.first.map { "#;".utf8.contains(line[$0]) } ?? true
  }

  /// Whether the next line of a gtkrc is inside a comment that began in an earlier line.
  static func isComment(after line: [UInt8], before isComment: Bool) -> Bool {
    var isComment = isComment
    var quote: UInt8?
    var index = 0
    while index < line.count {
      let byte = line[index]
      let next = index + 1 < line.count ? line[index + 1] : 0
      if isComment {
        if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
          (isComment, index) = (false, index + 1)
        }
      } else if let open = quote {
        if byte == backslash { index += 1 } else if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "#") {
        return false
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        (isComment, index) = (true, index + 1)
      }
      index += 1
    }
    return isComment
  }

  /// The setting in a line; nil if the line is blank, a comment, or something else.
  static func entry(_ line: [UInt8], _ format: SettingsFormat) -> SettingsText.Entry? {
    if format == .whole { return .init(name: SettingsFormat.wordKey, value: line.indices) }
    let all = trimmed(line, line.indices)
    guard let first = all.first, !format.comments.contains(line[first]) else { return nil }
    if format == .word { return .init(name: SettingsFormat.wordKey, value: all) }
    let separator = all.first { format.separates(line[$0]) }
    guard let separator, separator > first else { return nil }
    let name = trimmed(line, first..<separator)
    // xsettingsd separates a key from its value with spaces, so the separator is trimmed together
    // with the spaces after it.
    let begin = format == .xsettingsd ? separator : separator + 1
    let rest = trimmed(line, begin..<all.upperBound)
    let value: Range<Int> =
      switch format {
      case .ini, .xresources, .word, .whole, .json: rest
      case .toml where TomlOpening.beginsLong(line[rest]): rest
      case .toml: token(line, rest, escapes: "\"")
      case .xsettingsd, .gtkrc: token(line, rest, escapes: "\"'")
      }
    // An empty value has an empty range directly after the separator.
    return SettingsText.Entry(
      name: plain(String(decoding: line[name], as: UTF8.self), format),
      value: value.isEmpty ? begin..<begin : value
    )
  }

  /// The key's name without KDE's marks, such as `[$i]` and `[$e]`.
  private static func plain(_ name: String, _ format: SettingsFormat) -> String {
    if format == .toml { return TomlName.plain(name) }
    guard format == .ini, name.hasSuffix("]"), let open = name.lastIndex(of: "["),
      name[open...].hasPrefix("[$")
    else { return name }
    return String(name[..<open])
  }

  /// The first value in a range, without any comment that follows the value.
  ///
  /// A backslash escapes the next byte in a string whose quotation mark is in `escapes`.
  private static func token(
    _ line: [UInt8],
    _ range: Range<Int>,
    escapes: String
  ) -> Range<Int> {
    guard let first = range.first else { return range }
    let isList = line[first] == UInt8(ascii: "(")
    let isQuoted = line[first] == UInt8(ascii: "\"") || line[first] == UInt8(ascii: "'")
    let closing = isList ? UInt8(ascii: ")") : line[first]
    guard isList || isQuoted else {
      let end = range.first { isSpace(line[$0]) || line[$0] == UInt8(ascii: "#") }
      return first..<(end ?? range.upperBound)
    }
    var index = first + 1
    while index < range.upperBound {
      if isQuoted, line[index] == backslash, escapes.utf8.contains(line[first]) {
        index += 1
      } else if line[index] == closing {
        return first..<index + 1
      }
      index += 1
    }
    return range
  }
}

extension SettingsFormat {
  fileprivate var comments: [UInt8] {
    switch self {
    case .ini: Array("#;[".utf8)
    case .xsettingsd, .gtkrc: Array("#".utf8)
    case .toml: Array("#[".utf8)
    case .xresources: Array("!#".utf8)
    case .word, .whole, .json: []
    }
  }

  fileprivate func separates(_ byte: UInt8) -> Bool {
    switch self {
    case .ini, .gtkrc, .toml: byte == UInt8(ascii: "=")
    case .xresources: byte == UInt8(ascii: ":")
    case .xsettingsd: byte == 32 || byte == 9
    case .word, .whole, .json: false
    }
  }
}
