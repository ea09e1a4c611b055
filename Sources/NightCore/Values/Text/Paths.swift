/// Functions for paths that work on bytes, as the kernel does.
///
/// In Swift, a slash with a combining mark is one character, so splitting by characters would not
/// find that slash.
extension String {
  /// The parts of the path between the slashes, some of which may be empty.
  package var pathParts: [String] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// The last part of the path; the whole path if it has only slashes.
  package var fileName: String {
    let path = utf8.trimmed { $0 == UInt8(ascii: "/") }
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
      return path.isEmpty ? self : String(Substring(path))
    }
    return String(Substring(path[path.index(after: slash)...]))
  }

  /// Whether a relative path stays below the folder in which it starts.
  package var leadsBelow: Bool {
    !utf8.contains(0) && pathParts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }

  /// The folder of a file, which is the working directory `.` if the path has no slash.
  package var parentFolder: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// The folders above a file, from the innermost one up to `/` or `.`.
  package var foldersAbove: [String] {
    var folders = [parentFolder]
    while let last = folders.last, last != "/", last != "." { folders.append(last.parentFolder) }
    return folders
  }
}
