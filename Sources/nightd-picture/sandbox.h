// The sandbox of the programs that read files from the network: nightd-picture and nightd-archive.
//
// Such a file can be made to attack its reader. So the reader runs in the strict mode of seccomp, in which the kernel
// allows only read, write, exit and sigreturn: a reader that has been taken over can neither open a file nor start a
// program. Memory and time are limited too.
//
// A program defines _GNU_SOURCE before it includes this file.
#include <linux/seccomp.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_SECONDS = 10 };
static const size_t most_memory = (size_t)1 << 30;

static void finish(int status) {
  // exit_group, which exit calls, is not allowed.
  syscall(SYS_exit, status);
  __builtin_unreachable();
}

static void put(int file, const void *bytes, size_t count) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t done = write(file, rest, count);
    if (done <= 0) finish(1);
    rest += done;
    count -= (size_t)done;
  }
}

_Noreturn static void fail(const char *reason) {
  put(2, reason, strlen(reason));
  put(2, "\n", 1);
  finish(1);
  __builtin_unreachable();
}

// Limits memory and time. Afterwards, malloc asks the kernel for no more memory.
static void reserve_memory(void) {
  struct rlimit time = {MOST_SECONDS, MOST_SECONDS}, none = {0, 0};
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_CORE, &none);
  // In the sandbox, malloc cannot ask the kernel for memory. So all of it is reserved before; the kernel provides a
  // page only when the program uses it. A smaller piece could still fit into memory that the C library has already.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_TOP_PAD, (int)(most_memory - 1));
  void *first = malloc(32 << 20);
  if (first == NULL) fail("the system cannot reserve 1 GiB of memory");
  free(first);
  mallopt(M_TOP_PAD, 0);
}

static void enter_sandbox(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
    fail("the kernel lacks seccomp, without which no file from the network is read");
}
