// Reads TOML with toml++, which is only headers. Exceptions are off, as in the rest of nightd.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
#define TOML_MAX_NESTED_VALUES 64
// toml++ 3.3 asserts that a key follows `[`, also if the user has mistyped it, and reports the mistake itself if
// nothing is asserted. NDEBUG would not help: toml++ would then assume what it asserts.
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <toml++/toml.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "CToml.h"

namespace {

struct Reporter {
  night_toml_event event;
  void *context;

  bool report(
      night_toml_kind kind, std::string_view text, const toml::source_region &source) const {
    return event(context, kind, text.data(), text.size(), source.begin.line, source.begin.column)
        != 0;
  }

  bool value(const toml::node &node) const {
    const auto &source = node.source();
    if (const auto *table = node.as_table()) {
      if (!report(NIGHT_TOML_TABLE, "", source)) return false;
      for (const auto &[key, child] : *table)
        if (!report(NIGHT_TOML_KEY, key.str(), key.source()) || !value(child)) return false;
      return report(NIGHT_TOML_END, "", source);
    }
    if (const auto *array = node.as_array()) {
      if (!report(NIGHT_TOML_ARRAY, "", source)) return false;
      for (const auto &child : *array)
        if (!value(child)) return false;
      return report(NIGHT_TOML_END, "", source);
    }
    if (const auto *text = node.as_string()) return report(NIGHT_TOML_STRING, text->get(), source);
    if (const auto *flag = node.as_boolean())
      return report(NIGHT_TOML_FLAG, flag->get() ? "true" : "false", source);
    if (const auto *whole = node.as_integer())
      return report(NIGHT_TOML_NUMBER, std::to_string(whole->get()), source);
    if (const auto *number = node.as_floating_point())
      return report(NIGHT_TOML_NUMBER, std::to_string(number->get()), source);
    // A date or a time; its text is left empty, because no caller needs it.
    return report(NIGHT_TOML_STRING, "", source);
  }
};

}  // namespace

int night_toml_read(
    const char *bytes, size_t length, night_toml_event event, void *context,
    struct night_toml_mistake *mistake) {
  const auto result = toml::parse(std::string_view(bytes, length));
  if (!result) {
    const auto &error = result.error();
    const auto text = error.description();
    std::snprintf(
        mistake->text, sizeof mistake->text, "%.*s", static_cast<int>(text.size()), text.data());
    mistake->line = error.source().begin.line;
    mistake->column = error.source().begin.column;
    return 0;
  }
  return Reporter{event, context}.value(result.table());
}
