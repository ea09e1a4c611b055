import Glibc

/// Finds programs as execvp(3) does.
package enum ProgramSearch {
  /// The folders to search if `PATH` lists no folder.
  private static let usual = ["/usr/local/bin", "/usr/bin", "/bin"]

  /// The folders in the value of `PATH`, without empty entries, which would mean the working
  /// directory.
  package static func folders(_ path: String?) -> [String] {
    let folders = (path ?? "").split(separator: ":").map(String.init)
    return folders.isEmpty ? usual : folders
  }

  /// The path of a program in the first folder that contains it.
  ///
  /// A name with a slash is already a path.
  package static func path(of name: String, in folders: [String]) throws(Disk.Refusal) -> String {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return name }
    var code = ENOENT
    for folder in folders where !name.isEmpty {
      let path = folder + "/" + name
      guard (try? Disk.system.lookThroughLinks(path))?.kind == .file else { continue }
      if access(path, X_OK) == 0 { return path }
      code = EACCES
    }
    throw Disk.Refusal("execve", name, code: code)
  }

  /// Whether one of the folders contains a program with this name.
  package static func has(_ name: String, in folders: [String]) -> Bool {
    (try? path(of: name, in: folders)) != nil
  }
}
