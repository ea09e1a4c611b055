/// A place in a text, as editors count it: the first character is 1:1.
///
/// The column counts Unicode scalars, a tab being one. LF, CR and CRLF each end one line; a byte
/// order mark at the start of the text is not counted.
package struct Position: Equatable, Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package var description: String { "\(line):\(column)" }
}
