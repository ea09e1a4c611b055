import Glibc

/// A file of the repository that is generated from tables, such as a manual page or a list.
///
/// If NIGHTD_WRITE_DOCS is set (`make texts`), the test first rewrites the file. Review the diff of
/// the file before you commit the file.
package enum GoldenText {
  /// Returns the file's text; if NIGHTD_WRITE_DOCS is set, writes `text` to the file first.
  package static func inFile(_ name: String, found text: String) throws -> String {
    let path = "\(Built.sourceRoot)/\(name)"
    if getenv("NIGHTD_WRITE_DOCS") != nil {
      guard let file = fopen(path, "w") else { throw TextFile.Missing(path: path) }
      fputs(text, file)
      fclose(file)
    }
    return try TextFile(path).lines.joined(separator: "\n")
  }
}
