/// A theme in another program's format, and the parts of the theme that this format cannot express.
package struct ThemeExport: Equatable, Sendable {
  package var text: String
  /// One sentence for each part of the theme that the format cannot express.
  package var lost: [String] = []

  /// A theme to export, with its file and its resolved values.
  package struct Source: Equatable, Sendable {
    package let file: ThemeFile
    package let theme: Theme
    /// The values of this theme, and of each ancestor that a file declares as its `parent`.
    ///
    /// The last ancestor is always a built-in theme, whose values are left out if no file declares
    /// it as a `parent`.
    let ownEntries: [Theme.Entry]

    /// Resolves a theme from its file and its ancestors' files; if that fails, returns nil and
    /// leaves the errors in `line.findings`.
    package init?(_ line: inout ThemeLine) {
      guard let theme = line.resolve(), let own = line.members.first else { return nil }
      file = own.file
      self.theme = theme
      var names: Set<String> = []
      for member in line.members {
        names.insert(member.text.name)
        if member.file.parent == nil { break }
      }
      ownEntries = theme.entries.filter { names.contains($0.definedBy) }
    }

    var colors: [(name: String, color: Color)] {
      theme.entries.compactMap { entry in
        guard case .color(let color) = entry.value else { return nil }
        return (entry.key.name, color)
      }
    }
  }

  /// Adds one sentence to `lost` about the values that the format cannot express; the sentence ends
  /// with `why` for one value, and with `whys` for several.
  mutating func addLoss(_ names: [String], _ why: String, many whys: String? = nil) {
    guard let first = names.first else { return }
    let shown = names.prefix(8).joined(separator: ", ")
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    lost.append(names.count == 1 ? "\(first) \(why)" : "\(shown + rest) \(whys ?? why)")
  }

  /// A string in quotation marks for YAML, which needs three more escapes than JSON does.
  static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in JSON.string(text).text(pretty: false).unicodeScalars {
      switch scalar {
      case "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": quoted += "\\u\(String(scalar.value, radix: 16))"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }
}

/// Writes themes as CSS custom properties or as GTK's named colours.
package enum StyleSheetWriter {
  /// Writes a single theme for `:root`.
  ///
  /// If there are several themes, writes each theme for a `:root` whose `data-theme` is the theme's
  /// name.
  package static func css(_ sources: [ThemeExport.Source]) -> ThemeExport {
    var export = ThemeExport(text: "")
    for (index, source) in sources.enumerated() {
      let theme = source.theme
      let selector =
        sources.count == 1 ? ":root" : ":root[data-theme=\(quoted(theme.name))]"
      export.text += index == 0 ? "" : "\n"
      export.text += "\(selector) {\n  color-scheme: \(theme.style.rawValue);\n"
      var names: Set<String> = []
      var lost: [String] = []
      for entry in theme.entries {
        guard let value = css(entry.value), names.insert(entry.key.name).inserted else {
          lost.append("\(entry.key.kind.rawValue) \(entry.key.name)")
          continue
        }
        export.text += "  --\(escaped(entry.key.name)): \(value);\n"
      }
      export.text += "}\n"
      export.addLoss(lost, "of \(theme.name) cannot be expressed in custom properties")
    }
    return export
  }

  private static func css(_ value: ThemeValue) -> String? {
    switch value {
    case .color(let color): css(color)
    case .number(let number): plain(number)
    case .string(let text): quoted(text)
    case .font(let font):
      if let family = font.family, let size = font.size {
        "\(plain(size))pt \(quoted(family))"
      } else {
        nil
      }
    case .bool, .image, .sheet: nil
    }
  }

  /// Returns a colour as hexadecimal digits if they are exact; otherwise as percentages with three
  /// decimals, which are finer than a screen can show.
  private static func css(_ color: Color) -> String {
    guard color.exactText != color.text else { return color.text }
    let shares = [color.red, color.green, color.blue].map { rounded($0 * 100) + "%" }
    let alpha = color.alpha < 1 ? " / \(rounded(color.alpha))" : ""
    return "rgb(\(shares.joined(separator: " "))\(alpha))"
  }

  private static func rounded(_ number: Double) -> String {
    plain((number * 1_000).rounded() / 1_000)
  }

  /// Writes one theme as GTK's named colours; `@define-color` cannot define several themes.
  package static func gtk(_ source: ThemeExport.Source) -> ThemeExport {
    var export = ThemeExport(text: "")
    var others: [String] = [], names: [String] = []
    for entry in source.theme.entries {
      guard case .color(let color) = entry.value else {
        others.append("\(entry.key.kind.rawValue) \(entry.key.name)")
        continue
      }
      guard isGTKName(entry.key.name) else {
        names.append(entry.key.name)
        continue
      }
      export.text += "@define-color \(entry.key.name) \(gtk(color));\n"
    }
    export.addLoss(others, "of \(source.theme.name) cannot be expressed in named colours")
    export.addLoss(
      names,
      "is not a valid GTK colour name",
      many: "are not valid GTK colour names"
    )
    return export
  }

  /// Writes a colour for GTK 3, which reads neither `#rrggbbaa` nor `rgb()` without commas.
  private static func gtk(_ color: Color) -> String {
    guard color.alpha < 1 else { return color.text }
    let bytes = [color.red, color.green, color.blue].map { String(Color.byte($0)) }
    return "rgba(\(bytes.joined(separator: ", ")), \(plain(color.alpha)))"
  }

  private static func isGTKName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !name.utf8.contains(UInt8(ascii: ".")) else { return false }
    return first == UInt8(ascii: "_") || (0x61...0x7A).contains(first | 0x20)
  }

  private static func escaped(_ name: String) -> String {
    name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
  }

  /// A CSS string; each escape is a hexadecimal number and a space.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      // Escape `<`, because `</` in a web page could end the style sheet.
      case ..<" ", "\u{7F}"..."\u{9F}", "<":
        quoted += "\\\(String(scalar.value, radix: 16)) "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func plain(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
