// source follow TIMES ADDRESS
//   Acts as the desktop's source of settings, and changes the style TIMES times. nightd must follow
//   each change. Prints the time from sending the source's signal until nightd's signal is read, in
//   microseconds: the median and the highest value.
// source stay|hang ADDRESS
//   Acts as a source until it is killed. With `stay` it answers dark once, and then prints a line.
//   With `hang` it never answers, and prints the line once it owns its name.
#include "bench.h"

#define SOURCE "org.freedesktop.impl.portal.desktop.gtk"
#define SETTINGS "org.freedesktop.impl.portal.Settings"
#define PORTAL "/org/freedesktop/portal/desktop"

enum { most_times = 1000, pause_milliseconds = 70 };
static const char *const appearance = "org.freedesktop.appearance", *const scheme = "color-scheme";

static void append_scheme(DBusMessageIter *to, dbus_uint32_t value) {
  DBusMessageIter variant;
  dbus_message_iter_open_container(to, DBUS_TYPE_VARIANT, "u", &variant);
  dbus_message_iter_append_basic(&variant, DBUS_TYPE_UINT32, &value);
  dbus_message_iter_close_container(to, &variant);
}

static void answer_read_all(DBusConnection *bus, DBusMessage *call, dbus_uint32_t value) {
  DBusMessageIter arguments, spaces, space, keys, key;
  DBusMessage *answer = dbus_message_new_method_return(call);
  dbus_message_iter_init_append(answer, &arguments);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sa{sv}}", &spaces);
  dbus_message_iter_open_container(&spaces, DBUS_TYPE_DICT_ENTRY, NULL, &space);
  dbus_message_iter_append_basic(&space, DBUS_TYPE_STRING, &appearance);
  dbus_message_iter_open_container(&space, DBUS_TYPE_ARRAY, "{sv}", &keys);
  dbus_message_iter_open_container(&keys, DBUS_TYPE_DICT_ENTRY, NULL, &key);
  dbus_message_iter_append_basic(&key, DBUS_TYPE_STRING, &scheme);
  append_scheme(&key, value);
  dbus_message_iter_close_container(&keys, &key);
  dbus_message_iter_close_container(&space, &keys);
  dbus_message_iter_close_container(&spaces, &space);
  dbus_message_iter_close_container(&arguments, &spaces);
  if (!dbus_connection_send(bus, answer, NULL)) die("ReadAll", "out of memory");
  dbus_connection_flush(bus);
  dbus_message_unref(answer);
}

static void tell(DBusConnection *bus, dbus_uint32_t value) {
  DBusMessageIter arguments;
  DBusMessage *signal = dbus_message_new_signal(PORTAL, SETTINGS, "SettingChanged");
  dbus_message_iter_init_append(signal, &arguments);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &appearance);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &scheme);
  append_scheme(&arguments, value);
  if (!dbus_connection_send(bus, signal, NULL)) die("SettingChanged", "out of memory");
  dbus_connection_flush(bus);
  dbus_message_unref(signal);
}

static DBusConnection *own(const char *address) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = connect_to(address);
  int got = dbus_bus_request_name(bus, SOURCE, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error);
  if (got != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) die(SOURCE, "cannot be had");
  return bus;
}

// Returns when nightd's next signal of a change was read.
static double read_change(DBusConnection *bus) {
  for (;;) {
    if (!dbus_connection_read_write(bus, 15000)) die("the bus", "is gone");
    double time = microseconds();
    for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
      int is_change = dbus_message_is_signal(message, STYLE, "Changed");
      dbus_message_unref(message);
      if (is_change) return time;
    }
  }
}

// Waits until nightd has asked this source for its settings, and answers.
static void serve_first(DBusConnection *bus, dbus_uint32_t value) {
  for (;;) {
    if (!dbus_connection_read_write(bus, 15000)) die("the bus", "is gone");
    for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
      int is_question = dbus_message_is_method_call(message, SETTINGS, "ReadAll");
      if (is_question) answer_read_all(bus, message, value);
      dbus_message_unref(message);
      if (is_question) return;
    }
  }
}

static void follow(int times, const char *address) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *listener = connect_to(address);
  dbus_bus_add_match(listener, "type='signal',sender='" NAME "',path='" OBJECT "',interface='" STYLE
    "',member='Changed'", &error);
  if (dbus_error_is_set(&error)) die("Changed", error.message);
  DBusMessage *call = new_call("system");
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(listener, call, 15000, &error);
  if (!answer) die("Set", error.message);
  DBusConnection *source = own(address);
  serve_first(source, 1);
  read_change(listener);
  double late[most_times], most = 0;
  struct timespec pause = {.tv_nsec = pause_milliseconds * 1000000};
  for (int i = 0; i < times; i++) {
    // nightd combines changes that follow each other faster than this.
    nanosleep(&pause, NULL);
    double start = microseconds();
    tell(source, i % 2 ? 1 : 2);
    late[i] = read_change(listener) - start;
    most = late[i] > most ? late[i] : most;
  }
  printf("%.0f %.0f\n", median(late, times), most);
}

int main(int count, char **words) {
  int stays = count == 3 && !strcmp(words[1], "stay");
  if (stays || (count == 3 && !strcmp(words[1], "hang"))) {
    DBusConnection *bus = own(words[2]);
    if (stays) serve_first(bus, 1);
    puts("there");
    fflush(stdout);
    while (dbus_connection_read_write(bus, -1))
      for (DBusMessage *message; (message = dbus_connection_pop_message(bus));)
        dbus_message_unref(message);
    return 0;
  }
  int times = count == 4 && !strcmp(words[1], "follow") ? whole_number(words[2]) : 0;
  if (times < 1 || times > most_times) die("usage", "source follow TIMES ADDRESS | stay|hang ADDRESS");
  follow(times, words[3]);
  return 0;
}
