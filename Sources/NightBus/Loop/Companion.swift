import CDBus
import Glibc

/// What goes on here beside a command that has taken this process's place.
///
/// So the command is whoever was started: its signals, its terminal, its parent and its end are its
/// own, and nothing of them need be passed on. What goes on is a process that no terminal and no
/// group knows of, and that the command has not for a child.
package final class Companion {
  private let descriptor: FileDescriptor
  private var watch: Watch?

  /// Has this process become what the last words of the command line say, to the byte; looked up as
  /// shells do.
  ///
  /// It returns in the process that goes on, which has all that the loop waits for. Where it cannot
  /// become that, this process ends by `failed`.
  package init(
    ofLastWords count: Int,
    on loop: Loop,
    unless failed: (BusError) -> Never,
    onEnd: @escaping () -> Void
  ) throws(BusError) {
    let first = Int(CommandLine.argc) - count
    guard count > 0, first > 0 else { throw .malformed("no program is named") }
    descriptor = try FileDescriptor(cdbus_pidfd_open(getpid()), from: "pidfd_open")
    if try Self.split() { failed(Self.become(CommandLine.unsafeArgv + first)) }
    watch = loop.watch(descriptor.number, events: Int16(POLLIN)) { [weak self] _ in
      self?.watch = nil
      onEnd()
    }
  }

  /// Answers whether this is the process that there was before.
  private static func split() throws(BusError) -> Bool {
    // Whoever started us may have it ignored, and then no child could be waited for.
    signal(SIGCHLD, SIG_DFL)
    // Whose parent has ended is another's child.
    let between = cdbus_fork()
    guard between >= 0 else { throw SystemError.last("fork") }
    guard between == 0 else {
      guard ChildProcess.reap(between) == .exited(0) else {
        throw .system(call: "fork", errno: EAGAIN)
      }
      return true
    }
    let last = cdbus_fork()
    guard last == 0 else { _exit(last > 0 ? 0 : 1) }
    setsid()
    // Nobody waits for the end of the command's input or output because of us.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    close(nothing)
    return false
  }

  /// Returns only where it cannot be.
  private static func become(
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> BusError {
    guard let name = words.pointee else { return .malformed("no program is named") }
    // What this program ignores for itself is put right; what it was started with stays, as a
    // shell's nohup.
    signal(SIGPIPE, SIG_DFL)
    execvp(name, words)
    return .system(call: String(cString: name), errno: errno)
  }
}
