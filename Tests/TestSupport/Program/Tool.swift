import Glibc

/// The programs on the tests' PATH.
package enum Tool {
  /// The program's path, or nil if it is not installed: for `.enabled(if:)`.
  ///
  /// A name with a slash is returned as it is if it can be run.
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
