import Glibc

/// A text of the repository that is made from tables, such as a manual page or a list.
///
/// If NIGHTD_WRITE_DOCS is set, the test writes the text (`make texts`). Read the change before you
/// commit it.
package enum GoldenText {
  /// The text in a file of the repository, after a test has written the text that it found.
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
