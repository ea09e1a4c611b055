import Glibc
import NightBus
import NightCore
import NightPrograms
import Synchronization

/// The standard output and the standard error of nightctl.
///
/// Every write to standard output is checked, because a command whose output is lost has failed.
struct Output: Sendable {
  let descriptor: Int32
  let complaints: Int32
  /// The format of standard output.
  var format = StreamFormat.file
  /// The format of standard error.
  var complaintFormat = StreamFormat.file
  /// Whether the locale can show quotation marks beyond ASCII.
  var isUTF8 = true
  /// Whether nightctl drops messages to standard error while no process reads them.
  ///
  /// Hooks must run even if nightd's standard error is a pipe that no process reads.
  var dropsComplaints = false
  /// Stores the error of a failed write, so that the write does not throw it; nil if writes throw
  /// their errors.
  var deferredError: DeferredError?

  static func standard(_ environment: (String) -> String?) -> Output {
    Output(
      descriptor: STDOUT_FILENO,
      complaints: STDERR_FILENO,
      format: format(of: STDOUT_FILENO, environment),
      complaintFormat: format(of: STDERR_FILENO, environment),
      isUTF8: isUTF8(environment),
      dropsComplaints: environment(RunnerProtocol.variable) == RunnerProtocol.daemon
    )
  }

  private static func format(
    of descriptor: Int32,
    _ environment: (String) -> String?
  ) -> StreamFormat {
    guard isatty(descriptor) == 1 else { return .file }
    let columns = size(of: descriptor).map { Int($0.ws_col) }
    return StreamFormat(terminalWithColumns: columns, environment)
  }

  /// Whether the locale's character set is UTF-8, by the rules of locale(7).
  ///
  /// setlocale(3) is not called, because it would load files at each start.
  private static func isUTF8(_ environment: (String) -> String?) -> Bool {
    var locale = ""
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] where locale.isEmpty {
      locale = environment(name) ?? ""
    }
    guard let dot = locale.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let codeset = locale[dot...].utf8.prefix { $0 != UInt8(ascii: "@") }
    return [".utf-8", ".utf8"].contains(String(Substring(codeset)).lowercased())
  }

  var isTerminal: Bool { format.isTerminal }

  func line(_ line: String) throws(Failure) { try text(line + "\n") }

  func json(_ value: JSON) throws(Failure) {
    try write(TerminalText.json(value.text(pretty: false) + "\n"))
  }

  /// Prints lines that can contain text from outside nightctl.
  ///
  /// On a terminal, control characters are made visible. A file or a pipe gets every byte
  /// unchanged.
  func text(_ text: String) throws(Failure) {
    try write(isTerminal ? readable(TerminalText.lines(text)) : text)
  }

  /// Prints lines with colours.
  ///
  /// The caller must first pass text from outside through `plain`, because all colour escapes reach
  /// the terminal. Control characters other than colour escapes do not reach the terminal.
  func coloured(_ text: String) throws(Failure) {
    try write(isTerminal ? readable(TerminalText.lines(text, colours: true)) : text)
  }

  /// Prints a list.
  ///
  /// On a terminal, each string is printed on one line, and line breaks in the string are made
  /// visible.
  func list(_ lines: [String]) throws(Failure) {
    try text(lines.map { (isTerminal ? Self.plain($0) : $0) + "\n" }.joined())
  }

  /// Prints text for people, not for programs.
  ///
  /// A narrow terminal shows a long line in several rows.
  ///
  /// Control characters are made visible in a pipe too, because people may read the text in a
  /// terminal later.
  func sentences(_ text: String) throws(Failure) {
    guard isTerminal else { return try write(readable(TerminalText.lines(text))) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try show(lines.dropLast(text.hasSuffix("\n") ? 1 : 0).map { TextLine(String($0)) })
  }

  /// Prints strings for people, one per line.
  ///
  /// A narrow terminal shows a long line in several rows.
  func sentences(_ lines: [String]) throws(Failure) {
    try show(lines.map { TextLine($0) })
  }

  /// Prints lines in which pieces of text have roles, such as headings.
  ///
  /// In a pipe or a file, the roles are left out. With `isExact`, a pipe or a file also gets
  /// control characters unchanged.
  func show(_ lines: [TextLine], isExact: Bool = false) throws(Failure) {
    guard isExact, !isTerminal else { return try write(shown(lines, format)) }
    try text(lines.map { $0.plain + "\n" }.joined())
  }

  private func shown(_ lines: [TextLine], _ format: StreamFormat) -> String {
    guard format.isTerminal else {
      return readable(lines.map { Self.plain($0.plain) + "\n" }.joined())
    }
    // Text from outside is made safe here, before the escape sequences of the roles are added.
    return lines.map { line in
      line.mapText { readable(Self.plain($0)) }
        .text(within: format.width, hasColours: format.hasColours)
    }.joined()
  }

  private func write(_ text: String) throws(Failure) {
    let code = StandardStreams.write(text, to: descriptor)
    guard code != 0 else { return }
    guard let deferredError else { throw .output(code: code) }
    deferredError.store(code)
  }

  /// Prints a line for people on standard error, always without control characters.
  ///
  /// On a terminal, the program's name at the beginning of the line is shown in `role`.
  func complain(_ line: String, as role: TextRole = .problem) {
    let line = Self.plain(line)
    let prefix = "nightctl:"
    let rest = line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line[...]
    let name = TextPiece(String(line[..<rest.startIndex]), role)
    let shown = shown([TextLine([name, TextPiece(String(rest))])], complaintFormat)
    passOn(Array(shown.utf8))
  }

  /// Writes the output of another program to standard error.
  func passOn(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      var entry = pollfd(fd: complaints, events: Int16(POLLOUT), revents: 0)
      guard !dropsComplaints || poll(&entry, 1, 0) > 0 else { return }
      // poll(2) reports a pipe as writable only if 4 KiB fit into it, so writing 4 KiB does not
      // block.
      _ = StandardStreams.write(Array(rest.prefix(4_096)), to: complaints)
      rest = rest.dropFirst(4_096)
    }
  }

  /// Replaces quotation marks and similar characters with ASCII if the locale may not be able to
  /// show them.
  private func readable(_ text: String) -> String {
    guard !isUTF8 else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "“", "”": plain.append("\"")
      case "‘", "’": plain.append("'")
      case "…": plain.append(contentsOf: "...".unicodeScalars)
      case "\u{FFFD}": plain.append("?")
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Returns text from outside as one line, without control characters.
  static func plain(_ line: String) -> String { TerminalText.line(line) }
}

/// The error of the first write to standard output that failed.
final class DeferredError: Sendable {
  private let errno = Mutex<Int32>(0)

  func store(_ code: Int32) { errno.withLock { $0 = $0 == 0 ? code : $0 } }

  func rethrow() throws(Failure) {
    let code = errno.withLock { $0 }
    guard code == 0 else { throw .output(code: code) }
  }
}

/// Properties of the terminal.
extension Output {
  /// The number of columns and rows that a drawing can use.
  ///
  /// The size is 80 columns and 24 rows if neither the terminal nor the environment reports it.
  func size(_ environment: (String) -> String?) -> (width: Int, height: Int) {
    let rows = Self.size(of: descriptor).map { Int($0.ws_row) } ?? 0
    return (
      format.width ?? StreamFormat.size(environment("COLUMNS")) ?? 80,
      rows > 0 ? rows : StreamFormat.size(environment("LINES")) ?? 24
    )
  }

  private static func size(of descriptor: Int32) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Whether the terminal shows 256 colours and quarter blocks, as all terminals except the Linux
  /// console do.
  func hasBlocks(_ environment: (String) -> String?) -> Bool {
    format.hasColours && environment("TERM") != "linux"
  }
}

/// The number of columns that a string occupies on a terminal.
enum Cells {
  static func count(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  static func filled(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - count(text)))
  }

  /// Cuts the text to `width` columns and ends it with an ellipsis if it is longer.
  static func cut(_ text: String, _ width: Int) -> String {
    let room = max(1, width)
    guard count(text) > room else { return text }
    var shown = "", used = 1
    for character in text {
      used += self.width(character)
      guard used <= room else { break }
      shown.append(character)
    }
    return shown + "…"
  }

  /// The number of columns of a character; combining characters add no columns.
  private static func width(_ character: Character) -> Int {
    guard !character.isASCII else { return 1 }
    let scalars = character.unicodeScalars
    // U+FE0F makes the character before it an emoji, which is wide.
    if scalars.contains("\u{FE0F}") { return 2 }
    return scalars.map(width).max() ?? 0
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// Whether the character has the East Asian Width W or F, or is shown as an emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
