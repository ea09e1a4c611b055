import Glibc
import NightBus
import NightCore
import NightStore

/// Lets only one process at a time change one kind of thing.
///
/// Best effort: if the lock's folder cannot be made, there is no lock.
struct RunLock {
  /// What a process with the lock does; the raw value is the name of the lock's file.
  enum Purpose: String, CaseIterable {
    case programs
    case gnome = "gsettings"
    case hooks

    var words: String {
      switch self {
      case .programs: "changing programs' files"
      case .gnome: "writing GNOME's settings"
      case .hooks: "running hooks"
      }
    }

    /// The folder of the lock: that of the records, which sessions of one home share.
    ///
    /// Hooks run once in each session.
    func folder(environment: (String) -> String?) -> String {
      guard self != .hooks, let state = BaseFolders(environment: environment).state else {
        return PublishedReader.folder(environment: environment)
      }
      return state + "/nightd"
    }

    /// How long to wait for the lock.
    ///
    /// A person waits 10 seconds. nightd gives its nightctl a day, because hooks may take long, but
    /// only 30 seconds for GNOME's settings, of which the commands may need 25.
    func milliseconds(isDaemon: Bool) -> Int {
      guard isDaemon else { return 10_000 }
      return switch self {
      case .programs: 30_000
      case .gnome: 3_000
      case .hooks: 3_600_000
      }
    }
  }

  /// The process that holds a lock.
  struct Holder {
    let purpose: Purpose
    let process: UserProcess
    let since: Instant
  }

  /// The errors of opening the file that mean that this session has no locks.
  private static let lockless = [ENOENT, ENOTDIR, EACCES, EROFS]

  private static let stepMilliseconds = 100

  private let file: Int32

  /// Waits until no other process holds the lock; throws after a while, with the holder's name.
  init(
    _ purpose: Purpose,
    environment: (String) -> String?,
    isDaemon: Bool = false
  ) throws(Failure) {
    let path = Self.path(purpose, purpose.folder(environment: environment))
    _ = try? UserFile(path: path).makeFolders()
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else {
      if Self.lockless.contains(errno) { return }
      throw .system(Messages.cannotLock(path, errno))
    }
    var isLocked = false
    let code: Int32
    do throws(Disk.Refusal) {
      // The disk's wait counts its own pauses, which take longer on a busy machine.
      let limit = UInt64(purpose.milliseconds(isDaemon: isDaemon)) * 1_000_000
      let start = Timer.now()
      repeat {
        isLocked = try Disk.system.lock(file, Self.stepMilliseconds)
      } while !isLocked && Timer.now() - start < limit
      code = 0
    } catch { code = error.code }
    guard isLocked else {
      let holder = Self.holder(purpose, file)
      close(file)
      guard code == 0 else { throw .system(Messages.cannotLock(path, code)) }
      throw .system(
        Messages.lockHeld(path, holder, isStopped: holder?.process.isStopped ?? false)
      )
    }
    // Others read who holds the lock, and since when: the time at which the file was written.
    if let own = UserProcess(getpid()) {
      ftruncate(file, 0)
      let text = Array("\(own.number) \(own.start)\n".utf8)
      _ = pwrite(file, text, text.count, 0)
    }
  }

  private static func path(_ purpose: Purpose, _ folder: String) -> String {
    "\(folder)/\(purpose.rawValue).lock"
  }

  /// Whether a process holds the lock now; false if no such lock was ever taken.
  static func isHeld(_ purpose: Purpose, in folder: String) -> Bool {
    guard let file = heldFile(purpose, in: folder) else { return false }
    close(file)
    return true
  }

  /// The process that holds the lock; nil if none does, or it did not say so.
  static func holder(_ purpose: Purpose, in folder: String) -> Holder? {
    guard let file = heldFile(purpose, in: folder) else { return nil }
    defer { close(file) }
    return holder(purpose, file)
  }

  private static func heldFile(_ purpose: Purpose, in folder: String) -> Int32? {
    let file = open(path(purpose, folder), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    if flock(file, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK { return file }
    close(file)
    return nil
  }

  /// The process that the file names, if it is the one that wrote the file.
  ///
  /// The number may be another process's by now, or that of another PID namespace: then the start
  /// differs.
  private static func holder(_ purpose: Purpose, _ file: Int32) -> Holder? {
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let text = String(decoding: (try? Disk.system.read(file, 64)) ?? [], as: UTF8.self)
    let parts = text.split(separator: "\n").first?.split(separator: " ") ?? []
    guard parts.count == 2, let number = pid_t(parts[0]), let process = UserProcess(number),
      UInt64(parts[1]) == process.start, process.isRunning
    else { return nil }
    return Holder(
      purpose: purpose,
      process: process,
      since: Instant(microseconds: Int64(facts.st_mtim.tv_sec) * 1_000_000)
    )
  }

  func release() {
    guard file >= 0 else { return }
    ftruncate(file, 0)
    close(file)
  }
}
