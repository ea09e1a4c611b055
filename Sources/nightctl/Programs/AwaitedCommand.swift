import NightBus
import NightClient

/// Runs a program to its end, and waits for it.
struct AwaitedCommand {
  private let finder: ProgramFinder
  private let environment: [String: String]
  private let milliseconds: Int

  /// `environment` is added to nightctl's own; the program is stopped after the milliseconds.
  init(
    _ finder: ProgramFinder,
    adding environment: [String: String] = [:],
    milliseconds: Int = RunningProgram.milliseconds
  ) {
    self.finder = finder
    self.environment = environment
    self.milliseconds = milliseconds
  }

  /// Runs the program, and returns what it printed.
  @discardableResult
  func output(_ arguments: [String]) throws(Failure) -> String {
    let name = arguments.first ?? ""
    guard let path = finder.path(of: name) else { throw .system(Messages.noProgram(name)) }
    do throws(BusError) {
      let loop = try Loop()
      var outcome = RunningProgram.Outcome()
      let program = try RunningProgram(
        [path] + arguments.dropFirst(),
        adding: environment,
        milliseconds: milliseconds,
        on: loop
      ) { _, ended in
        outcome = ended
        loop.stop()
      }
      try loop.run()
      withExtendedLifetime(program) {}
      guard let problem = outcome.problem else { return outcome.output }
      throw .malformed(problem)
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: BusError) -> Failure {
    if case .malformed(let problem) = error {
      .system(problem)
    } else {
      .client(ClientError(error))
    }
  }
}
