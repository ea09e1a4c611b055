// GNOME's settings through GLib's library GIO, which is loaded at the first call.
//
// A value is a text, as GVariant prints it: `'prefer-dark'`, `uint32 1`. All texts are in UTF-8. One
// thread at a time may call these functions.
#ifndef NIGHTD_CSETTINGS_H
#define NIGHTD_CSETTINGS_H

#include <stdbool.h>

typedef struct csettings csettings;

// Returns why GIO cannot be loaded; NULL if it is loaded.
const char *csettings_missing(void);

// Returns whether GIO can be loaded and finds this schema.
bool csettings_has_schema(const char *schema);

// Reads the settings of a schema as they are stored now; NULL if GIO or the schema is missing.
csettings *csettings_open(const char *schema);

void csettings_close(csettings *settings);

// The value of a key, which the caller frees with csettings_free; NULL if there is no such key.
char *csettings_value(csettings *settings, const char *key);

// The value that the key has without the user's own; NULL if there is no such key.
char *csettings_default(csettings *settings, const char *key);

void csettings_free(char *text);

// Returns whether the key exists and may be written: an administrator may have locked it.
bool csettings_is_writable(csettings *settings, const char *key);

// Adds a key to the next write; NULL as the value resets the key. Returns false, and adds nothing, if
// the key does not exist or takes no such value.
bool csettings_set(csettings *settings, const char *key, const char *value);

// Writes what csettings_set has added, all of it at once, and waits until it is stored.
void csettings_write(csettings *settings);

// Returns the last warning of GIO's since the last write began; NULL if there is none. A thread of
// GIO's may give it a moment after csettings_write has returned.
const char *csettings_warning(void);

#endif
