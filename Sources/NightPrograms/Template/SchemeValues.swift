import NightCore

/// A system of tinted-theming for which nightd can make colour schemes.
package enum SchemeSystem: String, CaseIterable, Sendable {
  case base16
  case base24

  var need: Template.Needs { self == .base24 ? .base24Scheme : .base16Scheme }

  fileprivate var bases: ArraySlice<String> {
    Base16.twentyFour.prefix(self == .base24 ? 24 : 16)
  }
}

/// The variables of tinted-theming's templates, as version 0.11 of its builder specification lists
/// them (github.com/tinted-theming/home, `builder.md`).
enum SchemeValues {
  /// The name of the table that contains the variables.
  static let table = "tinted"
  /// The names of the variables that contain texts from the theme's file.
  static let texts = ["scheme-name", "scheme-author", "scheme-description"]
  /// In a template, this character before a text's name inserts the text without HTML's entities.
  static let rawMark = "&"

  /// The names of the variables that schemes of each system have.
  static let names = Dictionary(
    uniqueKeysWithValues: SchemeSystem.allCases.map { system in
      let scheme = ColorScheme(builtIn: "midnight", style: .dark)
      let context = ProgramContext(scheme, BaseFolders { _ in nil })
      return (system, Set(values(context, system).map(\.name)))
    }
  )

  static func values(
    _ context: ProgramContext,
    _ system: SchemeSystem
  ) -> [TemplateValue.Member] {
    let (scheme, terminal, file) = (context.scheme, context.terminal, context.scheme.file)
    let slug = slug(scheme.theme)
    let isDark = scheme.style == .dark
    var values: [(String, String)] = [
      ("scheme-slug", slug), ("scheme-slug-underscored", slug.filled([("-", "_")])),
      ("scheme-system", system.rawValue), ("scheme-variant", scheme.style.rawValue),
      ("scheme-is-light-variant", isDark ? "" : "true"),
      ("scheme-is-dark-variant", isDark ? "true" : ""),
    ]
    var colors =
      file.flatMap(Base16.palette(of:)) ?? TemplateColors(scheme, terminal).base16.map(\.1)
    // If `colors` has only 16 colours, add the other eight from the background and the terminal's
    // colours.
    if colors.count == 16 {
      colors += [0, 0].map { colors[$0] } + [9, 11, 10, 14, 12, 13].map { terminal.palette[$0] }
    }
    for (base, color) in zip(system.bases, colors) {
      values += formats(color.inBytes).map { (base + $0, $1) }
    }
    let title = file.flatMap(Base16.title(of:))
    let described = title == nil ? file?.description : nil
    let facts = [title ?? scheme.theme, file?.author ?? "", described ?? ""]
    return values.map { .init($0, .trusted($1)) }
      + zip(texts, facts).flatMap { name, text -> [TemplateValue.Member] in
        [.init(name, escaped(text)), .init(rawMark + name, .foreign(text))]
      }
  }

  /// The variables of one colour: for each, the end of its name, such as `-hex`, and the colour in
  /// the format that this end stands for.
  private static func formats(_ color: Color) -> [(String, String)] {
    let digits = color.digits
    let pairs = [0, 2, 4].map { String(digits.dropFirst($0).prefix(2)) }
    let bytes = [color.red, color.green, color.blue].map { Int(Color.byte($0)) }
    let channels = zip("rgb", zip(pairs, bytes)).flatMap { letter, channel -> [(String, String)] in
      // The specification does not say how many decimals to write; the builders of tinted-theming
      // write eight.
      let share = String((channel.1 * 200_000_000 + 255) / 510 + 100_000_000).dropFirst()
      return [
        ("-hex-\(letter)", channel.0), ("-rgb-\(letter)", "\(channel.1)"),
        ("-rgb16-\(letter)", "\(channel.1 * 257)"),
        ("-dec-\(letter)", (channel.1 == 255 ? "1." : "0.") + share),
      ]
    }
    return [("-hex", digits), ("-hex-bgr", pairs.reversed().joined())] + channels
  }

  /// Replaces characters such as `<` with HTML's entities, as mustache does in each variable.
  ///
  /// Templates cannot use a text with a character that could become code even inside quotation
  /// marks.
  private static func escaped(_ text: String) -> TemplateValue {
    let isUnsafe = text.utf8.contains { $0 < 0x20 || $0 == 0x7F || "`$\\".utf8.contains($0) }
    let entities = [
      ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"),
    ]
    return isUnsafe ? .foreign(text) : .trusted(text.filled(entities))
  }

  /// The slug of a name, by the specification's rules: accents are dropped, letters become
  /// lower-case, spaces become dashes, and all other characters are dropped.
  static func slug(_ name: String) -> String {
    let letters = ThemeName.decomposed(name.lowercased()).map { $0 == " " ? "-" : Character($0) }
    return String(letters.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
  }
}
