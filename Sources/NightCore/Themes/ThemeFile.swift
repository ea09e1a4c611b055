/// What one file says of a theme, before its parent's values come to it.
package struct ThemeFile: Equatable, Sendable {
  /// A colour as it is written: itself, or by the name of one of the palette.
  package struct ColorTerm: Equatable, Sendable {
    package enum Base: Equatable, Sendable {
      case color(Color)
      case reference(String)
    }

    package var base: Base
    /// Multiplies that of the colour.
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
    /// Where the values of a sheet's fields stand, in their order.
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
  /// Both in the order of the file.
  package var palette: [PaletteEntry] = []
  package var entries: [Entry] = []

  package init(name: String, style: Style, parent: String? = nil) {
    self.name = name
    self.style = style
    self.parent = parent
  }
}
