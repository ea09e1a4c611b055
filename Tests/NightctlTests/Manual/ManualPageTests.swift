import NightStore
import TestSupport
import Testing

@testable import nightctl

/// The manual pages in `data/man` agree with the code, the contract and the documentation.
@Suite("Manual pages")
struct ManualPageTests {
  private static let folder = Built.sourceRoot + "/data/man"

  static let groups = CommandTable.groups.map(\.name)

  private func expect(_ text: String, in name: String) throws {
    let page = try GoldenText.inFile("data/man/\(name)", found: text)
    #expect(page == text, "\(name) is not up to date: make texts")
  }

  @Test("nightctl(1) contains the commands, options and notes of the command table")
  func main() throws { try expect(CommandPages.main, in: "nightctl.1") }

  @Test("Each group of commands has a manual page", arguments: groups)
  func group(name: String) throws {
    try expect(CommandPages.group(name), in: "nightctl-\(name).1")
  }

  @Test("Each manual page about a topic has the documentation's text", arguments: DocumentPage.all)
  func document(page: DocumentPage) throws {
    try expect(try page.text(), in: "\(page.name).\(page.section)")
  }

  @Test("The manual page of the bus interface lists every member of the contract")
  func contract() throws {
    let text = try ContractPage.text()
    try expect(text, in: "org.nightd.Night1.5")
    let lines = try TextFile("\(Built.sourceRoot)/dbus/org.nightd.Night1.xml").lines
    for kind in ["method", "signal", "property"] {
      for line in lines where line.contains("<\(kind) name=\"") {
        let name = line.split(separator: "\"")[1]
        #expect(text.contains(".Ss \(kind) \(name)\n"))
      }
    }
  }

  @Test("The folder of manual pages has no pages other than the generated ones")
  func pages() {
    let names =
      ["nightctl.1", "org.nightd.Night1.5"] + Self.groups.map { "nightctl-\($0).1" }
      + DocumentPage.all.map { "\($0.name).\($0.section)" }
    let files = ProgramFinder.names(in: Self.folder).filter { !$0.hasPrefix(".") }
    #expect(files.sorted() == names.sorted())
  }

  @Test("Every documentation file that a manual page mentions exists")
  func files() throws {
    for name in ProgramFinder.names(in: Self.folder) where !name.hasPrefix(".") {
      let text = try TextFile("\(Self.folder)/\(name)").lines.joined(separator: "\n")
      for match in text.matches(of: /docs\/[a-z\/-]+\.md/) {
        #expect(Disk.hasEntry("\(Built.sourceRoot)/\(match.output)"), "\(name): \(match.output)")
      }
    }
  }

  @Test("Each table of the documentation has one row of titles and then a row of dashes")
  func tables() throws {
    let found = try Program.run("find", ["\(Built.sourceRoot)/docs", "-name", "*.md"])
    let files = found.output.split(separator: "\n").map(String.init)
    #expect(files.count > 30)
    for file in files {
      let lines = try TextFile(file).lines
      for (index, line) in lines.enumerated().dropFirst() where line.hasPrefix("|") {
        guard !lines[index - 1].hasPrefix("|") else { continue }
        let below = index + 1 < lines.count ? lines[index + 1] : ""
        #expect(below.hasPrefix("| --") || below.hasPrefix("|:--"), "\(file): \(line)")
      }
    }
  }

  @Test("mandoc finds no mistake in the manual pages", .enabled(if: Tool.path("mandoc") != nil))
  func lint() throws {
    let files = ProgramFinder.names(in: Self.folder).filter { !$0.hasPrefix(".") }.sorted().map {
      "\(Self.folder)/\($0)"
    }
    let checked = try Program.run("mandoc", ["-T", "lint", "-W", "warning"] + files)
    #expect(checked.output == "")
  }
}

@Suite("Markdown for manual pages")
struct MarkdownTests {
  static let lines: [(markdown: String, mdoc: String)] = [
    ("`set dark` now", "\\fBset dark\\fP now"),
    ("**no** \\ ", "\\fBno\\fP \\e "),
    ("see [hooks.md](hooks.md)", "see nightd-hooks(7)"),
    ("[a hook](../hooks.md#x)", "a hook (nightd-hooks(7))"),
    ("[below](#below)", "below"),
    ("[a list](performance.md#a)", "a list (docs/performance.md)"),
    ("[performance.md](performance.md)", "docs/performance.md"),
    ("[windows.md](windows.md)", "docs/toolkits/windows.md"),
    ("[all](programs/list.md)", "all (docs/programs/list.md)"),
    ("[a tool](migrate.md)", "a tool (nightctl-migrate(7))"),
    ("[matugen](programs/templates.md)", "matugen (nightd-programs(7))"),
    ("[toolkits/qt.md](toolkits/qt.md)", "nightd-toolkits(7)"),
    ("see docs/toolkits/gtk.md.", "see nightd-toolkits(7)."),
    ("see docs/reliability.md", "see docs/reliability.md"),
    ("[a project](https://example.org/README.md)", "a project"),
    ("a ` alone [1]", "a ` alone [1]"),
  ]

  @Test(
    "In a manual page, code has its own font, and links become names of pages",
    arguments: lines
  )
  func fonts(markdown: String, mdoc: String) {
    #expect(MdocWriter.inline(markdown) == mdoc)
  }

  @Test("If a manual page links to itself, the link becomes plain text")
  func ownPage() {
    let link = "[in colours](../programs/screens.md)"
    #expect(MdocWriter.inline(link, on: "nightd-programs(7)") == "in colours")
    #expect(MdocWriter.inline(link, on: "nightd-bars(7)") == "in colours (nightd-programs(7))")
  }

  @Test("The source of a page is divided into headings, paragraphs, lists, code and tables")
  func blocks() {
    let lines = [
      "# A", "one", "two", "", "- x", "  y", "1. z", "", "    code", "", "    more", "",
      "| a | b |", "| --- | --- |", "| 1 \\| 2 | 3 |", "<!-- hidden -->", "```sh", "ls", "```",
      "```text", "until …", "```",
    ]
    #expect(
      MarkdownBlock.blocks(of: lines) == [
        .heading(level: 1, "A"), .paragraph(["one", "two"]), .item(["x", "y"]), .item(["z"]),
        .code(["code", "", "more"]), .table(["a", "b"], [["1 | 2", "3"]]), .code(["ls"]),
      ]
    )
  }
}
