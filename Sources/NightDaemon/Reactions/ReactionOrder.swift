/// Something that nightd has done elsewhere, by a program beside it.
package struct ReactionOrder: Equatable, Sendable {
  /// What a code means that it exits with, for people.
  package struct Verdict: Equatable, Sendable {
    package var words: String
    package var isFailure: Bool

    package init(_ words: String, isFailure: Bool) {
      self.words = words
      self.isFailure = isFailure
    }
  }

  /// Two of one lane never run at once; also its name for people.
  package var lane: String
  /// One sentence for who looks at the unit.
  package var purpose: String
  /// The first one is an absolute path.
  package var words: [String]
  /// What a shell reads before all else from its input; nil if the program is no such shell.
  package var script: ShellScript?
  package var environment: [String: String]
  package var limitMilliseconds: Int
  /// Where a code is not in it, 0 is done and all others are failures.
  package var verdicts: [Int32: Verdict]
  /// How a line of its output begins with which it asks something; nil if it never asks.
  package var question: String?

  package init(
    lane: String,
    purpose: String,
    words: [String] = ShellScript.words,
    script: ShellScript? = nil,
    environment: [String: String] = [:],
    limitMilliseconds: Int = 30_000,
    verdicts: [Int32: Verdict] = [:],
    question: String? = nil
  ) {
    self.lane = lane
    self.purpose = purpose
    self.words = words
    self.script = script
    self.environment = environment
    self.limitMilliseconds = limitMilliseconds
    self.verdicts = verdicts
    self.question = question
  }
}
