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
    do throws(Disk.Refusal) {
      try makeFolder(Self.parent(of: planned.path))
      let new = planned.path + ".nightctl-\(getpid())"
      defer { unlink(new) }
      try make(new, planned.content)
      if planned.replaced == nil {
        // Refused where something stands there by now.
        try disk.link(new, planned.path)
      } else {
        try disk.rename(new, planned.path)
      }
      try disk.syncFolder(Self.parent(of: planned.path))
    } catch {
      throw .system(Words.cannotWrite(planned.path, SystemError.words(error.code)))
    }
  }

  private func make(_ path: String, _ content: Planned.Content) throws(Disk.Refusal) {
    switch content {
    case .link(let target):
      guard symlink(target, path) == 0 else {
        throw Disk.Refusal("symlink", path, code: errno)
      }
    case .text(let text):
      let file = try disk.create(path)
      defer { disk.close(file) }
      try disk.write(file, Array(text.utf8))
      try disk.sync(file)
    }
  }

  private func makeFolder(_ path: String) throws(Disk.Refusal) {
    var missing: [String] = []
    var next = path
    while next != "/", try disk.lookThroughLinks(next) == nil {
      missing.append(next)
      next = Self.parent(of: next)
    }
    for folder in missing.reversed() { try disk.makeFolder(folder) }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
