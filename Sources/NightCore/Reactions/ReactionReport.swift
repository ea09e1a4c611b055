/// What became of one reaction, by the lane that it ran in.
package struct ReactionReport: Equatable, Sendable {
  /// How its last run ended.
  package enum End: String, CaseIterable, Sendable {
    case exited
    case killed
    /// It was stopped, since it ran too long.
    case tooLong = "too-long"
    /// It was stopped, since it said too much.
    case flood
    case notStarted = "not-started"
    case unknown
  }

  package struct Last: Equatable, Sendable {
    package var time: Instant
    package var milliseconds: UInt64
    package var end: End
    /// The code that it exited with, or the signal that killed it; else 0.
    package var code: Int32
    package var isFailed: Bool
    /// What that means, for people, without its name: `done`, `ended with code 1`.
    package var words: String
    /// The last of what it said; lines as it made them, without other control characters.
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
  /// How often it was started.
  package var runs: UInt64
  /// How often a later one took its place before it was started.
  package var skipped: UInt64
  /// Nil until a first run has ended.
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
