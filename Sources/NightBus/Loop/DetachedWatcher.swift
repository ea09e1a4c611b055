import CDBus
import Glibc

/// Replaces this process with a command, while this program continues in a detached process.
///
/// The command keeps the process ID, terminal and parent of this process. So no other process
/// has to pass on signals to the command or return the command's exit status. The detached process
/// has its own session.
package final class DetachedWatcher {
  private let descriptor: FileDescriptor
  private var watch: Watch?

  /// Runs the last `count` arguments of this process as a command, which is looked up in `PATH`.
  ///
  /// Returns in the detached process, which keeps the loop's descriptors and calls `onEnd` when the
  /// command ends. If the command cannot be run, the original process calls `failed`.
  package init(
    runningLast count: Int,
    on loop: Loop,
    onFailure failed: (BusError) -> Never,
    onEnd: @escaping () -> Void
  ) throws(BusError) {
    let first = Int(CommandLine.argc) - count
    guard count > 0, first > 0 else { throw .malformed("no program is named") }
    descriptor = try FileDescriptor(cdbus_pidfd_open(getpid()), from: "pidfd_open")
    if try Self.forkDetached() {
      failed(ProcessReplacement.run(CommandLine.unsafeArgv + first))
    }
    watch = loop.watch(descriptor.number, events: Int16(POLLIN)) { [weak self] _ in
      self?.watch = nil
      onEnd()
    }
  }

  /// Forks a detached process; returns true in the original process, and false in the detached one.
  private static func forkDetached() throws(BusError) -> Bool {
    // Restore the default: waitpid fails if this process was started with SIGCHLD ignored.
    signal(SIGCHLD, SIG_DFL)
    // Fork twice: the child of this process forks the detached process and ends, so the detached
    // process is not a child of the command that replaces this process.
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
    // Replace input and output: otherwise the detached process would keep the command's input and
    // output open.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    dup2(nothing, STDOUT_FILENO)
    close(nothing)
    return false
  }
}

/// Runs a command in place of this process.
package enum ProcessReplacement {
  /// Replaces this process with the command that is given by the last `count` arguments of this
  /// process; returns only if that fails.
  ///
  /// Inserts `switches` between the command and its arguments; passes the arguments on unchanged.
  package static func run(last count: Int, inserting switches: [String] = []) -> BusError {
    let first = Int(CommandLine.argc) - count
    guard count > 0, first > 0 else { return .malformed("no program is named") }
    var arguments = [CommandLine.unsafeArgv[first]]
    arguments += switches.map { strdup($0) }
    for index in (first + 1)..<max(Int(CommandLine.argc), first + 1) {
      arguments.append(CommandLine.unsafeArgv[index])
    }
    arguments.append(nil)
    return arguments.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map(run) ?? .malformed("no program is named")
    }
  }

  /// Replaces this process with a command; returns only if that fails.
  fileprivate static func run(
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> BusError {
    guard let name = arguments.pointee else { return .malformed("no program is named") }
    // This program ignores SIGPIPE, so restore the default handling for the command. Signals that
    // were ignored from the start, such as SIGHUP under nohup, stay ignored.
    signal(SIGPIPE, SIG_DFL)
    execvp(name, arguments)
    return .system(call: String(cString: name), errno: errno)
  }
}
