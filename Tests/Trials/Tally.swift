/// The counts of a trial.
package struct Tally: Sendable, CustomStringConvertible {
  package enum Fault: String, CaseIterable, Sendable {
    /// A choice that got a reply is missing, or a store has neither its old nor its new contents.
    case lost
    /// A program ended although nothing had asked it to end.
    case death
    /// A reply did not come in time, or a program did not end in time.
    case hang
    /// Any other fault: a wrong reply, a file left behind, or memory that is not freed.
    case wrong
  }

  /// The number of rounds, calls or cuts.
  package var count = 0
  /// A measurement that the table shows beside the trial's name.
  package var remark = ""
  private var counts: [Fault: Int] = [:]
  /// The first faults that were found; each sentence also says how to repeat its fault.
  private var sentences: [String] = []

  package init() {}

  package var isClean: Bool { counts.isEmpty }

  package func count(of fault: Fault) -> Int { counts[fault, default: 0] }

  package mutating func note(_ fault: Fault, _ sentence: String) {
    counts[fault, default: 0] += 1
    if sentences.count < 10 { sentences.append("\(fault): \(sentence)") }
  }

  package mutating func add(_ other: Tally) {
    count += other.count
    if remark.isEmpty { remark = other.remark }
    counts.merge(other.counts, uniquingKeysWith: +)
    sentences = Array((sentences + other.sentences).prefix(10))
  }

  package var description: String {
    (["\(count) counted"] + sentences).joined(separator: "\n  ")
  }
}

extension Tally {
  /// The result of a trial with a deliberate fault; if the trial finds no loss, the result counts
  /// as wrong.
  static func control(_ losses: Int, _ sentence: String) -> Tally {
    var tally = Tally()
    tally.count = losses
    if losses == 0 { tally.note(.wrong, sentence) }
    return tally
  }
}
