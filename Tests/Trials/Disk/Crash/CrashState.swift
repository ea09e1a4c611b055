/// A state of the disk after a crash.
struct CrashState: Hashable {
  var folders: Set<String>
  var files: [String: [UInt8]]
  /// Whether a reply or signal had been sent before the crash.
  var isTold: Bool
}
