import NightCore
import TestSupport
import Testing

@Suite("docs/stability.md")
struct StabilityDocumentTests {
  private static let path = "docs/stability.md"

  private static func lines(_ path: String) throws -> [String] {
    try TextFile(Built.sourceRoot + "/" + path).lines
  }

  /// The enumerations in the table with this heading row, each with its kind.
  private static func kinds(_ heading: String) throws -> [String: String] {
    let lines = try lines(path)
    let start = try #require(lines.firstIndex(of: heading))
    let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { row in
      row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    }
    return Dictionary(rows.map { ($0[0].filter { $0 != "`" }, $0[1]) }) { first, _ in first }
  }

  @Test("docs/stability.md lists each public enumeration of NightKit as complete or as extensible")
  func swiftEnumerations() throws {
    let kinds = try Self.kinds("| enumeration | kind |")
    let declared = try Self.lines("docs/api/NightKit.txt").compactMap { line -> String? in
      let words = line.split(separator: " ")
      return words.dropFirst().contains("enum") ? String(words[0].dropLast()) : nil
    }
    #expect(declared.count > 5)
    #expect(kinds.keys.sorted() == declared.sorted())
    #expect(Set(kinds.values) == ["complete", "may grow"])
  }

  @Test("docs/stability.md lists each enumeration of libnightkit as complete or as extensible")
  func cEnumerations() throws {
    let kinds = try Self.kinds("| enumeration | kind | what to do with an unknown value |")
    let declared = try Self.lines("docs/api/libnightkit.txt").compactMap { line -> String? in
      guard line.hasPrefix("NIGHTKIT_ENUM(") else { return nil }
      return String(line.dropFirst("NIGHTKIT_ENUM(".count).prefix { $0 != ")" })
    }
    #expect(declared.count > 5)
    #expect(kinds.keys.sorted() == declared.sorted())
    #expect(Set(kinds.values) == ["complete", "may grow"])
  }

  @Test("CHANGELOG.md begins with the version of the code")
  func news() throws {
    let heading = try #require(Self.lines("CHANGELOG.md").first { $0.hasPrefix("## ") })
    #expect(heading.split(separator: " ").dropFirst().first == Contract.version[...])
  }

  @Test(
    "Each document that shows a dependency on this package states the current version",
    arguments: [
      path, "README.md", "Sources/NightKit/NightKit.docc/NightKit.md",
      "Sources/NightKit/NightKit.docc/UseItFromAnApplication.md",
    ]
  )
  func dependencies(document: String) throws {
    let lines = try Self.lines(document).filter { $0.contains(".package(url:") }
    if document == Self.path { #expect(!lines.isEmpty) }
    for line in lines { #expect(line.contains("from: \"\(Contract.version)\""), "\(line)") }
  }

  @Test("The pkg-config file and the library's name have the version of the code")
  func installed() throws {
    #expect(try Self.lines("data/nightkit.pc.in").contains("Version: @VERSION@"))
    // The number in the library's soname is that of the binary interface, which differs from the
    // version.
    #expect(try Self.lines("Makefile").contains("SONAME = $(LIBRARY).0"))
    let header = try Self.lines("Sources/CNightKit/nightkit.h")
    #expect(header.contains("#define NIGHTKIT_VERSION_MAJOR @VERSION_MAJOR@"))
  }
}
