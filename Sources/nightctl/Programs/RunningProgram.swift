import Glibc
import NightBus

/// A program that tells another one something, or asks it; it gets a few seconds.
final class RunningProgram {
  struct Outcome {
    /// What the program printed, at most `mostBytes`.
    var output = ""
    /// A sentence about the failure; nil if the program ended with code 0.
    var problem: String?
    /// The code with which the program ended by itself; nil if it was stopped or killed.
    var code: Int32?
  }

  static let milliseconds = 5_000
  private static let stopMilliseconds = 500
  private static let mostBytes = 1 << 20

  private var child: ChildProcess?
  private var limit: Timer?
  private var bytes: [UInt8] = []
  private var reader: OutputReader?
  private var isTooLong = false

  /// Starts a program, whose path is the first argument; `onEnd` is called once.
  init(
    _ command: [String],
    adding environment: [String: String] = [:],
    milliseconds: Int = RunningProgram.milliseconds,
    on loop: Loop,
    onEnd: @escaping (RunningProgram, Outcome) -> Void
  ) throws(BusError) {
    var pipe = try Pipe()
    let null = try FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), from: "open")
    guard let reading = pipe.reading.take(), let writing = pipe.writing?.number else { return }
    reader = OutputReader(
      reading,
      on: loop,
      onOutput: { [unowned self] in if bytes.count < Self.mostBytes { bytes += $0 } },
      onEnd: {}
    )
    child = try ChildProcess(
      command,
      environment: environment,
      input: null.number,
      output: writing,
      errors: writing,
      on: loop
    ) { [unowned self] end in
      reader?.finish()
      limit = nil
      onEnd(self, outcome(UserFile.name(of: command.first ?? ""), end))
    }
    limit = loop.timer { [unowned self] in
      isTooLong = true
      child?.stop(milliseconds: Self.stopMilliseconds)
    }
    limit?.set(milliseconds: milliseconds)
  }

  private func outcome(_ name: String, _ end: ChildProcess.End) -> Outcome {
    var outcome = Outcome(output: String(decoding: bytes, as: UTF8.self))
    let last = outcome.output.split(separator: "\n").last.map { ": " + $0 } ?? ""
    if isTooLong {
      outcome.problem = Messages.announcementTooLong(name)
    } else {
      switch end {
      case .exited(0): outcome.code = 0
      case .exited(let code):
        outcome.code = code
        outcome.problem = Messages.announcementFailed(name, code: code) + last
      case .killed, .unknown: outcome.problem = Messages.announcementEnded(name) + last
      }
    }
    return outcome
  }
}
