/// Why a text is no rule, and where.
package struct RuleFlaw: Error, Equatable, Sendable {
  /// From 1, in Unicode scalars, as the columns of files are counted.
  package let column: Int
  /// What stands there, as the first half of a sentence: `“sunste” is no time`.
  package let found: String
  package let expected: String

  package init(column: Int, found: String, expected: String) {
    self.column = column
    self.found = found
    self.expected = expected
  }

  package var message: String { "column \(column): \(found); expected \(expected)" }
}
