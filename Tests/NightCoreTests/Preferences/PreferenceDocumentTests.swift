import Glibc
import NightCore
import TestSupport
import Testing

@Suite("docs/preferences.md")
struct PreferenceDocumentTests {
  /// The list as it must stand there; with NIGHTD_WRITE_DOCS set it is written there.
  @Test("its list of keys is the table's")
  func keys() throws {
    let path = Built.sourceRoot + "/docs/preferences.md"
    let text = try contents(of: path)
    let begin = "<!-- keys -->\n"
    let end = "<!-- end of keys -->"
    let start = try #require(text.firstRange(of: begin)).upperBound
    let stop = try #require(text.firstRange(of: end)).lowerBound
    if getenv("NIGHTD_WRITE_DOCS") != nil {
      try write(text[..<start] + list + text[stop...], to: path)
    } else {
      #expect(text[start..<stop] == list, "NIGHTD_WRITE_DOCS=1 swift test --filter \(Self.self)")
    }
  }

  private var list: String {
    let rows = PreferenceTable.entries.map { entry in
      let whose =
        switch entry.scope {
        case .desktop: "desktop"
        case .application: "application"
        case .both: "both"
        }
      let value = entry.registered.map { "`\($0.json.text(pretty: false))`" } ?? "none"
      let summary = entry.summary + (entry.isPrivate ? "; private" : "")
      return "| `\(entry.name)` | \(whose) | \(entry.type.words) | \(value) | \(summary) |\n"
    }
    return """
      | key | whose | values | default | |
      | --- | --- | --- | --- | --- |

      """ + rows.joined()
  }

  private func contents(of path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func write(_ text: Substring, to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    fputs(String(text), file)
  }
}
