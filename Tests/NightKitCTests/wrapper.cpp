// wrapper: uses every function of nightkit.hpp once, and prints what each returned.
#include <poll.h>

#include <iostream>
#include <nightkit.hpp>
#include <type_traits>

using nightkit::Night;

static_assert(!std::is_copy_constructible_v<Night> && !std::is_copy_assignable_v<Night>);
static_assert(std::is_nothrow_move_constructible_v<Night> && std::is_nothrow_move_assignable_v<Night>);

static const char *name(nightkit::Style style) {
  return style == nightkit::Style::dark ? "dark" : "light";
}

/* Waits for a change and switches to it. */
static void next(Night &night) {
  pollfd watched{night.fd(), POLLIN, 0};
  do poll(&watched, 1, -1); while (!night.dispatch());
}

template <typename Value>
static void print(const char *what, const std::optional<Value> &value) {
  std::cout << what << ' ';
  if (value) std::cout << *value << '\n';
  else std::cout << "none\n";
}

/* Prints the outcome of a request that must fail. */
template <typename Request>
static void refused(Request request) {
  try {
    request();
    std::cout << "done\n";
  } catch (const nightkit::Error &error) {
    std::cout << static_cast<int>(error.outcome()) << ' ' << error.what() << '\n';
  }
}

static void use_theme(Night &night) {
  night.desktop_use_theme("lagoon");
  next(night);
  std::cout << night.theme() << ' ' << name(night.theme_style()) << ' ' << night.theme_ancestors().at(0)
            << ' ' << night.color_roles().at(0) << '\n';
  const auto surface = night.color("surface").value_or(nightkit::Color{});
  std::cout << surface.red << ' ' << surface.mixed(nightkit::Color{}, 1).red << ' '
            << night.color("none").has_value() << '\n';
  print("number", night.number("radius"));
  print("boolean", night.boolean("flat"));
  print("string", night.string("greeting"));
  print("string", night.string("long").value_or("").size() == 300 ? std::optional("long") : std::nullopt);
  print("string", night.string("none"));
  const auto logo = night.image("logo").value_or("none");
  std::cout << "image " << logo.substr(logo.rfind('/') + 1) << '\n';
  const auto font = night.font("body");
  print("family", font.family);
  print("points", font.points);
  using nightkit::Sheet;
  std::cout << night.sheet_color(Sheet::label, "title", "textColor")->red << '\n';
  print("lines", night.sheet_number(Sheet::label, "title", "numberOfLines"));
  print("uppercased", night.sheet_boolean(Sheet::label, "title", "uppercased"));
  print("alignment", night.sheet_string(Sheet::button, "main", "alignment"));
  for (const auto &theme : night.themes())
    if (theme.name == "lagoon" || theme.flaw)
      std::cout << theme.name << ' ' << (theme.style ? name(*theme.style) : "none") << ' '
                << theme.description.value_or("none") << ' ' << theme.author.value_or("none") << ' '
                << theme.is_in_use << ' ' << theme.flaw.has_value() << '\n';
  night.desktop_use_next_theme();
  next(night);
  std::cout << night.theme() << '\n';
  night.desktop_use_previous_theme();
  next(night);
  std::cout << night.theme() << '\n';
}

static void use_application() {
  Night editor("org.example.Editor");
  editor.choose(nightkit::Choice::light);
  next(editor);
  std::cout << name(editor.style()) << ' ' << (editor.choice() == nightkit::Choice::light) << '\n';
  editor.choose_theme("midnight");
  // The choice is a preference, too, and may arrive before the theme.
  while (editor.theme() != "midnight") next(editor);
  std::cout << editor.theme() << '\n';
  editor.choose_theme(std::nullopt);
  editor.choose(nightkit::Choice::light);
  while (editor.style() != nightkit::Style::light) next(editor);
  editor.set_preference("wrap", true);
  editor.set_preference("width", 80);
  editor.set_preference("zoom", 1.5);
  editor.set_preference("font", "Inter");
  editor.dispatch();
  print("wrap", editor.preference<bool>("wrap"));
  print("width", editor.preference<std::int64_t>("width"));
  print("width", editor.preference<double>("width"));
  print("zoom", editor.preference<double>("zoom"));
  print("font", editor.preference<std::string>("font"));
  editor.remove_preference("font");
  editor.dispatch();
  print("font", editor.preference<std::string>("font"));
}

int main() {
  Night night;
  night.set_timeout(std::chrono::seconds(20));
  std::cout << nightkit::version() - NIGHTKIT_VERSION << ' ' << name(night.style()) << '\n';
  const auto appearance = night.appearance();
  std::cout << appearance.fade.count() << ' ' << appearance.accent.has_value() << ' '
            << (appearance.source == nightkit::Source::daemon) << '\n';
  use_theme(night);
  use_application();

  Night part = night.pinned(nightkit::Style::light);
  std::cout << name(part.style()) << ' ' << night.pinned_to_theme("night-vision").theme() << '\n';
  std::cout << name(night.desktop_toggle()) << '\n';
  night.desktop_end_hold();
  night.desktop_set(nightkit::DesktopChoice::dark);
  const auto status = night.status();
  std::cout << name(status.style) << ' ' << (status.reason == nightkit::Reason::choice) << ' '
            << status.next.has_value() << ' ' << status.hold_until.has_value() << '\n';

  refused([&] { night.desktop_use_theme("none"); });
  refused([&] { night.choose(nightkit::Choice::dark); });
  part = std::move(night);
  std::cout << part.theme() << ' ' << night.theme() << '\n';  // NOLINT: a moved Night is usable.
  refused([&] { night.desktop_set(nightkit::DesktopChoice::light); });
  std::cout << nightkit::Color::read("navy").has_value() << nightkit::Color::read("x").has_value() << '\n';
  try {
    Night invalid("a\nb");
  } catch (const std::system_error &error) {
    std::cout << (error.code() == std::errc::invalid_argument) << '\n';
  }
}
