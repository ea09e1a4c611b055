// wait KEYS WRITERS ROUNDS ADDRESS
//   In each round, WRITERS clients change KEYS names of one dictionary, each in one call, all at
//   the same time. Meanwhile another client calls Get, one call after the other. Measures two times
//   in each round: the longest wait for a reply to Get, and the time until the last writer has its
//   reply. Prints the median and the maximum of both over the rounds, in microseconds.
#include "bench.h"

#define APPLICATION "org.example.Wait"

static void append_edit(DBusMessageIter *edits, int key, dbus_int64_t value) {
  char text[16];
  const char *name = text, *application = APPLICATION;
  snprintf(text, sizeof text, "d.k%04d", key);
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

// Makes a call that sets the names 0 to count - 1 to a value that they never had before.
static DBusMessage *new_write(int count) {
  static dbus_int64_t value;
  value++;
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

static void get(DBusConnection *bus) {
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *call = new_call(NULL);
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 30000, &error);
  if (!reply) die("Get", error.message);
  dbus_message_unref(call);
  dbus_message_unref(reply);
}

// Whether the reply has come; returns without waiting.
static dbus_bool_t has_reply(DBusConnection *bus) {
  dbus_bool_t found = FALSE;
  if (!dbus_connection_read_write(bus, 0)) die("the bus", "is gone");
  for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
    int type = dbus_message_get_type(message);
    if (type == DBUS_MESSAGE_TYPE_ERROR) die("Write", dbus_message_get_error_name(message));
    found |= type == DBUS_MESSAGE_TYPE_METHOD_RETURN;
    dbus_message_unref(message);
  }
  return found;
}

int main(int count, char **words) {
  if (count != 5) die("usage", "wait KEYS WRITERS ROUNDS ADDRESS");
  int keys = whole_number(words[1]), writers = whole_number(words[2]);
  int rounds = whole_number(words[3]);
  DBusConnection *reader = connect_to(words[4]);
  DBusConnection **buses = calloc(writers, sizeof *buses);
  DBusMessage **calls = calloc(writers, sizeof *calls);
  double *longest = calloc(rounds, sizeof *longest), *whole = calloc(rounds, sizeof *whole);
  for (int i = 0; i < writers; i++) buses[i] = connect_to(words[4]);
  get(reader);
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < writers; i++) calls[i] = new_write(keys);
    double start = microseconds();
    for (int i = 0; i < writers; i++) {
      if (!dbus_connection_send(buses[i], calls[i], NULL)) die("Write", "out of memory");
      dbus_connection_flush(buses[i]);
      dbus_message_unref(calls[i]);
      calls[i] = NULL;
    }
    for (int left = writers; left;) {
      double called = microseconds();
      get(reader);
      double waited = microseconds() - called;
      if (waited > longest[round]) longest[round] = waited;
      for (int i = 0; i < writers; i++)
        if (buses[i] && has_reply(buses[i])) {
          left--;
          whole[round] = microseconds() - start;
        }
    }
  }
  double most_longest = 0, most_whole = 0;
  for (int i = 0; i < rounds; i++) {
    if (longest[i] > most_longest) most_longest = longest[i];
    if (whole[i] > most_whole) most_whole = whole[i];
  }
  printf("%.0f %.0f %.0f %.0f\n", median(longest, rounds), most_longest, median(whole, rounds),
    most_whole);
  return 0;
}
