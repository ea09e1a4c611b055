/// Functions for paths that work on bytes, as the kernel does.
///
/// In Swift, a slash with a combining mark is one character, so splitting by characters would miss
/// that slash.
extension String {
  /// The parts between the slashes; parts may be empty.
  package var pathParts: [String] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// The last part; the path itself if it has only slashes.
  package var fileName: String {
    utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? self
  }

  /// Whether a relative path leads to a file below the folder in which it starts.
  package var leadsBelow: Bool {
    !utf8.contains(0) && pathParts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }

  /// The folder of a file; if the path has no slash, this is the working directory, `.`.
  package var parentFolder: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// The folders above a file, from the innermost one to `/` or `.`.
  package var foldersAbove: [String] {
    var folders = [parentFolder]
    while let last = folders.last, last != "/", last != "." { folders.append(last.parentFolder) }
    return folders
  }
}
