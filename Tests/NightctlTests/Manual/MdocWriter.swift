/// Writes a manual page in mdoc, the macro language of manual pages.
struct MdocWriter {
  private(set) var text = ""
  private var isInList = false
  /// Whether the next paragraph needs no `.Pp`, because a heading or a list item precedes it.
  private var isFresh = true

  /// The manual page that is made from each page in `docs`, by the name of the page's file.
  static let pages = Dictionary(
    DocumentPage.all.flatMap { page in
      page.sources.map { (MdocWriter.file($0[...]), "\(page.name)(\(page.section))") }
    } + [("bus.md", "org.nightd.Night1(5)")]
  ) { first, _ in first }

  /// The folders of those pages in `docs` from which no manual page is made.
  static let folders = [
    "windows.md": "toolkits/", "scripts.md": "programs/", "list.md": "programs/",
  ]

  /// The name of this page, as other pages refer to it.
  private let page: String

  init(_ name: String, _ section: Int, title: String) {
    page = "\(name)(\(section))"
    line(".\\\" Made from the code and docs; see Tests/NightctlTests/Manual.")
    line(".Dd November 26, 2026")
    // Without this line, groff prints "BSD" in the header. Do not put a longer name into the
    // header: if the header is wider than the terminal, groff 1.22 never ends.
    line(".ds doc-volume-operating-system")
    line(".Dt \(name) \(section)")
    line(".Os nightd")
    line(".Sh NAME")
    line(".Nm \(name)")
    line(".Nd \(title)")
  }

  mutating func section(_ name: String) {
    endList()
    // A heading such as `history` names a command; it is not one of the sections that every manual
    // has.
    let isCommand = name.first?.isLowercase == true
    line(".Sh " + Self.heading(isCommand ? Self.plain(name) : Self.plain(name).uppercased()))
    isFresh = true
  }

  /// English words that are also names of macros; mdoc would execute them inside a heading.
  private static let words: Set = [
    "Ad", "An", "As", "At", "Do", "Em", "In", "Me", "Ms", "No", "Op", "Or", "So", "Ta", "An", "Of",
  ]

  private static func heading(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { words.contains(String($0)) ? "\\&\($0)" : String($0) }.joined(separator: " ")
  }

  mutating func subsection(_ name: String) {
    endList()
    line(".Ss " + Self.heading(inline(name)))
    isFresh = true
  }

  mutating func paragraph(_ lines: [String]) {
    endList()
    if !isFresh { line(".Pp") }
    body(lines)
  }

  mutating func code(_ lines: [String]) {
    endList()
    line(isFresh ? ".Bd -literal -offset 2n -compact" : ".Bd -literal -offset 2n")
    for code in lines { line(Self.shielded(Self.escaped(code))) }
    line(".Ed")
    isFresh = false
  }

  mutating func item(_ lines: [String]) {
    begin(".Bl -bullet -compact -width 1n")
    line(".It")
    body(lines)
  }

  /// An entry of a list of terms.
  mutating func entry(_ term: String, _ lines: [String]) {
    begin(".Bl -tag -width 4n")
    line(".It \(inline(term))")
    body(lines)
  }

  mutating func end() { endList() }

  private var list = ""

  private mutating func begin(_ opening: String) {
    if isInList, list == opening { return }
    endList()
    // Without `-compact`, the list itself makes the blank line above it.
    if !isFresh, opening.contains("-compact") { line(".Pp") }
    line(opening)
    isInList = true
    list = opening
  }

  private mutating func endList() {
    guard isInList else { return }
    line(".El")
    isInList = false
    isFresh = false
  }

  /// Writes text, with each sentence on a new line, as mdoc requires.
  private mutating func body(_ lines: [String]) {
    let words = inline(lines.joined(separator: " ")).split(separator: " ")
    var current = ""
    for word in words {
      if !current.isEmpty, current.count + word.count > 90 || endsSentence(current) {
        line(Self.shielded(current))
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + word
    }
    if !current.isEmpty { line(Self.shielded(current)) }
    isFresh = false
  }

  private func endsSentence(_ text: String) -> Bool {
    text.hasSuffix(".") || text.hasSuffix(".)") || text.hasSuffix("?") || text.hasSuffix("!")
  }

  private mutating func line(_ text: String) { self.text += text + "\n" }

  // MARK: - Inside a line

  private func inline(_ markdown: String) -> String { Self.inline(markdown, on: page) }

  /// Converts a line of Markdown to text with the fonts of a manual page.
  ///
  /// Links, and names such as docs/hooks.md, become the names of manual pages. A link to this page
  /// itself becomes plain text.
  static func inline(_ markdown: String, on page: String = "") -> String {
    var result = ""
    var rest = Substring(markdown)
    while let character = rest.first {
      if character == "`", let stop = rest.dropFirst().firstIndex(of: "`") {
        result += "\\fB\(escaped(String(rest[rest.index(after: rest.startIndex)..<stop])))\\fP"
        rest = rest[rest.index(after: stop)...]
      } else if rest.hasPrefix("**"), let stop = rest.dropFirst(2).firstRange(of: "**") {
        result += "\\fB\(escaped(String(rest.dropFirst(2)[..<stop.lowerBound])))\\fP"
        rest = rest[stop.upperBound...]
      } else if character == "[", let link = Link(rest, on: page) {
        result += link.text
        rest = link.rest
      } else if rest.hasPrefix("docs/"), let end = rest.firstRange(of: ".md")?.upperBound,
        let known = pages[Self.file(rest[..<end])]
      {
        result += known
        rest = rest[end...]
      } else {
        result += escaped(String(character))
        rest.removeFirst()
      }
    }
    return result
  }

  private struct Link {
    let text: String
    let rest: Substring

    init?(_ markdown: Substring, on own: String) {
      guard let middle = markdown.firstRange(of: "]("),
        let end = markdown[middle.upperBound...].firstIndex(of: ")")
      else { return nil }
      let words = String(markdown[markdown.index(after: markdown.startIndex)..<middle.lowerBound])
      let target = String(markdown[middle.upperBound..<end])
      rest = markdown[markdown.index(after: end)...]
      let name = MdocWriter.file(target.prefix { $0 != "#" })
      let isPage = name.hasSuffix(".md") && !target.hasPrefix("http")
      let page =
        isPage ? MdocWriter.pages[name] ?? "docs/\(MdocWriter.folders[name] ?? "")\(name)" : nil
      if let page, words.hasSuffix(".md") {
        text = MdocWriter.escaped(page)
      } else if let page, page != own {
        text = MdocWriter.inline(words) + " (\(MdocWriter.escaped(page)))"
      } else {
        text = MdocWriter.inline(words)
      }
    }
  }

  /// The last component of a path.
  private static func file(_ path: Substring) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  static func escaped(_ text: String) -> String {
    text.map { $0 == "\\" ? "\\e" : String($0) }.joined()
  }

  /// Escapes a line that begins with a dot or an apostrophe, because mdoc would read it as a macro.
  private static func shielded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  private static func plain(_ text: String) -> String {
    text.filter { $0 != "`" && $0 != "*" }
  }
}
