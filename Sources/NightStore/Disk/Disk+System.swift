import Glibc
import NightCore

extension Disk {
  /// The real file system; if a signal interrupts a call, the call is repeated.
  package static let system = Disk(
    makeFolder: { path throws(Refusal) in try answer("mkdir", path) { mkdir(path, 0o700) } },
    removeFolder: { path throws(Refusal) in try answer("rmdir", path) { rmdir(path) } },
    syncFolder: { path throws(Refusal) in
      let folder = try answer("open", path) {
        Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      }
      defer { Glibc.close(folder) }
      try answer("fsync", path) { fsync(folder) }
    },
    list: { path, most throws(Refusal) in try names(in: path, most: most) },
    look: { path throws(Refusal) in
      try found { status throws(Refusal) in
        try answer("lstat", path) { lstat(path, &status) }
      }
    },
    open: { path throws(Refusal) in
      // Without O_NONBLOCK, opening a fifo would block until another program opens the other end.
      try answer("open", path) {
        Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      }
    },
    lookThroughLinks: { path throws(Refusal) in
      try found { status throws(Refusal) in
        try answer("stat", path) { stat(path, &status) }
      }
    },
    readLink: { path throws(Refusal) in try target(of: path) },
    openThroughLinks: { path throws(Refusal) in
      try answer("open", path) {
        Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      }
    },
    lookAt: { file throws(Refusal) in
      var status = stat()
      try answer("fstat", of: file) { fstat(file, &status) }
      return FileIdentity(status)
    },
    countNames: { file throws(Refusal) in
      var status = stat()
      try answer("fstat", of: file) { fstat(file, &status) }
      return Int(status.st_nlink)
    },
    read: { file, most throws(Refusal) in try contents(of: file, most: most) },
    create: { path throws(Refusal) in
      try answer("create", path) {
        Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
    },
    readEnd: { file, most throws(Refusal) in try end(of: file, most: most) },
    openToAppend: { path throws(Refusal) in
      try answer("open", path) {
        Glibc.open(
          path,
          O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
          0o600
        )
      }
    },
    write: { file, bytes throws(Refusal) in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        if count < 0 {
          if errno == EINTR { continue }
          throw refusal("write", of: file)
        }
        rest = rest.dropFirst(count)
      }
      stamp(file)
    },
    sync: { file throws(Refusal) in try answer("fsync", of: file) { fsync(file) } },
    // close(2) is never repeated, because Linux frees the descriptor even if close(2) fails.
    close: { Glibc.close($0) },
    link: { path, second throws(Refusal) in
      try answer("link", second) { Glibc.link(path, second) }
    },
    protect: { path throws(Refusal) in
      var status = stat()
      try answer("lstat", path) { lstat(path, &status) }
      let mode: mode_t
      switch status.st_mode & S_IFMT {
      case S_IFREG: mode = 0o600
      case S_IFDIR: mode = 0o700
      default: return
      }
      guard status.st_mode & 0o7777 != mode else { return }
      try answer("chmod", path) { chmod(path, mode) }
    },
    rename: { from, to throws(Refusal) in try answer("rename", to) { Glibc.rename(from, to) } },
    remove: { path throws(Refusal) in try answer("unlink", path) { unlink(path) } },
    lock: { file, milliseconds throws(Refusal) in try wait(for: file, milliseconds) },
    lockStart: { file, bytes throws(Refusal) in
      var range = flock()
      range.l_type = Int16(F_WRLCK)
      range.l_whence = Int16(SEEK_SET)
      range.l_len = Int(bytes)
      do throws(Refusal) {
        try answer("fcntl", of: file) { fcntl(file, OpenFileLock.set, &range) }
        return true
      } catch {
        guard error.code == EAGAIN || error.code == EACCES else { throw error }
        return false
      }
    },
    openLock: { path throws(Refusal) in
      try answer("open", path) {
        Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      }
    },
    pause: { sleep(milliseconds: $0) }
  )

  /// Returns the identity of the file that `look` examines; nil if the file does not exist.
  private static func found(
    _ look: (inout stat) throws(Refusal) -> Void
  ) throws(Refusal) -> FileIdentity? {
    var status = stat()
    do throws(Refusal) {
      try look(&status)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    return FileIdentity(status)
  }

  private static func names(in path: String, most: Int) throws(Refusal) -> [String] {
    var names: [String] = []
    try eachName(in: path) { name in
      if let text = String(validatingCString: name), text != ".", text != ".." {
        names.append(text)
      }
      return names.count < most
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// In a folder, finds a name that is not valid UTF-8; returns the name with escapes such as
  /// `\xff`.
  ///
  /// `list` omits names that are not valid UTF-8. This function ignores hidden names, and examines
  /// only the first `most` names.
  package static func nameThatIsNoText(in path: String, most: Int) throws(Refusal) -> String? {
    try namesThatAreNoText(in: path, most: most, atMost: 1).first
  }

  /// Finds and sorts up to `limit` names that are not UTF-8, by the rules of `nameThatIsNoText`.
  package static func namesThatAreNoText(
    in path: String,
    most: Int,
    atMost limit: Int = .max
  ) throws(Refusal) -> [String] {
    var found: [String] = []
    var count = 0
    try eachName(in: path) { name in
      count += 1
      let dot = CChar(UInt8(ascii: "."))
      if name.pointee != dot, String(validatingCString: name) == nil { found.append(escaped(name)) }
      return found.count < limit && count < most
    }
    return found.sorted()
  }

  /// The name with an escape for every byte that is not printable ASCII.
  private static func escaped(_ name: UnsafePointer<CChar>) -> String {
    var text = ""
    for byte in UnsafeBufferPointer(start: name, count: strlen(name)) {
      let number = UInt8(bitPattern: byte)
      if (0x20..<0x7F).contains(number) {
        text.unicodeScalars.append(Unicode.Scalar(number))
      } else {
        text += "\\x" + (number < 16 ? "0" : "") + String(number, radix: 16)
      }
    }
    return text
  }

  /// Calls `goOn` with each name in a folder until `goOn` returns false; treats a missing folder as
  /// empty.
  static func eachName(
    in path: String,
    _ goOn: (UnsafePointer<CChar>) -> Bool
  ) throws(Refusal) {
    guard let folder = opendir(path) else {
      guard errno != ENOENT, errno != ENOTDIR else { return }
      throw Refusal("opendir", path, code: errno)
    }
    defer { closedir(folder) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        guard errno == 0 else { throw Refusal("readdir", path, code: errno) }
        return
      }
      // An entry may be shorter than the type `dirent`, so do not copy it; read the name in place.
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard goOn(name) else { return }
    }
  }

  /// The path with all links resolved.
  ///
  /// Returns nil if nothing exists at the path; errno then has the reason.
  package static func realPath(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(validatingCString: found)
  }

  /// The path with all links resolved; the file itself, and folders above it, may be missing.
  package static func targetPath(_ path: String) -> String {
    if let target = realPath(path) { return target }
    let folder = path.parentFolder
    return folder.utf8.count < path.utf8.count && folder != "/"
      ? targetPath(folder) + "/" + path.fileName : path
  }

  private static func target(of path: String) throws(Refusal) -> String? {
    var code: Int32 = 0
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      let answer = buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? 0
      count = max(answer, 0)
      code = answer < 0 ? errno : 0
    }
    switch code {
    case 0: return String(decoding: target, as: UTF8.self)
    case ENOENT, ENOTDIR, EINVAL: return nil
    default: throw Refusal("readlink", path, code: code)
    }
  }

  /// Sets a file's modification time, exact to the nanosecond.
  ///
  /// Older kernels set file times in steps of milliseconds. A new file often gets the inode number
  /// of the file that it has just replaced. So without an exact time, a new file could look like
  /// the file that it has replaced. If the time cannot be set, the error is ignored.
  private static func stamp(_ file: Int32) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    futimens(file, [now, now])
  }

  @discardableResult
  private static func answer(
    _ call: String,
    _ path: String,
    _ body: () -> Int32
  ) throws(Refusal) -> Int32 {
    while true {
      let answer = body()
      guard answer < 0 else { return answer }
      guard errno == EINTR else { throw Refusal(call, path, code: errno) }
    }
  }

  private static func answer(
    _ call: String,
    of file: Int32,
    _ body: () -> Int32
  ) throws(Refusal) {
    do throws(Refusal) { try answer(call, "", body) } catch {
      throw refusal(call, of: file, error.code)
    }
  }

  /// Makes the error for a failed call on an open file; the error contains the file's path, as the
  /// kernel reports it.
  private static func refusal(_ call: String, of file: Int32, _ code: Int32 = errno) -> Refusal {
    Refusal(call, (try? target(of: "/proc/self/fd/\(file)")) ?? "", code: code)
  }

  /// Reads at most one byte more than `most`, so that the caller notices if the file is larger.
  private static func contents(of file: Int32, most: Int) throws(Refusal) -> [UInt8] {
    var bytes: [UInt8] = []
    // Start with a buffer for the whole file. Files in /proc have no size; they are small, and
    // freeing a large buffer costs more than reading a small file.
    var status = stat()
    fstat(file, &status)
    var piece = max(4 << 10, min(Int(status.st_size), most) + 1)
    while bytes.count <= most {
      let wanted = min(piece, most + 1 - bytes.count)
      var code: Int32 = 0
      let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        let answer = Glibc.read(file, buffer.baseAddress, wanted)
        count = max(answer, 0)
        code = answer < 0 ? errno : 0
      }
      if code == EINTR { continue }
      guard code == 0 else { throw refusal("read", of: file, code) }
      if part.isEmpty { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      piece = 64 << 10
    }
    return bytes
  }

  private static func end(of file: Int32, most: Int) throws(Refusal) -> [UInt8] {
    var status = stat()
    try answer("fstat", of: file) { fstat(file, &status) }
    let count = min(max(most, 0), max(Int(status.st_size), 0))
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let answer = pread(file, buffer.baseAddress, count, status.st_size - count)
      filled = max(answer, 0)
      code = answer < 0 ? errno : 0
    }
    guard code == 0 else { throw refusal("pread", of: file, code) }
    return bytes
  }

  private static func sleep(milliseconds: Int) {
    var pause = timespec(
      tv_sec: milliseconds / 1_000,
      tv_nsec: milliseconds % 1_000 * 1_000_000
    )
    nanosleep(&pause, nil)
  }

  /// Waits for the lock on a file, but not forever, because the process that holds it may be
  /// suspended.
  ///
  /// The kernel's lock call has no timeout, so this function repeats the call after ever longer
  /// pauses. This function pauses only the writer's thread, and only while another process writes.
  private static func wait(for file: Int32, _ milliseconds: Int) throws(Refusal) -> Bool {
    var waited = 0
    var step = 1
    while flock(file, LOCK_EX | LOCK_NB) < 0 {
      if errno == EINTR { continue }
      // On CIFS, the error is EACCES if another machine or process has the lock.
      guard errno == EWOULDBLOCK || errno == EACCES else { throw refusal("flock", of: file) }
      guard waited < milliseconds else { return false }
      sleep(milliseconds: step)
      waited += step
      step = min(step * 2, 20)
    }
    return true
  }
}

extension FileIdentity {
  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    owner = status.st_uid
    isOwn = status.st_uid == geteuid()
    isWritableByAll = status.st_mode & S_IWOTH != 0
    isPrivate = status.st_mode & (S_IRWXG | S_IRWXO) == 0
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    changedSeconds = status.st_mtim.tv_sec
    changedNanoseconds = status.st_mtim.tv_nsec
  }
}
