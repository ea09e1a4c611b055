package import NightCore

/// A text that contains values, loops and conditions, in the template language of matugen and
/// noctalia.
///
/// `{{ colors.surface.default.hex | filter: argument }}` is a value.
/// `<* for name, color in colors *>`, `<* if {{ is_dark_mode }} *>`, `<* else *>`, `<* endif *>`
/// and `<* endfor *>` are block marks. A block mark that is alone on its line leaves no empty line
/// in the output. After a backslash, `{{` and `<*` are plain text.
package struct Template: Equatable, Sendable {
  /// The program whose rules decide how a template is read; nightd, matugen and noctalia differ in
  /// some rules.
  package enum Dialect: Equatable, Sendable {
    /// nightd's own rules: every mistake is an error.
    case nightd
    /// noctalia's rules. Text in `{{ … }}` that is not a valid value is treated as plain text. A
    /// space can replace the colon between a filter and its argument.
    case noctalia
    /// matugen's rules. A `for` mark leaves an empty line in the output, and all blanks after `if`
    /// and `else` are dropped. A range excludes its last number, and a loop over a range has the
    /// variable `i`. `\\\\` is a backslash.
    case matugen
    /// Mustache's rules, with the variables that tinted-theming defines for schemes of one system.
    case mustache(SchemeSystem)
  }

  /// Values that are too expensive to make for every template.
  struct Needs: OptionSet, Sendable {
    let rawValue: UInt8

    /// The colours of the style that is not in effect.
    static let bothStyles = Needs(rawValue: 1)
    static let palettes = Needs(rawValue: 2)
    static let base16 = Needs(rawValue: 4)
    /// The picture from which the theme was made.
    static let picture = Needs(rawValue: 8)
    /// The variables of a scheme with 16 colours, and of one with 24.
    static let base16Scheme = Needs(rawValue: 16)
    static let base24Scheme = Needs(rawValue: 32)
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
  /// The expensive values that this template needs; they are made only for templates that need
  /// them.
  let needs: Needs
  /// The position at which the template begins in its program's description; nil if the template is
  /// a separate file.
  let origin: Position?

  /// The template's text if it contains no values; otherwise nil.
  var plain: String? {
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
    return text
  }

  /// The maximum size of a template, in bytes.
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
  /// The position of the expression in its template.
  let position: Position
  /// In noctalia's templates, the text that is written if the value is unknown; nil if an unknown
  /// value is a mistake.
  var source: String?
}
