/// The reason why an input cannot be read, and the place of the mistake.
///
/// `description` begins with the position, so that `config.json5:\(flaw)` is a complete line.
package struct Flaw: Error, Equatable, Sendable, CustomStringConvertible {
  /// The position of a mistake in the input.
  package enum Location: Equatable, Sendable, CustomStringConvertible {
    case position(Position)
    /// An offset in bytes, counted from 0.
    case byte(Int)
    /// A column in a string that has only one line; the first Unicode scalar is column 1.
    case column(Int)
    /// The index of a rule in a list, counted from 0, and a column in that rule.
    ///
    /// The column is nil if the whole rule is wrong.
    case rule(Int, column: Int? = nil)
    /// The path of keys to the wrong value, or the wrong words themselves; the `Position` is nil if
    /// it is unknown.
    case names([String], Position? = nil)

    package var description: String {
      switch self {
      case .position(let position): "\(position)"
      case .byte(let offset): "byte \(offset)"
      case .column(let column): "column \(column)"
      // Add 1, because people count rules from 1.
      case .rule(let index, let column):
        "rule \(index + 1)" + (column.map { ", column \($0)" } ?? "")
      case .names(let names, let position): position?.description ?? names.joined(separator: ".")
      }
    }
  }

  /// The kinds of flaws that callers distinguish.
  package enum Kind: Equatable, Sendable {
    case invalid
    /// The input has no value: it is empty, or has only blanks and comments.
    case empty
    /// A value is too large or out of range.
    case limit
    /// The name is valid, but nothing has this name.
    case unknown
    /// A newer version wrote the input.
    case newer(format: Int64)
  }

  package let kind: Kind
  /// Where the mistake is; nil if the whole input is wrong.
  package private(set) var location: Location?
  /// The message as a sentence, without the position.
  package let message: String

  package init(_ message: String, at location: Location? = nil, kind: Kind = .invalid) {
    self.kind = kind
    self.location = location
    self.message = message
  }

  package init(_ message: String, at position: Position?, kind: Kind = .invalid) {
    self.init(message, at: position.map(Location.position), kind: kind)
  }

  package var description: String { location.map { "\($0): \(message)" } ?? message }

  /// The line and column of the mistake; nil if the flaw has no such position.
  package var position: Position? {
    switch location {
    case .position(let position): position
    case .names(_, let position): position
    default: nil
    }
  }

  package var column: Int? {
    switch location {
    case .column(let column): column
    case .rule(_, let column): column
    default: nil
    }
  }

  /// Returns this flaw with its location in a larger input; `outer` is the location of this input
  /// in the larger one.
  package func at(_ outer: Location) -> Flaw {
    var flaw = self
    flaw.location =
      switch (location, outer) {
      case (.column(let column), .column(let start)): .column(start + column - 1)
      case (.column(let column), .position(let start)):
        .position(Position(line: start.line, column: start.column + column - 1))
      case (.column(let column), .rule(let index, _)): .rule(index, column: column)
      case (.position(let position), .names(let names, _)): .names(names, position)
      default: outer
      }
    return flaw
  }
}
