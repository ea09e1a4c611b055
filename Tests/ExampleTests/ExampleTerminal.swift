import Glibc
import TestSupport

/// Examples/Terminal on a terminal of its own.
///
/// A shell prints the terminal's settings before and after it, and with which code it ended.
final class ExampleTerminal {
  /// What the header is painted on: red, green and blue from 0 to 255.
  typealias Paper = [Int]

  static let light: Paper = [0xe6, 0xe9, 0xee]
  static let dark: Paper = [0x28, 0x2e, 0x38]

  private static let script = """
    stty -g
    sh -c 'echo $$; exec "$EXAMPLE"'
    echo "exit $?"
    stty -g
    """

  let settings: String
  private let program: Program
  private let process: Int32

  init(_ desk: Desk, adding more: [String: String] = [:]) throws {
    let environment = ["EXAMPLE": Built.terminalExample, "SHELL": "/bin/sh"].merging(more) { $1 }
    program = try Program.start(
      "script",
      ["--quiet", "--command", Self.script, "/dev/null"],
      environment: desk.environment.merging(environment) { $1 },
      input: .pipe
    )
    settings = try Self.nextLine(of: program)
    process = Int32(try Self.nextLine(of: program)) ?? 0
  }

  /// The next row, or line where there are none.
  func nextLine() throws -> String { try Self.nextLine(of: program) }

  /// What the header of the next frame is painted on.
  func nextPaper() throws -> Paper {
    while true {
      let line = try nextLine()
      if let header = line.firstMatch(of: #/48;2;(\d+);(\d+);(\d+)m.*  nightd/#) {
        return [header.1, header.2, header.3].compactMap { Int($0) }
      }
    }
  }

  /// What it is painted on in each frame until this one; that one is the last.
  func papers(until last: Paper) throws -> [Paper] {
    var papers: [Paper] = []
    repeat { papers.append(try nextPaper()) } while papers.last != last
    return papers
  }

  func press(_ keys: String) throws { try program.write(keys) }

  func send(_ signal: Int32) throws {
    guard process > 1, kill(process, signal) == 0 else {
      throw ProgramError.missed("process", of: "Examples/Terminal", instead: "\(process)")
    }
  }

  /// All lines up to the end of the terminal.
  func rest() throws -> [String] {
    try program.readAll().split(separator: "\r\n").map(String.init)
  }

  private static func nextLine(of program: Program) throws -> String {
    let line = try program.nextLine()
    return line.hasSuffix("\r") ? String(line.dropLast()) : line
  }
}
