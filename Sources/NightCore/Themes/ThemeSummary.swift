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

  private init(_ text: ThemeText, _ file: ThemeFile?, _ flaw: ThemeFinding?) {
    self.init(
      name: text.name,
      origin: text.origin,
      file: text.file,
      style: file?.style,
      parent: file?.parent,
      description: file?.description,
      author: file?.author,
      flaw: flaw?.description
    )
  }

  /// All of them, each read once; whose parents are missing, broken or a loop is flawed too.
  package static func all(_ texts: some Sequence<ThemeText>) -> [ThemeSummary] {
    var places: [String: Position] = [:]
    var summaries: [ThemeSummary] = []
    for text in texts {
      var findings: [ThemeFinding] = []
      var file: ThemeFile?
      switch text.content {
      case .flawed(let why): findings = [ThemeFinding(.error, in: text.file, "it \(why)")]
      case .bytes(let bytes):
        var reader = ThemeFileReader(file: text.file, assets: text.assets)
        file = reader.read(bytes, named: text.name)
        findings = reader.findings
      }
      places[text.name] = file?.parentPosition
      summaries.append(Self(text, file, findings.first { $0.severity == .error }))
    }
    var index: [String: Int] = [:]
    for (number, summary) in summaries.enumerated() { index[summary.name] = number }
    for number in summaries.indices where summaries[number].flaw == nil {
      guard let why = flaw(of: number, in: summaries, index) else { continue }
      let summary = summaries[number]
      summaries[number].flaw =
        ThemeFinding(.error, in: summary.file, at: places[summary.name], why).description
    }
    return summaries
  }

  private static func flaw(
    of number: Int,
    in summaries: [ThemeSummary],
    _ index: [String: Int]
  ) -> String? {
    var line = [number]
    var at = summaries[number]
    while let parent = at.parent {
      guard let next = index[parent] else {
        return "its parent \(RuleFlaw.quoted(parent)) is not there"
      }
      guard !line.contains(next) else {
        let loop = (line.map { summaries[$0].name } + [parent]).joined(separator: " → ")
        return "its parents go round in a loop: \(loop)"
      }
      at = summaries[next]
      guard at.style != nil else { return "its parent \(RuleFlaw.quoted(parent)) cannot be used" }
      line.append(next)
      guard line.count <= ThemeLine.mostAncestors + 1 else {
        return "it has more than \(ThemeLine.mostAncestors) parents, one above the other"
      }
    }
    return nil
  }
}
