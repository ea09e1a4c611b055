import Glibc

extension Disk {
  /// Reads a file that other programs write.
  ///
  /// This function follows symbolic links, and never blocks on a fifo.
  ///
  /// `judge` may refuse the file because of its owner or mode.
  package func reading(
    _ path: String,
    limit: Int,
    judge: (FileIdentity) -> FileFlaw? = { _ in nil }
  ) -> FileReading {
    do throws(Disk.Refusal) {
      return try whole(path, limit, judge)
    } catch {
      switch error.code {
      // The file has just been removed, or a component of the path is a file instead of a folder.
      case ENOENT, ENOTDIR: return FileReading(.missing)
      case ELOOP: return FileReading(.flawed(.linkLoop))
      default:
        return FileReading(.flawed(.unreadable(Disk.Refusal(error.call, path, code: error.code))))
      }
    }
  }

  /// Checks the file at the path, opens the file, and then checks the opened file.
  ///
  /// The first check is needed because merely opening a device may have effects. The second check
  /// is needed because the path may lead to another file by the time the file is opened.
  private func whole(
    _ path: String,
    _ limit: Int,
    _ judge: (FileIdentity) -> FileFlaw?
  ) throws(Disk.Refusal) -> FileReading {
    func flaw(_ found: FileIdentity) -> FileFlaw? {
      switch found.kind {
      case .folder: .folder
      case .link, .other: .notAFile
      case .file: judge(found) ?? (found.size > Int64(limit) ? .tooLarge(limit: limit) : nil)
      }
    }
    guard let seen = try lookThroughLinks(path) else {
      let isLink = try look(path)?.kind == .link
      return FileReading(isLink ? .flawed(.linkToNothing) : .missing)
    }
    if let flaw = flaw(seen) { return FileReading(.flawed(flaw)) }
    let file = try openThroughLinks(path)
    defer { close(file) }
    let opened = try lookAt(file)
    if let flaw = flaw(opened) { return FileReading(.flawed(flaw)) }
    let bytes = try read(file, limit)
    guard bytes.count <= limit else { return FileReading(.flawed(.tooLarge(limit: limit))) }
    return FileReading(.bytes(bytes), isChanging: try lookAt(file) != opened)
  }
}

/// The contents of a file that other programs write.
package struct FileReading: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case missing
    case bytes([UInt8])
    case flawed(FileFlaw)
  }

  package let content: Content
  /// Whether the file changed while it was read, so that the bytes may be half old and half new.
  package let isChanging: Bool

  package init(_ content: Content, isChanging: Bool = false) {
    self.content = content
    self.isChanging = isChanging
  }

  /// Whether the contents may be incomplete because a program was changing the file.
  package var isHalf: Bool {
    if isChanging { return true }
    return switch content {
    // The file may be readable later, because an error such as a lack of memory may be temporary.
    case .missing, .bytes([]), .flawed(.unreadable): true
    case .bytes, .flawed: false
    }
  }
}

/// Why a file that other programs write is unusable.
package enum FileFlaw: Equatable, Sendable {
  case folder
  /// The path leads to something other than a regular file, such as a fifo, a device or a socket.
  case notAFile
  case linkLoop
  case linkToNothing
  case tooLarge(limit: Int)
  case writableByAll
  case notOwn
  case unreadable(Disk.Refusal)
}

extension FileFlaw {
  /// The end of a sentence that begins with the file's name; `message` turns an error number into a
  /// string.
  package func predicate(_ message: (Int32) -> String) -> String {
    switch self {
    case .folder: "is a folder"
    case .notAFile: "is not a regular file"
    case .linkLoop: "is a link that leads back to itself"
    case .linkToNothing: "is a link to a file that does not exist"
    case .tooLarge(let limit): "is larger than \(limit >> 20) MiB"
    case .writableByAll: "is writable by everyone"
    case .notOwn: "belongs to another user"
    case .unreadable(let refusal): "cannot be read: \(message(refusal.code))"
    }
  }
}

/// A folder into which other programs write.
package struct Folder {
  /// The maximum number of names that are listed.
  package static let most = 4_096

  package let path: String

  package init(path: String) { self.path = path }

  /// Lists the names with this ending, sorted by their bytes; empty if the folder cannot be read.
  package func names(ending suffix: String = "", most: Int = Self.most) -> [String] {
    let names = (try? Disk.system.list(path, most)) ?? []
    return suffix.isEmpty ? names : names.filter { $0.hasSuffix(suffix) }
  }

  /// Lists the names of subfolders, including links to folders.
  package func folders(most: Int) -> [String] {
    let disk = Disk.system
    return ((try? disk.list(path, most)) ?? []).filter { name in
      (try? disk.lookThroughLinks("\(path)/\(name)"))?.kind == .folder
    }
  }
}

extension Disk {
  /// The kind of the file that a path leads to; nil if the path leads to no accessible file.
  package static func kind(of path: String) -> FileIdentity.Kind? {
    (try? system.lookThroughLinks(path))?.kind
  }

  /// The paths that match a pattern of glob(3), sorted.
  package static func paths(matching pattern: String) -> [String] {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob(pattern, 0, nil, &matches) == 0 else { return [] }
    return (0..<Int(matches.gl_pathc)).compactMap { index in
      matches.gl_pathv[index].map { String(cString: $0) }
    }
  }

  package static func isLink(_ path: String) -> Bool { (try? system.look(path))?.kind == .link }

  /// Whether anything exists at this path; also true for a broken link.
  package static func hasEntry(_ path: String) -> Bool { (try? system.look(path)) ?? nil != nil }

  /// Reads a small text file, even through links; returns nil if it cannot be read or is not UTF-8.
  package func text(_ path: String, limit: Int) -> String? {
    guard case .bytes(let bytes) = reading(path, limit: limit).content else { return nil }
    // Do not replace invalid bytes, because a program may write the text back to the file.
    return String(validating: bytes, as: UTF8.self)
  }
}
