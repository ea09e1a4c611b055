/// The facts that a list of themes shows about one theme; inherited values are not included.
package struct ThemeSummary: Equatable, Sendable {
  package var name: String
  package var origin: ThemeText.Origin
  package var file: String
  /// The theme's style; nil if its file cannot be used.
  package var style: Style?
  package var parent: String?
  package var description: String?
  package var author: String?
  /// Why the theme cannot be used, as `FILE:LINE:COLUMN: …`; nil if the theme can be used.
  package var flaw: String?
  /// Whether a preference or a hold selects the theme, for the desktop or for an application.
  package var isInUse = false

  package init(
    name: String,
    origin: ThemeText.Origin,
    file: String,
    style: Style?,
    parent: String? = nil,
    description: String? = nil,
    author: String? = nil,
    flaw: String? = nil
  ) {
    self.name = name
    self.origin = origin
    self.file = file
    self.style = style
    self.parent = parent
    self.description = description
    self.author = author
    self.flaw = flaw
  }

  private init(_ read: ParsedTheme) {
    self.init(
      name: read.text.name,
      origin: read.text.origin,
      file: read.text.file,
      style: read.file?.style,
      parent: read.file?.parent,
      description: read.file?.description,
      author: read.file?.author,
      flaw: Self.flaw(read.findings)
    )
  }

  private static func flaw(_ findings: [ThemeFinding]) -> String? {
    findings.first { $0.severity == .error }?.description
  }

  /// The maximum size, in bytes, of the parsed files that are kept while the list is made.
  ///
  /// Parsed files are kept because other themes may inherit from them.
  private static let maximumKeptBytes = 1 << 20

  /// The summaries of all themes.
  ///
  /// If a theme needs values from its parents, the theme is read again with the parents that `find`
  /// returns, so that flaws in the parents are found too.
  package static func all(
    _ texts: some Sequence<ThemeText>,
    find: (String) -> ThemeText?
  ) -> [ThemeSummary] {
    var inheriting: [Int] = []
    var summaries: [ThemeSummary] = []
    for text in texts {
      let read = ParsedTheme(text)
      if let file = read.file, !file.isSelfContained { inheriting.append(summaries.count) }
      summaries.append(Self(read))
    }
    // The keys of `kept` are the bytes of theme names, because names that look the same can still
    // be different names.
    var kept: [[UInt8]: ParsedTheme] = [:]
    var bytes = 0
    for number in inheriting {
      var line = ThemeLine(summaries[number].name) { (name: String) -> ParsedTheme? in
        let key = Array(name.utf8)
        if let read = kept[key] { return read }
        guard let read = find(name).map({ ParsedTheme($0) }) else { return nil }
        if bytes + read.bytes <= maximumKeptBytes {
          bytes += read.bytes
          kept[key] = read
        }
        return read
      }
      _ = line.resolve()
      summaries[number].flaw = flaw(line.findings)
    }
    return summaries
  }
}

extension ThemeSummary {
  /// The name of the next or previous theme in a list; nil if there is no other theme.
  ///
  /// The last theme is followed by the first theme.
  package static func neighbour(
    of current: String,
    in list: [ThemeSummary],
    isNext: Bool
  ) -> String? {
    let names = list.filter { $0.flaw == nil || $0.name.isSameText(as: current) }.map(\.name)
    let place = names.firstIndex { $0.isSameText(as: current) } ?? (isNext ? -1 : 0)
    let other = (place + (isNext ? 1 : names.count - 1)) % max(1, names.count)
    guard names.indices.contains(other), !names[other].isSameText(as: current) else { return nil }
    return names[other]
  }
}

extension ThemeSummary: Record {
  package static let blank = ThemeSummary(name: "", origin: .system, file: "", style: nil)

  package mutating func visit(_ fields: inout Fields) {
    fields.required("name", &name)
    fields.field("origin", &origin)
    fields.field("file", &file)
    fields.field("in-use", &isInUse)
    fields.field("style", &style)
    fields.field("parent", &parent)
    fields.field("description", &description)
    fields.field("author", &author)
    fields.field("flaw", &flaw)
  }
}
