/// Writes a manual page in mdoc, the language of manual pages.
struct MdocWriter {
  private(set) var text = ""
  private var isInList = false
  /// Whether the next paragraph needs no `.Pp`, because a heading or a list item stands before it.
  private var isFresh = true

  /// The manual pages that say what a page in `docs` says.
  static let pages = [
    "nightctl.md": "nightctl-programs(7)", "preferences.md": "nightd.conf(5)",
    "themes.md": "nightd-theme(5)",
    "schedule.md": "nightd-schedule(5)", "hooks.md": "nightd-hooks(7)",
    "reactions.md": "nightd-reactions(7)", "toolkits.md": "nightd-toolkits(7)",
    "bus.md": "org.nightd.Night1(5)", "nightkit-c.md": "libnightkit(3)", "nightd.md": "nightd(8)",
    "system.md": "nightd-desktop(7)", "portal.md": "nightd-portal(7)",
    "shell.md": "nightd-shell(7)",
    "bars.md": "nightd-bars(7)", "doctor.md": "nightctl-doctor(7)", "files.md": "nightd(8)",
  ]

  init(_ name: String, _ section: Int, title: String) {
    line(".\\\" Made from the code and docs; see Tests/NightctlTests/Manual.")
    line(".Dd November 26, 2026")
    line(".Dt \(name) \(section)")
    line(".Os nightd")
    line(".Sh NAME")
    line(".Nm \(name)")
    line(".Nd \(title)")
  }

  mutating func section(_ name: String) {
    endList()
    // A heading such as `history` is a command, not a section that every manual has.
    let isCommand = name.first?.isLowercase == true
    line(".Sh \(isCommand ? Self.plain(name) : Self.plain(name).uppercased())")
    isFresh = true
  }

  mutating func subsection(_ name: String) {
    endList()
    line(".Ss \(Self.inline(name))")
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
    line(".It \(Self.inline(term))")
    body(lines)
  }

  mutating func end() { endList() }

  private var list = ""

  private mutating func begin(_ opening: String) {
    if isInList, list == opening { return }
    endList()
    // Without `-compact`, a list begins with a blank line of its own.
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

  /// Lines of text; each sentence begins a line, as mdoc wants.
  private mutating func body(_ lines: [String]) {
    let words = Self.inline(lines.joined(separator: " ")).split(separator: " ")
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

  /// The text of a line of Markdown with the fonts of a manual page.
  static func inline(_ markdown: String) -> String {
    var result = ""
    var rest = Substring(markdown)
    while let character = rest.first {
      if character == "`", let stop = rest.dropFirst().firstIndex(of: "`") {
        result += "\\fB\(escaped(String(rest[rest.index(after: rest.startIndex)..<stop])))\\fP"
        rest = rest[rest.index(after: stop)...]
      } else if rest.hasPrefix("**"), let stop = rest.dropFirst(2).firstRange(of: "**") {
        result += "\\fB\(escaped(String(rest.dropFirst(2)[..<stop.lowerBound])))\\fP"
        rest = rest[stop.upperBound...]
      } else if character == "[", let link = Link(rest) {
        result += link.text
        rest = link.rest
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

    init?(_ markdown: Substring) {
      guard let middle = markdown.firstRange(of: "]("),
        let end = markdown[middle.upperBound...].firstIndex(of: ")")
      else { return nil }
      let words = String(markdown[markdown.index(after: markdown.startIndex)..<middle.lowerBound])
      let target = String(markdown[middle.upperBound..<end])
      rest = markdown[markdown.index(after: end)...]
      let file = target.split(separator: "#").first.map(String.init) ?? ""
      let name = file.split(separator: "/").last.map(String.init) ?? file
      let page = MdocWriter.pages[name]
      if words.hasSuffix(".md") {
        text = page ?? "docs/\(MdocWriter.escaped(name))"
      } else if let page, !target.hasPrefix("#") {
        text = MdocWriter.inline(words) + " (\(page))"
      } else {
        text = MdocWriter.inline(words)
      }
    }
  }

  static func escaped(_ text: String) -> String {
    text.map { $0 == "\\" ? "\\e" : String($0) }.joined()
  }

  /// A line that begins with a dot or an apostrophe would be a macro.
  private static func shielded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  private static func plain(_ text: String) -> String {
    text.filter { $0 != "`" && $0 != "*" }
  }
}
