import NightCore

/// The filters that convert values.
///
/// A filter for a language makes a literal of that language, with the quotation marks that the
/// language needs. So a string that a template inserts cannot become code.
enum TemplateFilter {
  static func apply(
    _ name: String,
    to value: TemplateValue,
    _ arguments: [TemplateValue]
  ) throws(Flaw) -> TemplateValue {
    if let quote = quotes[name] { return .trusted(try quote(raw(value))) }
    switch name {
    case "default": return value.isTrue ? value : try argument(0, name, arguments)
    case "mix":
      let other = try color(argument(0, name, arguments), name)
      let share = try share(argument(1, name, arguments), name)
      return .color(ColorScheme.mix(try color(value, name), other, share))
    case "set_alpha":
      var color = try color(value, name)
      color.alpha = try share(argument(0, name, arguments), name)
      // A colour written with parentheses keeps them, because some CSS programs cannot read eight
      // digits.
      if case .text(let text, _) = value, text.hasPrefix("rgb") {
        return try TemplateValue.color(color).member("rgba", of: name)
      }
      return .color(color)
    case "lower_case": return try mapped(value) { $0.lowercased() }
    case "upper_case": return try mapped(value) { $0.uppercased() }
    case "replace":
      let old = try raw(argument(0, name, arguments)), new = try raw(argument(1, name, arguments))
      return try mapped(value) { replacing(old, by: new, in: $0) }
    default:
      let known =
        quotes.keys.sorted() + [
          "default", "lower_case", "mix", "replace", "set_alpha", "upper_case",
        ]
      throw Flaw(
        "there is no filter \(MessageText.quoted(name)); the filters are "
          + known.joined(separator: ", "),
        kind: .invalid
      )
    }
  }

  /// The filters that make a literal in a language.
  private static let quotes: [String: @Sendable (String) throws(Flaw) -> String] = [
    // For a string in a language such as Emacs Lisp; the template itself contains the quotation
    // marks.
    "lisp": { text throws(Flaw) in escaped(text, "\\\"") },
    "json": { text throws(Flaw) in JSON.string(text).text(pretty: false) },
    "shell": { text throws(Flaw) in "'" + replacing("'", by: "'\\''", in: try line(text)) + "'" },
    "vim": { text throws(Flaw) in "'" + replacing("'", by: "''", in: try line(text)) + "'" },
    "qt": { text throws(Flaw) in QtSettingsValue.text(text) },
    "url": { text throws(Flaw) in FileURL.escaped(text) },
  ]

  /// The string with a backslash before each of these characters; the string must be a single line.
  private static func escaped(_ text: String, _ characters: String) -> String {
    text.reduce(into: "") { $0 += (characters.contains($1) ? "\\" : "") + String($1) }
  }

  private static func line(_ text: String) throws(Flaw) -> String {
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw Flaw("\(MessageText.quoted(text)) has a control character")
    }
    return text
  }

  private static func replacing(_ old: String, by new: String, in text: String) -> String {
    guard !old.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let place = rest.firstPlace(of: old) {
      result += rest[..<place.lowerBound] + new
      rest = rest[place.upperBound...]
    }
    return result + rest
  }

  private static func argument(
    _ index: Int,
    _ name: String,
    _ arguments: [TemplateValue]
  ) throws(Flaw) -> TemplateValue {
    guard arguments.indices.contains(index) else {
      throw Flaw("the filter \(name) needs \(index == 0 ? "an argument" : "two arguments")")
    }
    return arguments[index]
  }

  private static func color(_ value: TemplateValue, _ name: String) throws(Flaw) -> Color {
    switch value {
    case .color(let color): return color
    case .shades(let shades): return shades.shown
    case .text(let text, _):
      // As in matugen, a colour may be given as a string:
      // `colors.primary.default.hex | mix: …`.
      if let color = try? Color(reading: text) { return color }
      fallthrough
    default: throw Flaw("the filter \(name) needs a colour")
    }
  }

  private static func share(_ value: TemplateValue, _ name: String) throws(Flaw) -> Double {
    if case .number(let number) = value, (0...1).contains(number) { return number }
    throw Flaw("the filter \(name) needs a number from 0 to 1")
  }

  private static func raw(_ value: TemplateValue) throws(Flaw) -> String {
    if case .text(let text, _) = value { return text }
    return try value.written()
  }

  private static func mapped(
    _ value: TemplateValue,
    _ body: (String) -> String
  ) throws(Flaw) -> TemplateValue {
    guard case .text(let text, let isTrusted) = value else {
      return .trusted(body(try value.written()))
    }
    return .text(body(text), isTrusted: isTrusted)
  }
}
