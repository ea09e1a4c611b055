// Reads and writes GNOME's settings with GIO, without GLib's headers.
//
// The program gsettings writes only one key. So several keys would take several processes, and
// other programs would see the keys change one by one. GIO writes several keys at once. GIO is
// loaded at the first call, because loading it takes longer than most of nightctl's commands take.
#include "include/CSettings.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SONAME "libgio-2.0.so.0"

// Shows packagers that nightctl loads GIO, because the ELF header does not show it.
#define DLOPEN                                                                                    \
  "[{\"soname\":[\"" SONAME "\"],\"feature\":\"gsettings\","                                      \
  "\"description\":\"Writes GNOME's settings\",\"priority\":\"recommended\"}]"

__attribute__((used, section(".note.dlopen"), aligned(4))) static const struct {
  uint32_t name_size, description_size, type;
  char name[4];
  __attribute__((aligned(4))) char description[sizeof(DLOPEN)];
} note = {sizeof("FDO"), sizeof(DLOPEN), 0x407c0c0a, "FDO", DLOPEN};

// GLib's GType and GLogField, and the part of GError that this file reads.
typedef size_t type_id;
struct log_field {
  const char *key;
  const void *value;
  ptrdiff_t length;
};
enum { LOG_RECURSION = 1 << 0, LOG_ERROR = 1 << 2, LOG_WARNING = 1 << 4, LOG_HANDLED = 1 };
typedef int log_writer(int level, const struct log_field *fields, size_t count, void *data);

// The functions of GLib that this file calls; GLib 2.50 has all of them.
#define FUNCTIONS(F)                                                                              \
  F(void, g_free, (void *memory))                                                                 \
  F(int, g_log_set_always_fatal, (int levels))                                                    \
  F(void, g_log_set_writer_func, (log_writer *writer, void *data, void (*free_data)(void *)))     \
  F(void *, g_object_new, (type_id type, const char *property, ...))                              \
  F(void *, g_object_ref, (void *object))                                                         \
  F(void, g_object_unref, (void *object))                                                         \
  F(void *, g_set_printerr_handler, (void (*print)(const char *text)))                            \
  F(void, g_settings_apply, (void *settings))                                                     \
  F(void *, g_settings_backend_get_default, (void))                                               \
  F(void, g_settings_delay, (void *settings))                                                     \
  F(void *, g_settings_get_default_value, (void *settings, const char *key))                      \
  F(void *, g_settings_get_user_value, (void *settings, const char *key))                         \
  F(void *, g_settings_get_value, (void *settings, const char *key))                              \
  F(int, g_settings_is_writable, (void *settings, const char *key))                               \
  F(void *, g_settings_new_full, (void *schema, void *backend, const char *path))                 \
  F(void, g_settings_reset, (void *settings, const char *key))                                    \
  F(void *, g_settings_schema_get_key, (void *schema, const char *key))                           \
  F(const char *, g_settings_schema_get_path, (void *schema))                                     \
  F(int, g_settings_schema_has_key, (void *schema, const char *key))                              \
  F(const void *, g_settings_schema_key_get_value_type, (void *key))                              \
  F(int, g_settings_schema_key_range_check, (void *key, void *value))                             \
  F(void, g_settings_schema_key_unref, (void *key))                                               \
  F(void *, g_settings_schema_source_get_default, (void))                                         \
  F(void *, g_settings_schema_source_lookup, (void *source, const char *schema, int recursive))   \
  F(void, g_settings_schema_unref, (void *schema))                                                \
  F(int, g_settings_set_value, (void *settings, const char *key, void *value))                    \
  F(void *, g_variant_parse,                                                                      \
    (const void *type, const char *text, const char *limit, const char **end, void **error))      \
  F(char *, g_variant_print, (void *value, int type_annotate))                                    \
  F(void, g_variant_unref, (void *value))

#define MEMBER(result, name, parameters) result(*name) parameters;
static struct {
  FUNCTIONS(MEMBER)
} gio;

struct csettings {
  void *schema, *backend, *settings;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char missing[512];

static pthread_mutex_t warning_lock = PTHREAD_MUTEX_INITIALIZER;
static char warning[512];

// Keeps GIO's last warning, and prints nothing: nightd reads nightctl's output, and GLib would
// print debugging messages to standard output. GIO calls this function from several threads.
static int keep_warning(int level, const struct log_field *fields, size_t count, void *data) {
  (void)data;
  if ((level & (2 * LOG_WARNING - 1)) == 0) return LOG_HANDLED;
  for (size_t index = 0; index < count; index++) {
    const struct log_field *field = &fields[index];
    const char *name = "MESSAGE", *key = field->key;
    while (*name && *name == *key) name++, key++;
    if (*name || *key || !field->value) continue;
    int length = field->length < 0 ? (int)sizeof warning : (int)field->length;
    pthread_mutex_lock(&warning_lock);
    snprintf(warning, sizeof warning, "%.*s", length, (const char *)field->value);
    pthread_mutex_unlock(&warning_lock);
  }
  return LOG_HANDLED;
}

// Discards the message that GIO prints if it cannot load another program's module.
static void print_nothing(const char *text) { (void)text; }

static void load(void) {
  void *library = dlopen(SONAME, RTLD_LAZY | RTLD_LOCAL);
  const char *why = library ? NULL : dlerror();
#define FIND(result, function, parameters)                                                        \
  if (library && !(*(void **)&gio.function = dlsym(library, #function)) && !why)                  \
    why = SONAME " is older than GLib 2.50: it has no " #function;
  FUNCTIONS(FIND)
  if (!library || why) {
    snprintf(missing, sizeof missing, "%s", why ? why : SONAME " cannot be loaded");
    return;
  }
  gio.g_log_set_writer_func(keep_warning, NULL, NULL);
  gio.g_set_printerr_handler(print_nothing);
  // Without this call, the user's variable G_DEBUG could make each of GIO's warnings end the
  // process.
  gio.g_log_set_always_fatal(LOG_RECURSION | LOG_ERROR);
}

const char *csettings_missing(void) {
  pthread_once(&once, load);
  return *missing ? missing : NULL;
}

// Finds a schema; returns NULL if the schema is missing or has no fixed path, because GIO would end
// the process for such a schema.
static void *look_up(const char *schema) {
  void *source = csettings_missing() ? NULL : gio.g_settings_schema_source_get_default();
  void *found = source ? gio.g_settings_schema_source_lookup(source, schema, 1) : NULL;
  if (!found || gio.g_settings_schema_get_path(found)) return found;
  gio.g_settings_schema_unref(found);
  return NULL;
}

bool csettings_has_schema(const char *schema) {
  void *found = look_up(schema);
  if (found) gio.g_settings_schema_unref(found);
  return found;
}

csettings *csettings_open(const char *schema, const csettings *sibling) {
  void *found = look_up(schema);
  csettings *settings = found ? malloc(sizeof *settings) : NULL;
  if (!settings) return NULL;
  // The default backend lives as long as the process. If the default backend is the one for files,
  // it learns of other programs' changes only through a GLib loop, which nightctl does not run. If
  // the default backend is the one for memory, it would report values that no other program sees.
  // So make a new backend of the same type for each snapshot.
  settings->schema = found;
  if (sibling) {
    settings->backend = gio.g_object_ref(sibling->backend);
  } else {
    void *usual = gio.g_settings_backend_get_default();
    settings->backend = gio.g_object_new(**(type_id **)usual, NULL);
    gio.g_object_unref(usual);
  }
  settings->settings = gio.g_settings_new_full(found, settings->backend, NULL);
  return settings;
}

void csettings_close(csettings *settings) {
  gio.g_object_unref(settings->settings);
  gio.g_object_unref(settings->backend);
  gio.g_settings_schema_unref(settings->schema);
  free(settings);
}

// Whether the schema has a key; GIO ends the process if it is asked for any other key.
static bool has(const csettings *settings, const char *key) {
  return gio.g_settings_schema_has_key(settings->schema, key);
}

// Prints a value as gsettings does: with its type if the text alone would be ambiguous.
static char *printed(void *value) {
  char *text = value ? gio.g_variant_print(value, 1) : NULL;
  if (value) gio.g_variant_unref(value);
  return text;
}

char *csettings_value(csettings *settings, const char *key) {
  return has(settings, key) ? printed(gio.g_settings_get_value(settings->settings, key)) : NULL;
}

char *csettings_default(csettings *settings, const char *key) {
  if (!has(settings, key)) return NULL;
  return printed(gio.g_settings_get_default_value(settings->settings, key));
}

bool csettings_is_set(csettings *settings, const char *key) {
  void *value =
      has(settings, key) ? gio.g_settings_get_user_value(settings->settings, key) : NULL;
  if (value) gio.g_variant_unref(value);
  return value;
}

void csettings_free(char *text) { gio.g_free(text); }

bool csettings_is_writable(csettings *settings, const char *key) {
  return has(settings, key) && gio.g_settings_is_writable(settings->settings, key);
}

// Parses a value of an existing key; returns NULL if the key does not accept the value.
static void *parsed(csettings *settings, const char *key, const char *text) {
  void *found = gio.g_settings_schema_get_key(settings->schema, key);
  const void *type = gio.g_settings_schema_key_get_value_type(found);
  void *value = gio.g_variant_parse(type, text, NULL, NULL, NULL);
  if (value && !gio.g_settings_schema_key_range_check(found, value)) {
    gio.g_variant_unref(value);
    value = NULL;
  }
  gio.g_settings_schema_key_unref(found);
  return value;
}

char *csettings_printed(csettings *settings, const char *key, const char *text) {
  return has(settings, key) ? printed(parsed(settings, key, text)) : NULL;
}

bool csettings_set(csettings *settings, const char *key, const char *text) {
  if (!has(settings, key)) return false;
  gio.g_settings_delay(settings->settings);
  if (!text) {
    gio.g_settings_reset(settings->settings, key);
    return true;
  }
  void *value = parsed(settings, key, text);
  bool is_set = value && gio.g_settings_set_value(settings->settings, key, value);
  if (value) gio.g_variant_unref(value);
  return is_set;
}

// Waits until the backend has stored everything. g_settings_sync would wait for the default
// backend.
//
// In the backend's class (GSettingsBackendClass in gsettingsbackend.h), the pointer to `sync` comes
// after GObject's 17 words and seven more. This layout cannot change: dconf's module depends on it.
static void await_storage(void *backend) {
  void (*sync)(void *) = (*(void (***)(void *))backend)[24];
  if (sync) sync(backend);
}

void csettings_write(csettings *settings) {
  pthread_mutex_lock(&warning_lock);
  *warning = 0;
  pthread_mutex_unlock(&warning_lock);
  gio.g_settings_apply(settings->settings);
  await_storage(settings->backend);
}

const char *csettings_warning(void) {
  static char last[sizeof warning];
  pthread_mutex_lock(&warning_lock);
  snprintf(last, sizeof last, "%s", warning);
  pthread_mutex_unlock(&warning_lock);
  return *last ? last : NULL;
}
