// load get|set PAIRS CALLS CLIENTS ADDRESS ADDRESS
//   Makes blocks of CALLS calls, in turn on one bus and on the other. Prints the calls per second
//   on each bus, and their ratio. Each client waits for only one reply at a time.
// load flood CALLS AT-ONCE ADDRESS
//   One client makes sets, and waits for up to AT-ONCE replies at a time. Prints the sets per
//   second, and the number of sets for each change.
//
// The sets of each client alternate between dark and light. So with one client, each set is a
// change.
#include "bench.h"
#include <poll.h>

enum { most_clients = 64 };

struct client { DBusConnection *bus; int wants_dark; };

struct side {
  struct client clients[most_clients];
  struct pollfd ready[most_clients];
  int count, sets;
  dbus_uint64_t serial;
};

static void open_side(struct side *side, const char *address, int clients, int sets) {
  side->count = clients;
  side->sets = sets;
  for (int i = 0; i < clients; i++) {
    DBusConnection *bus = side->clients[i].bus = connect_to(address);
    side->ready[i].events = POLLIN;
    if (!dbus_connection_get_unix_fd(bus, &side->ready[i].fd)) die(address, "has no descriptor");
  }
}

static void send_one(struct side *side, int i) {
  struct client *client = &side->clients[i];
  if (side->sets) client->wants_dark = !client->wants_dark;
  DBusMessage *call = new_call(!side->sets ? NULL : client->wants_dark ? "dark" : "light");
  if (!dbus_connection_send(client->bus, call, NULL)) die("a call", "out of memory");
  dbus_message_unref(call);
}

static void read_answer(struct side *side, DBusMessage *answer) {
  DBusError error = DBUS_ERROR_INIT;
  const char *style;
  if (dbus_set_error_from_message(&error, answer)
      || !dbus_message_get_args(answer, &error, DBUS_TYPE_STRING, &style,
        DBUS_TYPE_UINT64, &side->serial, DBUS_TYPE_INVALID)) die("no answer", error.message);
}

// Makes `calls` calls; each client waits for up to `at_once` replies. Returns the microseconds.
static double block(struct side *side, int calls, int at_once) {
  int sent = 0, answered = 0;
  double start = microseconds();
  for (int i = 0; i < side->count; i++)
    for (int j = 0; j < at_once && sent < calls; j++, sent++) send_one(side, i);
  while (answered < calls) {
    // A single client waits inside libdbus, like a caller that blocks.
    if (side->count > 1 && poll(side->ready, side->count, 30000) < 1) die("answers", "none came");
    for (int i = 0; i < side->count; i++) {
      if (side->count > 1 && !side->ready[i].revents) continue;
      DBusConnection *bus = side->clients[i].bus;
      if (!dbus_connection_read_write(bus, side->count > 1 ? 0 : 30000)) die("the bus", "is gone");
      for (DBusMessage *message; (message = dbus_connection_pop_message(bus));) {
        if (dbus_message_get_reply_serial(message)) {
          read_answer(side, message);
          answered++;
          if (sent < calls) { send_one(side, i); sent++; }
        }
        dbus_message_unref(message);
      }
    }
  }
  return microseconds() - start;
}

static void pairs(char **words, int sets) {
  int count = whole_number(words[2]), calls = whole_number(words[3]);
  int clients = whole_number(words[4]);
  if (clients > most_clients) die(words[4], "is too many clients");
  static struct side one, other;
  open_side(&one, words[5], clients, sets);
  open_side(&other, words[6], clients, sets);
  double *rates[2] = { calloc(count, sizeof(double)), calloc(count, sizeof(double)) };
  int made = 0;
  for (int i = -2; goes_on(i, count); i++) {
    // The side that comes first changes with each pair. The first two pairs are a warm-up.
    for (int j = 0; j < 2; j++) {
      int is_other = (i + j) & 1;
      double rate = calls * 1e6 / block(is_other ? &other : &one, calls, 1);
      if (i >= 0) rates[is_other][i] = rate;
    }
    made = i + 1;
  }
  print_pairs(rates[0], rates[1], made);
}

static void flood(char **words) {
  int calls = whole_number(words[2]);
  static struct side side;
  open_side(&side, words[4], 1, 1);
  block(&side, 1, 1);
  dbus_uint64_t before = side.serial;
  double seconds = block(&side, calls, whole_number(words[3])) / 1e6;
  double changes = (double)(side.serial - before);
  printf("%.0f %.1f\n", calls / seconds, calls / (changes > 0 ? changes : 1));
}

int main(int count, char **words) {
  if (count == 7 && !strcmp(words[1], "get")) pairs(words, 0);
  else if (count == 7 && !strcmp(words[1], "set")) pairs(words, 1);
  else if (count == 5 && !strcmp(words[1], "flood")) flood(words);
  else die("usage", "see the head of load.c");
  return 0;
}
