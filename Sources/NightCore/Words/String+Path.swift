/// Paths as the kernel reads them, byte by byte: to Swift a mark makes one character of itself and the
/// slash before it, and a split at slashes would pass over that one.
extension String {
  /// What stands between its slashes, also where that is nothing.
  package var pathParts: [String] {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Whether it leads to something below the folder that it begins in.
  package var leadsBelow: Bool {
    !utf8.contains(0) && pathParts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }

  /// The folder that holds what an absolute path names.
  package var parentFolder: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")), slash != startIndex else { return "/" }
    return String(self[..<slash])
  }
}
