// owner
//   Prints the number of the process that owns nightd's name. If no process owns the name, the bus
//   starts nightd first.
// owner end
//   Kills this process; returns once the process has ended and the bus has noticed it.
#include "bench.h"
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static dbus_uint32_t process(DBusConnection *bus) {
  dbus_uint32_t number = 0;
  const char *name = NAME;
  DBusMessage *call = dbus_message_new_method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS,
    DBUS_INTERFACE_DBUS, "GetConnectionUnixProcessID");
  dbus_message_append_args(call, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID);
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, call, 15000, NULL);
  if (answer) {
    dbus_message_get_args(answer, NULL, DBUS_TYPE_UINT32, &number, DBUS_TYPE_INVALID);
    dbus_message_unref(answer);
  }
  dbus_message_unref(call);
  return number;
}

int main(int count, char **words) {
  int ends = count == 2 && !strcmp(words[1], "end");
  if (count != 1 && !ends) die("usage", "owner [end]");
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
  if (!bus) die("no bus", error.message);
  if (!ends) {
    if (!dbus_bus_start_service_by_name(bus, NAME, 0, NULL, &error)) die(NAME, error.message);
    return printf("%u\n", process(bus)) < 0;
  }
  dbus_uint32_t number = process(bus);
  if (!number) return 0;
  // Wait for the process too: without the name, an ending process would still use the processor.
  struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, number, 0), .events = POLLIN};
  kill((pid_t)number, SIGKILL);
  if (end.fd >= 0 && poll(&end, 1, 10000) < 1) die(NAME, "does not end");
  await_owner(bus, NAME, FALSE);
  return 0;
}
