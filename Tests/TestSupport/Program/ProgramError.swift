/// A program could not be started or used, or did not do in time what a test awaited.
package struct ProgramError: Error, CustomStringConvertible {
  package enum Problem: Equatable, Sendable {
    /// The code is from errno; `awaited` says what failed.
    case failed(code: Int32)
    case timedOut(after: Duration)
    /// The stream ended although more had to come.
    case ended
  }

  package let program: String
  package let problem: Problem
  package let awaited: String
  /// The program's state and output, for people.
  package var details: [String] = []

  /// The error of a program that did something else than awaited.
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
    // One line, since many a runner's summary shows only the first.
    let told = details.map {
      $0.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " | ")
    }
    return ([first] + told).joined(separator: "; ")
  }
}
