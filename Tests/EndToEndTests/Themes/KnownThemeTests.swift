import TestSupport
import Testing

/// The themes that `make install` makes from data/known-themes.tsv.
@Suite("Themes that people know by name")
struct KnownThemeTests {
  private static func rows() throws -> [[String]] {
    try TextFile(Built.sourceRoot + "/data/known-themes.tsv").lines.dropFirst()
      .filter { !$0.isEmpty }.map { $0.split(separator: "\t").map(String.init) }
  }

  @Test("Each row of the table of known themes becomes a theme with readable text and no mistake")
  func themes() throws {
    let home = try ThemeHome()
    let made = try Program.run(
      "/bin/sh",
      [Built.sourceRoot + "/data/known-themes", Built.nightctl, home.path("")],
      environment: ["PATH": "/usr/bin:/bin"]
    )
    #expect(made.exit == .exited(0), "\(made)")
    let names = try Self.rows().map { $0[0] }
    #expect(names.count > 90)
    #expect(home.home.list(ThemeHome.folder).sorted() == names.map { $0 + ".json5" }.sorted())
    let checked = try home.theme("check")
    #expect(checked.output + checked.errors == "no theme has a mistake\n")
  }

  @Test("Each theme has a permissive licence, a source on GitHub, and an entry in docs/themes.md")
  func sources() throws {
    let document = try TextFile(Built.sourceRoot + "/docs/themes.md").lines
    for row in try Self.rows() {
      #expect(["MIT", "Apache-2.0"].contains(row[4]), "\(row[0])")
      #expect(row[5].contains("github.com/"), "\(row[0])")
      let column = row[1] == "light" ? 1 : 2
      #expect(
        document.contains { line in
          let cells = line.split(separator: "|")
          return cells.count == 3 && cells[column].contains("`\(row[0])`")
        },
        "\(row[0])"
      )
    }
  }
}
