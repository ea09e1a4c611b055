import Glibc
package import NightCore

/// Reads the published state without a bus, but only if the state can be trusted.
///
/// The state is trusted if all of these hold:
/// - The folder and its files belong to the reader's user, and only that user may write them.
/// - A daemon has locked the lock file: exactly as many bytes as `appearance.json` states. The
///   kernel releases the lock as soon as the daemon ends, even if the daemon is killed.
/// - The daemon is on the reader's bus, or the reader has no bus.
/// - The next planned change is not due yet. Once a planned change is due, the published state may
///   be wrong, because a daemon makes the change late if it was suspended or if its machine has
///   just woken.
///
/// No method of the reader waits for another program.
package struct PublishedReader: Sendable {
  /// The folder `nightd` in the user's runtime folder.
  package let folder: String
  private let bus: SessionBusOfEnvironment

  package init(environment: (String) -> String?) {
    folder = Self.folder(environment: environment)
    bus = SessionBusOfEnvironment(environment: environment)
  }

  /// Makes a reader that trusts a daemon on any bus, for programs that never use a bus.
  package init(anyBusIn folder: String) {
    self.folder = folder
    bus = .none
  }

  package static func folder(environment: (String) -> String?) -> String {
    (BaseFolders(environment: environment).runtime ?? "/run/user/\(geteuid())") + "/nightd"
  }

  /// Returns the published state, or nil if the reader must ask the daemon over the bus.
  package func read(at now: Instant) -> PublishedState? {
    guard bus != .unidentified, isFolderOwn,
      let bytes = bytes(of: PublishedState.File.appearance),
      let state = PublishedState(bytes), isFromOwnBus(state), isCurrent(state, at: now),
      // Check the lock last, because it proves that the daemon was still running after the file was
      // read.
      isLocked(state.locked)
    else { return nil }
    return state
  }

  private func isFromOwnBus(_ state: PublishedState) -> Bool {
    switch bus {
    case .identified(let bus): state.bus == bus
    case .none: true
    case .unidentified: false
    }
  }

  private func isCurrent(_ state: PublishedState, at now: Instant) -> Bool {
    let appearance = state.snapshot.appearance
    return [appearance.next, appearance.holdUntil].allSatisfy { $0.map { now < $0 } ?? true }
  }

  // MARK: - The files

  /// Whether the folder exists, is not a link, and can be changed only by the reader's user.
  private var isFolderOwn: Bool {
    var facts = stat()
    return lstat(folder, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR && Self.isOwn(facts)
  }

  private static func isOwn(_ facts: stat) -> Bool {
    facts.st_uid == geteuid() && facts.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// Opens one of the published files; nil if it is a link, is not a regular file, or can be
  /// changed by another user.
  private func open(_ name: String) -> (file: Int32, size: Int)? {
    // Without O_NONBLOCK, opening a fifo would block until another program opens the other end.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = Glibc.open("\(folder)/\(name)", flags)
    guard file >= 0 else { return nil }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, Self.isOwn(facts) else {
      close(file)
      return nil
    }
    return (file, Int(facts.st_size))
  }

  private func bytes(of name: String) -> [UInt8]? {
    guard let (file, size) = open(name) else { return nil }
    defer { close(file) }
    guard size > 0, size <= PublishedState.bytes else { return nil }
    // One call reads the whole file, because the daemon always replaces the file as a whole.
    // Reading in one call needs fewer system calls than `Disk.reading`, which matters because
    // programs read the file when they start.
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(Glibc.read(file, buffer.baseAddress, size), 0)
    }
    return bytes.count == size ? bytes : nil
  }

  /// Whether another process holds a lock on exactly the first `length` bytes of the lock file.
  private func isLocked(_ length: Int64) -> Bool {
    guard let (file, _) = open(PublishedState.File.lock) else { return false }
    defer { close(file) }
    // Ask the kernel which existing lock conflicts with a write lock on the first byte.
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_len = 1
    guard fcntl(file, OpenFileLock.get, &lock) == 0 else { return false }
    // The kernel reports the process ID -1 for locks that belong to an open file, such as the
    // daemon's.
    return lock.l_type == Int16(F_WRLCK) && lock.l_start == 0 && lock.l_len == length
      && lock.l_pid == -1
  }
}

extension SessionBusOfEnvironment {
  /// Finds the environment's bus, and looks up the bus's socket in the file system.
  package init(environment: (String) -> String?) {
    self.init(environment: environment) { path in
      var facts = stat()
      guard stat(path, &facts) == 0 else { return nil }
      return (UInt64(facts.st_dev), UInt64(facts.st_ino))
    }
  }
}

/// The commands of fcntl(2) for locks that belong to an open file.
///
/// glibc declares these numbers only under _GNU_SOURCE, but they are the same on all Linux
/// machines.
package enum OpenFileLock {
  /// Finds a lock that conflicts with the given one.
  package static let get: Int32 = 36
  /// Takes a lock; fails at once if another lock conflicts.
  package static let set: Int32 = 37
}
