import Glibc

/// A new folder for one test; when this object is released, the folder and its contents are
/// removed.
///
/// Names are relative to the folder, and may contain slashes. A test must keep this object as long
/// as any program works in the folder.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes a folder that only this user can enter, in TMPDIR or by default in /tmp.
  ///
  /// Pass a parent folder if the path must be short, for example for a socket.
  package init(below parent: String? = nil) throws(FolderError) {
    let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/nightd-test-XXXXXX".utf8CString)
    let made = mkdtemp(&template).map { String(cString: $0) }
    guard let made else { throw FolderError("make a folder below", parent) }
    path = made
  }

  deinit { FolderTree.remove(Array(path.utf8CString)) }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder inside this folder, and missing folders above it.
  @discardableResult
  package func makeFolder(_ name: String) throws(FolderError) -> String {
    var made = path
    for part in name.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
        throw FolderError("make the folder", made)
      }
    }
    return made
  }

  package func write(_ text: String, to name: String) throws(FolderError) {
    try write(Array(text.utf8), to: name)
  }

  /// Replaces the file's contents, and makes missing folders above it.
  package func write(_ bytes: [UInt8], to name: String) throws(FolderError) {
    if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
    var facts = stat()
    // Opening a named pipe waits for its reader, and the test may have to start the reader first.
    // So a write to a named pipe does not take the lock.
    if stat(file(name), &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO {
      return try put(bytes, name)
    }
    try SpawnLock.withLock { () throws(FolderError) in try put(bytes, name) }
  }

  private func put(_ bytes: [UInt8], _ name: String) throws(FolderError) {
    let number = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw FolderError("write", file(name)) }
    let isWritten = Descriptor(number).writeAll(bytes)
    guard isWritten else { throw FolderError("write", file(name)) }
  }

  /// The contents of the file; nil if it cannot be read.
  package func read(_ name: String) -> [UInt8]? {
    let number = open(file(name), O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let descriptor = Descriptor(number)
    var bytes: [UInt8] = []
    while true {
      switch descriptor.readSome() {
      case .bytes(let more): bytes += more
      case .end: return bytes
      case .failed: return nil
      }
    }
  }

  /// The contents of the file as text; bytes that are not UTF-8 become U+FFFD.
  package func text(_ name: String) -> String? {
    read(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The sorted names in this folder, or in a folder inside it.
  ///
  /// If the folder is missing, there are no names.
  package func list(_ name: String = "") -> [String] {
    FolderTree.names(in: Array(file(name).utf8CString))
      .map { String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }
      .sorted()
  }
}
