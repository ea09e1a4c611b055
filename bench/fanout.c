// fanout PAIRS SUBSCRIBERS ADDRESS ADDRESS
//   Measures the time from sending a Set until the last subscriber has read its Changed. It
//   measures on the two buses in turn, and prints the microseconds for each bus and their ratio.
#include "bench.h"
#include <sys/epoll.h>
#include <sys/resource.h>

// The match rules with which nightd's own library follows nightd.
static const char *const rules[] = {
  "type='signal',sender='" DBUS_SERVICE_DBUS "',path='" DBUS_PATH_DBUS "',interface='"
  DBUS_INTERFACE_DBUS "',member='NameOwnerChanged',arg0='" NAME "'",
  "type='signal',sender='" NAME "',path='" OBJECT "',interface='" STYLE "',member='Changed'",
};

struct side {
  DBusConnection **subscribers, *setter;
  int count, events, is_dark;
};

static void open_side(struct side *side, const char *address, int count) {
  DBusError error = DBUS_ERROR_INIT;
  side->count = count;
  side->subscribers = calloc(count, sizeof(DBusConnection *));
  side->events = epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < count; i++) {
    DBusConnection *bus = side->subscribers[i] = connect_to(address);
    for (int j = 0; j < 2; j++) {
      dbus_bus_add_match(bus, rules[j], &error);
      if (dbus_error_is_set(&error)) die(rules[j], error.message);
    }
    struct epoll_event event = { .events = EPOLLIN, .data.u32 = i };
    int number;
    if (!dbus_connection_get_unix_fd(bus, &number)
        || epoll_ctl(side->events, EPOLL_CTL_ADD, number, &event)) die("epoll", "refused");
    for (DBusMessage *old; (old = dbus_connection_pop_message(bus));) dbus_message_unref(old);
  }
  side->setter = connect_to(address);
}

static int drain(DBusConnection *bus) {
  int changes = 0;
  if (!dbus_connection_read_write(bus, 0)) die("the bus", "is gone");
  for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
    DBusMessageIter iterator;
    if (dbus_message_is_signal(message, STYLE, "Changed")) {
      if (!dbus_message_iter_init(message, &iterator) || read_all(&iterator) < 20)
        die("Changed", "carries less than it should");
      changes++;
    }
    dbus_message_unref(message);
  }
  return changes;
}

static double change(struct side *side) {
  struct epoll_event ready[256];
  side->is_dark = !side->is_dark;
  DBusMessage *call = new_call(side->is_dark ? "dark" : "light");
  DBusPendingCall *pending;
  double start = microseconds();
  if (!dbus_connection_send_with_reply(side->setter, call, &pending, 15000)) die("Set", "memory");
  dbus_connection_flush(side->setter);
  for (int heard = 0; heard < side->count;) {
    int count = epoll_wait(side->events, ready, 256, 15000);
    if (count < 1) die("Changed", "did not come to all");
    for (int i = 0; i < count; i++) heard += drain(side->subscribers[ready[i].data.u32]);
  }
  double passed = microseconds() - start;
  dbus_message_unref(call);
  dbus_pending_call_block(pending);
  dbus_pending_call_unref(pending);
  return passed;
}

int main(int count, char **words) {
  if (count != 5) die("usage", "fanout PAIRS SUBSCRIBERS ADDRESS ADDRESS");
  int pairs = whole_number(words[1]);
  struct rlimit files;
  if (!getrlimit(RLIMIT_NOFILE, &files)) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  struct side sides[2] = { 0 };
  for (int i = 0; i < 2; i++) {
    open_side(&sides[i], words[3 + i], whole_number(words[2]));
    // The style in force is unknown, but the second of these sets is always a change.
    for (int j = 0; j < 2; j++) {
      DBusMessage *call = new_call(j ? "light" : "dark");
      DBusMessage *answer =
        dbus_connection_send_with_reply_and_block(sides[i].setter, call, 15000, NULL);
      if (!answer) die("Set", "was not answered");
      dbus_message_unref(answer);
      dbus_message_unref(call);
    }
    // Read the signals of these sets before the measurement begins.
    struct epoll_event ready[256];
    int left;
    while ((left = epoll_wait(sides[i].events, ready, 256, 100)) > 0)
      for (int j = 0; j < left; j++) drain(sides[i].subscribers[ready[j].data.u32]);
  }
  double *times[2] = { calloc(pairs, sizeof(double)), calloc(pairs, sizeof(double)) };
  int made = 0;
  for (int i = -2; goes_on(i, pairs); i++) {
    for (int j = 0; j < 2; j++) {
      int is_other = (i + j) & 1;
      double passed = change(&sides[is_other]);
      if (i >= 0) times[is_other][i] = passed;
    }
    made = i + 1;
  }
  print_pairs(times[0], times[1], made);
  return 0;
}
