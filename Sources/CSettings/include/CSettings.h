// Access to GNOME's settings through GLib's library GIO, which is loaded at the first call.
//
// A value is a text in the form that GVariant prints: `'prefer-dark'`, `uint32 1`. All texts are in
// UTF-8. Only one thread at a time may call these functions.
#ifndef NIGHTD_CSETTINGS_H
#define NIGHTD_CSETTINGS_H

#include <stdbool.h>

typedef struct csettings csettings;

// Returns why GIO cannot be loaded; NULL if GIO is loaded.
const char *csettings_missing(void);

// Returns whether GIO can be loaded and finds this schema.
bool csettings_has_schema(const char *schema);

// Reads the stored settings of a schema; returns NULL if GIO or the schema is missing.
//
// If `sibling` is not NULL, the new settings share its backend. Settings that are written in turns
// must share one: the backend for files stores all schemas in one file, and overwrites the values
// that another backend has stored.
csettings *csettings_open(const char *schema, const csettings *sibling);

void csettings_close(csettings *settings);

// Returns a key's value, to be freed with csettings_free; NULL if the key does not exist.
char *csettings_value(csettings *settings, const char *key);

// Returns the value that a key has if the user sets none; NULL if the key does not exist.
char *csettings_default(csettings *settings, const char *key);

// Returns a value as csettings_value would print it; NULL if the key does not exist or does not
// accept the value.
char *csettings_printed(csettings *settings, const char *key, const char *value);

// Returns whether the key has a value of its own, so that it does not follow the default.
bool csettings_is_set(csettings *settings, const char *key);

void csettings_free(char *text);

// Returns whether the key exists and may be written; an administrator may have locked the key.
bool csettings_is_writable(csettings *settings, const char *key);

// Adds a key to the next write; if `value` is NULL, the write resets the key. Returns false, and
// adds nothing, if the key does not exist or does not accept the value.
bool csettings_set(csettings *settings, const char *key, const char *value);

// Writes at once all keys that csettings_set has added, and waits until they are stored.
void csettings_write(csettings *settings);

// Returns GIO's last warning since the last write began; NULL if there was no warning. A warning
// from one of GIO's threads may come shortly after csettings_write has returned.
const char *csettings_warning(void);

#endif
