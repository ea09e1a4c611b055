/// The state and the last result of one reaction, a program that nightd runs to update other
/// programs after a change of the appearance.
package struct ReactionReport: Equatable, Sendable {
  /// How the last run of a reaction ended.
  package enum End: String, Wire, CaseIterable, Sendable {
    case exited
    case killed
    /// nightd stopped the reaction because it ran too long.
    case tooLong = "too-long"
    /// nightd stopped the reaction because it printed too much.
    case flood
    case notStarted = "not-started"
    case unknown
  }

  package struct Last: Equatable, Sendable {
    package var time: Instant
    package var milliseconds: UInt64
    package var end: End
    /// The reaction's exit code, or the number of the signal that killed the reaction; 0 if the run
    /// ended in any other way.
    package var code: Int32
    package var isFailed: Bool
    /// The result as a message without the reaction's name, such as `done` or `ended with code 1`.
    package var words: String
    /// The last part of the reaction's output, without control characters except line ends.
    package var output: String

    package init(
      time: Instant,
      milliseconds: UInt64,
      end: End,
      code: Int32 = 0,
      isFailed: Bool,
      words: String,
      output: String = ""
    ) {
      self.time = time
      self.milliseconds = milliseconds
      self.end = end
      self.code = code
      self.isFailed = isFailed
      self.words = words
      self.output = output
    }
  }

  package var name: String
  package var isRunning: Bool
  /// How often the reaction was started.
  package var runs: UInt64
  /// How many runs never started because a newer run replaced them.
  package var skipped: UInt64
  /// The result of the last run; nil until the first run has ended.
  package var last: Last?

  package init(
    name: String,
    isRunning: Bool = false,
    runs: UInt64 = 0,
    skipped: UInt64 = 0,
    last: Last? = nil
  ) {
    self.name = name
    self.isRunning = isRunning
    self.runs = runs
    self.skipped = skipped
    self.last = last
  }
}

extension ReactionReport: Record {
  package static let blank = ReactionReport(name: "")

  package mutating func visit(_ fields: inout Fields) {
    fields.required("name", &name)
    fields.field("running", &isRunning)
    fields.field("runs", &runs)
    fields.field("skipped", &skipped)
    fields.part(&last)
  }
}

extension ReactionReport.Last: Record {
  package static let blank = ReactionReport.Last(
    time: Instant(microseconds: 0),
    milliseconds: 0,
    end: .unknown,
    isFailed: false,
    words: ""
  )

  package mutating func visit(_ fields: inout Fields) {
    fields.required("time", &time)
    fields.field("milliseconds", &milliseconds)
    fields.field("end", &end)
    fields.field("code", &code)
    fields.required("failed", &isFailed)
    fields.field("words", &words)
    fields.field("output", &output)
  }
}
