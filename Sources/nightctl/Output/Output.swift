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

  func json(_ value: JSON) throws(Failure) { try line(value.text(pretty: false)) }

  func text(_ text: String) throws(Failure) {
    let code = StandardStreams.write(text, to: descriptor)
    guard code == 0 else { throw .output(code: code) }
  }

  func complain(_ line: String) {
    _ = StandardStreams.write(Self.plain(readable(line)) + "\n", to: complaints)
  }

  /// Text for people; nothing that a program is to read back.
  func sentences(_ text: String) throws(Failure) { try self.text(readable(text)) }

  /// With ASCII in place of quotation marks and the like that the locale may not have.
  private func readable(_ text: String) -> String {
    guard !isUTF8 else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "“", "”": plain.append("\"")
      case "‘", "’": plain.append("'")
      case "…": plain.append(contentsOf: "...".unicodeScalars)
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// A line that other programs wrote; a program that reads it has it as it is.
  func foreign(_ line: String) throws(Failure) {
    try self.line(isTerminal ? Self.plain(line) : line)
  }

  /// A sentence that may show what other programs wrote.
  func foreignSentence(_ line: String) throws(Failure) {
    try sentences((isTerminal ? Self.plain(line) : line) + "\n")
  }

  /// What comes from other programs may hold characters that a terminal would obey, or that turn
  /// the line round.
  static func plain(_ line: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      plain.append(isObeyed(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(plain)
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."~": false
    case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: scalar.properties.generalCategory == .control
    }
  }
}
