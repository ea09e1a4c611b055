/// A theme as lists show it, without what it inherits.
package struct ThemeSummary: Equatable, Sendable {
  package let name: String
  package let origin: ThemeText.Origin
  package let file: String
  /// Nil where its file cannot be read that far.
  package let style: Style?
  package let parent: String?
  package let description: String?
  package let author: String?
  /// Why it cannot be used: `FILE:LINE:COLUMN: …`.
  package var flaw: String?

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

  private init(_ read: ReadTheme) {
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

  /// So many bytes of files are kept while a list is made, since others may stand on them.
  private static let mostKeptBytes = 1 << 20

  /// All of them, each with why it cannot be used; `find` is asked again for those that others stand
  /// on.
  package static func all(
    _ texts: some Sequence<ThemeText>,
    find: (String) -> ThemeText?
  ) -> [ThemeSummary] {
    var inheriting: [Int] = []
    var summaries: [ThemeSummary] = []
    for text in texts {
      let read = ReadTheme(text)
      if let file = read.file, !file.standsAlone { inheriting.append(summaries.count) }
      summaries.append(Self(read))
    }
    // By their bytes: two names that only look alike are two.
    var kept: [[UInt8]: ReadTheme] = [:]
    var bytes = 0
    for number in inheriting {
      var line = ThemeLine(summaries[number].name) { (name: String) -> ReadTheme? in
        let key = Array(name.utf8)
        if let read = kept[key] { return read }
        guard let read = find(name).map({ ReadTheme($0) }) else { return nil }
        if bytes + read.bytes <= mostKeptBytes {
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
