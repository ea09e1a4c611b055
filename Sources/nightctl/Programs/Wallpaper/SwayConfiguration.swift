import Glibc
import NightCore
import NightStore

/// The commands for wallpapers in sway's configuration.
///
/// Lines are read as sway reads them: each line is one command, even if it contains a `;`, and a
/// comment is a whole line.
struct SwayConfiguration {
  private static let modes: Set = ["stretch", "center", "fill", "fit", "tile"]

  /// Commands such as `output "*" bg …`, in the order of the configuration.
  private(set) var commands: [String] = []
  /// The variables, the longest name first, because sway looks for longer names first.
  private var variables: [(name: String, value: String)] = []
  /// The files that were read.
  ///
  /// sway reads each file only once, even if the file includes itself.
  private var files: Set<String> = []

  /// Reads the main file, and the files that it includes.
  init(at path: String) { read(path, in: path.parentFolder) }

  /// Reads a file once; its relative paths start from `folder`.
  private mutating func read(_ path: String, in folder: String) {
    guard let real = Disk.realPath(path), files.insert(real).inserted,
      let bytes = (try? UserFile(path: real).bytes()) ?? nil
    else { return }
    var blocks: [[String]] = []
    for line in Self.lines(bytes) {
      let words = (blocks.last ?? []) + Self.words(line)
      switch words.last {
      case "{": blocks.append(words.dropLast())
      case "}": _ = blocks.popLast()
      default: carryOut(words, in: folder)
      }
    }
  }

  private mutating func carryOut(_ words: [String], in folder: String) {
    let rest = words.dropFirst()
    let arguments = Self.words(replaced(rest.joined(separator: " ")), areBare: true)
    switch words.first?.lowercased() {
    case "set":
      guard let name = rest.first, name.hasPrefix("$") else { return }
      variables.removeAll { $0.name == name }
      variables.append((name, replaced(rest.dropFirst().joined(separator: " "))))
      variables.sort { $0.name.utf8.count > $1.name.utf8.count }
    case "include":
      for path in Self.paths(arguments.map { Self.absolute($0, folder) }.joined(separator: " ")) {
        // If an included file is a link, its relative paths start from the folder of the link's
        // target. If the main file is a link, its relative paths start from the folder of the link
        // itself.
        read(path, in: (Disk.realPath(path) ?? path).parentFolder)
      }
    case "output":
      if let command = Self.command(arguments, in: folder) { commands.append(command) }
    default: break
    }
  }

  /// The command that sets the wallpaper or colour of one output; nil if the arguments set neither.
  private static func command(_ arguments: [String], in folder: String) -> String? {
    guard
      let keyword = arguments.firstIndex(where: {
        ["bg", "background"].contains($0.lowercased())
      }),
      let output = quoted(arguments[0])
    else { return nil }
    let words = arguments[(keyword + 1)...]
    if words.dropFirst().first?.lowercased() == "solid_color" {
      return quoted(arguments[keyword + 1]).map { "output \(output) bg \($0) solid_color" }
    }
    guard let mode = words.firstIndex(where: { modes.contains($0.lowercased()) }) else {
      return nil
    }
    let picture = paths(absolute(words[..<mode].joined(separator: " "), folder))
      .joined(separator: " ")
    guard picture.hasPrefix("/"), let path = try? SwayWallpaper.quoted(picture) else { return nil }
    let color = words[mode...].dropFirst().prefix(1).first { $0.hasPrefix("#") }.flatMap(quoted)
    return "output \(output) bg \(path) \(words[mode])" + (color.map { " " + $0 } ?? "")
  }

  /// The word in double quotes; nil if the word contains a double quote or a backslash.
  private static func quoted(_ word: String) -> String? {
    word.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
      ? nil : "\"\(word)\""
  }

  /// The paths to which a shell would expand a string.
  ///
  /// As in sway, commands in the string are run.
  private static func paths(_ text: String) -> [String] {
    var found = wordexp_t()
    guard wordexp(text, &found, 0) == 0 else { return [] }
    defer { wordfree(&found) }
    return (0..<Int(found.we_wordc)).compactMap { found.we_wordv[$0].map { String(cString: $0) } }
  }

  /// Makes a relative path absolute: puts the folder, escaped for a shell, before the path.
  private static func absolute(_ path: String, _ folder: String) -> String {
    guard let first = path.utf8.first, !"/~$`".utf8.contains(first) else { return path }
    let special = folder.utf8.flatMap { byte in
      isalnum(Int32(byte)) != 0 || byte > 0x7F ? [byte] : [UInt8(ascii: "\\"), byte]
    }
    return String(decoding: special, as: UTF8.self) + "/" + path
  }

  // MARK: - Lines and words

  /// The lines without comments; a line that is only `{` is joined to the line before it.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = ""
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      start += String(decoding: line, as: UTF8.self)
      if start.hasSuffix("\\"), !start.hasPrefix("#") {
        start.removeLast()
        continue
      }
      let line = String(start.trimmed(where: \.isWhitespace))
      start = ""
      if line == "{", let last = lines.last, !last.hasPrefix("#") {
        lines[lines.count - 1] = last + " {"
      } else if !line.isEmpty {
        lines.append(line)
      }
    }
    return lines.filter { !$0.hasPrefix("#") }
  }

  /// The words of a line; if `areBare` is true, words that begin with a quote lose their quotes.
  private static func words(_ line: String, areBare: Bool = false) -> [String] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    // Whether to remove the present word's quotes; nil until the word's first byte was read.
    var isBare: Bool?
    for byte in line.utf8 {
      if quote == nil, !isEscaped, byte == 0x20 || 0x09...0x0D ~= byte {
        words.append(word)
        (word, isBare) = ([], nil)
        continue
      }
      let isQuote = !isEscaped && (quote.map { $0 == byte } ?? (byte == 0x22 || byte == 0x27))
      let dropsQuotes = isBare ?? (areBare && isQuote)
      isBare = dropsQuotes
      if isQuote { quote = quote == nil ? byte : nil }
      if !isQuote || !dropsQuotes { word.append(byte) }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return (words + [word]).filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The string with each variable replaced by its value, and `$$` by `$`.
  private func replaced(_ text: String) -> String {
    var new: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let isEscaped = new.last == UInt8(ascii: "\\")
      if !isEscaped, let known = variables.first(where: { rest.starts(with: $0.name.utf8) }) {
        new += known.value.utf8
        rest = rest.dropFirst(known.name.utf8.count)
      } else {
        new.append(byte)
        rest = rest.dropFirst(!isEscaped && rest.starts(with: "$$".utf8) ? 2 : 1)
      }
    }
    return String(decoding: new, as: UTF8.self)
  }
}
