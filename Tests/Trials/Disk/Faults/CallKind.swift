/// The purpose of a system call, and so the outcomes that are allowed if it fails.
enum CallKind {
  /// The store: the daemon goes on, and the caller learns what happened to the set.
  case disk
  /// The bus and the loop: a failure counts as a lost bus, and the daemon ends.
  case bus
  /// Memory and threads: the C library or Swift's runtime may end the process.
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
