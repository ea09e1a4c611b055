/// Finds the colours of a terminal in the text of a file.
///
/// Reads lines with a key and a value (kitty, foot, Ghostty, Alacritty, WezTerm, Konsole and X
/// resources), JSON (VS Code and Windows Terminal) and iTerm's property lists. Ignores everything
/// except a terminal's colours, because such files often have other settings too.
struct TerminalSchemeReader {
  private typealias Slot = TerminalScheme.Slot

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]
  /// The names of the sections and objects that contain the terminal's own background and text
  /// colours; nil means the top level.
  private static let grounds = [
    nil, "colors", "colors-dark", "colors-light", "primary", "editor", "terminal",
  ]

  private var scheme = TerminalScheme()
  /// The section in which each colour was found; if another section, such as one for the opposite
  /// style, also sets the colour, the value from that second section is ignored.
  private var sections: [Slot: String] = [:]
  /// The values of the names that a file of X resources defines with `#define`.
  private var macros: [String: String] = [:]

  static func scheme(in text: String) throws(Flaw) -> TerminalScheme {
    var reader = TerminalSchemeReader()
    // A theme of VS Code may begin with comments.
    var json = JSONReader(bytes: Array(text.utf8), limits: .standard)
    try? json.skipBlanks()
    if json.byte == UInt8(ascii: "{") {
      reader.read(try JSONReader.read(json.bytes), "")
    } else if json.byte == UInt8(ascii: "<") {
      reader.read(try PropertyList.value(json.bytes))
    } else {
      reader.readLines(text)
    }
    return reader.scheme
  }

  // MARK: - Slots

  /// Returns the colour that a key sets; nil if the key sets no colour.
  ///
  /// `path` consists of the names of the sections around the key and the key itself, in lower case.
  private static func slot(_ path: String) -> Slot? {
    let path = path.split(separator: "*").last.map(String.init) ?? path
    let parts = path.split(separator: ".", omittingEmptySubsequences: true)
    guard let last = parts.last else { return nil }
    let outer = parts.dropLast().last.map(String.init)
    if let number = number(String(last), outer) { return .color(number) }
    // Konsole has a section for each colour, with the key “Color”.
    let isKonsole = last == "color"
    switch isKonsole ? outer : String(last) {
    case "background" where isKonsole || grounds.contains(outer): return .background
    case "foreground" where isKonsole || grounds.contains(outer): return .foreground
    case "selection_background", "selection-background", "selectionbackground", "selection_bg":
      return .selection
    default: return nil
    }
  }

  /// Returns which of the 16 colours a key sets, from 0 to 15; nil if the key sets none of them.
  private static func number(_ key: String, _ outer: String?) -> Int? {
    func index(_ name: some StringProtocol, _ prefix: String, _ most: Int) -> Int? {
      guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else {
        return nil
      }
      return (0..<most).contains(number) ? number : nil
    }
    func named(_ name: some StringProtocol) -> Int? {
      names.firstIndex { $0 == name } ?? (name == "purple" ? 5 : nil)
    }
    if let number = index(key, "color", 16) ?? index(key, "regular", 8) { return number }
    if let number = index(key, "bright", 8) { return number + 8 }
    if key == "color", let outer {
      let isIntense = outer.hasSuffix("intense")
      return index(isIntense ? outer.dropLast(7) : outer[...], "color", 8).map {
        isIntense ? $0 + 8 : $0
      }
    }
    switch outer {
    case "normal": return named(key)
    case "bright": return named(key).map { $0 + 8 }
    case "ansi": return Int(key).flatMap { $0 < 8 ? $0 : nil }
    case "brights": return Int(key).flatMap { $0 < 8 ? $0 + 8 : nil }
    case "terminal" where key.hasPrefix("ansibright"):
      return named(key.dropFirst(10)).map { $0 + 8 }
    case "terminal" where key.hasPrefix("ansi"): return named(key.dropFirst(4))
    case nil where key.hasPrefix("bright"): return named(key.dropFirst(6)).map { $0 + 8 }
    case nil: return named(key)
    default: return nil
    }
  }

  private mutating func take(
    _ path: String,
    _ text: some StringProtocol,
    in section: String,
    _ position: Position
  ) {
    guard let slot = Self.slot(path.lowercased()), sections[slot, default: section] == section
    else {
      return
    }
    let value = macros[String(text)] ?? String(text)
    // Ignore words that are not colours, such as `none` and `SelectionForeground`.
    guard let color = Self.color(value) else {
      guard value.first.map({ "#0123456789".contains($0) }) == true else { return }
      let flaw = Flaw("expected a colour, found \(MessageText.quoted(value))", at: position)
      scheme.flaw = scheme.flaw ?? flaw
      return
    }
    // Use the background of VS Code's editor only if its terminal has no background.
    if path.hasSuffix("editor.background"), scheme.colors[slot] != nil { return }
    scheme.colors[slot] = color
    sections[slot] = section
  }

  /// Reads a colour in any form that terminals use; ignores the alpha.
  private static func color(_ text: String) -> Color? {
    let parts = text.split(separator: ",").compactMap { UInt8($0.filter { $0 != " " }) }
    if parts.count == 3, text.split(separator: ",").count == 3 {
      return Color(
        red: Double(parts[0]) / 255,
        green: Double(parts[1]) / 255,
        blue: Double(parts[2]) / 255
      )
    }
    var digits = text.hasPrefix("rgb:") ? text.dropFirst(4).filter { $0 != "/" } : text
    if digits.hasPrefix("#") { digits.removeFirst() }
    if digits.lowercased().hasPrefix("0x") { digits.removeFirst(2) }
    guard [3, 6, 8].contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit) else { return nil }
    return try? Color(reading: "#" + digits.prefix(6))
  }

  // MARK: - Lines

  private mutating func readLines(_ text: String) {
    var section = ""
    /// The key of the list whose end has not been read yet, and the number of the list's next
    /// element; nil outside a list.
    var list: (key: String, next: Int)?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
      .enumerated()
    {
      let position = Position(line: index + 1, column: 1)
      let line = line.trimmed(where: \.isWhitespace)
      if let open = list {
        list = elements(of: line, open, in: section, position)
        continue
      }
      guard let first = line.first, !"!;/".contains(first), !line.hasPrefix("# "), line != "#"
      else {
        continue
      }
      if first == "[" {
        section = line.dropFirst().prefix { $0 != "]" }.lowercased()
        continue
      }
      if line.hasPrefix("#define") {
        let words = line.split(whereSeparator: \.isWhitespace)
        if words.count > 2, macros.count < 1_000 { macros[String(words[1])] = String(words[2]) }
        continue
      }
      let key = line.prefix { !" \t=:".contains($0) }
      let value = line.dropFirst(key.count).drop { " \t=:".contains($0) }
      if value.first == "[" {
        list = elements(of: value.dropFirst(), (String(key), 0), in: section, position)
      } else if key == "palette", let equals = value.firstIndex(of: "=") {
        let number = value[..<equals].trimmed(where: \.isWhitespace)
        take(
          "color\(number)",
          Self.plain(value[value.index(after: equals)...]),
          in: section,
          position
        )
      } else {
        let path = section.isEmpty ? String(key) : section + "." + key
        take(path, Self.plain(value), in: section, position)
      }
    }
  }

  /// Reads the colours of a list from one line; returns nil if the list ends in this line.
  private mutating func elements(
    of line: Substring,
    _ list: (key: String, next: Int),
    in section: String,
    _ position: Position
  ) -> (key: String, next: Int)? {
    var list = list
    let inside = line.prefix { $0 != "]" }
    for part in inside.split(separator: ",") {
      let text = Self.plain(part)
      guard text.hasPrefix("#") else { continue }
      take("\(section).\(list.key).\(list.next)", text, in: section, position)
      list.next += 1
    }
    return inside.endIndex == line.endIndex ? list : nil
  }

  /// Returns a value without quotation marks, and without the text that follows the value in the
  /// line.
  private static func plain(_ value: Substring) -> Substring {
    let text = value.trimmed(where: \.isWhitespace)
    guard let quote = text.first, quote == "\"" || quote == "'" else {
      let isTriple = text.split(separator: ",").count == 3
      return isTriple ? text : text.prefix { !$0.isWhitespace }
    }
    return text.dropFirst().prefix { $0 != quote }
  }

  // MARK: - Trees

  private mutating func read(_ node: JSONNode, _ path: String) {
    for member in node.members ?? [] {
      let inner = path.isEmpty ? member.name : path + "." + member.name
      if case .string(let text) = member.node.value {
        if path.isEmpty, member.name == "name" { scheme.name = text }
        if path.isEmpty, member.name == "type" { scheme.style = Style(rawValue: text) }
        take(inner, text, in: path, member.node.position)
      } else if path.isEmpty {
        // Go only one level down, to objects that contain colours, such as VS Code's “colors”.
        read(member.node, inner)
      }
    }
  }

  /// Reads iTerm's dictionary, in which each colour has three numbers from 0 to 1.
  private mutating func read(_ value: PreferenceValue) {
    guard case .dictionary(let members) = value else { return }
    for member in members {
      guard case .dictionary(let parts) = member.value else { continue }
      var words = member.name.lowercased().split(separator: " ")
      guard words.count > 1, words.removeLast() == "color" else { continue }
      let key = words[0] == "ansi" ? "color" + words[1...].joined() : words.joined(separator: " ")
      func part(_ name: String) -> Double {
        switch parts.first(where: { $0.name == name + " Component" })?.value {
        // Round to a multiple of 1/255, because terminals show only such colours.
        case .double(let number): (min(max(number, 0), 1) * 255).rounded() / 255
        case .integer(let number): number > 0 ? 1 : 0
        default: 0
        }
      }
      let slot = key == "selection" ? Slot.selection : Self.slot(key)
      if let slot {
        scheme.colors[slot] = Color(red: part("Red"), green: part("Green"), blue: part("Blue"))
      }
    }
  }
}
