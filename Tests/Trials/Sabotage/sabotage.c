// LD_PRELOAD loads this library into a program, where it breaks promises of the C library on
// purpose. The variable NIGHTD_SABOTAGE lists what to break; if it is empty, nothing changes.
// Only functions of the C library are broken: other libraries may be linked into the program.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *word(const char *name) {
  const char *words = getenv("NIGHTD_SABOTAGE");
  return words ? strstr(words, name) : NULL;
}

static int is_folder(int file) {
  struct stat facts;
  return fstat(file, &facts) == 0 && S_ISDIR(facts.st_mode);
}

// no-folder-sync, no-file-sync: the call reports success, but does nothing.
static int synced(int file, const char *call) {
  if (word(is_folder(file) ? "no-folder-sync" : "no-file-sync")) return 0;
  // This delay orders nothing. It gives two writers time to collide, as a disk would: a file in
  // memory is synced at once, so otherwise the missing lock would hardly matter.
  if (word("no-lock")) usleep(2000);
  int (*real)(int) = dlsym(RTLD_NEXT, call);
  return real(file);
}

int fsync(int file) { return synced(file, "fsync"); }
int fdatasync(int file) { return synced(file, "fdatasync"); }

static int is_store_lock(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  const char *name = strrchr(path, '/');
  return name && strcmp(name, "/intent.lock") == 0;
}

// no-lock: every process gets the lock. lockless-home: the call fails as if the store's folder were
// on a file system without locks. cifs-lock: if another process has the lock, the call fails with
// EACCES, as on CIFS.
int flock(int file, int operation) {
  if (word("no-lock")) return 0;
  if (word("lockless-home") && is_store_lock(file)) {
    errno = ENOLCK;
    return -1;
  }
  int (*real)(int, int) = dlsym(RTLD_NEXT, "flock");
  int answer = real(file, operation);
  if (answer < 0 && errno == EWOULDBLOCK && word("cifs-lock")) errno = EACCES;
  return answer;
}

// leak=N: every Nth block of memory is not freed. The loader may free memory before the variable is read.
extern void __libc_free(void *block);
static unsigned long every;

__attribute__((constructor)) static void read_leak(void) {
  const char *leak = word("leak=");
  if (leak) every = strtoul(leak + strlen("leak="), NULL, 10);
}

void free(void *block) {
  static unsigned long count;
  if (every && __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) % every == 0) return;
  __libc_free(block);
}
