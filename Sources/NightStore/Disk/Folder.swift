/// What stands in a folder that other programs fill.
package struct Folder {
  /// More than that is not looked at.
  package static let most = 4_096

  package let path: String

  package init(path: String) { self.path = path }

  /// In the order of their bytes; none where it cannot be read.
  package func names(ending suffix: String = "") -> [String] {
    let names = (try? Disk.system.list(path, Self.most)) ?? []
    return suffix.isEmpty ? names : names.filter { $0.hasSuffix(suffix) }
  }

  /// The names of the folders in it, links to some among them.
  package func folders(most: Int) -> [String] {
    let disk = Disk.system
    return ((try? disk.list(path, most)) ?? []).filter { name in
      (try? disk.lookThroughLinks("\(path)/\(name)"))?.kind == .folder
    }
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
