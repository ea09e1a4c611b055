// moment TIMES ADDRESS
//   TIMES times, holds the other style for a second, and waits for the signal that the hold has
//   ended. Prints the time from the due end of the hold until the signal was read, in microseconds:
//   the median and the highest value.
#include "bench.h"

enum { most_times = 1000 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

// Returns the moment in this member of an appearance; 0 if the member is missing.
static dbus_uint64_t moment(DBusMessage *message, const char *key) {
  DBusMessageIter arguments, members, entry, value;
  const char *name;
  dbus_uint64_t found = 0;
  if (!dbus_message_iter_init(message, &arguments)) return 0;
  while (dbus_message_iter_get_arg_type(&arguments) != DBUS_TYPE_ARRAY)
    if (!dbus_message_iter_next(&arguments)) return 0;
  dbus_message_iter_recurse(&arguments, &members);
  for (; dbus_message_iter_get_arg_type(&members); dbus_message_iter_next(&members)) {
    dbus_message_iter_recurse(&members, &entry);
    dbus_message_iter_get_basic(&entry, &name);
    if (strcmp(name, key)) continue;
    dbus_message_iter_next(&entry);
    dbus_message_iter_recurse(&entry, &value);
    if (dbus_message_iter_get_arg_type(&value) == DBUS_TYPE_UINT64)
      dbus_message_iter_get_basic(&value, &found);
  }
  return found;
}

static dbus_uint64_t hold(DBusConnection *bus) {
  const char *style = "dark", *option = "for";
  dbus_uint64_t seconds = 1, end;
  DBusMessageIter arguments, options, entry, value;
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *call = dbus_message_new_method_call(NAME, OBJECT, CONTROL, "Set");
  dbus_message_iter_init_append(call, &arguments);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &style);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
  dbus_message_iter_open_container(&options, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &option);
  dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "t", &value);
  dbus_message_iter_append_basic(&value, DBUS_TYPE_UINT64, &seconds);
  dbus_message_iter_close_container(&entry, &value);
  dbus_message_iter_close_container(&options, &entry);
  dbus_message_iter_close_container(&arguments, &options);
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, call, 15000, &error);
  if (!answer) die("Set", error.message);
  if (!(end = moment(answer, "hold-until"))) die("Set", "holds nothing");
  dbus_message_unref(answer);
  dbus_message_unref(call);
  return end;
}

// Returns when the next change to light was read; this program makes the changes to dark.
static double read_change(DBusConnection *bus) {
  for (;;) {
    const char *style;
    if (!dbus_connection_read_write(bus, 15000)) die("the bus", "is gone");
    double time = now();
    for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
      int is_end = dbus_message_is_signal(message, STYLE, "Changed")
        && dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &style, DBUS_TYPE_INVALID)
        && !strcmp(style, "light");
      dbus_message_unref(message);
      if (is_end) return time;
    }
  }
}

int main(int count, char **words) {
  int times = count == 3 ? whole_number(words[1]) : 0;
  if (times < 1 || times > most_times) die("usage", "moment TIMES ADDRESS");
  DBusConnection *bus = connect_to(words[2]);
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *call = new_call("light");
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, call, 15000, &error);
  if (!answer) die("Set", error.message);
  dbus_bus_add_match(bus, "type='signal',sender='" NAME "',path='" OBJECT "',interface='" STYLE
    "',member='Changed'", &error);
  if (dbus_error_is_set(&error)) die("Changed", error.message);
  double late[most_times];
  for (int i = 0; i < times; i++) {
    dbus_uint64_t end = hold(bus);
    late[i] = read_change(bus) - end;
    if (late[i] < 0) die("a change", "came before its time");
  }
  double middle = median(late, times);
  double most = 0;
  for (int i = 0; i < times; i++) most = late[i] > most ? late[i] : most;
  return printf("%.0f %.0f\n", middle, most) < 0;
}
