/// Why a text was not read, and where.
///
/// The message is a sentence for people without the place; `description` puts the place before it,
/// so that `config.json5:\(error)` is a whole line.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// What a caller may want to tell apart.
  package enum Kind: Equatable, Sendable {
    /// There is no value: no bytes at all, or only blanks and comments.
    case empty
    /// The bytes are not UTF-8, or hold a NUL.
    case notText
    /// Something stands where it must not.
    case syntax
    /// The text ends too early, as a torn file does; torn within a word, it is `syntax`.
    case unfinished
    /// A name stands twice in one object.
    case duplicate
    case tooLarge
    case tooDeep
    case tooMany
  }

  package var kind: Kind
  package var position: Position
  package var message: String

  package var description: String { "\(position): \(message)" }
}
