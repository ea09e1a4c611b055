// teller PAIRS CHANGES ADDRESS OURS WORD THEIRS [WORD]
//   Owns nightd's name itself, and signals CHANGES changes, first to the program OURS and then to
//   the program THEIRS. Each program runs alone, and gets its WORD as argument. For each program,
//   prints the microseconds from sending the signal until the program has it; then prints their
//   ratio. The programs write the moment of each change as `follower` does.
#include "bench.h"
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#define THEMES NAME ".Themes"

static DBusConnection *bus;

static void check(dbus_bool_t is_done) {
  if (!is_done) die("a message", "out of memory");
}

static void put(DBusMessageIter *members, const char *key, const char *type, const void *value) {
  DBusMessageIter member, variant;
  check(dbus_message_iter_open_container(members, DBUS_TYPE_DICT_ENTRY, NULL, &member));
  check(dbus_message_iter_append_basic(&member, DBUS_TYPE_STRING, &key));
  check(dbus_message_iter_open_container(&member, DBUS_TYPE_VARIANT, type, &variant));
  check(dbus_message_iter_append_basic(&variant, type[0], value));
  check(dbus_message_iter_close_container(&member, &variant));
  check(dbus_message_iter_close_container(members, &member));
}

static void put_text(DBusMessageIter *members, const char *key, const char *text) {
  put(members, key, "s", &text);
}

// Appends the style, the serial and the appearance, as Subscribe returns and Changed carries them.
static void put_standing(DBusMessage *message, int is_dark, dbus_uint64_t serial) {
  const char *style = is_dark ? "dark" : "light";
  dbus_uint32_t contrast = 0, fade = 300;
  dbus_uint64_t since = 1;
  dbus_bool_t no = FALSE;
  DBusMessageIter body, members;
  dbus_message_iter_init_append(message, &body);
  check(dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &style));
  check(dbus_message_iter_append_basic(&body, DBUS_TYPE_UINT64, &serial));
  check(dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &members));
  put_text(&members, "choice", style);
  put(&members, "chosen", "b", &no);
  put_text(&members, "theme", is_dark ? "midnight" : "daylight");
  put_text(&members, "theme-digest", "");
  put(&members, "contrast", "u", &contrast);
  put(&members, "reduced-motion", "b", &no);
  put_text(&members, "reason", "choice");
  put(&members, "since", "t", &since);
  put(&members, "fade", "u", &fade);
  put(&members, "inhibited", "b", &no);
  check(dbus_message_iter_close_container(&body, &members));
}

// Appends a theme without values, so that the built-in values are used.
static void put_theme(DBusMessage *message, const char *word) {
  int is_dark = !strcmp(word, "dark") || !strcmp(word, "midnight");
  DBusMessageIter body, members, values;
  dbus_message_iter_init_append(message, &body);
  check(dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &members));
  put_text(&members, "name", is_dark ? "midnight" : "daylight");
  put_text(&members, "style", is_dark ? "dark" : "light");
  put_text(&members, "origin", "built-in");
  put_text(&members, "digest", "");
  check(dbus_message_iter_close_container(&body, &members));
  check(dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "a{sv}", &values));
  check(dbus_message_iter_close_container(&body, &values));
}

// Answers all calls that have arrived.
static void serve(void) {
  dbus_connection_read_write(bus, 0);
  for (DBusMessage *call; (call = dbus_connection_pop_message(bus));) {
    const char *word = "";
    DBusMessage *answer = NULL;
    if (dbus_message_is_method_call(call, STYLE, "Subscribe")) {
      answer = dbus_message_new_method_return(call);
      put_standing(answer, 0, 1);
    } else if (dbus_message_is_method_call(call, THEMES, "Resolve")) {
      dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &word, DBUS_TYPE_INVALID);
      answer = dbus_message_new_method_return(call);
      put_theme(answer, *word ? word : "light");
    } else if (dbus_message_get_type(call) == DBUS_MESSAGE_TYPE_METHOD_CALL) {
      answer = dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_METHOD, "not here");
    }
    if (answer) {
      check(dbus_connection_send(bus, answer, NULL));
      dbus_message_unref(answer);
    }
    dbus_message_unref(call);
  }
  dbus_connection_flush(bus);
}

static uint64_t next_stamp(int from) {
  int number;
  dbus_connection_get_unix_fd(bus, &number);
  for (;;) {
    serve();
    struct pollfd ready[] = { { .fd = from, .events = POLLIN }, { .fd = number, .events = POLLIN } };
    if (poll(ready, 2, 15000) < 1) die("a change", "was not heard in 15 seconds");
    if (!ready[0].revents) continue;
    uint64_t moment;
    if (read(from, &moment, sizeof moment) != sizeof moment) die("a follower", "ended");
    return moment;
  }
}

// Pauses between two changes for longer than a woken program needs to sleep again.
static void rest(void) {
  struct timespec pause = { .tv_nsec = 2000000 };
  nanosleep(&pause, NULL);
}

static double tell(const char *program, char *const *words, int changes) {
  static dbus_uint64_t serial = 1;
  int ends[2];
  if (pipe(ends)) die("pipe", strerror(errno));
  pid_t child = fork();
  if (!child) {
    dup2(ends[1], 1);
    execv(program, words);
    die(program, strerror(errno));
  }
  close(ends[1]);
  next_stamp(ends[0]);
  double *times = malloc(sizeof(double) * changes);
  for (int i = 0, known = 0; i < changes + 10; i++) {
    rest();
    serve();
    DBusMessage *signal = dbus_message_new_signal(OBJECT, STYLE, "Changed");
    put_standing(signal, i % 2 == 0, ++serial);
    double start = microseconds();
    check(dbus_connection_send(bus, signal, NULL));
    dbus_connection_flush(bus);
    double taken = (double)next_stamp(ends[0]) / 1e3 - start;
    // Do not count the first changes, because they use memory that was never used before.
    if (i >= 10) times[known++] = taken;
    dbus_message_unref(signal);
  }
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  close(ends[0]);
  double middle = median(times, changes);
  free(times);
  return middle;
}

int main(int count, char **words) {
  if (count != 7 && count != 8) die("usage", "teller PAIRS CHANGES ADDRESS OURS WORD THEIRS [WORD]");
  int pairs = whole_number(words[1]), changes = whole_number(words[2]);
  DBusError error = DBUS_ERROR_INIT;
  setenv("DBUS_SESSION_BUS_ADDRESS", words[3], 1);
  bus = connect_to(words[3]);
  if (dbus_bus_request_name(bus, NAME, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) != 1)
    die(NAME, error.message ? error.message : "somebody else has it");
  double *ours = calloc(pairs, sizeof(double)), *theirs = calloc(pairs, sizeof(double));
  for (int i = 0; i < pairs; i++) {
    ours[i] = tell(words[4], (char *[]){ words[4], words[5], NULL }, changes);
    theirs[i] = tell(words[6], (char *[]){ words[6], words[7], NULL }, changes);
  }
  print_pairs(ours, theirs, pairs);
  return 0;
}
