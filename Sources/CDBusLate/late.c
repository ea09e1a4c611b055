// Loads libdbus when one of its functions is called for the first time.
//
// Debian's libdbus loads libsystemd, which loads gcrypt, lzma, zstd, lz4 and others. Loading them
// all would take more than half of the time of `nightctl get`, which reads the style from a file
// and needs no bus. So nightctl and libnightkit contain functions with libdbus's own names. Each
// function looks up the real one and calls it. The functions are hidden, so that libdbus itself
// does not call them in place of its own.
//
// If libdbus cannot be loaded, the functions do nothing and return 0 or NULL. NightBus then asks
// cdbus_late_error for the reason.
//
// A test compares the functions in this file with those that the programs call.
#define DBUS_EXPORT __attribute__((visibility("hidden")))
#include <dbus/dbus.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define SONAME "libdbus-1.so.3"

// Shows packagers that the programs load libdbus, because the ELF header no longer shows it. The
// format is https://uapi-group.org/specifications/specs/elf_dlopen_metadata/.
#define DLOPEN                                                                                    \
  "[{\"soname\":[\"" SONAME "\"],\"feature\":\"bus\","                                            \
  "\"description\":\"Changes and follows the style over D-Bus\",\"priority\":\"required\"}]"

__attribute__((used, section(".note.dlopen"), aligned(4))) static const struct {
  uint32_t name_size, description_size, type;
  char name[4];
  __attribute__((aligned(4))) char description[sizeof(DLOPEN)];
} note = {sizeof("FDO"), sizeof(DLOPEN), 0x407c0c0a, "FDO", DLOPEN};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;
static char error[512];

static void load(void) {
  library = dlopen(SONAME, RTLD_LAZY | RTLD_LOCAL);
  if (library) return;
  const char *why = dlerror();
  snprintf(error, sizeof error, "%s", why ? why : SONAME " cannot be loaded");
}

// Returns NULL once libdbus is loaded, or the reason why libdbus cannot be loaded.
__attribute__((visibility("hidden"))) const char *cdbus_late_error(void) {
  pthread_once(&once, load);
  return library ? NULL : error;
}

// Several threads may look up a function at the same time; all of them find the same address.
static void *find(void **cache, const char *name) {
  void *found = __atomic_load_n(cache, __ATOMIC_ACQUIRE);
  if (found || cdbus_late_error()) return found;
  found = dlsym(library, name);
  __atomic_store_n(cache, found, __ATOMIC_RELEASE);
  return found;
}

// The compiler compares each line below with the declaration in libdbus's header.
#define FORWARD(type, name, parameters, arguments)                  \
  type name parameters {                                            \
    static void *cache;                                             \
    __typeof__(&name) target = (__typeof__(&name))find(&cache, #name); \
    return target ? target arguments : (type)0;                     \
  }

FORWARD(dbus_bool_t, dbus_bus_register,
        (DBusConnection *connection, DBusError *error),
        (connection, error))
FORWARD(dbus_bool_t, dbus_connection_add_filter,
        (DBusConnection *connection, DBusHandleMessageFunction function, void *user_data,
         DBusFreeFunction free_data_function),
        (connection, function, user_data, free_data_function))
FORWARD(dbus_bool_t, dbus_connection_can_send_type,
        (DBusConnection *connection, int type),
        (connection, type))
FORWARD(void, dbus_connection_close, (DBusConnection *connection), (connection))
FORWARD(DBusDispatchStatus, dbus_connection_dispatch, (DBusConnection *connection), (connection))
FORWARD(DBusDispatchStatus, dbus_connection_get_dispatch_status,
        (DBusConnection *connection),
        (connection))
FORWARD(dbus_bool_t, dbus_connection_get_is_connected, (DBusConnection *connection), (connection))
FORWARD(long, dbus_connection_get_outgoing_size, (DBusConnection *connection), (connection))
FORWARD(dbus_bool_t, dbus_connection_has_messages_to_send,
        (DBusConnection *connection),
        (connection))
FORWARD(DBusConnection*, dbus_connection_open_private,
        (const char *address, DBusError *error),
        (address, error))
FORWARD(dbus_bool_t, dbus_connection_read_write,
        (DBusConnection *connection, int timeout_milliseconds),
        (connection, timeout_milliseconds))
FORWARD(dbus_bool_t, dbus_connection_read_write_dispatch,
        (DBusConnection *connection, int timeout_milliseconds),
        (connection, timeout_milliseconds))
FORWARD(void, dbus_connection_remove_filter,
        (DBusConnection *connection, DBusHandleMessageFunction function, void *user_data),
        (connection, function, user_data))
FORWARD(dbus_bool_t, dbus_connection_send,
        (DBusConnection *connection, DBusMessage *message, dbus_uint32_t *client_serial),
        (connection, message, client_serial))
FORWARD(dbus_bool_t, dbus_connection_send_with_reply,
        (DBusConnection *connection, DBusMessage *message, DBusPendingCall **pending_return,
         int timeout_milliseconds),
        (connection, message, pending_return, timeout_milliseconds))
FORWARD(void, dbus_connection_set_change_sigpipe,
        (dbus_bool_t will_modify_sigpipe),
        (will_modify_sigpipe))
FORWARD(void, dbus_connection_set_exit_on_disconnect,
        (DBusConnection *connection, dbus_bool_t exit_on_disconnect),
        (connection, exit_on_disconnect))
FORWARD(void, dbus_connection_set_max_received_size,
        (DBusConnection *connection, long size),
        (connection, size))
FORWARD(dbus_bool_t, dbus_connection_set_timeout_functions,
        (DBusConnection *connection, DBusAddTimeoutFunction add_function,
         DBusRemoveTimeoutFunction remove_function, DBusTimeoutToggledFunction toggled_function,
         void *data, DBusFreeFunction free_data_function),
        (connection, add_function, remove_function, toggled_function, data, free_data_function))
FORWARD(dbus_bool_t, dbus_connection_set_watch_functions,
        (DBusConnection *connection, DBusAddWatchFunction add_function,
         DBusRemoveWatchFunction remove_function, DBusWatchToggledFunction toggled_function,
         void *data, DBusFreeFunction free_data_function),
        (connection, add_function, remove_function, toggled_function, data, free_data_function))
FORWARD(void, dbus_connection_unref, (DBusConnection *connection), (connection))
FORWARD(void, dbus_error_free, (DBusError *error), (error))
FORWARD(void, dbus_error_init, (DBusError *error), (error))
FORWARD(void, dbus_free, (void *memory), (memory))
FORWARD(dbus_bool_t, dbus_message_contains_unix_fds, (DBusMessage *message), (message))
FORWARD(DBusMessage*, dbus_message_copy, (const DBusMessage *message), (message))
FORWARD(const char*, dbus_message_get_destination, (DBusMessage *message), (message))
FORWARD(const char*, dbus_message_get_error_name, (DBusMessage *message), (message))
FORWARD(const char*, dbus_message_get_interface, (DBusMessage *message), (message))
FORWARD(const char*, dbus_message_get_member, (DBusMessage *message), (message))
FORWARD(dbus_bool_t, dbus_message_get_no_reply, (DBusMessage *message), (message))
FORWARD(const char*, dbus_message_get_path, (DBusMessage *message), (message))
FORWARD(const char*, dbus_message_get_sender, (DBusMessage *message), (message))
FORWARD(dbus_uint32_t, dbus_message_get_serial, (DBusMessage *message), (message))
FORWARD(const char*, dbus_message_get_signature, (DBusMessage *message), (message))
FORWARD(int, dbus_message_get_type, (DBusMessage *message), (message))
FORWARD(dbus_bool_t, dbus_message_has_interface,
        (DBusMessage *message, const char *iface),
        (message, iface))
FORWARD(dbus_bool_t, dbus_message_has_member,
        (DBusMessage *message, const char *member),
        (message, member))
FORWARD(dbus_bool_t, dbus_message_has_path,
        (DBusMessage *message, const char *object_path),
        (message, object_path))
FORWARD(dbus_bool_t, dbus_message_has_sender,
        (DBusMessage *message, const char *unique_bus_name),
        (message, unique_bus_name))
FORWARD(void, dbus_message_iter_abandon_container,
        (DBusMessageIter *iter, DBusMessageIter *sub),
        (iter, sub))
FORWARD(dbus_bool_t, dbus_message_iter_append_basic,
        (DBusMessageIter *iter, int type, const void *value),
        (iter, type, value))
FORWARD(dbus_bool_t, dbus_message_iter_close_container,
        (DBusMessageIter *iter, DBusMessageIter *sub),
        (iter, sub))
FORWARD(int, dbus_message_iter_get_arg_type, (DBusMessageIter *iter), (iter))
FORWARD(void, dbus_message_iter_get_basic, (DBusMessageIter *iter, void *value), (iter, value))
FORWARD(int, dbus_message_iter_get_element_type, (DBusMessageIter *iter), (iter))
FORWARD(char*, dbus_message_iter_get_signature, (DBusMessageIter *iter), (iter))
FORWARD(dbus_bool_t, dbus_message_iter_init,
        (DBusMessage *message, DBusMessageIter *iter),
        (message, iter))
FORWARD(void, dbus_message_iter_init_append,
        (DBusMessage *message, DBusMessageIter *iter),
        (message, iter))
FORWARD(dbus_bool_t, dbus_message_iter_next, (DBusMessageIter *iter), (iter))
FORWARD(dbus_bool_t, dbus_message_iter_open_container,
        (DBusMessageIter *iter, int type, const char *contained_signature, DBusMessageIter *sub),
        (iter, type, contained_signature, sub))
FORWARD(void, dbus_message_iter_recurse, (DBusMessageIter *iter, DBusMessageIter *sub), (iter, sub))
FORWARD(DBusMessage*, dbus_message_new, (int message_type), (message_type))
FORWARD(DBusMessage*, dbus_message_new_error,
        (DBusMessage *reply_to, const char *error_name, const char *error_message),
        (reply_to, error_name, error_message))
FORWARD(DBusMessage*, dbus_message_new_method_call,
        (const char *bus_name, const char *path, const char *iface, const char *method),
        (bus_name, path, iface, method))
FORWARD(DBusMessage*, dbus_message_new_signal,
        (const char *path, const char *iface, const char *name),
        (path, iface, name))
FORWARD(DBusMessage*, dbus_message_ref, (DBusMessage *message), (message))
FORWARD(void, dbus_message_set_auto_start,
        (DBusMessage *message, dbus_bool_t auto_start),
        (message, auto_start))
FORWARD(dbus_bool_t, dbus_message_set_destination,
        (DBusMessage *message, const char *destination),
        (message, destination))
FORWARD(void, dbus_message_set_no_reply,
        (DBusMessage *message, dbus_bool_t no_reply),
        (message, no_reply))
FORWARD(dbus_bool_t, dbus_message_set_reply_serial,
        (DBusMessage *message, dbus_uint32_t reply_serial),
        (message, reply_serial))
FORWARD(dbus_bool_t, dbus_message_set_sender,
        (DBusMessage *message, const char *sender),
        (message, sender))
FORWARD(void, dbus_message_set_serial,
        (DBusMessage *message, dbus_uint32_t serial),
        (message, serial))
FORWARD(void, dbus_message_unref, (DBusMessage *message), (message))
FORWARD(void, dbus_pending_call_block, (DBusPendingCall *pending), (pending))
FORWARD(void, dbus_pending_call_cancel, (DBusPendingCall *pending), (pending))
FORWARD(dbus_bool_t, dbus_pending_call_get_completed, (DBusPendingCall *pending), (pending))
FORWARD(dbus_bool_t, dbus_pending_call_set_notify,
        (DBusPendingCall *pending, DBusPendingCallNotifyFunction function, void *user_data,
         DBusFreeFunction free_user_data),
        (pending, function, user_data, free_user_data))
FORWARD(DBusMessage*, dbus_pending_call_steal_reply, (DBusPendingCall *pending), (pending))
FORWARD(void, dbus_pending_call_unref, (DBusPendingCall *pending), (pending))
FORWARD(void*, dbus_timeout_get_data, (DBusTimeout *timeout), (timeout))
FORWARD(dbus_bool_t, dbus_timeout_get_enabled, (DBusTimeout *timeout), (timeout))
FORWARD(int, dbus_timeout_get_interval, (DBusTimeout *timeout), (timeout))
FORWARD(dbus_bool_t, dbus_timeout_handle, (DBusTimeout *timeout), (timeout))
FORWARD(void, dbus_timeout_set_data,
        (DBusTimeout *timeout, void *data, DBusFreeFunction free_data_function),
        (timeout, data, free_data_function))
FORWARD(dbus_bool_t, dbus_validate_bus_name, (const char *name, DBusError *error), (name, error))
FORWARD(dbus_bool_t, dbus_validate_error_name, (const char *name, DBusError *error), (name, error))
FORWARD(dbus_bool_t, dbus_validate_interface, (const char *name, DBusError *error), (name, error))
FORWARD(dbus_bool_t, dbus_validate_member, (const char *name, DBusError *error), (name, error))
FORWARD(dbus_bool_t, dbus_validate_path, (const char *path, DBusError *error), (path, error))
FORWARD(void*, dbus_watch_get_data, (DBusWatch *watch), (watch))
FORWARD(dbus_bool_t, dbus_watch_get_enabled, (DBusWatch *watch), (watch))
FORWARD(unsigned int, dbus_watch_get_flags, (DBusWatch *watch), (watch))
FORWARD(int, dbus_watch_get_unix_fd, (DBusWatch *watch), (watch))
FORWARD(dbus_bool_t, dbus_watch_handle, (DBusWatch *watch, unsigned int flags), (watch, flags))
FORWARD(void, dbus_watch_set_data,
        (DBusWatch *watch, void *data, DBusFreeFunction free_data_function),
        (watch, data, free_data_function))
