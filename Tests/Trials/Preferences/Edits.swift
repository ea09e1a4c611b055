import Glibc
import NightBus
import TestSupport

/// Edits a hand-written file in every way, while a client sets the style a hundred times a second.
///
/// Each edit must be signalled exactly once. No signal may have a value that was never in the file.
package struct Edits: Trial {
  package static let name = "config.json5 edited while a hundred sets a second are made"
  package static let unit = "edits"

  private static let file = ".config/nightd/config.json5"

  private let editors: [Editor]
  private let rounds: Int

  /// `rounds` is the number of edits with each editor.
  package init(_ editors: [Editor] = Editor.installed, rounds: Int) {
    self.editors = editors
    self.rounds = rounds
  }

  package func run() throws -> Tally {
    var tally = Tally()
    let desk = try Desk()
    var value: Int64 = 1_000
    try desk.home.write("// by hand\n{\n  fade: \(value),\n}\n", to: Self.file)
    let daemon = try desk.startDaemon()
    let listener = try FadeListener(desk)
    for editor in editors {
      try shell(desk, editor.preparation, value)
      for round in 1...rounds {
        value += 1
        tally.count += 1
        let place = "\(editor), round \(round)"
        try shell(desk, editor.edit, value) {
          try listener.wait(for: value)
        }
        if listener.told.last != value { tally.note(.lost, "\(place): \(value) was not told") }
      }
      try shell(desk, editor.cleaning, value)
    }
    // All signals about the edits arrive before the reply to this call.
    _ = try Caller(desk).call(.control, "Check")
    try listener.settle()
    let wanted = (1_001..<1_001 + Int64(tally.count)).map { $0 }
    if listener.told != wanted {
      let first = zip(listener.told, wanted).first { $0 != $1 }.map { "\($0), not \($1)" }
      tally.note(.wrong, "\(listener.told.count) were told; the first strange one: \(first ?? "-")")
    }
    tally.remark = "\(listener.rate) sets a second, \(editors.count) ways"
    if listener.refusals > 0 { tally.note(.wrong, "\(listener.refusals) sets were refused") }
    daemon.send(signal: SIGTERM)
    if try daemon.wait() != .exited(0) { tally.note(.death, daemon.errorsSoFar) }
    return tally
  }

  private func shell(
    _ desk: Desk,
    _ text: String,
    _ value: Int64,
    meanwhile: () throws -> Void = {}
  ) throws {
    let words = ["-c", text, "sh", desk.home.file(Self.file), "\(value)", "\(value)"]
    let program = try Program.start("/bin/sh", words, environment: desk.environment)
    try meanwhile()
    guard try program.wait() == .exited(0) else {
      throw EditFailed(description: "\(text): \(program.errorsSoFar)")
    }
  }

  private struct EditFailed: Error, CustomStringConvertible {
    let description: String
  }
}
