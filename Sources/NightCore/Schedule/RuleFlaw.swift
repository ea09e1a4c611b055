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

  /// The sentence without the place.
  package var sentence: String { "\(found); expected \(expected)" }

  package var message: String { "column \(column): \(sentence)" }
}

extension RuleFlaw {
  func moved(by columns: Int) -> RuleFlaw {
    RuleFlaw(column: column + columns, found: found, expected: expected)
  }

  /// A foreign text as a message shows it: short, and with nothing that moves a cursor.
  static func quoted(_ text: String) -> String { "“\(JSONReader.shown(text))”" }

  static func meant(_ word: String?) -> String {
    word.map { " (did you mean \(JSONReader.shown($0))?)" } ?? ""
  }

  /// With small letters for the capital ones of ASCII.
  static func lower(_ text: String) -> String {
    String(
      decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 },
      as: UTF8.self
    )
  }
}
