/// What a crash could leave on a disk.
struct CrashState: Hashable {
  var folders: Set<String>
  var files: [String: [UInt8]]
  /// Whether someone had been told before the crash.
  var isTold: Bool
}
