import Glibc

/// Finds programs on the tests' PATH.
package enum Tool {
  /// The path of a program, for `.enabled(if:)`; nil if the program is not installed.
  ///
  /// A name that contains a slash and can be run is returned unchanged.
  package static func path(_ name: String) -> String? {
    guard !name.contains("/") else { return isProgram(name) ? name : nil }
    return searchPath.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// The PATH of the tests.
  package static var searchPath: String {
    getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
  }

  private static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
    return access(path, X_OK) == 0
  }
}
