import Glibc
import Synchronization

/// Waits for one child on a separate thread, so that other threads can use poll to wait for the
/// child's end.
final class ExitWatch: Sendable {
  private struct State {
    var exit: Program.Exit?
    /// Whether no process was left in the child's process group when the child was reaped.
    var isGroupGone = false
    var writing: Descriptor?
  }

  let processIdentifier: Int32
  /// A file descriptor that becomes readable (at end of file) when the child has ended.
  let ended: Descriptor
  private let state: Mutex<State>

  init(_ processIdentifier: Int32, ended: Descriptor, writing: Descriptor) {
    self.processIdentifier = processIdentifier
    self.ended = ended
    state = Mutex(State(writing: writing))
  }

  var exit: Program.Exit? { state.withLock { $0.exit } }

  /// Starts the thread; the thread retains this object until the child has ended.
  func begin() -> Int32 {
    let this = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ExitWatch>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      },
      this.toOpaque()
    )
    if code == 0 { pthread_detach(thread) } else { this.release() }
    return code
  }

  /// Sends a signal unless the child was already reaped, because another process could then have
  /// the child's number.
  func send(_ signal: Int32) -> Bool {
    state.withLock { $0.exit == nil && kill(processIdentifier, signal) == 0 }
  }

  /// Kills the child, and all processes that it started and that are still in its process group.
  ///
  /// As long as the group of a reaped child has a member, the kernel does not give the group's
  /// number to another group. Once the group is empty, its number may soon be reused: the tests
  /// start hundreds of processes and threads a second, and many machines have only 32,768 numbers.
  func killGroup() {
    state.withLock { state in
      if !state.isGroupGone { _ = kill(-processIdentifier, SIGKILL) }
    }
  }

  /// Whether no process was left in the group when the child was reaped.
  var isGroupGone: Bool { state.withLock { $0.isGroupGone } }

  private func run() {
    // Reap the child only while the lock is held. Without the lock, `send` could signal another
    // process that has got the child's number.
    var information = siginfo_t()
    while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) != 0 {
      guard errno == EINTR else { break }
    }
    state.withLock { state in
      var status: Int32 = 0
      while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
      state.exit = Program.Exit(status: status)
      state.isGroupGone = kill(-processIdentifier, 0) != 0 && errno == ESRCH
      state.writing = nil
    }
  }
}
