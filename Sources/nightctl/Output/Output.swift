import Glibc
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
    let code = Self.write(text, to: descriptor)
    guard code == 0 else { throw .output(code: code) }
  }

  /// What comes from other programs may hold characters that a terminal would obey.
  func complain(_ line: String) {
    let plain = line.unicodeScalars.map {
      $0.properties.generalCategory == .control ? "\u{FFFD}" : Character($0)
    }
    _ = Self.write(String(plain) + "\n", to: complaints)
  }

  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
