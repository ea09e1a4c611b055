import Glibc
import NightBus
import NightCore

/// Runs a helper, which notifies another program or asks it a question.
///
/// The helper is stopped after a few seconds.
final class RunningProgram {
  struct Outcome {
    /// The output of the helper, cut soon after `mostBytes`.
    var bytes: [UInt8] = []
    /// A sentence about the failure; nil if the helper ended with code 0.
    var problem: String?
    /// The code with which the helper ended by itself; nil if it was stopped or killed.
    var code: Int32?
    /// Whether the helper was stopped, because it did not end in time.
    var isTooLong = false

    var output: String { String(decoding: bytes, as: UTF8.self) }
  }

  static let milliseconds = 5_000
  private static let stopMilliseconds = 500
  static let mostBytes = 1 << 20

  private var child: ChildProcess?
  private var bytes: [UInt8] = []
  private var reader: OutputReader?

  /// Starts a helper, whose path is the first string in `command`; `onEnd` is called once.
  ///
  /// If `input` is nil, the helper reads nothing. If `keepsErrors` is false, the outcome contains
  /// only the helper's standard output. If `endsGroup` is false, the processes that the helper
  /// started in the background keep running.
  init(
    _ command: [String],
    adding environment: [String: String] = [:],
    input: Int32? = nil,
    mostBytes: Int = RunningProgram.mostBytes,
    milliseconds: Int = RunningProgram.milliseconds,
    keepsErrors: Bool = true,
    endsGroup: Bool = true,
    on loop: Loop,
    onEnd: @escaping (RunningProgram, Outcome) -> Void
  ) throws(BusError) {
    var nowhere: FileDescriptor?
    if !keepsErrors {
      nowhere = try FileDescriptor(open("/dev/null", O_WRONLY | O_CLOEXEC), from: "/dev/null")
    }
    var pipe = try Pipe()
    guard let reading = pipe.reading.take(), let writing = pipe.writing.take() else { return }
    reader = OutputReader(
      reading,
      on: loop,
      onOutput: { [unowned self] in if bytes.count < mostBytes { bytes += $0 } },
      onEnd: {}
    )
    child = try ChildProcess(
      command,
      environment: environment,
      input: input,
      output: writing.number,
      errors: nowhere?.number ?? writing.number,
      endsGroup: endsGroup,
      limit: milliseconds,
      graceMilliseconds: Self.stopMilliseconds,
      on: loop
    ) { [unowned self] end in
      reader?.finish()
      onEnd(self, outcome((command.first ?? "").fileName, end))
    }
    // Without these calls, an optimized build may close a descriptor after its number was read, but
    // before the child has inherited it.
    withExtendedLifetime(writing) {}
    withExtendedLifetime(nowhere) {}
  }

  private func outcome(_ name: String, _ end: ProgramEnd) -> Outcome {
    var outcome = Outcome(bytes: bytes)
    if case .exited(let code) = end { outcome.code = code }
    if case .tooLong = end { outcome.isTooLong = true }
    outcome.problem = end.failure.map { failure in
      let last = outcome.output.split(separator: "\n").last.map { ": " + $0 } ?? ""
      return name + " " + failure + last
    }
    return outcome
  }
}
