import Glibc
import NightBus
import NightCore
import NightStore

/// Examines the files that nightd must read and write.
extension FactGatherer {
  /// Adds a file to the unusable paths if nightd cannot read or write it.
  ///
  /// If a file that nightd writes does not exist, nightd must be able to create this file.
  func lookAt(_ file: String, isWritten: Bool) {
    guard !isInTheWay(file, isWritten: isWritten) else { return }
    var path = file
    var mode = isWritten ? R_OK | W_OK : R_OK
    for folder in file.foldersAbove where access(path, F_OK) != 0 {
      switch errno {
      case ENOENT where isWritten, ENOTDIR where isWritten: mode = W_OK | X_OK
      // EACCES means that the user has no permission to open the files in the folder.
      case EACCES: mode = X_OK
      default: return
      }
      path = folder
    }
    guard path != "/" else { return }
    var paths = [(path, mode)]
    // nightd replaces the old file with a new file, so it must be able to write in the folder too.
    if isWritten, path == file { paths.append((path.parentFolder, W_OK | X_OK)) }
    for (path, mode) in paths where access(path, mode) != 0 {
      note(path, isWritten: isWritten, code: errno)
    }
    if isWritten, let folder = paths.last?.0, let flaw = fullness(folder) {
      note(folder, DoctorMessages.full(flaw), flaw, isWritten: true)
    }
  }

  /// Adds a file's folder to the unusable paths if the user may write there, but nightd's sandbox
  /// has mounted the folder read-only.
  func lookAtSandbox(_ file: String) {
    guard let owner = facts.daemon.owner, owner.identifier != 0,
      let path = file.foldersAbove.first(where: { access($0, F_OK) == 0 }),
      access(path, W_OK) == 0,
      access("/proc/\(owner.identifier)/root\(path)", W_OK) != 0, errno == EROFS
    else { return }
    let folder = file.parentFolder
    let places = [folder, Disk.realPath(folder) ?? folder]
    if let unit = facts.daemon.unit, places.contains(where: unit.leavesWritable) {
      note(folder, DoctorMessages.lostBySandbox, .staleSandbox, isWritten: true)
    } else {
      note(folder, DoctorMessages.shutBySandbox, .sandbox, isWritten: true)
    }
  }

  /// Whether the file, or a folder above it, is an object of the wrong type.
  private func isInTheWay(_ file: String, isWritten: Bool) -> Bool {
    guard isWritten else { return false }
    for path in [file] + file.foldersAbove {
      guard let kind = (try? disk.lookThroughLinks(path))?.kind else { continue }
      let isFile = path == file
      guard kind != (isFile ? .file : .folder) else { return false }
      let flaw = UnusablePath.Flaw.inTheWay(
        isMovable: access(path.parentFolder, W_OK) == 0,
        isFolders: !isFile && path == file.parentFolder
      )
      note(path, isFile ? "it is not a file" : "it is not a folder", flaw, isWritten: isWritten)
      return true
    }
    return false
  }

  /// The number of bytes that must be free so that nightd can store a change, during which the new
  /// file, the old file and copies exist at the same time.
  private static let bytes: UInt = 16 << 10

  private func fullness(_ path: String) -> UnusablePath.Flaw? {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return nil }
    let mount = Self.mount(of: path)
    // `f_bavail` does not count the blocks that are reserved for root. If `f_files` is 0, the file
    // system does not count files.
    if UInt(facts.f_bavail) * UInt(facts.f_frsize) < Self.bytes {
      return .full(mount: mount, isFiles: false)
    }
    return facts.f_files > 0 && facts.f_favail == 0 ? .full(mount: mount, isFiles: true) : nil
  }

  /// The mount point of a path's file system.
  ///
  /// This method does not compare device numbers, because they do not identify mounts. On an
  /// overlay, a file and its folder have different device numbers, and a bind mount has the number
  /// of its source.
  private static func mount(of path: String) -> String {
    let bytes = Disk.system.reading("/proc/self/mountinfo", limit: mountBytes).content
    guard case .bytes(let bytes) = bytes else { return "/" }
    return MountPoints(String(decoding: bytes, as: UTF8.self)).holding(Disk.realPath(path) ?? path)
  }

  private static let mountBytes = 4 << 20

  /// Checks the paths of nightd's lock and of its temporary file `.new`: if, for example, a folder
  /// is at one of these paths, nightd cannot store any change.
  func lookInTheWay(beside store: String) {
    for path in [store.parentFolder + "/intent.lock", store + ".new"] {
      guard let found = (try? disk.look(path)) ?? nil else { continue }
      let isLock = path != store + ".new"
      switch found.kind {
      case .folder:
        note(path, DoctorMessages.inTheWay(.folder), .inTheWay(isMovable: true), isWritten: true)
      // nightd replaces a link at the path of its temporary file, but does not accept a link as its
      // lock.
      case .link where isLock:
        note(path, DoctorMessages.isLinkInTheWay, .inTheWay(isMovable: true), isWritten: true)
      case .file where isLock && !found.isOwn && access(path, R_OK | W_OK) != 0:
        note(path, DoctorMessages.isForeign, .inTheWay(isMovable: true), isWritten: true)
      // A pipe at the lock's path does no harm, because nightd can open and lock it like a file.
      case .other where isLock && !opens(path):
        note(path, DoctorMessages.isSpecialInTheWay, .inTheWay(isMovable: true), isWritten: true)
      default: break
      }
    }
  }

  private func opens(_ path: String) -> Bool {
    do throws(Disk.Refusal) {
      disk.close(try disk.open(path))
      return true
    } catch {
      return error.code != ENXIO
    }
  }

  /// The text of a file that the portal reads; nil if it cannot be read.
  ///
  /// An existing file that cannot be read is added to the unusable paths.
  func textOfPortals(_ path: String) -> String? {
    let isOwn = access(path.parentFolder, W_OK) == 0
    switch disk.reading(path, limit: KeyFile.bytes).content {
    case .bytes(let bytes): return String(validating: bytes, as: UTF8.self)
    case .flawed(.unreadable(let refusal)):
      note(path, SystemError.message(refusal.code), isOwn ? .rights : .shut)
    // Treat a link without a target as a missing file, because the portal does the same.
    case .missing, .flawed(.linkLoop), .flawed(.linkToNothing): break
    case .flawed(let flaw): note(path, DoctorMessages.inTheWay(flaw), .inTheWay(isMovable: isOwn))
    }
    return nil
  }

  private func note(
    _ path: String,
    _ why: String,
    _ flaw: UnusablePath.Flaw,
    isWritten: Bool = false
  ) {
    let found = UnusablePath(path: path, isWritten: isWritten, why: why, flaw: flaw)
    if !facts.daemon.unusable.contains(found) { facts.daemon.unusable.append(found) }
  }

  private func note(_ path: String, isWritten: Bool, code: Int32) {
    let isOwn = (try? disk.lookThroughLinks(path))?.isOwn ?? true
    let flaw: UnusablePath.Flaw =
      code == EROFS ? .readOnly(mount: Self.mount(of: path)) : isOwn ? .rights : .foreign
    note(path, SystemError.message(code), flaw, isWritten: isWritten)
  }
}
