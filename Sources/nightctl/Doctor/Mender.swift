import Glibc
import NightBus
import NightCore
import NightStore

/// Writes what the doctor planned, each file whole or not at all.
struct Mender {
  private let disk = Disk.system

  /// Throws a sentence where a file is not written; what stands there is as it was then.
  func write(_ planned: Planned) throws(Failure) {
    // Somebody may have written since it was read; such a file is not known, and so left alone.
    guard disk.content(planned.path) == planned.replaced else {
      throw .system(Words.changedMeanwhile(planned.path))
    }
    let mode = Self.mode(planned.path)
    guard mode.map({ $0 & S_IWUSR != 0 }) ?? true else {
      throw .system(Words.readOnly(planned.path))
    }
    do throws(Disk.Refusal) {
      guard planned.content != .nothing else {
        try disk.remove(planned.path)
        return try disk.syncFolder(planned.path.parentFolder)
      }
      try makeFolder(planned.path.parentFolder)
      let new = planned.path + ".nightctl-\(getpid())"
      defer { unlink(new) }
      try make(new, planned.content, mode ?? 0o666 & ~Self.mask)
      if planned.replaced == nil {
        // Refused where something stands there by now.
        try disk.link(new, planned.path)
      } else {
        try disk.rename(new, planned.path)
      }
      try disk.syncFolder(planned.path.parentFolder)
    } catch {
      throw .system(Words.cannotWrite(planned.path, SystemError.message(error.code)))
    }
  }

  /// Of a file that stands there.
  static func mode(_ path: String) -> mode_t? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return facts.st_mode & 0o777
  }

  /// It can be asked for only by setting it.
  private static var mask: mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  private func make(
    _ path: String,
    _ content: Planned.Content,
    _ mode: mode_t
  ) throws(Disk.Refusal) {
    switch content {
    case .nothing: break
    case .link(let target):
      guard symlink(target, path) == 0 else {
        throw Disk.Refusal("symlink", path, code: errno)
      }
    case .text(let text):
      let file = try disk.create(path)
      defer { disk.close(file) }
      try disk.write(file, Array(text.utf8))
      guard fchmod(file, mode) == 0 else { throw Disk.Refusal("fchmod", path, code: errno) }
      try disk.sync(file)
    }
  }

  private func makeFolder(_ path: String) throws(Disk.Refusal) {
    var missing: [String] = []
    var next = path
    while next != "/", try disk.lookThroughLinks(next) == nil {
      missing.append(next)
      next = next.parentFolder
    }
    for folder in missing.reversed() { try disk.makeFolder(folder) }
  }
}
