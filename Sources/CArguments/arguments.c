// Passes the arguments of the process to Swift's CommandLine.
//
// Before main, the Swift runtime's own function searches the stack for the arguments, with the help
// of /proc/self/maps. This search takes a tenth of the start time of `nightctl get`. It also ends
// the program if a sandbox or a lack of file descriptors makes /proc unreadable. The C library
// passes the arguments to every constructor, so a constructor keeps them here.
//
// If a program is linked statically, this object file comes before the runtime's archive, so the
// runtime's function is not linked at all. If a future runtime renames its function, the program
// uses the runtime's function again, and nothing breaks.

extern char **_swift_stdlib_getUnsafeArgvArgc(int *count);

static int kept_count;
static char **kept_words;

__attribute__((constructor)) static void keep(int count, char **words) {
  kept_count = count;
  kept_words = words;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = kept_count;
  return kept_words;
}
