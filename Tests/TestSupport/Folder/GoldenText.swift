import Glibc

/// A text in Tests/golden that a program makes from tables.
///
/// If NIGHTD_WRITE_DOCS is set, the test writes the text (`make texts`). Read the change before you
/// commit it.
package enum GoldenText {
  /// The text in the file, after a test has written the text that it found.
  package static func inFile(_ name: String, found text: String) throws -> String {
    let path = "\(Built.sourceRoot)/Tests/golden/\(name)"
    if getenv("NIGHTD_WRITE_DOCS") != nil, let file = fopen(path, "w") {
      fputs(text, file)
      fclose(file)
    }
    return try TextFile(path).lines.joined(separator: "\n")
  }
}
