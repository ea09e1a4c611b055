/// A folder that other programs write into.
package struct Folder {
  /// The most names that are listed.
  package static let most = 4_096

  package let path: String

  package init(path: String) { self.path = path }

  /// The names with this ending, sorted by their bytes; empty if the folder cannot be read.
  package func names(ending suffix: String = "") -> [String] {
    let names = (try? Disk.system.list(path, Self.most)) ?? []
    return suffix.isEmpty ? names : names.filter { $0.hasSuffix(suffix) }
  }

  /// The names of subfolders, including links to folders.
  package func folders(most: Int) -> [String] {
    let disk = Disk.system
    return ((try? disk.list(path, most)) ?? []).filter { name in
      (try? disk.lookThroughLinks("\(path)/\(name)"))?.kind == .folder
    }
  }
}

extension Disk {
  /// Reads a small text file through links; returns nil if it cannot be read, or is not UTF-8.
  package func text(_ path: String, limit: Int) -> String? {
    guard case .bytes(let bytes) = reading(path, limit: limit).content else { return nil }
    // Invalid bytes are not replaced, because a program may write the text back to the file.
    return String(validating: bytes, as: UTF8.self)
  }
}
