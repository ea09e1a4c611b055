// What Swift cannot see by itself: libdbus's cast macros and variadic functions, and the Linux
// headers that the Glibc module leaves out.
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

// Shown by their headers under _GNU_SOURCE only.
extern char **environ;
extern long syscall(long number, ...);
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);

// A variable that anyone might change is nothing that Swift 6 reads.
static inline char **cdbus_environment(void) { return environ; }

// Swift lets nobody fork; a process of one thread may.
static inline pid_t cdbus_fork(void) { return fork(); }

// Older C libraries have no name for it.
static inline int cdbus_pidfd_open(int process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

// DBUS_TYPE_* are casts of characters, which the importer skips.
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
