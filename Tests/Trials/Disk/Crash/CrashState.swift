/// A state in which a crash could leave the disk.
struct CrashState: Hashable {
  var folders: Set<String>
  var files: [String: [UInt8]]
  /// Whether the daemon had sent a reply or signal before the crash.
  var isTold: Bool
}
