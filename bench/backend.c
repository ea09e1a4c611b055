// backend
//   A portal backend that does nothing else: it keeps one setting in memory, answers calls for it,
//   and signals a change as soon as Set requests one. It connects to the session bus of its
//   environment, and exits when that bus ends.
#include "bench.h"

#define BACKEND "org.freedesktop.impl.portal.desktop.nightd"
#define SETTINGS "org.freedesktop.impl.portal.Settings"
#define PORTAL "/org/freedesktop/portal/desktop"
#define SPACE "org.freedesktop.appearance"
#define KEY "color-scheme"

static dbus_uint32_t scheme;
static dbus_uint64_t serial;

static void must(dbus_bool_t done) {
  if (!done) die("a message", "out of memory");
}

static void append_variant(DBusMessageIter *to, dbus_uint32_t value) {
  DBusMessageIter inner;
  must(dbus_message_iter_open_container(to, DBUS_TYPE_VARIANT, "u", &inner));
  must(dbus_message_iter_append_basic(&inner, DBUS_TYPE_UINT32, &value));
  must(dbus_message_iter_close_container(to, &inner));
}

// Appends an a{sv} with this member; if `key` is NULL, the a{sv} is empty.
static void append_members(DBusMessageIter *to, const char *key, dbus_uint32_t value) {
  DBusMessageIter members, member;
  must(dbus_message_iter_open_container(to, DBUS_TYPE_ARRAY, "{sv}", &members));
  if (key) {
    must(dbus_message_iter_open_container(&members, DBUS_TYPE_DICT_ENTRY, NULL, &member));
    must(dbus_message_iter_append_basic(&member, DBUS_TYPE_STRING, &key));
    append_variant(&member, value);
    must(dbus_message_iter_close_container(&members, &member));
  }
  must(dbus_message_iter_close_container(to, &members));
}

static void append_all(DBusMessageIter *to) {
  const char *space = SPACE;
  DBusMessageIter spaces, entry;
  must(dbus_message_iter_open_container(to, DBUS_TYPE_ARRAY, "{sa{sv}}", &spaces));
  must(dbus_message_iter_open_container(&spaces, DBUS_TYPE_DICT_ENTRY, NULL, &entry));
  must(dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &space));
  append_members(&entry, KEY, scheme);
  must(dbus_message_iter_close_container(&spaces, &entry));
  must(dbus_message_iter_close_container(to, &spaces));
}

static void tell(DBusConnection *bus) {
  const char *space = SPACE, *key = KEY;
  DBusMessage *signal = dbus_message_new_signal(PORTAL, SETTINGS, "SettingChanged");
  must(signal != NULL);
  DBusMessageIter values;
  dbus_message_iter_init_append(signal, &values);
  must(dbus_message_iter_append_basic(&values, DBUS_TYPE_STRING, &space));
  must(dbus_message_iter_append_basic(&values, DBUS_TYPE_STRING, &key));
  append_variant(&values, scheme);
  must(dbus_connection_send(bus, signal, NULL));
  dbus_message_unref(signal);
}

static DBusHandlerResult receive(DBusConnection *bus, DBusMessage *call, void *unused) {
  (void)unused;
  DBusMessage *answer = dbus_message_new_method_return(call);
  must(answer != NULL);
  DBusMessageIter values;
  dbus_message_iter_init_append(answer, &values);
  if (dbus_message_is_method_call(call, CONTROL, "Set")) {
    const char *style;
    if (!dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &style, DBUS_TYPE_INVALID))
      die("Set", "without a style");
    dbus_uint32_t wanted = strcmp(style, "dark") ? 2 : 1;
    if (wanted != scheme) {
      scheme = wanted;
      serial++;
      tell(bus);
    }
    must(dbus_message_iter_append_basic(&values, DBUS_TYPE_STRING, &style));
    must(dbus_message_iter_append_basic(&values, DBUS_TYPE_UINT64, &serial));
    append_members(&values, NULL, 0);
  } else if (dbus_message_is_method_call(call, SETTINGS, "Read")) {
    append_variant(&values, scheme);
  } else if (dbus_message_is_method_call(call, SETTINGS, "ReadAll")) {
    append_all(&values);
  } else if (dbus_message_is_method_call(call, DBUS_INTERFACE_PROPERTIES, "GetAll")) {
    append_members(&values, "version", 1);
  } else {
    dbus_message_unref(answer);
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
  }
  must(dbus_connection_send(bus, answer, NULL));
  dbus_message_unref(answer);
  return DBUS_HANDLER_RESULT_HANDLED;
}

int main(void) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
  if (!bus) die("no bus", error.message);
  static const DBusObjectPathVTable table = { .message_function = receive };
  must(dbus_connection_register_object_path(bus, PORTAL, &table, NULL));
  must(dbus_connection_register_object_path(bus, OBJECT, &table, NULL));
  // The portal's name comes first: a program that owns nightd's name is expected to own both.
  const char *const names[] = { BACKEND, NAME };
  for (int i = 0; i < 2; i++)
    if (dbus_bus_request_name(bus, names[i], DBUS_NAME_FLAG_DO_NOT_QUEUE, &error)
        != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) die(names[i], "is taken");
  while (dbus_connection_read_write_dispatch(bus, -1)) {}
  return 0;
}
