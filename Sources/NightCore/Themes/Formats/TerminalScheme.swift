/// A terminal's colour scheme, from which nightctl makes a theme.
///
/// `TerminalSchemeReader` finds the colours in the files of terminals and of VS Code.
package struct TerminalScheme: Equatable, Sendable {
  /// What a terminal uses a colour for.
  enum Slot: Hashable, Sendable {
    /// One of the terminal's 16 colours, by its number from 0 to 15.
    case color(Int)
    case background
    case foreground
    case selection
  }

  /// The names under which a theme can define a terminal's 16 colours, in the order of the numbers.
  package static let roles = ["terminal", "terminalBright"].flatMap { start in
    ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"].map { start + $0 }
  }

  var colors: [Slot: Color] = [:]
  /// The name that the file declares; nil if the file declares no name.
  var name: String?
  /// The style that the file declares; nil if the file declares no style.
  var style: Style?
  /// The first mistake in the file; nightctl makes no theme from a file with a mistake.
  var flaw: Flaw?

  static let maximumBytes = 1 << 20

  /// Whether a text sets at least three of a terminal's 16 colours, and so is probably a colour
  /// scheme.
  package static func isIn(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= maximumBytes,
      let scheme = try? TerminalSchemeReader.scheme(
        in: String(
          decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...],
          as: UTF8.self
        )
      )
    else { return false }
    return (0..<16).count { scheme.colors[.color($0)] != nil } >= 3
  }

  /// The required colours that the file lacks, as a list for a message; nil if the file has all of
  /// them.
  private var missing: String? {
    let numbers = (0..<8).filter { colors[.color($0)] == nil }.map(String.init)
    let names =
      (colors[.background] == nil ? ["the background"] : [])
      + (colors[.foreground] == nil ? ["the text"] : [])
      + (numbers.isEmpty ? [] : ["the colours \(numbers.joined(separator: ", "))"])
    return names.isEmpty ? nil : names.joined(separator: " and ")
  }

  /// Makes a theme from the text of a file of a terminal or of VS Code.
  package static func read(
    _ bytes: [UInt8],
    file: String,
    style: Style? = nil,
    called: String? = nil,
    title: String? = nil
  ) -> ThemeImport {
    var result = ThemeImport(file: file, style: style, called: called)
    guard bytes.count <= maximumBytes else {
      result.add(.error, nil, "expected at most \(maximumBytes) bytes, found \(bytes.count)")
      return result.finished()
    }
    guard let text = result.text(bytes) else { return result.finished() }
    let scheme: TerminalScheme
    do throws(Flaw) { scheme = try TerminalSchemeReader.scheme(in: text) } catch {
      result.add(.error, error.position, error.message)
      return result.finished()
    }
    if let flaw = scheme.flaw {
      result.add(.error, flaw.position, flaw.message)
      return result.finished()
    }
    if let missing = scheme.missing {
      result.add(.error, nil, "it lacks \(missing), which a theme needs")
      return result.finished()
    }
    let own = scheme.name.map(Base16.slug).flatMap { ThemeName.flaw($0) == nil ? $0 : nil } ?? title
    guard let name = called ?? own else {
      result.add(.error, nil, ThemeImport.nameless)
      return result.finished()
    }
    result.checkName(name, nil)
    result.shortNames[name] = own
    result.themes = [scheme.theme(name, &result)]
    return result.finished()
  }

  private func theme(_ name: String, _ result: inout ThemeImport) -> ThemeFile {
    let palette = palette
    var theme = ThemeFile(name: name, style: .light)
    let background = palette["base00"].map { ("its background", $0) }
    theme.style = result.style ?? style ?? result.style(of: name, background: background, .start)
    if let title = self.name, title != name { theme.description = title }
    theme.palette = Base16.twentyFour.compactMap { name in
      palette[name].map { .init(name, .init(.color($0), position: .start)) }
    }
    let exact = Dictionary(
      uniqueKeysWithValues: zip(TerminalScheme.roles, (0..<16).map { color($0) })
    )
    theme.entries = Base16.roles(palette).map { role in
      let color = exact[role.role]?.map { .color($0) } ?? role.color
      return .init(
        ThemeKey(.color, role.role),
        .color(.init(color, position: .start)),
        position: .start
      )
    }
    return theme
  }

  /// The colour with this number from 0 to 15; if a file has only 8 colours, colours 8 to 15 are
  /// the same as 0 to 7.
  private func color(_ number: Int) -> Color? {
    colors[.color(number)] ?? colors[.color(number % 8)]
  }

  /// The base24 palette of the scheme; a colour that the file lacks is mixed from the file's other
  /// colours.
  private var palette: [String: Color] {
    guard let paper = colors[.background], let ink = colors[.foreground] else { return [:] }
    func shade(_ share: Double) -> Color { paper.mixed(with: ink, by: share) }
    let red = color(1), yellow = color(3)
    let dim = color(8).flatMap { $0.contrast(with: paper) > 1.5 ? $0 : nil }
    let all: [Color?] = [
      paper, shade(0.06), colors[.selection] ?? shade(0.16), dim ?? shade(0.4), shade(0.7), ink,
      shade(1.0), color(15), red, yellow.flatMap { red?.mixed(with: $0, by: 0.5) }, yellow,
      color(2), color(6), color(4), color(5), red?.mixed(with: paper, by: 0.3), paper, paper,
      color(9), color(11), color(10), color(14), color(12), color(13),
    ]
    return Dictionary(
      uniqueKeysWithValues: zip(Base16.twentyFour, all.map { $0 ?? ink })
    )
  }
}
