// Breaks promises of the C library and of libdbus on purpose, for a program that it is loaded into
// by LD_PRELOAD. NIGHTD_SABOTAGE holds the words for what to break; with none nothing changes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *word(const char *name) {
  const char *words = getenv("NIGHTD_SABOTAGE");
  return words ? strstr(words, name) : NULL;
}

static int is_folder(int file) {
  struct stat facts;
  return fstat(file, &facts) == 0 && S_ISDIR(facts.st_mode);
}

// no-folder-sync, no-file-sync: the answer is yes, and nothing was done.
static int synced(int file, const char *call) {
  if (word(is_folder(file) ? "no-folder-sync" : "no-file-sync")) return 0;
  int (*real)(int) = dlsym(RTLD_NEXT, call);
  return real(file);
}

int fsync(int file) { return synced(file, "fsync"); }
int fdatasync(int file) { return synced(file, "fdatasync"); }

// no-lock: everyone has it.
int flock(int file, int operation) {
  if (word("no-lock")) return 0;
  int (*real)(int, int) = dlsym(RTLD_NEXT, "flock");
  return real(file, operation);
}

// leak=N: every Nth message is not let go.
void dbus_message_unref(void *message) {
  static unsigned long count;
  const char *leak = word("leak=");
  unsigned long every = leak ? strtoul(leak + strlen("leak="), NULL, 10) : 0;
  if (every && __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) % every == 0) return;
  void (*real)(void *) = dlsym(RTLD_NEXT, "dbus_message_unref");
  real(message);
}
