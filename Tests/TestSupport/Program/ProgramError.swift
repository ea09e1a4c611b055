/// The error that a program could not be started or used, or did not do what the test expected in
/// time.
package struct ProgramError: Error, CustomStringConvertible {
  package enum Problem: Equatable, Sendable {
    /// The code is a value of errno; `awaited` is the action that failed.
    case failed(code: Int32)
    case timedOut(after: Duration)
    /// The stream ended, although the test expected more.
    case ended
  }

  package let program: String
  package let problem: Problem
  package let awaited: String
  /// The program's state and output, for people who read the error.
  package var details: [String] = []

  /// The error that a program did something other than what the test waited for.
  package static func missed(
    _ awaited: String,
    of program: String,
    instead: String
  ) -> ProgramError {
    ProgramError(program: program, problem: .ended, awaited: awaited, details: [instead])
  }

  package var description: String {
    let first =
      switch problem {
      case .failed(let code): "\(program): cannot \(awaited): \(words(forCode: code))"
      case .timedOut(let time): "\(program): no \(awaited) within \(time)"
      case .ended: "\(program): no \(awaited), but the end"
      }
    // The message is a single line, because many test runners show only the first line in their
    // summary.
    let told = details.map {
      $0.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " | ")
    }
    return ([first] + told).joined(separator: "; ")
  }
}
