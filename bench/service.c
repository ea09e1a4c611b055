// service FOLDER: does what nightd does for Get and Set, in plain C with libdbus.
//
// The answers and signals have the same members and sizes as nightd's. Each change is stored
// durably, by the same steps as in nightd, before it is answered or signalled. But the loop itself
// writes, so no client is served during a write. Each Set causes its own write, even if its style
// is already in force. The service uses no lock, watches no files, and does not check what was
// written.
#include "bench.h"
#include <fcntl.h>
#include <unistd.h>

static struct { int is_dark; dbus_uint64_t serial, since; int folder; } state = { .serial = 1 };

static const char *style(void) { return state.is_dark ? "dark" : "light"; }

static void member(DBusMessageIter *into, const char *key, int type, const void *value) {
  char signature[] = { (char)type, 0 };
  DBusMessageIter entry, variant;
  dbus_message_iter_open_container(into, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
  dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
  dbus_message_iter_append_basic(&variant, type, value);
  dbus_message_iter_close_container(&entry, &variant);
  dbus_message_iter_close_container(into, &entry);
}

static void append_appearance(DBusMessageIter *into) {
  const char *chosen = style(), *theme = state.is_dark ? "midnight" : "daylight";
  const char *digest = "", *reason = "choice";
  dbus_bool_t yes = TRUE, no = FALSE;
  dbus_uint32_t contrast = 0, fade = 500;
  DBusMessageIter all;
  dbus_message_iter_open_container(into, DBUS_TYPE_ARRAY, "{sv}", &all);
  member(&all, "choice", DBUS_TYPE_STRING, &chosen);
  member(&all, "chosen", DBUS_TYPE_BOOLEAN, &yes);
  member(&all, "theme", DBUS_TYPE_STRING, &theme);
  member(&all, "theme-digest", DBUS_TYPE_STRING, &digest);
  member(&all, "contrast", DBUS_TYPE_UINT32, &contrast);
  member(&all, "reduced-motion", DBUS_TYPE_BOOLEAN, &no);
  member(&all, "reason", DBUS_TYPE_STRING, &reason);
  member(&all, "since", DBUS_TYPE_UINT64, &state.since);
  member(&all, "fade", DBUS_TYPE_UINT32, &fade);
  dbus_message_iter_close_container(into, &all);
}

static void send_standing(DBusConnection *bus, DBusMessage *message) {
  const char *now = style();
  DBusMessageIter into;
  dbus_message_iter_init_append(message, &into);
  dbus_message_iter_append_basic(&into, DBUS_TYPE_STRING, &now);
  dbus_message_iter_append_basic(&into, DBUS_TYPE_UINT64, &state.serial);
  append_appearance(&into);
  dbus_connection_send(bus, message, NULL);
  dbus_message_unref(message);
}

static void send_properties(DBusConnection *bus) {
  DBusMessage *signal =
    dbus_message_new_signal(OBJECT, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged");
  const char *interface = STYLE, *now = style(), *key = "Appearance";
  const char *theme = state.is_dark ? "midnight" : "daylight";
  DBusMessageIter into, all, entry, variant, none;
  dbus_message_iter_init_append(signal, &into);
  dbus_message_iter_append_basic(&into, DBUS_TYPE_STRING, &interface);
  dbus_message_iter_open_container(&into, DBUS_TYPE_ARRAY, "{sv}", &all);
  member(&all, "Style", DBUS_TYPE_STRING, &now);
  member(&all, "Choice", DBUS_TYPE_STRING, &now);
  member(&all, "Theme", DBUS_TYPE_STRING, &theme);
  member(&all, "Serial", DBUS_TYPE_UINT64, &state.serial);
  dbus_message_iter_open_container(&all, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
  dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "a{sv}", &variant);
  append_appearance(&variant);
  dbus_message_iter_close_container(&entry, &variant);
  dbus_message_iter_close_container(&all, &entry);
  dbus_message_iter_close_container(&into, &all);
  dbus_message_iter_open_container(&into, DBUS_TYPE_ARRAY, "s", &none);
  dbus_message_iter_close_container(&into, &none);
  dbus_connection_send(bus, signal, NULL);
  dbus_message_unref(signal);
}

static void store(void) {
  char text[256], date[32];
  time_t seconds = (time_t)(state.since / 1000000);
  strftime(date, sizeof date, "%FT%T", gmtime(&seconds));
  int size = snprintf(text, sizeof text, "{\n  \"format\": 1,\n  \"revision\": %llu,\n"
    "  \"choice\": {\n    \"what\": \"%s\",\n    \"since\": \"%s.%06dZ\"\n  }\n}\n",
    (unsigned long long)state.serial, style(), date, (int)(state.since % 1000000));
  int file = openat(state.folder, "intent.json.new",
    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0 || write(file, text, size) != size || fsync(file) || close(file)
      || renameat(state.folder, "intent.json.new", state.folder, "intent.json")
      || fsync(state.folder)) die("the change", "could not be stored");
}

static void set(DBusConnection *bus, const char *wanted) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  state.since = now.tv_sec * 1000000ull + now.tv_nsec / 1000;
  state.is_dark = !strcmp(wanted, "dark");
  state.serial++;
  store();
  send_standing(bus, dbus_message_new_signal(OBJECT, STYLE, "Changed"));
  send_properties(bus);
}

static DBusHandlerResult receive(DBusConnection *bus, DBusMessage *call, void *unused) {
  (void)unused;
  const char *wanted;
  if (dbus_message_is_method_call(call, CONTROL, "Set")
      && dbus_message_has_signature(call, "sa{sv}")
      && dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &wanted, DBUS_TYPE_INVALID)) {
    set(bus, wanted);
  } else if (!dbus_message_is_method_call(call, STYLE, "Get")) {
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
  }
  send_standing(bus, dbus_message_new_method_return(call));
  return DBUS_HANDLER_RESULT_HANDLED;
}

int main(int count, char **words) {
  if (count != 2) die("usage", "service FOLDER");
  state.folder = open(words[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (state.folder < 0) die(words[1], "cannot be opened");
  unlinkat(state.folder, "intent.json.new", 0);
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
  if (!bus) die("no bus", error.message);
  static const DBusObjectPathVTable table = { .message_function = receive };
  if (!dbus_connection_register_object_path(bus, OBJECT, &table, NULL)) die(OBJECT, "no memory");
  if (dbus_bus_request_name(bus, NAME, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error)
      != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) die(NAME, "is taken");
  while (dbus_connection_read_write_dispatch(bus, -1)) {}
  return 0;
}
