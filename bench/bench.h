// Code that the measuring programs share: the contract's names, a clock, medians, a connection.
#pragma once
#define _GNU_SOURCE
#include <dbus/dbus.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NAME "org.nightd.Night1"
#define OBJECT "/org/nightd/Night1"
#define STYLE NAME ".Style"
#define CONTROL NAME ".Control"

static inline _Noreturn void die(const char *what, const char *why) {
  fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, why);
  exit(1);
}

static inline double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static inline int ascending(const void *one, const void *other) {
  double x = *(const double *)one, y = *(const double *)other;
  return (x > y) - (x < y);
}

static inline double median(const double *values, int count) {
  double *sorted = malloc(sizeof(double) * count);
  memcpy(sorted, values, sizeof(double) * count);
  qsort(sorted, count, sizeof(double), ascending);
  double middle = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
  free(sorted);
  return middle;
}

// Whether to measure another pair. If the machine or the disk is slow now, fewer pairs are enough.
static inline int goes_on(int made, int wanted) {
  enum { enough = 40 };
  static double deadline;
  if (made <= 0) deadline = microseconds() + 15e6;
  return made < wanted && (made < enough || microseconds() < deadline);
}

// Prints both medians and the median of the pairs' ratios. Noise that lasts longer than a pair
// affects both sides of the pair, so it hardly changes the ratio.
static inline void print_pairs(const double *one, const double *other, int count) {
  double *ratios = malloc(sizeof(double) * count);
  for (int i = 0; i < count; i++) ratios[i] = one[i] / other[i];
  printf("%.0f %.0f %.3f\n", median(one, count), median(other, count), median(ratios, count));
  free(ratios);
}

static inline int whole_number(const char *text) {
  char *end;
  long number = strtol(text, &end, 10);
  if (*end || number < 1 || number > 10000000) die(text, "is not a whole number from 1");
  return (int)number;
}

static inline DBusConnection *connect_to(const char *address) {
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_connection_open_private(address, &error);
  if (!bus || !dbus_bus_register(bus, &error)) die(address, error.message);
  return bus;
}

// Returns once the name has an owner; if `is_owned` is false, once it has no owner.
static inline void await_owner(DBusConnection *bus, const char *name, dbus_bool_t is_owned) {
  DBusError error = DBUS_ERROR_INIT;
  char rule[300];
  snprintf(rule, sizeof rule, "type='signal',sender='" DBUS_SERVICE_DBUS "',arg0='%s'", name);
  dbus_bus_add_match(bus, rule, &error);
  if (dbus_error_is_set(&error)) die(rule, error.message);
  double deadline = microseconds() + 15e6;
  while (dbus_bus_name_has_owner(bus, name, NULL) != is_owned) {
    if (microseconds() > deadline) die(name, is_owned ? "did not come" : "does not end");
    // The signal may already have arrived together with the answer.
    if (dbus_connection_get_dispatch_status(bus) != DBUS_DISPATCH_DATA_REMAINS)
      dbus_connection_read_write(bus, 15000);
    for (DBusMessage *message; (message = dbus_connection_pop_message(bus));)
      dbus_message_unref(message);
  }
  dbus_bus_remove_match(bus, rule, NULL);
}

// Makes a call of Set if a style is given, otherwise a call of Get.
static inline DBusMessage *new_call(const char *style) {
  DBusMessage *call =
    dbus_message_new_method_call(NAME, OBJECT, style ? CONTROL : STYLE, style ? "Set" : "Get");
  if (!call) die("a call", "out of memory");
  if (!style) return call;
  DBusMessageIter arguments, options;
  dbus_message_iter_init_append(call, &arguments);
  if (!dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &style)
      || !dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options)
      || !dbus_message_iter_close_container(&arguments, &options)) die("a call", "out of memory");
  return call;
}

// Reads every member, as a program does that must know what to paint.
static inline int read_all(DBusMessageIter *iterator) {
  int count = 0, type;
  for (; (type = dbus_message_iter_get_arg_type(iterator)); dbus_message_iter_next(iterator)) {
    if (dbus_type_is_basic(type)) {
      DBusBasicValue value;
      dbus_message_iter_get_basic(iterator, &value);
      count++;
    } else {
      DBusMessageIter inner;
      dbus_message_iter_recurse(iterator, &inner);
      count += read_all(&inner);
    }
  }
  return count;
}
