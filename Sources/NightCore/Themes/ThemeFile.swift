/// The content of one theme file, without its parents' values.
package struct ThemeFile: Equatable, Sendable {
  /// A colour as the file writes it: a literal colour, or the name of a colour in the palette.
  package struct ColorTerm: Equatable, Sendable {
    package enum Base: Equatable, Sendable {
      case color(Color)
      case reference(String)
    }

    package var base: Base
    /// The factor by which the colour's alpha is multiplied.
    package var alpha: Double
    package var position: Position

    package init(_ base: Base, alpha: Double = 1, position: Position = .init(line: 1, column: 1)) {
      self.base = base
      self.alpha = alpha
      self.position = position
    }
  }

  package struct PaletteEntry: Equatable, Sendable {
    package var name: String
    package var term: ColorTerm
    package var description: String?

    package init(_ name: String, _ term: ColorTerm, description: String? = nil) {
      self.name = name
      self.term = term
      self.description = description
    }
  }

  package struct Entry: Equatable, Sendable {
    package enum Written: Equatable, Sendable {
      case color(ColorTerm)
      case value(ThemeValue)
    }

    package var key: ThemeKey
    package var written: Written
    package var description: String?
    package var position: Position
    /// The positions of a style sheet's values, in the order of its fields.
    package var fields: [Position] = []

    package init(
      _ key: ThemeKey,
      _ written: Written,
      description: String? = nil,
      position: Position = .init(line: 1, column: 1)
    ) {
      self.key = key
      self.written = written
      self.description = description
      self.position = position
    }
  }

  package var name: String
  package var style: Style
  package var parent: String?
  package var parentPosition: Position?
  package var description: String?
  package var author: String?
  /// The colours of the palette, in the order of the file.
  package var palette: [PaletteEntry] = []
  /// The values of all kinds in the order of the file.
  package var entries: [Entry] = []

  package init(name: String, style: Style, parent: String? = nil) {
    self.name = name
    self.style = style
    self.parent = parent
  }
}

extension ThemeFile {
  /// The theme's file as text; reading this text gives an equal theme.
  package var text: String {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(name)),
      .init(name: "style", value: .string(style.rawValue)),
    ]
    func add(_ name: String, _ text: String?) {
      if let text { members.append(.init(name: name, value: .string(text))) }
    }
    add("parent", parent)
    add("description", description)
    add("author", author)
    if !palette.isEmpty {
      let colors = palette.map { entry in
        JSON.Member(name: entry.name, value: Self.json(entry.term, entry.description))
      }
      members.append(.init(name: "palette", value: .object(colors)))
    }
    var kinds: [ThemeKind] = []
    for entry in entries where !kinds.contains(entry.key.kind) { kinds.append(entry.key.kind) }
    for kind in kinds {
      let values = entries.filter { $0.key.kind == kind }.map { entry in
        JSON.Member(name: entry.key.name, value: Self.json(entry))
      }
      members.append(.init(name: kind.section, value: .object(values)))
    }
    return JSON.object(members).text(pretty: true)
  }

  private static func json(_ entry: Entry) -> JSON {
    switch entry.written {
    case .color(let term): json(term, entry.description)
    case .value(let value): json(value)
    }
  }

  private static func json(_ term: ColorTerm, _ description: String?) -> JSON {
    let color: JSON =
      switch term.base {
      case .color(let color): .string(color.exactText)
      case .reference(let name): .string("@" + name)
      }
    guard term.alpha != 1 || description != nil else { return color }
    var members = [JSON.Member(name: "color", value: color)]
    if term.alpha != 1 { members.append(.init(name: "alpha", value: .double(term.alpha))) }
    if let description { members.append(.init(name: "description", value: .string(description))) }
    return .object(members)
  }

  private static func json(_ value: ThemeValue) -> JSON {
    switch value {
    case .color(let color): .string(color.exactText)
    case .image(let image): json(image)
    case .font(let font):
      .object(
        [
          font.family.map { JSON.Member(name: "family", value: .string($0)) },
          font.size.map { JSON.Member(name: "size", value: .double($0)) },
        ].compactMap { $0 }
      )
    case .number(let number): .double(number)
    case .string(let text): .string(text)
    case .bool(let bool): .bool(bool)
    case .sheet(let sheet):
      .object(
        sheet.fields.map { field in
          let value: JSON =
            switch field.value {
            case .reference(let name): .string(name)
            case .number(let number): .double(number)
            case .bool(let bool): .bool(bool)
            case .word(let word): .string(word)
            }
          return .init(name: field.name, value: value)
        }
      )
    }
  }

  /// Write every state and scale; if only a file name were written, a reader would add `@2x` files
  /// from the folder.
  private static func json(_ image: ThemeImage) -> JSON {
    var states: [String] = []
    for picture in image.pictures where !states.contains(picture.state) {
      states.append(picture.state)
    }
    return .object(
      states.map { state in
        let pictures = image.pictures.filter { $0.state == state }
        return .init(
          name: state,
          value: .object(
            pictures.map { .init(name: String($0.scale), value: .string($0.file)) }
          )
        )
      }
    )
  }
}

/// An error, a warning or a note about a theme's file, for people.
package struct ThemeFinding: Equatable, Sendable {
  package enum Severity: String, Sendable {
    /// The theme cannot be used.
    case error
    /// The theme can be used, but it probably contains a mistake.
    case warning
    /// The message explains an assumption about the theme; it does not report a mistake.
    case note
  }

  package var severity: Severity
  package var file: String
  package var position: Position?
  /// The message as a sentence, without the position.
  package var message: String

  package init(
    _ severity: Severity,
    in file: String,
    at position: Position? = nil,
    _ message: String
  ) {
    self.severity = severity
    self.file = file
    self.position = position
    self.message = message
  }

  /// The position as `FILE:LINE:COLUMN`; only the file if the line is unknown.
  package var place: String { position.map { "\(file):\($0)" } ?? file }

  package var description: String { "\(place): \(message)" }

  /// The name that the user probably meant; nil if no name is similar.
  ///
  /// Returns nil if `known` has more than 256 names, because comparing takes time and a file may
  /// have many mistakes.
  static func nearest(_ name: String, among known: some Collection<String>) -> String? {
    known.count <= 256 ? NearestWord.to(name, among: known.sorted()) : nil
  }

  /// The names in a loop of parents or references, for a message; a long loop is shortened.
  static func loop(_ names: [String]) -> String {
    let shown = names.count > 8 ? names.prefix(6) + ["…"] + names.suffix(2) : names[...]
    return shown.map(MessageText.shown).joined(separator: " → ")
  }

  /// The maximum number of findings of one severity for one file.
  static let maximumCount = 100
}
