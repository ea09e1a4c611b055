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
    if let change = TemplateColorFilter.named[name] {
      let numbers = try arguments.filter { if case .text = $0 { false } else { true } }
        .map { (argument) throws(Flaw) in try number(argument, name) }
      guard numbers.count == change.numbers else {
        throw Flaw("the filter \(name) takes \(change.numbers == 0 ? "no" : "exactly one") number")
      }
      return recolored(value, change.apply(try color(value, name), numbers.first ?? 0))
    }
    switch name {
    case "default": return value.isTrue ? value : try argument(0, name, arguments)
    case "mix":
      let other = try color(argument(0, name, arguments), name)
      let share = try share(argument(1, name, arguments), name)
      return .color(ColorScheme.mix(try color(value, name), other, share))
    case "blend":
      let other = try color(argument(0, name, arguments), name)
      let share = try arguments.count > 1 ? share(arguments[1], name) : 0.5
      return recolored(value, TemplateColorFilter.turned(try color(value, name), to: other, share))
    case "harmonize":
      let other = try color(argument(0, name, arguments), name)
      return recolored(value, TemplateColorFilter.harmonized(try color(value, name), other))
    case "set_alpha":
      var color = try color(value, name)
      color.alpha = try share(argument(0, name, arguments), name)
      // If the colour's format has parentheses, keep them, because some CSS programs cannot read
      // colours with eight digits.
      guard case .formatted(_, let format) = value else { return .color(color) }
      return .formatted(color, format.withAlpha)
    case "to_color": return .color(try color(value, name))
    case "format":
      let word = try raw(argument(0, name, arguments))
      return try TemplateValue.color(try color(value, name)).member(word, of: "a colour")
    case "lower_case": return try mapped(value) { $0.lowercased() }
    case "upper_case": return try mapped(value) { $0.uppercased() }
    case "snake_case", "kebab_case":
      let hyphen = name == "snake_case" ? "_" : "-"
      return try mapped(value) { words($0).joined(separator: hyphen) }
    case "pascal_case": return try mapped(value) { words($0).map(MessageText.capitalized).joined() }
    case "camel_case":
      return try mapped(value) {
        let words = words($0)
        return (words.first ?? "") + words.dropFirst().map(MessageText.capitalized).joined()
      }
    case "replace":
      let old = try raw(argument(0, name, arguments)), new = try raw(argument(1, name, arguments))
      return try mapped(value) { replacing(old, by: new, in: $0) }
    default:
      let known =
        Array(quotes.keys) + Array(TemplateColorFilter.named.keys) + [
          "blend", "camel_case", "default", "format", "harmonize", "kebab_case", "lower_case",
          "mix",
          "pascal_case", "replace", "set_alpha", "snake_case", "to_color", "upper_case",
        ]
      throw Flaw(
        "there is no filter \(MessageText.quoted(name)); the filters are "
          + known.sorted().joined(separator: ", "),
        kind: .invalid
      )
    }
  }

  /// Returns the colour that a filter has made from `value`, in the format that `value` has.
  private static func recolored(_ value: TemplateValue, _ color: Color) -> TemplateValue {
    if case .formatted(_, let format) = value { return .formatted(color, format) }
    return .color(color)
  }

  /// The words of a name such as `on_surface` or `onSurface`, in lower case.
  private static func words(_ text: String) -> [String] {
    var words: [[UInt8]] = [[]]
    var wasLower = false
    for byte in text.utf8 {
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isPart =
        byte >= 0x80 || isUpper || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if !isPart || isUpper && wasLower { words.append([]) }
      if isPart { words[words.count - 1].append(isUpper ? byte + 32 : byte) }
      wasLower = isPart && !isUpper
    }
    return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The filters that make a literal in a language.
  private static let quotes: [String: @Sendable (String) throws(Flaw) -> String] = [
    // This filter escapes a string for a language such as Emacs Lisp; the template itself must
    // contain the quotation marks.
    "lisp": { text throws(Flaw) in escaped(text, "\\\"") },
    "json": { text throws(Flaw) in JSON.string(text).text(pretty: false) },
    "shell": { text throws(Flaw) in "'" + replacing("'", by: "'\\''", in: try line(text)) + "'" },
    "vim": { text throws(Flaw) in "'" + replacing("'", by: "''", in: try line(text)) + "'" },
    "qt": { text throws(Flaw) in QtSettingsValue.text(text) },
    "url": { text throws(Flaw) in FileURL.escaped(text) },
  ]

  /// Puts a backslash before each of the given characters in a string, which must be a single line.
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
    case .color(let color), .formatted(let color, _), .role(let color), .shades(let color, _, _):
      return color
    case .text(let text, _):
      // As in matugen, a filter also accepts a colour that is given as a string:
      // `colors.primary.default.hex | mix: …`.
      if let color = try? Color(reading: text) { return color }
      fallthrough
    default: throw Flaw("the filter \(name) needs a colour")
    }
  }

  private static func number(_ value: TemplateValue, _ name: String) throws(Flaw) -> Double {
    if case .number(let number) = value { return number }
    throw Flaw("the filter \(name) needs a number")
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
