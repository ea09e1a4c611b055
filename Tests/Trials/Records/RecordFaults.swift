import Glibc
import TestSupport

/// Damages the record of what nightd has added to the user's files, or makes the record unreadable
/// for a moment.
///
/// Whatever a command does after the damage, it must forget no entry: once the whole record is
/// restored, `undo` must restore every byte. If something that nightd added stays in a file, the
/// command must not exit with 0.
package struct RecordFaults: Trial {
  package static let name = "a record of nightd's changes cannot be read"
  package static let unit = "faults"
  package static var skipReason: String? { Strace.spoilingSkipReason }

  private enum Fault: CustomStringConvertible {
    case text(String)
    case cut(Int)
    case large
    case fifo
    case folder
    case danglingLink
    /// strace makes one call on the record fail.
    case call(String, String, ordinal: Int)

    static let all = texts.map(Fault.text) + cuts.map(Fault.cut) + shapes + calls

    private static let texts = [
      "", "{", "[]", "\0\0\0\0", "{\"version\":2}", "{\"kitty\":{}}",
      "{\"version\":1,\"programs\":{\"kitty\":[]}}",
    ]
    private static let cuts = [1, 20, 60, 100, 150, 200, 250, 300, 350, 400]
    private static let shapes: [Fault] = [.large, .fifo, .folder, .danglingLink]
    private static var calls: [Fault] {
      var calls: [Fault] = []
      for code in ["EMFILE", "EIO", "EACCES", "ENOMEM", "ENFILE"] {
        for call in ["openat", "read", "fstat", "newfstatat"] {
          for ordinal in 1...3 { calls.append(.call(call, code, ordinal: ordinal)) }
        }
      }
      return calls
    }

    var description: String {
      switch self {
      case .text(let text): "the text \(text.debugDescription)"
      case .cut(let count): "cut to \(count) bytes"
      case .large: "too large"
      case .fifo: "a fifo"
      case .folder: "a folder"
      case .danglingLink: "a link to nowhere"
      case .call(let call, let code, let ordinal): "\(call) \(ordinal) \(code)"
      }
    }

    var isOfCall: Bool { if case .call = self { true } else { false } }
  }

  private static let commands = [
    ["programs", "off", "kitty"], ["programs", "on", "btop"], ["programs", "apply"], ["undo"],
    ["undo", "--dry-run"], ["programs", "off", "kitty", "foot"],
  ]
  private static let record = ".local/state/nightd/programs/record.json"
  private static let files = [
    ".config/kitty/kitty.conf": "font_size 9\n", ".config/foot/foot.ini": "[main]\nfont=mono\n",
  ]

  private let rounds: Int
  private let step: Int
  /// Whether the record is removed instead of restored, so that nightctl cannot remove its lines.
  private let losesRecord: Bool

  package init(rounds: Int, every step: Int = 1) {
    self.init(rounds: rounds, every: step, losesRecord: false)
  }

  init(rounds: Int, every step: Int = 1, losesRecord: Bool) {
    self.rounds = rounds
    self.step = step
    self.losesRecord = losesRecord
  }

  package func run() throws -> Tally {
    var tally = Tally()
    let desk = try Desk()
    try desk.startDaemon()
    let pairs = Fault.all.flatMap { fault in Self.commands.map { (fault, $0) } }
    for number in 0..<rounds {
      let (fault, command) = pairs[number * step % pairs.count]
      let place = "\(fault), \(command.joined(separator: " "))"
      do { try round(fault, command, place, desk, &tally) } catch {
        tally.note(.hang, "\(place): \(error)")
      }
      tally.count += 1
    }
    return tally
  }

  private func round(
    _ fault: Fault,
    _ command: [String],
    _ place: String,
    _ desk: Desk,
    _ tally: inout Tally
  ) throws {
    for (path, text) in Self.files { try desk.home.write(text, to: path) }
    let on = try desk.nightctl(["programs", "on", "kitty", "foot"])
    guard on.exit == .exited(0), let whole = desk.home.text(Self.record) else {
      throw ProgramError.missed("a record", of: "nightctl", instead: "\(on)")
    }
    let done = try carryOut(command, fault, whole, desk)
    let isUndone = command == ["undo"] || command == ["programs", "off", "kitty", "foot"]
    if done.exit == .exited(0) {
      if !fault.isOfCall, command != ["undo", "--dry-run"] {
        tally.note(.wrong, "\(place): exited with 0")
      }
      for (path, text) in Self.files where isUndone && desk.home.text(path) != text {
        tally.note(.lost, "\(place): exited with 0, but \(path) has a line of nightd's")
      }
      if command == ["programs", "off", "kitty"],
        desk.home.text(Self.record)?.contains("foot.ini") != true
      {
        tally.note(.lost, "\(place): the other entry is forgotten")
      }
    }
    try restore(fault, whole, desk)
    let undone = try desk.nightctl("undo")
    for (path, text) in Self.files where desk.home.text(path) != text {
      tally.note(.lost, "\(place): \(path) is not the user's: \(done), then \(undone)")
    }
    if undone.exit != .exited(0) { tally.note(.wrong, "\(place): then \(undone)") }
  }

  private func carryOut(
    _ command: [String],
    _ fault: Fault,
    _ whole: String,
    _ desk: Desk
  ) throws -> Finished {
    let path = desk.home.file(Self.record)
    if !fault.isOfCall { unlink(path) }
    switch fault {
    case .text(let text): try desk.home.write(text, to: Self.record)
    case .cut(let count): try desk.home.write(String(whole.prefix(count)), to: Self.record)
    case .large:
      try desk.home.write("{", to: Self.record)
      truncate(path, 65 << 20)
    case .fifo: mkfifo(path, 0o600)
    case .folder: try desk.home.makeFolder(Self.record)
    case .danglingLink: symlink("/nowhere", path)
    case .call(let call, let code, let ordinal):
      return try Program.run(
        "strace",
        [
          "-f", "-qq", "-o", "/dev/null", "-P", path, "-e", "trace=\(call)", "-e",
          "inject=\(call):error=\(code):when=\(ordinal)", Built.nightctl,
        ] + command,
        environment: desk.environment
      )
    }
    return try desk.nightctl(command)
  }

  /// Restores the whole record, as a person would, unless the command has stored a newer one.
  private func restore(_ fault: Fault, _ whole: String, _ desk: Desk) throws {
    let path = desk.home.file(Self.record)
    let folder = ".local/state/nightd/programs"
    for name in desk.home.list(folder) where name.contains(".aside-") {
      _ = try desk.run("rm", "-rf", desk.home.file("\(folder)/\(name)"))
    }
    guard !losesRecord else {
      _ = try desk.run("rm", "-rf", path)
      return
    }
    guard !fault.isOfCall else { return }
    _ = try desk.run("rm", "-rf", path)
    try desk.home.write(whole, to: Self.record)
  }
}

/// The faults of `RecordFaults`, but the record is lost afterwards; the trial must find the lines
/// that stay.
package struct RecordFaultControl: Trial {
  package static let name = "control: a record of nightd's changes is lost"
  package static let unit = "losses"
  package static var skipReason: String? { RecordFaults.skipReason }

  package init() {}

  package func run() throws -> Tally {
    let tally = try RecordFaults(rounds: 3, every: 1, losesRecord: true).run()
    return .control(tally.count(of: .lost), "no line was left although the record was removed")
  }
}
