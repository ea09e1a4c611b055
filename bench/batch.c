// batch KEYS ADDRESS
//   Changes KEYS keys of one application in one call, and reads the signals that follow. Prints the
//   microseconds until the last signal was read, the growth of the revision, and the number of
//   signals that came in the order of the call. A signal of another form is an error.
#include "bench.h"

#define PREFERENCES NAME ".Preferences"
#define APPLICATION "org.example.Batch"

static void append_edit(DBusMessageIter *edits, int key, dbus_int64_t value) {
  char text[16];
  const char *name = text, *application = APPLICATION;
  snprintf(text, sizeof text, "k%04d", key);
  DBusMessageIter edit, values, variant;
  if (!dbus_message_iter_open_container(edits, DBUS_TYPE_STRUCT, NULL, &edit)
      || !dbus_message_iter_append_basic(&edit, DBUS_TYPE_STRING, &application)
      || !dbus_message_iter_append_basic(&edit, DBUS_TYPE_STRING, &name)
      || !dbus_message_iter_open_container(&edit, DBUS_TYPE_ARRAY, "v", &values)
      || !dbus_message_iter_open_container(&values, DBUS_TYPE_VARIANT, "x", &variant)
      || !dbus_message_iter_append_basic(&variant, DBUS_TYPE_INT64, &value)
      || !dbus_message_iter_close_container(&values, &variant)
      || !dbus_message_iter_close_container(&edit, &values)
      || !dbus_message_iter_close_container(edits, &edit)) die("an edit", "out of memory");
}

// Makes a call that sets the keys 0 to count - 1; if the count is 0, it sets no key.
static DBusMessage *new_write(int count, dbus_int64_t value) {
  DBusMessage *call = dbus_message_new_method_call(NAME, OBJECT, CONTROL, "Write");
  DBusMessageIter arguments, edits, options;
  if (!call) die("a call", "out of memory");
  dbus_message_iter_init_append(call, &arguments);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "(ssav)", &edits);
  for (int key = 0; key < count; key++) append_edit(&edits, key, value);
  dbus_message_iter_close_container(&arguments, &edits);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
  if (!dbus_message_iter_close_container(&arguments, &options)) die("a call", "out of memory");
  return call;
}

static dbus_uint64_t write_keys(DBusConnection *bus, int count, dbus_int64_t value) {
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *call = new_write(count, value);
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, call, 30000, &error);
  dbus_uint64_t revision;
  if (!answer || !dbus_message_get_args(answer, &error, DBUS_TYPE_UINT64, &revision,
        DBUS_TYPE_INVALID)) die("no answer", error.message);
  dbus_message_unref(call);
  dbus_message_unref(answer);
  return revision;
}

// Reads up to `count` signals; returns how many of them came in the order of the keys.
static int read_signals(DBusConnection *bus, int count) {
  int read = 0, in_order = 0;
  while (read < count) {
    DBusMessage *message = dbus_connection_pop_message(bus);
    if (!message) {
      if (!dbus_connection_read_write(bus, 10000)) die("the bus", "is gone");
      if (dbus_connection_get_dispatch_status(bus) != DBUS_DISPATCH_DATA_REMAINS) return in_order;
      continue;
    }
    if (dbus_message_is_signal(message, PREFERENCES, "Changed")) {
      char expected[16];
      const char *key, *application;
      snprintf(expected, sizeof expected, "k%04d", read++);
      if (!dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &key,
            DBUS_TYPE_STRING, &application, DBUS_TYPE_INVALID)) die("a signal", "of another form");
      in_order += !strcmp(key, expected) && !strcmp(application, APPLICATION);
    }
    dbus_message_unref(message);
  }
  return in_order;
}

int main(int count, char **words) {
  if (count != 3) die("usage", "batch KEYS ADDRESS");
  int keys = whole_number(words[1]);
  DBusConnection *bus = connect_to(words[2]);
  DBusError error = DBUS_ERROR_INIT;
  dbus_bus_add_match(bus, "type='signal',interface='" PREFERENCES "',member='Changed'", &error);
  if (dbus_error_is_set(&error)) die("the bus", error.message);
  // First give the keys another value, so that the measured call changes all of them.
  dbus_uint64_t before = write_keys(bus, keys, (dbus_int64_t)microseconds());
  read_signals(bus, keys);
  double start = microseconds();
  dbus_uint64_t after = write_keys(bus, keys, 1);
  int in_order = read_signals(bus, keys);
  printf("%.0f %d %d\n", microseconds() - start, (int)(after - before), in_order);
  return 0;
}
