import Glibc

/// Functions of the C library that Swift does not import.
///
/// The headers declare these functions only under `_GNU_SOURCE`, or Swift cannot import them. So
/// these functions are looked up by name. The first two functions keep a child from inheriting a
/// descriptor, because an inherited descriptor would keep a pipe open.
enum GnuCalls {
  typealias Pipe = @Sendable @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
  typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
  typealias CloseFrom = @Sendable @convention(c) (Actions, Int32) -> Int32
  typealias ChangeFolder = @Sendable @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
  typealias SetFileOwner = @Sendable @convention(c) (UInt32) -> UInt32
  typealias Unshare = @Sendable @convention(c) (Int32) -> Int32
  typealias AdjustTime = @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Int32
  typealias OpenTerminal =
    @Sendable @convention(c) (
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
      UnsafePointer<termios>?, UnsafePointer<winsize>?
    ) -> Int32

  static let pipe2 = dlsym(nil, "pipe2").map { unsafeBitCast($0, to: Pipe.self) }

  static let addCloseFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
    .map { unsafeBitCast($0, to: CloseFrom.self) }

  static let addChangeFolder = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
    .map { unsafeBitCast($0, to: ChangeFolder.self) }

  /// Changes the user for file accesses by the calling thread only.
  static let setFileUser = dlsym(nil, "setfsuid").map { unsafeBitCast($0, to: SetFileOwner.self) }

  static let setFileGroup = dlsym(nil, "setfsgid").map { unsafeBitCast($0, to: SetFileOwner.self) }

  /// Changes the namespaces of the calling thread only.
  static let unshare = dlsym(nil, "unshare").map { unsafeBitCast($0, to: Unshare.self) }

  static let adjustTime = dlsym(nil, "adjtimex").map { unsafeBitCast($0, to: AdjustTime.self) }

  /// Opens both sides of a new terminal.
  static let openTerminal = dlsym(nil, "openpty").map { unsafeBitCast($0, to: OpenTerminal.self) }

  /// The flag of posix_spawn(3) that starts a new session.
  static let startSession: Int32 = 0x80
}
