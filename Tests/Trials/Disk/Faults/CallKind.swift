/// The purpose of a system call, which decides what may happen if the call fails.
enum CallKind {
  /// A call for the store: if it fails, the daemon continues, and the reply says what happened to
  /// the request.
  case disk
  /// A call for the bus or the event loop: if it fails, the bus counts as lost, and the daemon
  /// ends.
  case bus
  /// A call for memory or threads: if it fails, the C library or Swift's runtime may end the
  /// process.
  case runtime

  init(_ call: String) {
    switch call {
    case "sendmsg", "recvmsg", "sendto", "recvfrom", "poll", "ppoll", "socket", "connect",
      "getsockname", "getsockopt":
      self = .bus
    case "mmap", "munmap", "mprotect", "madvise", "brk", "mremap", "futex", "clone3", "clone",
      "rseq", "set_robust_list", "set_tid_address", "rt_sigprocmask", "rt_sigaction", "gettid",
      "exit", "exit_group", "arch_prctl", "restart_syscall", "getrandom", "prctl", "execve":
      self = .runtime
    default: self = .disk
    }
  }
}
