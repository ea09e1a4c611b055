// follower [handing]
//   Follows the style with bare libdbus. For each change, it writes to standard output when it has
//   read the change, in nanoseconds of the monotonic clock. It writes the first moment when it
//   knows the style. With `handing`, one thread reads each change and hands it to another thread;
//   the moment is then the one at which the other thread has the change.
#include "bench.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <unistd.h>

static void stamp(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t moment = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
  if (write(1, &moment, sizeof moment) != sizeof moment) exit(0);
}

static sem_t handed;

static void hand(void) { sem_post(&handed); }

static void follow(void (*tell)(void)) {
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
  tell();
  while (dbus_connection_read_write(bus, -1)) {
    for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
      DBusMessageIter iterator;
      if (dbus_message_is_signal(message, STYLE, "Changed")) {
        if (!dbus_message_iter_init(message, &iterator) || read_all(&iterator) < 20)
          die("Changed", "carries less than it should");
        tell();
      }
      dbus_message_unref(message);
    }
  }
}

static void *follow_handing(void *nothing) {
  follow(hand);
  return nothing;
}

int main(int count, char **words) {
  if (count < 2 || strcmp(words[1], "handing")) {
    follow(stamp);
    return 0;
  }
  pthread_t reader;
  if (!dbus_threads_init_default() || sem_init(&handed, 0, 0)) die("threads", "none to be had");
  if (pthread_create(&reader, NULL, follow_handing, NULL)) die("threads", "none to be had");
  for (;;)
    if (!sem_wait(&handed)) stamp();
}
