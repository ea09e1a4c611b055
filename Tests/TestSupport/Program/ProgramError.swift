/// A program could not be started or spoken with, or did not do in time what a test awaited.
package struct ProgramError: Error, CustomStringConvertible {
  package enum Problem: Equatable, Sendable {
    /// The code is one of errno's; what could not be done stands in `awaited`.
    case failed(code: Int32)
    case timedOut(after: Duration)
    /// The stream ended where something had to come.
    case ended
  }

  package let program: String
  package let problem: Problem
  package let awaited: String
  /// How the program fares, and what came from it: for people.
  package var details: [String] = []

  /// One that did something else.
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
    // One line: many a runner's summary shows only the first.
    let told = details.map {
      $0.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " | ")
    }
    return ([first] + told).joined(separator: "; ")
  }
}
