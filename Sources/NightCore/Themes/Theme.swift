/// A theme with all that it inherits: what it is painted with.
package struct Theme: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let key: ThemeKey
    package let value: ThemeValue
    package let description: String?
    /// The theme of the line of parents that gives it.
    package let giver: String

    package init(_ key: ThemeKey, _ value: ThemeValue, description: String?, giver: String) {
      self.key = key
      self.value = value
      self.description = description
      self.giver = giver
    }
  }

  package let name: String
  package let style: Style
  package let origin: ThemeText.Origin
  /// Its own, not that of a parent.
  package let description: String?
  package let author: String?
  /// From its own parent up to the one that is built in.
  package let ancestors: [String]
  /// Its own in the order of its file, then what each parent adds.
  package let entries: [Entry]
  /// Another one where anything would be painted otherwise; empty for those that are built in.
  package let digest: String
  /// Where the images of each theme of the line stand.
  package let folders: [String: String]

  package init(
    name: String,
    style: Style,
    origin: ThemeText.Origin,
    description: String?,
    author: String?,
    ancestors: [String],
    entries: [Entry],
    digest: String,
    folders: [String: String]
  ) {
    self.name = name
    self.style = style
    self.origin = origin
    self.description = description
    self.author = author
    self.ancestors = ancestors
    self.entries = entries
    self.digest = digest
    self.folders = folders
  }

  package subscript(key: ThemeKey) -> ThemeValue? {
    entries.first { $0.key == key }?.value
  }

  package func color(_ name: String) -> Color? {
    guard case .color(let color)? = self[ThemeKey(.color, name)] else { return nil }
    return color
  }
}
