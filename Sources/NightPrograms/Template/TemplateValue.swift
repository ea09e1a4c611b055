package import NightCore

/// A value in a template.
package enum TemplateValue: Equatable, Sendable {
  case color(Color)
  /// A colour with the format in which it is written, such as `hex`; filters change the colour.
  case formatted(Color, ColorFormat)
  /// A string. A trusted string may contain any character, because the template's author wrote it
  /// or it is quoted.
  case text(String, isTrusted: Bool)
  case number(Double)
  case flag(Bool)
  /// Named values, in the order in which a loop visits them.
  case table([Member])
  /// The colours that a loop visits; `material` has more colours, under other tools' names.
  case colors([Member], material: [Member])
  /// A colour that a template uses without giving a style, as in `colors.surface`. The colour is
  /// the same in both styles, or no template needs the other style's colour.
  case role(Color)
  /// A colour that differs between the styles: the colour of the style in effect, then the light
  /// and the dark colour.
  ///
  /// This case is indirect, so that the other values need less memory.
  indirect case shades(Color, light: Color, dark: Color)

  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: TemplateValue

    package init(_ name: String, _ value: TemplateValue) {
      self.name = name
      self.value = value
    }
  }

  package static func trusted(_ text: String) -> TemplateValue { .text(text, isTrusted: true) }

  /// A string from outside the template, such as one of the user's paths, which must not become
  /// code.
  package static func foreign(_ text: String) -> TemplateValue { .text(text, isTrusted: false) }

  package static func table(_ members: [(String, TemplateValue)]) -> TemplateValue {
    .table(members.map { Member($0.0, $0.1) })
  }

  /// Whether a condition with this value is true.
  var isTrue: Bool {
    switch self {
    case .flag(let flag): flag
    case .text(let text, _): !text.isEmpty
    case .number(let number): number != 0
    case .table(let members): !members.isEmpty
    case .color, .formatted, .role, .shades, .colors: true
    }
  }

  /// The string to write into a file; throws if the value cannot be a string, or if a program might
  /// read the string as code.
  func written() throws(Flaw) -> String {
    switch self {
    case .color(let color), .role(let color), .shades(let color, _, _): color.text
    case .formatted(let color, let format): format.text(color)
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
    case .text(let text, let isTrusted): try isTrusted ? text : Self.plain(text)
    case .table(let members), .colors(let members, _):
      throw Flaw(
        "expected one value, found several: \(members.prefix(5).map(\.name).joined(separator: ", "))"
      )
    }
  }

  /// Returns the string if every program reads it as plain text; throws if a program might read it
  /// as code.
  private static func plain(_ text: String) throws(Flaw) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.value < 0x80
        ? scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || " /._~+@,:=%-".unicodeScalars.contains(scalar)
        : !scalar.properties.isPatternWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
    }
    guard !isPlain else { return text }
    throw Flaw(
      "\(MessageText.quoted(text)) has a character that a program may read as code; write the value "
        + "with the filter for the file's language, such as shell, json, lisp or vim"
    )
  }

  /// The member with this name; throws if the value has no such member.
  func member(_ name: String, of path: String) throws(Flaw) -> TemplateValue {
    switch self {
    case .colors(let members, let material):
      if let found = members.first(where: { $0.name == name }) { return found.value }
      // Prefer the theme's role to a colour in `material`. A theme that was made from a picture has
      // Material's own colours as roles, such as `surfaceContainer`.
      let camel = Self.camel(name)
      if let role = members.first(where: { $0.name == camel }) { return role.value }
      if let found = material.first(where: { $0.name == name }) { return found.value }
      return try TemplateValue.table(members + material).member(name, of: path)
    case .table(let members):
      if let found = members.first(where: { $0.name == name }) { return found.value }
      // matugen and noctalia use the name `on_surface` for the role `onSurface`.
      let camel = Self.camel(name)
      if let found = members.first(where: { $0.name == camel }) { return found.value }
      throw Flaw(
        "\(path) has no \(MessageText.quoted(name))" + Self.known(members.map(\.name), name, camel),
        kind: .unknown
      )
    case .role(let color):
      guard ["default", "light", "dark"].contains(name) else {
        return try TemplateValue.color(color).member(name, of: path)
      }
      return .color(color)
    case .shades(let shown, let light, let dark):
      switch name {
      case "light": return .color(light)
      case "dark": return .color(dark)
      default: return try TemplateValue.role(shown).member(name, of: path)
      }
    case .color(let color):
      guard let format = ColorFormat(rawValue: name) else {
        throw Flaw(
          "\(path) has no \(MessageText.quoted(name)); a colour has "
            + ColorFormat.allCases.map(\.rawValue).joined(separator: ", "),
          kind: .unknown
        )
      }
      return .formatted(color.inBytes, format)
    case .text, .number, .flag, .formatted:
      throw Flaw(
        "\(path) has no parts, but the template uses its part \(MessageText.quoted(name))",
        kind: .unknown
      )
    }
  }

  /// The end of a message about an unknown name: the names that the user may have meant.
  private static func known(_ names: [String], _ name: String, _ camel: String) -> String {
    let near = NearestWord.to(name, among: names) ?? NearestWord.to(camel, among: names)
    if let near { return "; did you mean “\(near)”?" }
    guard names.count > 8 else {
      return "; it " + (names.isEmpty ? "is empty" : "has \(names.joined(separator: ", "))")
    }
    let three = NearestWord.three(to: name, among: names).map { "“\($0)”" }.either
    return "; did you mean \(three)? docs/programs/add.md lists all names"
  }

  static func camel(_ name: String) -> String {
    let words = name.split(separator: "_")
    return (words.first.map(String.init) ?? "")
      + words.dropFirst().map { MessageText.capitalized($0) }.joined()
  }
}
