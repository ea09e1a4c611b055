import Glibc
import NightBus
import NightCore
import NightStore

/// A lock that lets only one process at a time do one kind of work, such as running hooks.
///
/// If the lock's folder cannot be made, the work is done without a lock.
struct RunLock {
  /// The work that the lock protects; the raw value is the name of the lock's file.
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

    /// The folder that contains the lock's file: usually the folder of the records, which all
    /// sessions with the same home folder share.
    ///
    /// Hooks run once in each session, so their lock is in the runtime folder of the session.
    func folder(environment: (String) -> String?) -> String {
      guard self != .hooks, let state = BaseFolders(environment: environment).state else {
        return PublishedReader.folder(environment: environment)
      }
      return state + "/nightd"
    }

    /// The time limit for getting the lock.
    ///
    /// A command that a person runs waits 10 seconds. A nightctl that nightd started waits 30
    /// seconds for the lock `programs`, and an hour for the lock `hooks`. A nightctl that nightd
    /// started to write GNOME's settings waits only 3 seconds. Such a nightctl must end within 30
    /// seconds, and its commands may need 25 of them.
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

  /// If opening the lock's file fails with one of these errors, the work is done without a lock.
  private static let lockless = [ENOENT, ENOTDIR, EACCES, EROFS]

  private static let stepMilliseconds = 100

  private let file: Int32

  /// Waits until no other process holds the lock; after the time limit, throws an error that
  /// contains the holder's name.
  init(
    _ purpose: Purpose,
    environment: (String) -> String?,
    isDaemon: Bool = false
  ) throws(Failure) {
    let path = Self.path(purpose, purpose.folder(environment: environment))
    _ = try? UserFile(path: path).makeFolders()
    do throws(Disk.Refusal) { file = try Disk.system.openLock(path) } catch {
      file = -1
      if Self.lockless.contains(error.code) { return }
      throw .system(Messages.cannotLock(path, error.code))
    }
    var isLocked = false
    let code: Int32
    do throws(Disk.Refusal) {
      // Measure the elapsed time here: `lock` counts only its pauses, and on a busy machine each
      // pause takes longer than planned.
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
    // The lock's file tells other processes which process holds the lock. The time of the file's
    // last write shows when the process took the lock.
    if let own = UserProcess(getpid()) {
      ftruncate(file, 0)
      let text = Array("\(own.number) \(own.start)\n".utf8)
      _ = pwrite(file, text, text.count, 0)
    }
  }

  private static func path(_ purpose: Purpose, _ folder: String) -> String {
    "\(folder)/\(purpose.rawValue).lock"
  }

  /// Whether a process holds the lock now; false if the lock has no file yet.
  static func isHeld(_ purpose: Purpose, in folder: String) -> Bool {
    guard let file = heldFile(purpose, in: folder) else { return false }
    close(file)
    return true
  }

  /// The process that holds the lock; nil if no process holds the lock, or if the lock's file does
  /// not say which process does.
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

  /// The process that holds the lock according to the lock's file; nil if that process has ended.
  ///
  /// Compare the start time, because the process number may now belong to another process.
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
