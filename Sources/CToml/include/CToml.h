#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of part that a call of `night_toml_event` reports.
enum night_toml_kind {
  /// A table begins; its keys and values follow, up to `NIGHT_TOML_END`.
  NIGHT_TOML_TABLE,
  /// An array begins; its values follow, up to `NIGHT_TOML_END`.
  NIGHT_TOML_ARRAY,
  NIGHT_TOML_END,
  /// The name of the value that follows.
  NIGHT_TOML_KEY,
  NIGHT_TOML_STRING,
  NIGHT_TOML_NUMBER,
  /// A truth value; the text is “true” or “false”.
  NIGHT_TOML_FLAG,
};

/// Receives one part of a file; lines and columns count from 1. Return 0 to stop the reading.
typedef int (*night_toml_event)(
    void *context, enum night_toml_kind kind, const char *text, size_t length, uint32_t line,
    uint32_t column);

/// The first mistake in a file.
struct night_toml_mistake {
  char text[256];
  uint32_t line;
  uint32_t column;
};

/// Reads a TOML file and reports its parts in the order of their keys.
///
/// Returns 0 if the file has a mistake, or if there is not enough memory.
int night_toml_read(
    const char *bytes, size_t length, night_toml_event event, void *context,
    struct night_toml_mistake *mistake);

#ifdef __cplusplus
}
#endif
