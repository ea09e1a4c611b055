package import NightCore

/// A text that contains values, loops and conditions, in the template language of matugen and
/// noctalia.
///
/// `{{ colors.surface.default.hex | filter: argument }}` is a value.
/// `<* for name, color in colors *>`, `<* if {{ is_dark_mode }} *>`, `<* else *>`, `<* endif *>`
/// and `<* endfor *>` are block marks; a mark that is alone on its line leaves no empty line. After
/// a backslash, `{{` and `<*` are plain text.
package struct Template: Equatable, Sendable {
  /// Where nightd and the two tools read the same text differently.
  package enum Dialect: Equatable, Sendable {
    /// Every mistake is found.
    case nightd
    /// As in noctalia: what is no value of the language is plain text, and a space may stand before
    /// a filter's argument in place of a colon.
    case noctalia
    /// As in matugen: marks of `for` leave their line, all blanks after `if` and `else` are
    /// dropped, ranges end before their last number and name it `i`, and `\\\\` is a backslash.
    case matugen
  }

  /// Values that cost too much to make for every template.
  struct Needs: OptionSet, Sendable {
    let rawValue: UInt8

    /// The colours of the style that is not in effect.
    static let bothStyles = Needs(rawValue: 1)
    static let palettes = Needs(rawValue: 2)
    static let base16 = Needs(rawValue: 4)
  }

  indirect enum Part: Equatable, Sendable {
    case text(String)
    case value(TemplateExpression)
    case loop(names: [String], over: Source, [Part])
    case condition(Condition, then: [Part], otherwise: [Part])
  }

  enum Source: Equatable, Sendable {
    case values(TemplateExpression)
    case numbers(Range<Int>)
  }

  struct Condition: Equatable, Sendable {
    var isNegated = false
    var value: TemplateExpression
    var equals: TemplateExpression?
  }

  let parts: [Part]
  /// The values that are made only for templates that need them.
  let needs: Needs
  /// Where the template begins in the description; nil if the template is a separate file.
  let origin: Position?

  /// The template's text if it contains no values; otherwise nil.
  var plain: String? {
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
    return text
  }

  /// The largest template, in bytes.
  package static let mostBytes = 1 << 20
  static let mostDepth = 16

  /// Reads a template; throws with the position of the first mistake.
  package init(
    _ text: String,
    at origin: Position? = nil,
    _ dialect: Dialect = .nightd
  ) throws(Flaw) {
    self.origin = origin
    guard text.utf8.count <= Self.mostBytes else {
      throw Flaw("expected at most \(Self.mostBytes) bytes, found \(text.utf8.count)", at: .start)
    }
    var parser = TemplateParser(Array(text.utf8), dialect)
    parts = try parser.template()
    needs = parser.needs
  }
}

/// A value with its filters.
struct TemplateExpression: Equatable, Sendable {
  indirect enum Operand: Equatable, Sendable {
    case path([String])
    case text(String)
    case number(Double)
    case expression(TemplateExpression)
  }

  struct Filter: Equatable, Sendable {
    let name: String
    let arguments: [Operand]
  }

  let operand: Operand
  let filters: [Filter]
  /// Where the expression is in its template.
  let position: Position
  /// The text that is written if the template does not know the value, as in noctalia; nil if that
  /// is a mistake.
  var source: String?
}
