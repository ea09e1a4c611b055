// portal change PAIRS ADDRESS ADDRESS
//   Measures the time from sending a Set until SettingChanged of the public portal is read, in turn
//   on one bus and on the other. Prints the median for each bus in microseconds, and the median of
//   the differences.
// portal read MILLISECONDS RATE ADDRESS
//   Calls Read at the backend's own name, one call after the other, while another client makes RATE
//   sets a second. Prints the median and the 99th percentile of the times in microseconds, and the
//   number of sets made per second.
//
// The first command waits until the portal owns its name, the second until the backend does.
#include "bench.h"
#include <poll.h>

#define PUBLIC "org.freedesktop.portal.Desktop"
#define BACKEND "org.freedesktop.impl.portal.desktop.nightd"
#define PORTAL "/org/freedesktop/portal/desktop"

struct side { DBusConnection *setter, *listener; int is_dark; };

// Either style may come first. The style in force is unknown at the beginning, but the second set
// is always a change.
static void set(struct side *side) {
  side->is_dark = !side->is_dark;
  DBusMessage *call = new_call(side->is_dark ? "dark" : "light");
  if (!dbus_connection_send(side->setter, call, NULL)) die("Set", "out of memory");
  dbus_message_unref(call);
  dbus_connection_flush(side->setter);
}

static void set_and_wait(struct side *side, const char *style) {
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *call = new_call(style);
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(side->setter, call, 15000, &error);
  if (!answer) die("Set", error.message);
  dbus_message_unref(answer);
  dbus_message_unref(call);
  side->is_dark = !strcmp(style, "dark");
}

static void await_signal(DBusConnection *bus) {
  for (;;) {
    for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
      int is_it =
        dbus_message_is_signal(message, "org.freedesktop.portal.Settings", "SettingChanged");
      dbus_message_unref(message);
      if (is_it) return;
    }
    double before = microseconds();
    if (!dbus_connection_read_write(bus, 15000)) die("the bus", "is gone");
    if (microseconds() - before > 14e6) die("SettingChanged", "did not come");
  }
}

// Reads the answers to sets; no code waits for these answers.
static void drain(DBusConnection *bus) {
  if (!dbus_connection_read_write(bus, 0)) die("the bus", "is gone");
  for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
    if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR)
      die("Set", dbus_message_get_error_name(message));
    dbus_message_unref(message);
  }
}

static void change(char **words) {
  int pairs = whole_number(words[2]), made = 0;
  struct side sides[2] = { 0 };
  for (int i = 0; i < 2; i++) {
    DBusError error = DBUS_ERROR_INIT;
    struct side *side = &sides[i];
    side->setter = connect_to(words[3 + i]);
    side->listener = connect_to(words[3 + i]);
    await_owner(side->setter, PUBLIC, TRUE);
    set_and_wait(side, "dark");
    dbus_bus_add_match(side->listener, "type='signal',sender='" PUBLIC "',path='" PORTAL "'", &error);
    if (dbus_error_is_set(&error)) die("a match", error.message);
    // A signal of the first set may still arrive after this.
    set_and_wait(side, "light");
    await_signal(side->listener);
    poll(NULL, 0, 100);
    drain(side->listener);
  }
  double *times[2] = { calloc(pairs, sizeof(double)), calloc(pairs, sizeof(double)) };
  double *differences = calloc(pairs, sizeof(double));
  for (int i = -2; goes_on(i, pairs); i++) {
    for (int j = 0; j < 2; j++) {
      int is_other = (i + j) & 1;
      struct side *side = &sides[is_other];
      double start = microseconds();
      set(side);
      await_signal(side->listener);
      if (i >= 0) times[is_other][i] = microseconds() - start;
      // This side must have no work left when the next measurement begins.
      poll(NULL, 0, 5);
      drain(side->setter);
    }
    if (i >= 0) differences[i] = times[0][i] - times[1][i];
    made = i + 1;
  }
  printf("%.0f %.0f %.0f\n", median(times[0], made), median(times[1], made),
    median(differences, made));
}

static double read_once(DBusConnection *bus) {
  const char *space = "org.freedesktop.appearance", *key = "color-scheme";
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *call =
    dbus_message_new_method_call(BACKEND, PORTAL, "org.freedesktop.impl.portal.Settings", "Read");
  if (!call || !dbus_message_append_args(call, DBUS_TYPE_STRING, &space, DBUS_TYPE_STRING, &key,
      DBUS_TYPE_INVALID)) die("a call", "out of memory");
  double start = microseconds();
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, call, 15000, &error);
  double passed = microseconds() - start;
  if (!answer) die("Read", error.message);
  dbus_message_unref(answer);
  dbus_message_unref(call);
  return passed;
}

static void read_while_set(char **words) {
  int milliseconds = whole_number(words[2]), rate = whole_number(words[3]);
  int room = milliseconds * 20, count = 0, sets = 0;
  double *times = calloc(room, sizeof(double));
  struct side side = { .setter = connect_to(words[4]) };
  DBusConnection *reader = connect_to(words[4]);
  set_and_wait(&side, "dark");
  await_owner(reader, BACKEND, TRUE);
  read_once(reader);
  double start = microseconds(), end = start + milliseconds * 1e3, now;
  while ((now = microseconds()) < end && count < room) {
    // Make as many sets as are due by now, even if the last read took long.
    for (; sets < (now - start) / 1e6 * rate; sets++) set(&side);
    drain(side.setter);
    times[count++] = read_once(reader);
  }
  qsort(times, count, sizeof(double), ascending);
  printf("%.0f %.0f %.0f\n", times[count / 2], times[count * 99 / 100],
    sets / ((now - start) / 1e6));
}

int main(int count, char **words) {
  if (count == 5 && !strcmp(words[1], "change")) change(words);
  else if (count == 5 && !strcmp(words[1], "read")) read_while_set(words);
  else die("usage", "portal change PAIRS ADDRESS ADDRESS | portal read MILLISECONDS RATE ADDRESS");
  return 0;
}
