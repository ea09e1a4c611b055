// client get | client set STYLE: does what nightctl does, in plain C with libdbus.
#include "bench.h"

int main(int count, char **words) {
  const char *style = count == 3 && !strcmp(words[1], "set") ? words[2] : NULL;
  if (!style && (count != 2 || strcmp(words[1], "get"))) die("usage", "client get | set STYLE");
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
  if (!bus) die("no bus", error.message);
  DBusMessage *call = new_call(style);
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, call, 15000, &error);
  dbus_message_unref(call);
  if (!answer) die("no answer", error.message);
  const char *now;
  if (!dbus_message_get_args(answer, &error, DBUS_TYPE_STRING, &now, DBUS_TYPE_INVALID))
    die("no answer to this", error.message);
  if (!style && (puts(now) < 0 || fflush(stdout))) die("standard output", "cannot be written");
  dbus_message_unref(answer);
  dbus_connection_unref(bus);
  return 0;
}
