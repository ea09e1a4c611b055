import Glibc
import TestSupport
import Testing

/// A generated part of a documentation page, between `<!-- NAME -->` and `<!-- end of NAME -->`.
///
/// If NIGHTD_WRITE_DOCS is set, a test writes its part into the page. Read the diff of the page
/// before you commit the page.
struct Manual {
  let page: String
  let part: String

  func expect(_ text: String) throws {
    let path = "\(Built.sourceRoot)/docs/\(page)"
    let manual = try contents(of: path)
    let start = try #require(manual.firstRange(of: "<!-- \(part) -->\n")).upperBound
    let stop = try #require(manual.firstRange(of: "<!-- end of \(part) -->")).lowerBound
    if getenv("NIGHTD_WRITE_DOCS") != nil {
      try write(manual[..<start] + text + manual[stop...], to: path)
    } else {
      #expect(manual[start..<stop] == text, "make texts")
    }
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
