/// What a trial has shown.
package struct Tally: Sendable, CustomStringConvertible {
  package enum Fault: String, CaseIterable, Sendable {
    /// An answered choice that is not there, or a store that is neither the old nor the new one.
    case lost
    /// A program that ended and was not told to.
    case death
    /// An answer or an end that did not come in time.
    case hang
    /// Anything else than what was promised: a wrong answer, a file left behind, memory kept.
    case wrong
  }

  /// How many rounds, calls or cuts there were.
  package var count = 0
  /// What was measured beside it, for the table.
  package var remark = ""
  private var counts: [Fault: Int] = [:]
  /// The first faults, each in a sentence that lets it be repeated.
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
  /// Of a trial with a daemon that was broken on purpose: seeing no loss is the fault.
  static func control(_ losses: Int, _ sentence: String) -> Tally {
    var tally = Tally()
    tally.count = losses
    if losses == 0 { tally.note(.wrong, sentence) }
    return tally
  }
}
