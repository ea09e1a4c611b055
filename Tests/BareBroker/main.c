// BareBroker FOLDER BROKER: a bare dbus-broker on FOLDER/socket, for tests.
//
// dbus-broker only passes messages: a controller gives the broker a listening socket and a policy,
// and starts the services. The usual controller needs systemd and a journal; this controller needs
// neither. The first process becomes the broker, so that its parent can stop and kill the broker.
//
// The controller prints the address of the bus once the broker accepts clients. Each line on its
// standard input is a bus name that the program FOLDER/services/NAME serves; the controller answers
// with the same line. At the end of the input, the controller removes the folder and kills its
// process group.
#define _GNU_SOURCE
#include <dbus/dbus.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define BROKER "/org/bus1/DBus/Broker", "org.bus1.DBus.Broker"
#define NAMES "/org/bus1/DBus/Name/"
enum { SERVICES = 64 };

static struct { char name[256]; pid_t process; dbus_uint64_t serial; } services[SERVICES];
static int count;
static const char *folder;
static DBusConnection *broker;
static FILE *answers;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "BareBroker: %s: %s\n", what, why);
  exit(1);
}

static int check(int answer, const char *what) {
  if (answer < 0) fail(what, strerror(errno));
  return answer;
}

static const char *file(const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int listenAt(const char *name) {
  struct sockaddr_un place = {.sun_family = AF_UNIX};
  int number = check(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), "socket");
  snprintf(place.sun_path, sizeof place.sun_path, "%s", file(name));
  check(bind(number, (struct sockaddr *)&place, sizeof place), place.sun_path);
  check(listen(number, SOMAXCONN), "listen");
  return number;
}

// Appends values of the given types to a message. Basic values come from the arguments. `(` begins
// a structure, and `)` ends it. `[` begins an array; the type of its elements follows, up to `:`,
// and `]` ends the array.
static const char *append(DBusMessageIter *to, const char *types, va_list *values) {
  while (*types && *types != ')' && *types != ']') {
    DBusMessageIter inner;
    char element[64];
    size_t length = strcspn(types, ":");
    switch (*types) {
    case '(':
      dbus_message_iter_open_container(to, DBUS_TYPE_STRUCT, NULL, &inner);
      types = append(&inner, types + 1, values) + 1;
      dbus_message_iter_close_container(to, &inner);
      continue;
    case '[':
      snprintf(element, sizeof element, "%.*s", (int)length - 1, types + 1);
      dbus_message_iter_open_container(to, DBUS_TYPE_ARRAY, element, &inner);
      types = append(&inner, types + length + 1, values) + 1;
      dbus_message_iter_close_container(to, &inner);
      continue;
    }
    DBusBasicValue value;
    switch (*types) {
    case DBUS_TYPE_UINT64: value.u64 = va_arg(*values, dbus_uint64_t); break;
    case DBUS_TYPE_STRING:
    case DBUS_TYPE_OBJECT_PATH: value.str = va_arg(*values, char *); break;
    default: value.u32 = va_arg(*values, dbus_uint32_t);
    }
    dbus_message_iter_append_basic(to, *types++, &value);
  }
  return types;
}

static void fill(DBusMessageIter *to, const char *types, ...) {
  va_list values;
  va_start(values, types);
  append(to, types, &values);
  va_end(values);
}

static void ask(DBusMessage *call, const char *what) {
  DBusError failure = DBUS_ERROR_INIT;
  DBusMessage *answer = dbus_connection_send_with_reply_and_block(broker, call, 10000, &failure);
  if (!answer) fail(what, failure.message && *failure.message ? failure.message : failure.name);
  dbus_message_unref(answer);
  dbus_message_unref(call);
}

// Everyone may own, send and receive everything, as on a session bus.
static void hand(int listener) {
  DBusMessage *call = dbus_message_new_method_call(NULL, BROKER, "AddListener");
  DBusMessageIter all, variant;
#define BATCH "bta(btbs)a(btssssuutt)a(btssssuutt)"
#define USERS "(u(" BATCH "))"
#define GROUPS "(buu(" BATCH "))"
#define RULE 1, (dbus_uint64_t)1, "", "", "", "", 0, 0, (dbus_uint64_t)0, ~(dbus_uint64_t)0
  dbus_message_iter_init_append(call, &all);
  fill(&all, "oh", "/org/bus1/DBus/Listener/0", listener);
  dbus_message_iter_open_container(
      &all, DBUS_TYPE_VARIANT, "(a" USERS "a" GROUPS "a(ss)bs)", &variant);
  fill(&variant,
       "([" USERS ":(u(bt[(btbs):(btbs)][(btssssuutt):(btssssuutt)][(btssssuutt):(btssssuutt)]))]"
       "[" GROUPS ":][(ss):]bs)",
       ~0u, 1, (dbus_uint64_t)1, 1, (dbus_uint64_t)1, 1, "", RULE, RULE, 0, "session");
  dbus_message_iter_close_container(&all, &variant);
  ask(call, "AddListener");
}

static int find(const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(services[i].name, name)) return i;
  return -1;
}

static void add(const char *name) {
  if (find(name) < 0) {
    if (count == SERVICES || strlen(name) >= sizeof services->name) fail(name, "too much");
    char path[32];
    snprintf(path, sizeof path, NAMES "%d", count);
    strcpy(services[count++].name, name);
    DBusMessage *call = dbus_message_new_method_call(NULL, BROKER, "AddName");
    DBusMessageIter all;
    dbus_message_iter_init_append(call, &all);
    fill(&all, "osu", path, name, getuid());
    ask(call, name);
  }
  fprintf(answers, "%s\n", name);
  fflush(answers);
}

static void startService(int number, dbus_uint64_t serial) {
  char path[4096 + 256], *arguments[] = {path, NULL};
  snprintf(path, sizeof path, "%s/%s", file("services"), services[number].name);
  services[number].serial = serial;
  services[number].process = check(fork(), "fork");
  if (services[number].process) return;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execv(path, arguments);
  _exit(127);
}

// Tells the broker which services have ended. The broker then sends an error to every client that
// still waits for the name of such a service.
static void bury(void) {
  int status;
  for (pid_t process; (process = waitpid(-1, &status, WNOHANG)) > 0;) {
    for (int i = 0; i < count; i++) {
      if (services[i].process != process) continue;
      services[i].process = 0;
      char path[32];
      snprintf(path, sizeof path, NAMES "%d", i);
      DBusMessage *call =
          dbus_message_new_method_call(NULL, path, "org.bus1.DBus.Name", "Reset");
      DBusMessageIter all;
      dbus_message_iter_init_append(call, &all);
      fill(&all, "ts", services[i].serial, "org.bus1.DBus.Name.Error.UnitFailure");
      dbus_connection_send(broker, call, NULL);
      dbus_message_unref(call);
    }
  }
}

static void take(DBusMessage *message) {
  DBusMessageIter all, each, pair;
  dbus_message_iter_init(message, &all);
  if (dbus_message_is_signal(message, "org.bus1.DBus.Name", "Activate")) {
    dbus_uint64_t serial;
    dbus_message_iter_get_basic(&all, &serial);
    startService(atoi(dbus_message_get_path(message) + strlen(NAMES)), serial);
  } else if (dbus_message_has_member(message, "SetActivationEnvironment")) {
    const char *name, *value;
    for (dbus_message_iter_recurse(&all, &each); dbus_message_iter_get_arg_type(&each);
         dbus_message_iter_next(&each)) {
      dbus_message_iter_recurse(&each, &pair);
      dbus_message_iter_get_basic(&pair, &name);
      dbus_message_iter_next(&pair);
      dbus_message_iter_get_basic(&pair, &value);
      setenv(name, value, 1);
    }
  }
}

static void serve(int listener, int input, int deaths) {
  char line[512];
  size_t length = 0;
  // Only after the authentication is it known whether file descriptors may be sent.
  while (!dbus_connection_get_is_authenticated(broker))
    if (!dbus_connection_read_write(broker, -1)) fail("dbus-broker", "it has left");
  hand(listener);
  // If this socket stayed open, clients could still connect after the broker has ended.
  close(listener);
  fprintf(answers, "%s\n", getenv("DBUS_SESSION_BUS_ADDRESS"));
  fflush(answers);
  for (int lives = 1;;) {
    dbus_connection_flush(broker);
    struct pollfd waits[] = {{input, POLLIN, 0}, {deaths, POLLIN, 0}, {-1, POLLIN, 0}};
    if (lives) dbus_connection_get_unix_fd(broker, &waits[2].fd);
    poll(waits, 3, -1);
    if (waits[1].revents) {
      struct signalfd_siginfo death;
      while (read(deaths, &death, sizeof death) > 0) {}
      bury();
    }
    if (waits[2].revents) lives = dbus_connection_read_write(broker, 0);
    if (waits[0].revents) {
      ssize_t more = read(input, line + length, sizeof line - 1 - length);
      if (more <= 0) execl("/bin/sh", "sh", "-c", "rm -rf \"$0\"; kill -9 0", folder, NULL);
      line[length += more] = 0;
      for (char *end; (end = strchr(line, '\n')); length = strlen(line)) {
        *end = 0;
        add(line);
        memmove(line, end + 1, strlen(end + 1) + 1);
      }
    }
    for (DBusMessage *message; (message = dbus_connection_pop_message(broker));) {
      take(message);
      dbus_message_unref(message);
    }
  }
}

int main(int words, char **word) {
  if (words != 3) fail("usage", "BareBroker FOLDER BROKER");
  folder = word[1];
  // Services get neither our input nor our output; their output goes to our standard error.
  int input = check(fcntl(0, F_DUPFD_CLOEXEC, 10), "input");
  answers = fdopen(check(fcntl(1, F_DUPFD_CLOEXEC, 10), "output"), "w");
  dup2(check(open("/dev/null", O_RDONLY), "/dev/null"), 0);
  dup2(2, 1);

  char address[4096], number[16];
  DBusError failure = DBUS_ERROR_INIT;
  int door = listenAt("controller");
  snprintf(address, sizeof address, "unix:path=%s", file("controller"));
  broker = dbus_connection_open_private(address, &failure);
  if (!broker) fail(address, failure.message);
  dbus_connection_set_exit_on_disconnect(broker, 0);
  int end = check(accept4(door, NULL, NULL, SOCK_NONBLOCK), "accept");
  close(door);
  int listener = listenAt("socket");

  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  if (check(fork(), "fork")) {
    snprintf(number, sizeof number, "%d", end);
    execl(word[2], "dbus-broker", "--controller", number, "--machine-id",
          "0123456789abcdef0123456789abcdef", "--max-bytes", "1000000000", "--max-fds", "1000000",
          "--max-matches", "1000000", "--max-objects", "1000000", NULL);
    fail(word[2], strerror(errno));
  }
  close(end);
  sigprocmask(SIG_BLOCK, &child, NULL);
  int deaths = check(signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC), "signalfd");
  // The services inherit this environment, and they need these variables in it.
  snprintf(address, sizeof address, "unix:path=%s", file("socket"));
  setenv("DBUS_SESSION_BUS_ADDRESS", address, 1);
  setenv("DBUS_STARTER_ADDRESS", address, 1);
  setenv("DBUS_STARTER_BUS_TYPE", "session", 1);
  serve(listener, input, deaths);
}
