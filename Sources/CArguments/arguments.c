// Where Swift's CommandLine finds the program's words.
//
// The runtime's own way, before main, is to search the stack that /proc/self/maps shows: that is a
// tenth of the start of `nightctl get`, and the program dies where /proc cannot be read, be it for
// a sandbox or for want of file descriptors. The C library hands the words to every constructor, so
// they are kept there. An object file comes before the runtime's archive when programs are linked
// statically, so the runtime's search is then not linked at all. Should the runtime ask by another
// name one day, it is again its own search that answers, and nothing breaks.

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
