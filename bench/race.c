// race PAIRS [-b COMMAND] ADDRESS COMMAND... -- ADDRESS COMMAND...
//   Runs two commands in turn, each with its own session bus. Prints the microseconds from the
//   start of each process to its end, and their ratio.
//
// In even rounds, an argument `one|other` means `one`; in odd rounds it means `other`. The COMMAND
// of -b has its words separated by blanks. It runs before each command, on the same bus, and a
// pause of a tenth of a second follows. Neither counts in the measured time.
#include "bench.h"
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { most_words = 16 };

struct racer { char *address, *words[2][most_words + 1]; };

static void read_racer(struct racer *racer, char **words, int count) {
  if (count < 2 || count > most_words) die("usage", "an address and a command of a few words");
  racer->address = words[0];
  for (int i = 1; i < count; i++) {
    char *bar = strchr(words[i], '|');
    racer->words[0][i - 1] = bar ? strndup(words[i], bar - words[i]) : words[i];
    racer->words[1][i - 1] = bar ? bar + 1 : words[i];
  }
}

static void run(char **words) {
  static posix_spawn_file_actions_t actions;
  static int is_ready;
  if (!is_ready++) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  pid_t process;
  int status;
  if (posix_spawnp(&process, words[0], &actions, NULL, words, environ))
    die(words[0], "cannot be started");
  if (wait4(process, &status, 0, NULL) != process || status) die(words[0], "failed");
}

int main(int count, char **words) {
  int pairs = count > 1 ? whole_number(words[1]) : 0, first = 2, middle;
  char *before[most_words + 1] = { NULL };
  if (count > 4 && !strcmp(words[2], "-b")) {
    char *word = strtok(words[3], " ");
    for (int i = 0; i < most_words && word; i++, word = strtok(NULL, " ")) before[i] = word;
    first = 4;
  }
  for (middle = first; middle < count && strcmp(words[middle], "--"); middle++) {}
  struct racer racers[2] = { 0 };
  read_racer(&racers[0], words + first, middle - first);
  read_racer(&racers[1], words + middle + 1, count - middle - 1);
  double *times[2] = { calloc(pairs, sizeof(double)), calloc(pairs, sizeof(double)) };
  int made = 0;
  for (int i = -2; goes_on(i, pairs); i++) {
    // The side that comes first changes with each pair. The first two pairs are a warm-up.
    for (int j = 0; j < 2; j++) {
      int is_other = (i + j) & 1;
      struct racer *racer = &racers[is_other];
      setenv("DBUS_SESSION_BUS_ADDRESS", racer->address, 1);
      if (before[0]) {
        run(before);
        // If that command ended a daemon, programs that the daemon started, such as gsettings,
        // still run for a moment.
        usleep(100000);
      }
      double start = microseconds();
      run(racer->words[i & 1]);
      if (i >= 0) times[is_other][i] = microseconds() - start;
    }
    made = i + 1;
  }
  print_pairs(times[0], times[1], made);
  return 0;
}
