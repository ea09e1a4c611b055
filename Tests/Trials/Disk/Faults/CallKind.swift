/// What a system call is for, and so what may come of it where it fails.
enum CallKind {
  /// The store: the daemon lives, and the caller hears what became of the set.
  case disk
  /// The bus and the loop's wait: one that fails there is a lost bus, and the daemon ends.
  case bus
  /// Memory and threads, which the C library and Swift's runtime may end a process for.
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
