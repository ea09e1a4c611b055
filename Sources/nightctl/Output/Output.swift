import Glibc
import NightBus
import NightCore

/// Where nightctl prints; every write is checked, since an answer that is not read is no answer.
struct Output: Sendable {
  let descriptor: Int32
  let complaints: Int32

  static let standard = Output(descriptor: STDOUT_FILENO, complaints: STDERR_FILENO)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func line(_ line: String) throws(Failure) { try text(line + "\n") }

  func json(_ value: JSON) throws(Failure) { try line(value.text(pretty: false)) }

  func text(_ text: String) throws(Failure) {
    let code = StandardStreams.write(text, to: descriptor)
    guard code == 0 else { throw .output(code: code) }
  }

  func complain(_ line: String) {
    _ = StandardStreams.write(Self.plain(line) + "\n", to: complaints)
  }

  /// A line that other programs wrote; a program that reads it has it as it is.
  func foreign(_ line: String) throws(Failure) {
    try self.line(isTerminal ? Self.plain(line) : line)
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
