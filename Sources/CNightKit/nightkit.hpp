/* libnightkit for C++17 and later: a class around the functions of nightkit.h. That header documents
   the details.

     nightkit::Night night;
     pollfd watched{night.fd(), POLLIN, 0};
     for (;;) {
       paint(night.style(), night.color("surface").value_or(white));
       do poll(&watched, 1, -1); while (!night.dispatch());
     }

   This header contains all code of the class. Your program links only libnightkit's C functions.

   Ownership: a Night closes its handle when it is destroyed. It can be moved, but not copied. After
   a move, the old Night has no handle: it has the standard appearance and refuses requests.

   Errors: the constructors, pinned and pinned_to_theme throw std::system_error. A request throws
   nightkit::Error, which has the outcome and a sentence for people. A value that does not exist is
   an empty std::optional. No other function throws, except std::bad_alloc.

   Strings are UTF-8. An argument ends at its first zero byte. */
#ifndef NIGHTKIT_HPP
#define NIGHTKIT_HPP

#include "nightkit.h"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace nightkit {

enum class Style : std::uint32_t { light = NIGHTKIT_STYLE_LIGHT, dark = NIGHTKIT_STYLE_DARK };

enum class Choice : std::uint32_t {
  light = NIGHTKIT_CHOICE_LIGHT,
  dark = NIGHTKIT_CHOICE_DARK,
  follow = NIGHTKIT_CHOICE_FOLLOW
};

/* What decides the desktop's style. */
enum class DesktopChoice : std::uint32_t {
  light = NIGHTKIT_DESKTOP_LIGHT,
  dark = NIGHTKIT_DESKTOP_DARK,
  schedule = NIGHTKIT_DESKTOP_SCHEDULE,
  system = NIGHTKIT_DESKTOP_SYSTEM
};

enum class Source : std::uint32_t {
  nobody = NIGHTKIT_SOURCE_NOBODY,
  daemon = NIGHTKIT_SOURCE_DAEMON,
  portal = NIGHTKIT_SOURCE_PORTAL
};

enum class Reason : std::uint32_t {
  fallback = NIGHTKIT_REASON_FALLBACK,
  choice = NIGHTKIT_REASON_CHOICE,
  hold = NIGHTKIT_REASON_HOLD,
  schedule = NIGHTKIT_REASON_SCHEDULE,
  system = NIGHTKIT_REASON_SYSTEM,
  inhibit = NIGHTKIT_REASON_INHIBIT,
  app = NIGHTKIT_REASON_APP,
  forced = NIGHTKIT_REASON_FORCED
};

/* Why a request failed. */
enum class Outcome : std::uint32_t {
  no_bus = NIGHTKIT_OUTCOME_NO_BUS,
  no_daemon = NIGHTKIT_OUTCOME_NO_DAEMON,
  no_answer = NIGHTKIT_OUTCOME_NO_ANSWER,
  not_durable = NIGHTKIT_OUTCOME_NOT_DURABLE,
  refused = NIGHTKIT_OUTCOME_REFUSED,
  misused = NIGHTKIT_OUTCOME_MISUSED
};

enum class Sheet : std::uint32_t {
  label = NIGHTKIT_SHEET_LABEL,
  button = NIGHTKIT_SHEET_BUTTON,
  view = NIGHTKIT_SHEET_VIEW
};

/* A request that failed; what() is a sentence for people. */
class Error : public std::runtime_error {
 public:
  Error(Outcome outcome, const std::string &sentence)
      : std::runtime_error(sentence), outcome_(outcome) {}

  Outcome outcome() const noexcept { return outcome_; }

 private:
  Outcome outcome_;
};

/* A colour in sRGB: components from 0 to 1, without premultiplied alpha. */
struct Color {
  double red = 0;
  double green = 0;
  double blue = 0;
  double alpha = 1;

  /* Reads a colour in any form that a theme's file may use. */
  static std::optional<Color> read(const std::string &text) {
    double parts[4];
    if (!nightkit_read_color(text.c_str(), parts)) return std::nullopt;
    return from(parts);
  }

  /* Mixes two colours in OKLab; the amount is the share of `other`, from 0 to 1. If a number is not
     finite, the result is this colour. */
  Color mixed(const Color &other, double amount) const {
    const double one[4] = {red, green, blue, alpha};
    const double two[4] = {other.red, other.green, other.blue, other.alpha};
    double parts[4];
    return nightkit_mix_colors(one, two, amount, parts) ? from(parts) : *this;
  }

  static Color from(const double (&parts)[4]) { return {parts[0], parts[1], parts[2], parts[3]}; }
};

inline bool operator==(const Color &one, const Color &two) {
  return one.red == two.red && one.green == two.green && one.blue == two.blue &&
         one.alpha == two.alpha;
}

inline bool operator!=(const Color &one, const Color &two) { return !(one == two); }

/* A font of a theme; if a member is empty, keep your program's own value. */
struct Font {
  std::optional<std::string> family;
  std::optional<double> points;
};

struct Appearance {
  Style style = Style::light;
  Source source = Source::nobody;
  bool is_high_contrast = false;
  bool is_motion_reduced = false;
  std::optional<Color> accent;
  std::chrono::milliseconds fade{0};
};

/* What decides the style, and until when. */
struct Status {
  using Moment = std::chrono::system_clock::time_point;

  Style style = Style::light;
  Reason reason = Reason::fallback;
  /* What decides the style while no hold is in force. */
  DesktopChoice choice = DesktopChoice::system;
  bool is_inhibited = false;
  Moment since;
  /* The next planned change, and the style after it. */
  std::optional<Moment> next;
  std::optional<Style> next_style;
  std::optional<Moment> hold_until;
};

/* An installed theme. */
struct Theme {
  std::string name;
  /* Empty if the theme's file cannot be read. */
  std::optional<Style> style;
  std::optional<std::string> description;
  std::optional<std::string> author;
  bool is_in_use = false;
  /* Why the theme cannot be used; empty if the theme can be used. */
  std::optional<std::string> flaw;
};

/* The version of the running library, as one number like NIGHTKIT_VERSION. */
inline std::uint32_t version() { return nightkit_version(); }

class Night {
 public:
  /* Follows the desktop. */
  Night() : Night(nightkit_open(nullptr)) {}

  /* Follows the style and the preferences of an application, such as "org.example.Editor". */
  explicit Night(const std::string &application) : Night(nightkit_open(application.c_str())) {}

  /* Never accepts a null pointer: use the constructor without arguments. */
  explicit Night(std::nullptr_t) = delete;

  /* A part of the program that always has this style; see nightkit_pin_style. */
  Night pinned(Style style) const {
    return Night(nightkit_pin_style(get(), static_cast<nightkit_style>(style)));
  }

  /* A part of the program that always has this theme; see nightkit_pin_theme. */
  Night pinned_to_theme(const std::string &name) const {
    return Night(nightkit_pin_theme(get(), name.c_str()));
  }

  /* Sets the longest time that each later call waits; see nightkit_set_timeout. */
  void set_timeout(std::chrono::milliseconds timeout) {
    const auto most = std::numeric_limits<std::uint32_t>::max();
    const auto count = timeout.count();
    nightkit_set_timeout(
        get(), count <= 0 ? 0 : count >= most ? most : static_cast<std::uint32_t>(count));
  }

  /* The descriptor to watch; it is readable while dispatch() has something to do. */
  int fd() const { return nightkit_fd(get()); }

  /* Switches to the newest values; returns whether any value changed. */
  bool dispatch() { return nightkit_dispatch(get()); }

  /* The handle, for functions of nightkit.h; this object still owns it. */
  nightkit_handle *get() const { return handle_.get(); }

  /* -- The appearance ---------------------------------------------------------------------- */

  Style style() const { return static_cast<Style>(nightkit_get_style(get())); }

  Appearance appearance() const {
    nightkit_appearance found{};
    found.size = sizeof found;
    nightkit_get_appearance(get(), &found);
    Appearance result;
    result.style = static_cast<Style>(found.style);
    result.source = static_cast<Source>(found.source);
    result.is_high_contrast = found.is_high_contrast;
    result.is_motion_reduced = found.is_motion_reduced;
    if (found.has_accent) result.accent = Color::from(found.accent);
    result.fade = std::chrono::milliseconds(found.fade);
    return result;
  }

  Status status() {
    nightkit_status found{};
    found.size = sizeof found;
    check(nightkit_get_status(get(), &found));
    Status result;
    result.style = static_cast<Style>(found.style);
    result.reason = static_cast<Reason>(found.reason);
    result.choice = static_cast<DesktopChoice>(found.choice);
    result.is_inhibited = found.is_inhibited;
    result.since = moment(found.since);
    if (found.has_next) {
      result.next = moment(found.next);
      result.next_style = static_cast<Style>(found.next_style);
    }
    if (found.is_held) result.hold_until = moment(found.hold_until);
    return result;
  }

  /* -- The theme --------------------------------------------------------------------------- */

  std::string theme() const {
    return string([&](char *text, std::size_t size) {
      return nightkit_get_theme(get(), text, size);
    }).value_or("");
  }

  Style theme_style() const { return static_cast<Style>(nightkit_get_theme_style(get())); }

  /* The themes from which the theme inherits, the nearest first. */
  std::vector<std::string> theme_ancestors() const {
    return list([&](std::size_t index, char *text, std::size_t size) {
      return nightkit_get_theme_ancestor(get(), index, text, size);
    });
  }

  std::optional<Color> color(const std::string &role) const {
    return color([&](double *parts) { return nightkit_get_color(get(), role.c_str(), parts); });
  }

  /* The sentence in which the theme describes a colour. */
  std::optional<std::string> color_description(const std::string &role) const {
    return string([&](char *text, std::size_t size) {
      return nightkit_get_color_description(get(), role.c_str(), text, size);
    });
  }

  /* The roles for which the theme has a colour, sorted. */
  std::vector<std::string> color_roles() const {
    return list([&](std::size_t index, char *text, std::size_t size) {
      return nightkit_get_color_role(get(), index, text, size);
    });
  }

  std::optional<double> number(const std::string &name) const {
    return value<double>([&](double *found) {
      return nightkit_get_number(get(), name.c_str(), found);
    });
  }

  std::optional<bool> boolean(const std::string &name) const {
    return value<bool>([&](bool *found) { return nightkit_get_bool(get(), name.c_str(), found); });
  }

  std::optional<std::string> string(const std::string &name) const {
    return string([&](char *text, std::size_t size) {
      return nightkit_get_string(get(), name.c_str(), text, size);
    });
  }

  /* The path of the best file of an image for a state and a scale. */
  std::optional<std::string> image(
      const std::string &name,
      const std::string &state = "normal",
      std::uint32_t scale = 1) const {
    return string([&](char *text, std::size_t size) {
      return nightkit_get_image(get(), name.c_str(), state.c_str(), scale, text, size);
    });
  }

  Font font(const std::string &name) const {
    Font font;
    font.family = string([&](char *text, std::size_t size) {
      return nightkit_get_font_family(get(), name.c_str(), text, size);
    });
    font.points = value<double>([&](double *found) {
      return nightkit_get_font_size(get(), name.c_str(), found);
    });
    return font;
  }

  std::optional<Color> sheet_color(
      Sheet kind, const std::string &name, const std::string &field) const {
    return color([&](double *parts) {
      return nightkit_get_sheet_color(get(), in_c(kind), name.c_str(), field.c_str(), parts);
    });
  }

  std::optional<double> sheet_number(
      Sheet kind, const std::string &name, const std::string &field) const {
    return value<double>([&](double *found) {
      return nightkit_get_sheet_number(get(), in_c(kind), name.c_str(), field.c_str(), found);
    });
  }

  std::optional<bool> sheet_boolean(
      Sheet kind, const std::string &name, const std::string &field) const {
    return value<bool>([&](bool *found) {
      return nightkit_get_sheet_bool(get(), in_c(kind), name.c_str(), field.c_str(), found);
    });
  }

  std::optional<std::string> sheet_string(
      Sheet kind, const std::string &name, const std::string &field) const {
    return string([&](char *text, std::size_t size) {
      return nightkit_get_sheet_string(
          get(), in_c(kind), name.c_str(), field.c_str(), text, size);
    });
  }

  /* -- Changing the desktop ---------------------------------------------------------------- */

  void desktop_set(DesktopChoice choice) {
    check(nightkit_desktop_set(get(), static_cast<nightkit_desktop_choice>(choice)));
  }

  /* Holds a style for the whole desktop, for a time of at least a second. */
  void desktop_hold(Style style, std::chrono::seconds time) {
    const auto count = time.count() < 0 ? 0 : static_cast<std::uint64_t>(time.count());
    check(nightkit_desktop_hold(get(), static_cast<nightkit_style>(style), count, nullptr));
  }

  /* Holds a style for the whole desktop, until a moment such as "07:00" or "sunrise". */
  void desktop_hold(Style style, const std::string &until) {
    check(nightkit_desktop_hold(get(), static_cast<nightkit_style>(style), 0, until.c_str()));
  }

  void desktop_end_hold() { check(nightkit_desktop_end_hold(get())); }

  /* Sets the opposite of the present style for the whole desktop, and returns the new style. */
  Style desktop_toggle() {
    nightkit_style style = NIGHTKIT_STYLE_LIGHT;
    check(nightkit_desktop_toggle(get(), &style));
    return static_cast<Style>(style);
  }

  void desktop_use_theme(const std::string &name) {
    check(nightkit_desktop_use_theme(get(), name.c_str()));
  }

  void desktop_use_next_theme() { check(nightkit_desktop_use_next_theme(get())); }
  void desktop_use_previous_theme() { check(nightkit_desktop_use_previous_theme(get())); }

  void inhibit(const std::string &why) { check(nightkit_inhibit(get(), why.c_str())); }
  void end_inhibition() { nightkit_end_inhibition(get()); }

  /* -- Installed themes -------------------------------------------------------------------- */

  void install_theme(
      const std::string &theme,
      const std::optional<std::string> &name = std::nullopt,
      bool replaces = false) {
    check(nightkit_install_theme(
        get(), theme.c_str(), name ? name->c_str() : nullptr, replaces));
  }

  void install_themes_at(
      const std::string &path,
      const std::optional<std::string> &name = std::nullopt,
      bool replaces = false) {
    check(nightkit_install_themes_at(
        get(), path.c_str(), name ? name->c_str() : nullptr, replaces));
  }

  void remove_theme(const std::string &name) { check(nightkit_remove_theme(get(), name.c_str())); }

  /* All installed themes, in the order in which choose_next_theme selects them. */
  std::vector<Theme> themes() {
    check(nightkit_list_themes(get()));
    std::vector<Theme> themes;
    for (std::string &name : list([&](std::size_t index, char *text, std::size_t size) {
           return nightkit_get_listed_name(get(), index, text, size);
         })) {
      const std::size_t index = themes.size();
      Theme theme;
      theme.name = std::move(name);
      nightkit_style style = NIGHTKIT_STYLE_LIGHT;
      if (nightkit_get_listed_style(get(), index, &style)) theme.style = static_cast<Style>(style);
      theme.description = listed(index, nightkit_get_listed_description);
      theme.author = listed(index, nightkit_get_listed_author);
      theme.is_in_use = nightkit_is_listed_in_use(get(), index);
      theme.flaw = listed(index, nightkit_get_listed_flaw);
      themes.push_back(std::move(theme));
    }
    return themes;
  }

  /* -- The application's own choice -------------------------------------------------------- */

  void choose(Choice choice) {
    check(nightkit_choose(get(), static_cast<nightkit_choice>(choice)));
  }

  /* Uses a theme for this application alone; without a name, uses the desktop's themes again. */
  void choose_theme(const std::optional<std::string> &name) {
    check(nightkit_choose_theme(get(), name ? name->c_str() : nullptr));
  }

  /* Sets this application's own themes in one step; without a name, the desktop's theme is used. */
  void choose_themes(
      const std::optional<std::string> &light, const std::optional<std::string> &dark) {
    check(nightkit_choose_themes(
        get(), light ? light->c_str() : nullptr, dark ? dark->c_str() : nullptr));
  }

  /* Chooses the opposite of the present style for this application alone; returns the new style. */
  Style toggle_choice() {
    nightkit_style style = NIGHTKIT_STYLE_LIGHT;
    check(nightkit_toggle_choice(get(), &style));
    return static_cast<Style>(style);
  }

  void choose_next_theme() { check(nightkit_choose_next_theme(get())); }
  void choose_previous_theme() { check(nightkit_choose_previous_theme(get())); }

  Choice choice() { return static_cast<Choice>(nightkit_get_choice(get())); }

  /* -- Preferences ------------------------------------------------------------------------- */

  /* A preference of the type bool, std::int64_t, double or std::string. */
  template <typename Value>
  std::optional<Value> preference(const std::string &name) {
    if constexpr (std::is_same_v<Value, bool>) {
      return value<bool>([&](bool *found) {
        return nightkit_get_preference_bool(get(), name.c_str(), found);
      });
    } else if constexpr (std::is_same_v<Value, std::int64_t>) {
      return value<std::int64_t>([&](std::int64_t *found) {
        return nightkit_get_preference_integer(get(), name.c_str(), found);
      });
    } else if constexpr (std::is_same_v<Value, double>) {
      return value<double>([&](double *found) {
        return nightkit_get_preference_number(get(), name.c_str(), found);
      });
    } else {
      static_assert(
          std::is_same_v<Value, std::string>,
          "a preference has the type bool, std::int64_t, double or std::string");
      return string([&](char *text, std::size_t size) {
        return nightkit_get_preference_string(get(), name.c_str(), text, size);
      });
    }
  }

  /* Sets a preference to a truth value, a whole number, a floating-point number or a text. */
  template <typename Value>
  void set_preference(const std::string &name, const Value &value) {
    if constexpr (std::is_same_v<Value, bool>) {
      check(nightkit_set_preference_bool(get(), name.c_str(), value));
    } else if constexpr (std::is_integral_v<Value>) {
      static_assert(
          std::is_signed_v<Value> || sizeof(Value) < sizeof(std::int64_t),
          "the whole number may not fit into std::int64_t");
      check(nightkit_set_preference_integer(get(), name.c_str(), value));
    } else if constexpr (std::is_floating_point_v<Value>) {
      check(nightkit_set_preference_number(get(), name.c_str(), static_cast<double>(value)));
    } else {
      const std::string text(value);
      check(nightkit_set_preference_string(get(), name.c_str(), text.c_str()));
    }
  }

  /* Removes the value that was set, so that the value of a file or the default applies again. */
  void remove_preference(const std::string &name) {
    check(nightkit_remove_preference(get(), name.c_str()));
  }

  /* Whether an administrator has locked a preference. */
  bool find_lock(const std::string &name) {
    bool is_locked = false;
    check(nightkit_find_lock(get(), name.c_str(), &is_locked));
    return is_locked;
  }

 private:
  struct Closer {
    void operator()(nightkit_handle *handle) const noexcept { nightkit_close(handle); }
  };

  explicit Night(nightkit_handle *handle) : handle_(handle) {
    if (handle == nullptr) throw std::system_error(errno, std::generic_category(), "nightkit");
  }

  static nightkit_sheet in_c(Sheet kind) { return static_cast<nightkit_sheet>(kind); }

  static Status::Moment moment(std::int64_t seconds) {
    return Status::Moment(std::chrono::seconds(seconds));
  }

  /* Throws an Error if the outcome is not NIGHTKIT_OUTCOME_DONE. */
  void check(nightkit_outcome outcome) const {
    if (outcome == NIGHTKIT_OUTCOME_DONE) return;
    const auto sentence = string([&](char *text, std::size_t size) {
      return nightkit_get_error(get(), text, size);
    });
    throw Error(static_cast<Outcome>(outcome), sentence.value_or(""));
  }

  /* Reads a value; the result is empty if `read` returns false. */
  template <typename Value, typename Read>
  static std::optional<Value> value(Read read) {
    Value found{};
    if (!read(&found)) return std::nullopt;
    return found;
  }

  template <typename Read, std::enable_if_t<std::is_invocable_v<Read, double *>, int> = 0>
  static std::optional<Color> color(Read read) {
    double parts[4];
    if (!read(parts)) return std::nullopt;
    return Color::from(parts);
  }

  /* Reads a string of any length with two calls; values do not change between them. */
  template <
      typename Read,
      std::enable_if_t<std::is_invocable_v<Read, char *, std::size_t>, int> = 0>
  static std::optional<std::string> string(Read read) {
    std::string text(128, '\0');
    std::size_t size = read(text.data(), text.size());
    if (size == 0) return std::nullopt;
    if (size > text.size()) {
      text.resize(size);
      size = read(text.data(), text.size());
    }
    text.resize(size - 1);
    return text;
  }

  template <typename Read>
  static std::vector<std::string> list(Read read) {
    std::vector<std::string> strings;
    while (auto next = string([&](char *text, std::size_t size) {
             return read(strings.size(), text, size);
           }))
      strings.push_back(std::move(*next));
    return strings;
  }

  std::optional<std::string> listed(
      std::size_t index,
      std::size_t (*read)(const nightkit_handle *, std::size_t, char *, std::size_t)) const {
    return string([&](char *text, std::size_t size) { return read(get(), index, text, size); });
  }

  std::unique_ptr<nightkit_handle, Closer> handle_;
};

}  // namespace nightkit

#endif
