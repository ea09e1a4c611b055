// follower
//   Follows the style as bare libdbus does, and writes the moment at which it has read each change to
//   standard output, in nanoseconds of the monotonic clock; the first when it knows the style.
#include "bench.h"
#include <stdint.h>
#include <unistd.h>

static void stamp(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t moment = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
  if (write(1, &moment, sizeof moment) != sizeof moment) exit(0);
}

int main(void) {
  DBusError error = DBUS_ERROR_INIT;
  const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
  if (!address) die("DBUS_SESSION_BUS_ADDRESS", "is not set");
  DBusConnection *bus = connect_to(address);
  dbus_bus_add_match(
    bus, "type='signal',sender='" NAME "',path='" OBJECT "',interface='" STYLE "',member='Changed'",
    &error
  );
  DBusMessage *call = dbus_message_new_method_call(NAME, OBJECT, STYLE, "Subscribe");
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, call, 15000, &error);
  if (!answer) die("Subscribe", error.message);
  stamp();
  while (dbus_connection_read_write(bus, -1)) {
    for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
      DBusMessageIter iterator;
      if (dbus_message_is_signal(message, STYLE, "Changed")) {
        if (!dbus_message_iter_init(message, &iterator) || read_all(&iterator) < 20)
          die("Changed", "carries less than it should");
        stamp();
      }
      dbus_message_unref(message);
    }
  }
  return 0;
}
