/// Why rules make no schedule.
package struct ScheduleFlaw: Error, Equatable, Sendable {
  /// The rule that is wrong, from 0; nil where it is the list as a whole.
  package let index: Int?
  /// Where in that rule's text, from 1; nil where it is the rule as a whole.
  package let column: Int?
  /// A sentence without the place.
  package let sentence: String

  package init(index: Int? = nil, column: Int? = nil, _ sentence: String) {
    self.index = index
    self.column = column
    self.sentence = sentence
  }

  /// The sentence with the place, rules counted from 1: `rule 2, column 6: …`.
  package var message: String {
    guard let index else { return sentence }
    return "rule \(index + 1)" + (column.map { ", column \($0)" } ?? "") + ": " + sentence
  }
}
