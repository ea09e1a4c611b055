/// Why bytes are no zone.
package struct ZoneFlaw: Error, Equatable, Sendable {
  /// Where, from 0.
  package let byte: Int
  package let expected: String

  package init(byte: Int, expected: String) {
    self.byte = byte
    self.expected = expected
  }

  package var message: String { "byte \(byte): expected \(expected)" }
}
