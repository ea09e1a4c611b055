import CFiles
import Glibc
import NightCore

/// Replaces, makes or removes one file, but only if no other program has changed the file.
///
/// The new file is written and synced under a temporary name in the same folder, before it gets the
/// final name. The new file has the mode, owner, group, access list and extended attributes of the
/// old file. If the path is a symbolic link, the file to which the link leads is replaced.
///
/// A lease keeps other programs from writing the old file while it is compared with the expected
/// bytes. Then the old file and the new file exchange names in one step. After the exchange of
/// names, the temporary name must belong to the file that was compared. If the temporary name
/// belongs to a different file, another program replaced the old file before the exchange. The
/// names are then exchanged back, so that the other program's file is kept.
package struct FileReplacement {
  /// The file that must be at the path; if the file there is different, it is not replaced.
  package enum Expected: Equatable, Sendable {
    /// The path may lead to any file, or to no file.
    case anything
    /// The path must lead to a file with these bytes; nil means that there must be no file.
    case contents([UInt8]?)
  }

  package enum Failure: Error, Equatable, Sendable {
    /// The file is not as expected, and was not changed.
    case changed
    /// Another program has the file open for writing.
    case isBeingWritten
    case ownerIsNotKept(UInt32)
    case groupIsNotKept(UInt32)
    case attributeIsNotKept(String, code: Int32)
    /// The file was replaced, but a power failure may bring back the old one.
    case notSynced(code: Int32)
    /// The file has this many hard links; after a replacement, only one of them would lead to the
    /// new file.
    case hasOtherNames(Int)
    /// The path leads to something other than a regular file.
    case isNoFile
    case refused(code: Int32)

    /// The failure that errno reports for the last system call.
    static var lastError: Failure { .refused(code: errno) }
  }

  /// Moments at which a test lets another program change the file.
  enum Moment: CaseIterable { case isCompared, isReplaced }

  /// How long to wait after the exchange of names, so that a program that has already looked up the
  /// old file can still open it.
  private static let graceMilliseconds = 1
  // glibc's headers define these numbers only with _GNU_SOURCE.
  private static let noReplace: UInt32 = 1
  private static let exchange: UInt32 = 2

  private let path: String
  package let folder: String
  private let expected: Expected
  private let refusesOtherNames: Bool
  private let canExchange: Bool
  private let reached: (Moment) -> Void
  private let disk = Disk.system

  package init(
    _ path: String,
    if expected: Expected = .anything,
    refusesOtherNames: Bool = false
  ) throws(Failure) {
    try self.init(
      path,
      if: expected,
      refusesOtherNames: refusesOtherNames,
      canExchange: true
    ) { _ in }
  }

  init(
    _ path: String,
    if expected: Expected,
    refusesOtherNames: Bool = false,
    canExchange: Bool,
    reached: @escaping (Moment) -> Void
  ) throws(Failure) {
    var target = path
    if Disk.isLink(path) {
      guard let resolved = Disk.realPath(path) else { throw .lastError }
      target = resolved
    }
    self.path = target
    folder = target.parentFolder
    self.expected = expected
    self.refusesOtherNames = refusesOtherNames
    self.canExchange = canExchange
    self.reached = reached
  }

  /// Removes temporary files that nightctl left in the file's folder when it was killed.
  ///
  /// If a leftover is another program's saved version of this file, the leftover gets the file's
  /// name again. Returns the paths of leftovers that other programs wrote and that keep their
  /// temporary names.
  @discardableResult
  package func removeLeftovers() -> [String] {
    TemporaryFile.removeLeftovers(from: folder).filter { !bringBack($0) }
  }

  /// Whether the file's folder contains temporary files of nightctl, for example because they could
  /// not be removed.
  package var hasLeftovers: Bool { TemporaryFile.hasLeftovers(in: folder) }

  /// If the file at `path` is older than a leftover that another program saved, exchanges the two
  /// files.
  ///
  /// The file is treated as older if it has the contents that the killed nightctl wanted to
  /// replace, or the contents that it wrote. Returns false if the leftover keeps its temporary
  /// name.
  private func bringBack(_ saved: String) -> Bool {
    func isOlder(_ file: String) -> Bool {
      !TemporaryFile.isForeign(file, toContentsIn: saved.fileName)
    }
    guard OldFile.Number(at: path) != nil, isOlder(path),
      (try? Self.exchange(saved, path)) == true
    else { return false }
    guard isOlder(saved) else {
      // Another program has saved the file at this very moment, so undo the exchange.
      _ = try? Self.exchange(saved, path)
      return false
    }
    unlink(saved)
    return true
  }

  /// Writes a new file with these bytes in place of the old file.
  ///
  /// If no file exists, the new file gets `mode`, without the bits of the umask. If `isSynced` is
  /// false, the file may be empty after a power cut. So skip the sync only for files that can be
  /// made again.
  package func write(
    _ bytes: [UInt8],
    mode: UInt32 = 0o666,
    isSynced: Bool = true
  ) throws(Failure) {
    removeLeftovers()
    let old = try oldFile()
    guard expected != .contents(nil) || old == nil else { throw .changed }
    let new = try TemporaryFile(in: folder, mode: old == nil ? mode : 0o600)
    do throws(Disk.Refusal) {
      try disk.write(new.file, bytes)
    } catch {
      throw .refused(code: error.code)
    }
    try old?.attributes.copy(to: new.file)
    do throws(Disk.Refusal) { if isSynced { try disk.sync(new.file) } } catch {
      throw .refused(code: error.code)
    }
    switch (old, expected) {
    case (nil, .contents(_?)): throw .changed
    case (nil, _): guard try new.link(as: path) else { throw .changed }
    case (let old?, .anything):
      try new.replace(path)
      try old.copyChanges(to: new.file)
    case (let old?, .contents(let present)): try exchange(old, present ?? [], new, bytes)
    }
    if isSynced { try syncFolder() }
  }

  /// Removes the file.
  ///
  /// A missing file is an error only if `expected` requires a file.
  package func remove() throws(Failure) {
    removeLeftovers()
    guard let old = try oldFile() else {
      if case .contents(_?) = expected { throw .changed }
      return
    }
    switch expected {
    case .anything: guard unlink(path) == 0 || errno == ENOENT else { throw .lastError }
    case .contents(nil): throw .changed
    case .contents(let bytes?): try moveAway(old, bytes)
    }
    try syncFolder()
  }
}

// MARK: - The steps

extension FileReplacement {
  private func oldFile() throws(Failure) -> OldFile? {
    let old = try OldFile(path)
    if refusesOtherNames, let old, old.nameCount > 1 { throw .hasOtherNames(old.nameCount) }
    return old
  }

  private func exchange(
    _ old: OldFile,
    _ bytes: [UInt8],
    _ new: TemporaryFile,
    _ newBytes: [UInt8]
  ) throws(Failure) {
    let lease = try old.compare(bytes, at: path)
    // End the lease last, because every file must have its final name when a waiting program
    // continues.
    defer { old.close() }
    let spare = try new.named(for: [bytes, newBytes])
    defer { new.removeName() }
    reached(.isCompared)
    guard canExchange, try Self.exchange(spare, path) else {
      guard old.isStill(bytes, at: path, lease) else { throw .changed }
      try new.replace(path)
      return try old.copyChanges(to: new.file)
    }
    // If the new file can no longer get the old file's attributes, throw `changed`; the next
    // attempt finds the reason.
    guard isStill(old, bytes, at: spare, lease), (try? old.copyChanges(to: new.file)) != nil else {
      try putBack(spare, new)
      throw .changed
    }
    // Another program may have replaced the new file already.
    guard OldFile.Number(at: path) == OldFile.Number(of: new.file) else { throw .changed }
  }

  /// Whether `spare` still leads to the file that was compared, and no program waits to write it.
  private func isStill(
    _ old: OldFile,
    _ bytes: [UInt8],
    at spare: String,
    _ lease: FileLease
  ) -> Bool {
    reached(.isReplaced)
    guard old.isStill(bytes, at: spare, lease) else { return false }
    disk.pause(Self.graceMilliseconds)
    return old.isStill(bytes, at: spare, lease)
  }

  /// Undoes the exchange, to keep a file that another program saved; the new file moves to `spare`.
  ///
  /// If the exchange moves a third file to `spare`, the other program has saved the file again. The
  /// third file is the newest, so this function puts that file back.
  private func putBack(_ spare: String, _ new: TemporaryFile) throws(Failure) {
    var expected = OldFile.Number(of: new.file)
    while true {
      let saved = OldFile.Number(at: spare)
      do throws(Failure) {
        if try Self.exchange(spare, path) {
          guard OldFile.Number(at: spare) != expected else { return }
          expected = saved
          // The other program has moved the new file away, and may be about to write its own file.
        } else if try Self.rename(spare, toFreeName: path) {
          return
        }
      } catch {
        // Do not remove the file at the temporary name, because it now belongs to the other
        // program.
        new.forgetName()
        throw error
      }
    }
  }

  /// Moves the file at `path` to a temporary name, checks that it is the file that was compared
  /// with the expected bytes, and removes it.
  private func moveAway(_ old: OldFile, _ bytes: [UInt8]) throws(Failure) {
    let lease = try old.compare(bytes, at: path)
    defer { old.close() }
    let spare = TemporaryFile.freePath(in: folder, for: [bytes])
    reached(.isCompared)
    guard try Self.rename(path, toFreeName: spare) else { throw .changed }
    let isStill = isStill(old, bytes, at: spare, lease)
    // If another program has written a newer file at `path` by now, remove the older, moved file.
    let isNeeded = isStill ? false : try Self.rename(spare, toFreeName: path)
    if !isNeeded { TemporaryFile.remove(spare) }
    guard isStill else { throw .changed }
  }

  /// Syncs the folder of the replaced file, because otherwise a power failure might bring back the
  /// old file.
  private func syncFolder() throws(Failure) {
    do throws(Disk.Refusal) { try disk.syncFolder(folder) } catch {
      // A folder without read permission cannot be synced, and some file systems cannot sync any
      // folder.
      guard [EACCES, EPERM, EINVAL].contains(error.code) else {
        throw .notSynced(code: error.code)
      }
    }
  }

  /// Exchanges two files in one step.
  ///
  /// Returns false if the file system cannot exchange names in one step, or if one of the files is
  /// missing.
  private static func exchange(_ one: String, _ other: String) throws(Failure) -> Bool {
    guard renameat2(AT_FDCWD, one, AT_FDCWD, other, exchange) != 0 else { return true }
    guard [ENOENT, EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw .lastError }
    return false
  }

  /// Renames a file; returns false if another file already has the new name.
  static func rename(_ path: String, toFreeName target: String) throws(Failure) -> Bool {
    guard renameat2(AT_FDCWD, path, AT_FDCWD, target, noReplace) != 0 else { return true }
    if [EINVAL, ENOSYS, ENOTSUP].contains(errno), link(path, target) == 0 {
      unlink(path)
      return true
    }
    switch errno {
    case EEXIST: return false
    case ENOENT: throw .changed
    default: throw .lastError
    }
  }
}
