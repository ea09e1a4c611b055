/// Themes as style sheets: custom properties of CSS, and the named colours of GTK.
package enum StyleSheetWriter {
  /// For one theme on `:root`, for several each where `data-theme` names it.
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
      export.lose(lost, "of \(theme.name) cannot be said in custom properties")
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

  /// Shares of three decimals are finer than any screen.
  private static func css(_ color: Color) -> String {
    guard color.exactText != color.text else { return color.text }
    let shares = [color.red, color.green, color.blue].map { rounded($0 * 100) + "%" }
    let alpha = color.alpha < 1 ? " / \(rounded(color.alpha))" : ""
    return "rgb(\(shares.joined(separator: " "))\(alpha))"
  }

  private static func rounded(_ number: Double) -> String {
    plain((number * 1_000).rounded() / 1_000)
  }

  /// Named colours know no theme, so that there is one.
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
    export.lose(others, "of \(source.theme.name) cannot be said in named colours")
    export.lose(
      names,
      "cannot be the name of one of GTK's colours",
      many: "cannot be names of GTK's colours"
    )
    return export
  }

  /// GTK 3 knows neither digits with an alpha nor the form without commas.
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

  /// A string of CSS, whose escapes are numbers that end with a blank.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      // `</` would end a style sheet that stands within a page.
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
