import NightBus
import NightClient

/// Runs a program, and waits until it ends.
struct AwaitedCommand {
  private let finder: ProgramFinder
  private let environment: [String: String]
  private let milliseconds: Int
  private let keepsErrors: Bool

  /// The program gets nightctl's environment and the variables in `environment`.
  ///
  /// The program is stopped after `milliseconds`. If `keepsErrors` is false, the program's standard
  /// error is discarded.
  init(
    _ finder: ProgramFinder,
    adding environment: [String: String] = [:],
    milliseconds: Int = RunningProgram.milliseconds,
    keepsErrors: Bool = true
  ) {
    self.finder = finder
    self.environment = environment
    self.milliseconds = milliseconds
    self.keepsErrors = keepsErrors
  }

  /// Runs the program, and returns what it printed; throws if it failed.
  @discardableResult
  func output(_ arguments: [String]) throws(Failure) -> String {
    let outcome = try outcome(arguments)
    guard let problem = outcome.problem else { return outcome.output }
    throw .system(problem)
  }

  /// Runs the program, and returns how it ended; throws if the program could not be started.
  ///
  /// The program reads the file `input`, and its output is cut after `mostBytes`. If the program
  /// was started before and did not end in time, it is not started again.
  func outcome(
    _ arguments: [String],
    input: Int32? = nil,
    mostBytes: Int = RunningProgram.mostBytes
  ) throws(Failure) -> RunningProgram.Outcome {
    let name = arguments.first ?? ""
    // Treat each script of `sh` as a program of its own: if one script does not end in time, the
    // others may still be run.
    let key = name == "sh" ? arguments.joined(separator: " ") : name
    if let problem = finder.silent.problems[key] {
      return .init(problem: problem)
    }
    guard let path = finder.path(of: name) else { throw .system(ProgramMessages.noProgram(name)) }
    do throws(BusError) {
      let loop = try Loop()
      var outcome = RunningProgram.Outcome()
      let program = try RunningProgram(
        [path] + arguments.dropFirst(),
        adding: environment,
        input: input,
        mostBytes: mostBytes,
        milliseconds: milliseconds,
        keepsErrors: keepsErrors,
        on: loop
      ) { _, ended in
        outcome = ended
        if ended.isTooLong { finder.silent.problems[key] = ended.problem }
        loop.stop()
      }
      try loop.run()
      withExtendedLifetime(program) {}
      return outcome
    } catch {
      throw .client(ClientError(error))
    }
  }
}
