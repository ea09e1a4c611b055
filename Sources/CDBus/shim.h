// Declares what Swift cannot import by itself: libdbus's type codes (macros with casts), some
// functions and variables of the C library, and Linux headers that the Glibc module leaves out.
#ifndef NIGHTD_CDBUS_SHIM_H
#define NIGHTD_CDBUS_SHIM_H

#include <dbus/dbus.h>
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// The C library's headers declare these names only under _GNU_SOURCE.
extern char **environ;
extern long syscall(long number, ...);
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);

// Swift 6 does not let programs read `environ`, because any code might change this variable.
static inline char **cdbus_environment(void) { return environ; }

// Swift does not let programs call fork, although a process with a single thread may fork.
static inline pid_t cdbus_fork(void) { return fork(); }

// Returns whether the calling thread is the process's first thread. The answer is cached for each
// thread, because a system call would take longer than the read of a value that needs this check.
static inline int cdbus_is_first_thread(void) {
  static __thread signed char known;
  if (!known) known = syscall(SYS_gettid) == getpid() ? 1 : 2;
  return known == 1;
}

// Older C libraries have no function for the system call pidfd_open.
static inline int cdbus_pidfd_open(int process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

// The DBUS_TYPE_* macros cast characters to integers, and Swift's importer skips such macros.
static const int CDBUS_TYPE_INVALID = DBUS_TYPE_INVALID;
static const int CDBUS_TYPE_BYTE = DBUS_TYPE_BYTE;
static const int CDBUS_TYPE_BOOLEAN = DBUS_TYPE_BOOLEAN;
static const int CDBUS_TYPE_INT16 = DBUS_TYPE_INT16;
static const int CDBUS_TYPE_UINT16 = DBUS_TYPE_UINT16;
static const int CDBUS_TYPE_INT32 = DBUS_TYPE_INT32;
static const int CDBUS_TYPE_UINT32 = DBUS_TYPE_UINT32;
static const int CDBUS_TYPE_INT64 = DBUS_TYPE_INT64;
static const int CDBUS_TYPE_UINT64 = DBUS_TYPE_UINT64;
static const int CDBUS_TYPE_DOUBLE = DBUS_TYPE_DOUBLE;
static const int CDBUS_TYPE_STRING = DBUS_TYPE_STRING;
static const int CDBUS_TYPE_OBJECT_PATH = DBUS_TYPE_OBJECT_PATH;
static const int CDBUS_TYPE_SIGNATURE = DBUS_TYPE_SIGNATURE;
static const int CDBUS_TYPE_UNIX_FD = DBUS_TYPE_UNIX_FD;
static const int CDBUS_TYPE_ARRAY = DBUS_TYPE_ARRAY;
static const int CDBUS_TYPE_VARIANT = DBUS_TYPE_VARIANT;
static const int CDBUS_TYPE_STRUCT = DBUS_TYPE_STRUCT;
static const int CDBUS_TYPE_DICT_ENTRY = DBUS_TYPE_DICT_ENTRY;

#endif
