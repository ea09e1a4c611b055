import Glibc

/// What stands in a folder that other programs fill.
package struct Folder {
  /// More than that is not looked at.
  package static let most = 4_096

  package let path: String

  package init(path: String) { self.path = path }

  /// In the order of their bytes; none where it cannot be read.
  package func names(ending suffix: String = "") -> [String] {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name), let folder = opendir(path)
    else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < Self.most, let entry = readdir(folder) {
      // An entry may be shorter than its type says, so the name is read where it stands.
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard let text = String(validatingCString: name), text.hasSuffix(suffix), text != ".",
        text != ".."
      else { continue }
      names.append(text)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension Disk {
  /// A small file as text, through links; nil where it cannot be read, or is none.
  package func text(_ path: String, limit: Int) -> String? {
    guard case .bytes(let bytes) = reading(path, limit: limit).content else { return nil }
    // What is written back must be what was read.
    return String(validating: bytes, as: UTF8.self)
  }
}
