import Glibc
import NightBus
import NightCore
import NightStore

/// Writes the files that the doctor planned; each file is written completely or not at all.
struct FixWriter {
  private let disk = Disk.system

  /// Writes one file.
  ///
  /// If this method throws, the file is unchanged. The only exception is an error in syncing the
  /// folder after the file was written.
  func write(_ planned: FileFix) throws(Failure) {
    let path = planned.path
    // Do not change the file if another program changed it since the doctor read it.
    guard disk.content(path) == planned.replaced else {
      throw .system(DoctorMessages.changedMeanwhile(path))
    }
    guard Self.mode(path).map({ $0 & S_IWUSR != 0 }) ?? true else {
      throw .system("\(path) is read-only and is left unchanged; chmod u+w makes it writable")
    }
    // Remove the old link first: the doctor made this link, and can make it again.
    if case .link = planned.replaced { try call(path) { unlink(path) } }
    switch planned.content {
    case .nothing: try change(planned, .remove)
    case .text(let text): try change(planned, .write(Array(text.utf8)))
    case .link(let target):
      try change(planned, .remove)
      try UserFile(path: path).makeFolders()
      try call(path) { symlink(target, path) }
    }
  }

  /// Changes a file only if it still has the text for which the change was planned.
  private func change(_ planned: FileFix, _ edit: UserFile.Edit) throws(Failure) {
    var before: [UInt8]?
    if case .text(let text) = planned.replaced { before = Array(text.utf8) }
    guard before != nil || edit != .remove else { return }
    try UserFile(path: planned.path).change { (bytes) throws(Failure) in
      guard bytes == before else { throw .system(DoctorMessages.changedMeanwhile(planned.path)) }
      return edit
    }
  }

  private func call(_ path: String, _ body: () -> Int32) throws(Failure) {
    guard body() == 0 else {
      throw .system(Messages.cannotWrite(path, SystemError.message(errno)))
    }
    try? disk.syncFolder(path.parentFolder)
  }

  /// The permissions of a file; nil if the path is not a regular file.
  static func mode(_ path: String) -> mode_t? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return facts.st_mode & 0o777
  }
}
