/// A request to change other programs' settings with a program that runs beside nightd.
package struct ReactionOrder: Equatable, Sendable {
  /// The meaning of an exit code, as a message for people.
  package struct Verdict: Equatable, Sendable {
    package var message: String
    package var isFailure: Bool

    package init(_ message: String, isFailure: Bool) {
      self.message = message
      self.isFailure = isFailure
    }
  }

  /// The name of the reaction for people; two orders of one lane never run at once.
  package var lane: String
  /// The description of the unit, a sentence for people.
  package var purpose: String
  /// The program, as an absolute path, and its arguments.
  package var arguments: [String]
  /// The script that a shell reads from its input; nil for any other program.
  package var script: ShellScript?
  package var environment: [String: String]
  package var limitMilliseconds: Int
  /// The meanings of exit codes; for other codes, 0 is a success and the rest are failures.
  package var verdicts: [Int32: Verdict]
  /// The first word of the line with which the program asks a question; nil if it never asks.
  package var question: String?

  package init(
    lane: String,
    purpose: String,
    arguments: [String] = ShellScript.shell,
    script: ShellScript? = nil,
    environment: [String: String] = [:],
    limitMilliseconds: Int = 30_000,
    verdicts: [Int32: Verdict] = [:],
    question: String? = nil
  ) {
    self.lane = lane
    self.purpose = purpose
    self.arguments = arguments
    self.script = script
    self.environment = environment
    self.limitMilliseconds = limitMilliseconds
    self.verdicts = verdicts
    self.question = question
  }
}
