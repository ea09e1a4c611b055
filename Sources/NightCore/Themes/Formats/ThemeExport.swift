/// A theme in the words of another program, and what those have no word for.
package struct ThemeExport: Equatable, Sendable {
  package var text: String
  /// Sentences, each on something that is lost.
  package var lost: [String] = []

  /// What is to be written: a theme as its own file and those of its parents make it.
  package struct Source: Equatable, Sendable {
    package let file: ThemeFile
    package let theme: Theme
    /// Those that it or a parent which it names gives, and not the one that ends each line.
    let said: [Theme.Entry]

    /// Nothing where the theme cannot be used; the line's findings say why.
    package init?(_ line: inout ThemeLine) {
      guard let theme = line.resolve(), let own = line.members.first else { return nil }
      file = own.file
      self.theme = theme
      var givers: Set<String> = []
      for member in line.members {
        givers.insert(member.text.name)
        if member.file.parent == nil { break }
      }
      said = theme.entries.filter { givers.contains($0.giver) }
    }

    var colors: [(name: String, color: Color)] {
      theme.entries.compactMap { entry in
        guard case .color(let color) = entry.value else { return nil }
        return (entry.key.name, color)
      }
    }
  }

  /// Says of several things of one kind that they are lost; `whys` where there is more than one.
  mutating func lose(_ names: [String], _ why: String, many whys: String? = nil) {
    guard let first = names.first else { return }
    let shown = names.prefix(8).joined(separator: ", ")
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    lost.append(names.count == 1 ? "\(first) \(why)" : "\(shown + rest) \(whys ?? why)")
  }

  /// A text as YAML takes it in quotation marks: as JSON does, but for three characters it lacks.
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
