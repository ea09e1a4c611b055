import Glibc
import NightBus
import NightCore

/// Where nightctl prints; every write is checked, since an answer that is not read is no answer.
struct Output: Sendable {
  let descriptor: Int32
  let complaints: Int32
  /// Whether readers see quotation marks beyond ASCII.
  var isUTF8 = true

  static func standard(_ environment: (String) -> String?) -> Output {
    Output(
      descriptor: STDOUT_FILENO,
      complaints: STDERR_FILENO,
      isUTF8: isUTF8(environment)
    )
  }

  /// As locale(7) finds the character set; setlocale(3) would load files at each start.
  private static func isUTF8(_ environment: (String) -> String?) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
    let locale = names.first { !$0.isEmpty } ?? ""
    let codeset = locale.split(separator: "@").first?.split(separator: ".").dropFirst().first
    return ["utf-8", "utf8"].contains(codeset?.lowercased())
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func line(_ line: String) throws(Failure) { try text(line + "\n") }

  func json(_ value: JSON) throws(Failure) {
    let text = value.text(pretty: false) + "\n"
    try write(isTerminal ? TerminalText.json(text) : text)
  }

  /// Prints some lines, in which others' words may stand.
  ///
  /// A terminal gets nothing that it would obey; a file or a program gets every byte as it is.
  func text(_ text: String) throws(Failure) {
    try write(isTerminal ? readable(TerminalText.lines(text)) : text)
  }

  /// Prints lines with colours of our own.
  ///
  /// What others said has to be plain in them already: a terminal is given every colour, and
  /// nothing else that it would obey.
  func coloured(_ text: String) throws(Failure) {
    try write(isTerminal ? readable(TerminalText.lines(text, colours: true)) : text)
  }

  /// A list, in which each text is one line on a terminal, whatever it holds.
  func list(_ lines: [String]) throws(Failure) {
    try text(lines.map { (isTerminal ? Self.plain($0) : $0) + "\n" }.joined())
  }

  /// Text for people; nothing that a program is to read back.
  func sentences(_ text: String) throws(Failure) { try self.text(readable(text)) }

  /// The same for texts that are one line each.
  func sentences(_ lines: [String]) throws(Failure) { try list(lines.map(readable)) }

  private func write(_ text: String) throws(Failure) {
    let code = StandardStreams.write(text, to: descriptor)
    guard code == 0 else { throw .output(code: code) }
  }

  /// A line on standard error, which is for people: always without what a terminal would obey.
  func complain(_ line: String) {
    _ = StandardStreams.write(readable(Self.plain(line)) + "\n", to: complaints)
  }

  /// With ASCII in place of quotation marks and the like that the locale may not have.
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

  /// One line of what others wrote, without what a terminal would obey.
  static func plain(_ line: String) -> String { TerminalText.line(line) }
}
