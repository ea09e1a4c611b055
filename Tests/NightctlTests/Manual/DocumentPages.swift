import TestSupport

/// A manual page that is made from pages of the documentation.
struct DocumentPage {
  let name: String
  let section: Int
  let title: String
  /// The pages in `docs`; the title of each page after the first becomes the heading of a section.
  let sources: [String]
  /// Headings whose sections the manual page leaves out, such as tables of measured times.
  var without: Set<String> = []
  let related: String

  static let all = [
    DocumentPage(
      name: "nightd",
      section: 8,
      title: "the daemon that owns the light or dark style of a session",
      sources: ["nightd.md", "files.md"],
      related: "nightctl(1), nightd.conf(5), org.nightd.Night1(5)"
    ),
    DocumentPage(
      name: "nightd.conf",
      section: 5,
      title: "preferences of nightd and of programs, in config.json5",
      sources: ["preferences.md"],
      without: ["Quick start"],
      related: "nightctl-prefs(1), nightd(8)"
    ),
    DocumentPage(
      name: "nightd-theme",
      section: 5,
      title: "themes: named sets of colours and other values",
      sources: ["themes.md"],
      related: "nightctl-theme(1), nightd(8)"
    ),
    DocumentPage(
      name: "nightd-schedule",
      section: 5,
      title: "the rules that decide when the style is light and when it is dark",
      sources: ["schedule.md"],
      related: "nightctl-schedule(1), nightd(8)"
    ),
    DocumentPage(
      name: "nightd-hooks",
      section: 7,
      title: "programs of your own that nightd runs after a change",
      sources: ["hooks.md"],
      related: "nightctl-hooks(1), nightd(8)"
    ),
    DocumentPage(
      name: "nightctl-migrate",
      section: 7,
      title: "take over the settings of another tool",
      sources: ["migrate.md"],
      related: "nightctl(1), nightd-hooks(7), nightd-schedule(5)"
    ),
    DocumentPage(
      name: "nightd-programs",
      section: 7,
      title: "other programs in the colours of the theme",
      sources: [
        "programs.md", "programs/terminals.md", "programs/editors.md",
        "programs/command-line.md", "programs/screens.md", "programs/wallpaper.md",
        "programs/templates.md",
        "programs/add.md",
      ],
      without: ["How fast"],
      related: "nightctl-programs(1), nightd-hooks(7), nightd-toolkits(7)"
    ),
    DocumentPage(
      name: "nightd-toolkits",
      section: 7,
      title: "the settings of GTK, Qt, KDE and Xfce follow the style",
      sources: [
        "toolkits.md", "toolkits/gtk.md", "toolkits/qt.md", "toolkits/x11.md",
        "toolkits/electron.md",
      ],
      related: "nightctl-programs(1), nightd-programs(7)"
    ),
    DocumentPage(
      name: "nightd-desktop",
      section: 7,
      title: "how nightd follows the desktop, and writes GNOME's settings",
      sources: ["system.md"],
      related: "nightctl(1), nightd-portal(7), nightd-toolkits(7)"
    ),
    DocumentPage(
      name: "nightd-portal",
      section: 7,
      title: "how programs follow nightd through the desktop portal",
      sources: ["portal.md"],
      without: ["Seen on real desktops"],
      related: "nightctl-doctor(7), nightd(8)"
    ),
    DocumentPage(
      name: "nightd-shell",
      section: 7,
      title: "the style in shells, prompts and containers, without a bus",
      sources: ["shell.md"],
      related: "nightctl(1), nightd(8)"
    ),
    DocumentPage(
      name: "nightd-bars",
      section: 7,
      title: "the style in panels and status bars",
      sources: ["bars.md"],
      related: "nightctl(1), nightd-programs(7)"
    ),
    DocumentPage(
      name: "nightctl-doctor",
      section: 7,
      title: "the problems that nightctl doctor finds, and how to fix them",
      sources: ["doctor.md"],
      without: ["Broken set-ups that were tried"],
      related: "nightctl(1), nightd-portal(7)"
    ),
    DocumentPage(
      name: "nightctl-scripts",
      section: 7,
      title: "what scripts and programs can expect of nightctl: JSON, formats and limits",
      sources: ["nightctl.md"],
      related: "nightctl(1), org.nightd.Night1(5)"
    ),
    DocumentPage(
      name: "libnightkit",
      section: 3,
      title: "the C library that follows the style",
      sources: ["nightkit-c.md"],
      related: "nightctl(1), org.nightd.Night1(5)"
    ),
  ]

  func text() throws -> String {
    var page = MdocWriter(name, section, title: title)
    for source in sources {
      try write(source, isFirst: source == sources.first, &page)
    }
    page.section("See also")
    page.paragraph([related])
    if page.text.contains("docs/") {
      page.paragraph([
        "Names that begin with docs/ are files of nightd's documentation, which is below",
        "`/usr/share/doc/nightd` if a package installed it.",
      ])
    }
    page.end()
    return page.text
  }

  private func write(_ source: String, isFirst: Bool, _ page: inout MdocWriter) throws {
    let lines = try TextFile("\(Built.sourceRoot)/docs/\(source)").lines
    var isLeftOut = false
    for block in MarkdownBlock.blocks(of: lines) {
      if case .heading(let level, let text) = block {
        if level <= 2 { isLeftOut = without.contains(text) }
        if isLeftOut { continue }
        switch (level, isFirst) {
        case (1, true): page.section("Description")
        case (1, false), (2, true): page.section(text)
        default: page.subsection(text)
        }
      }
      if !isLeftOut { write(block, &page) }
    }
  }

  private func write(_ block: MarkdownBlock, _ page: inout MdocWriter) {
    switch block {
    case .heading: break
    case .paragraph(let lines): page.paragraph(lines)
    case .item(let lines): page.item(lines)
    case .code(let lines): page.code(lines)
    case .table(let heading, let rows):
      for row in rows {
        guard let term = row.first else { continue }
        let names = heading.dropFirst()
        let all = zip(names, row.dropFirst()).filter { !$1.isEmpty }
        // The cell in the column without a heading describes the term itself, so it comes first.
        let cells = all.filter(\.0.isEmpty) + all.filter { !$0.0.isEmpty }
        // If the table has only two columns, the second column's heading would add nothing.
        let words =
          names.count == 1 ? cells.map(\.1) : cells.map { $0.isEmpty ? $1 : "\($0): \($1)" }
        page.entry(term.isEmpty ? "-" : term, [words.joined(separator: "; ")])
      }
    }
  }
}
