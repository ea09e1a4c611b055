/* probe [APPLICATION]: opens a handle, executes the command in each line of its input, and prints one line
   for each. The commands use the selected handle, at first the handle 0. */
#include <errno.h>
#include <inttypes.h>
#include <nightkit.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HANDLES = 8 };

static struct nightkit_handle *handles[HANDLES];
static struct nightkit_handle *night;

static const char *name(enum nightkit_style style) {
  return style == NIGHTKIT_STYLE_DARK ? "dark" : "light";
}

/* Splits the first word off. */
static char *word(char **rest) {
  char *found = *rest, *blank = strchr(found, ' ');
  if (blank != NULL) *blank++ = '\0';
  *rest = blank != NULL ? blank : found + strlen(found);
  return found;
}

static void print_text(size_t size, const char *text) {
  if (size == 0) puts("none");
  else printf("%s %zu\n", text, size);
}

static void print_outcome(enum nightkit_outcome outcome) {
  char why[512];
  nightkit_get_error(night, why, sizeof why);
  printf("%d %s\n", (int)outcome, why);
}

/* -- Handles ----------------------------------------------------------------------------------- */

/* Waits until the descriptor is readable, and does not dispatch. */
static void wait_readable(void) {
  struct pollfd watched = {.fd = nightkit_fd(night), .events = POLLIN};
  while (poll(&watched, 1, -1) < 0 && errno == EINTR) {}
}

static void await(char *rest) {
  (void)rest;
  wait_readable();
  puts("readable");
}

static void dispatch(char *rest) {
  (void)rest;
  printf("%d\n", nightkit_dispatch(night));
}

static void next(char *rest) {
  (void)rest;
  do wait_readable(); while (!nightkit_dispatch(night));
  puts(name(nightkit_get_style(night)));
}

/* pin INDEX style|theme VALUE: pins a part, which becomes the handle INDEX. */
static void pin(char *rest) {
  int index = atoi(word(&rest));
  char *kind = word(&rest);
  errno = 0;
  struct nightkit_handle *part =
      !strcmp(kind, "theme") ? nightkit_pin_theme(night, rest)
      : !strcmp(rest, "dark") ? nightkit_pin_style(night, NIGHTKIT_STYLE_DARK)
      : nightkit_pin_style(night, !strcmp(rest, "light") ? NIGHTKIT_STYLE_LIGHT
                                                         : (enum nightkit_style)7);
  if (part == NULL) {
    puts(strerror(errno));
    return;
  }
  handles[index] = part;
  printf("%d\n", nightkit_fd(part) != nightkit_fd(night));
}

static void on(char *rest) {
  night = handles[atoi(rest)];
  puts("on");
}

static void close_handle(char *rest) {
  int index = atoi(rest);
  nightkit_close(handles[index]);
  handles[index] = NULL;
  puts("closed");
}

static void timeout(char *rest) {
  nightkit_set_timeout(night, (uint32_t)atoi(rest));
  puts("set");
}

/* Uses the parent's handle in a child; this must not disturb the parent. */
static void fork_child(char *rest) {
  (void)rest;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    double number = 0;
    bool is_wrong = nightkit_desktop_set(night, NIGHTKIT_DESKTOP_DARK) != NIGHTKIT_OUTCOME_MISUSED ||
                    nightkit_desktop_toggle(night, NULL) != NIGHTKIT_OUTCOME_MISUSED ||
                    nightkit_list_themes(night) != NIGHTKIT_OUTCOME_MISUSED ||
                    nightkit_choose(night, NIGHTKIT_CHOICE_DARK) != NIGHTKIT_OUTCOME_MISUSED ||
                    nightkit_remove_preference(night, "a") != NIGHTKIT_OUTCOME_MISUSED ||
                    nightkit_get_preference_number(night, "fade", &number) ||
                    nightkit_pin_style(night, NIGHTKIT_STYLE_DARK) != NULL ||
                    nightkit_dispatch(night);
    char why[128];
    nightkit_get_error(night, why, sizeof why);
    nightkit_close(night);
    printf("%d %s: %s\n", is_wrong, name(nightkit_get_style(night)), why);
    exit(0);
  }
  waitpid(child, NULL, 0);
}

/* Opens and closes more handles than the process could have open at once. */
static void churn(char *rest) {
  int opened = 0;
  for (int count = atoi(rest); count > 0; count -= 1) {
    struct nightkit_handle *one = nightkit_open(NULL);
    struct nightkit_handle *part = nightkit_pin_style(one, NIGHTKIT_STYLE_DARK);
    int64_t fade = 0;
    if (one != NULL && part != NULL) opened += 1;
    nightkit_get_preference_integer(part, "fade", &fade);
    nightkit_close(count % 2 == 0 ? one : part);
    nightkit_close(count % 2 == 0 ? part : one);
  }
  printf("%d\n", opened);
}

/* Pins and closes many parts of one handle. */
static void churn_pins(char *rest) {
  int opened = 0;
  for (int count = atoi(rest); count > 0; count -= 1) {
    struct nightkit_handle *part = nightkit_pin_style(night, NIGHTKIT_STYLE_DARK);
    int64_t fade = 0;
    if (nightkit_get_preference_integer(part, "fade", &fade)) opened += 1;
    nightkit_close(part);
  }
  printf("%d\n", opened);
}

/* Opens a handle while no descriptor is left, and prints the error. */
static void fill(char *rest) {
  (void)rest;
  struct rlimit before;
  getrlimit(RLIMIT_NOFILE, &before);
  struct rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  errno = 0;
  struct nightkit_handle *more = nightkit_open(NULL);
  puts(more == NULL ? strerror(errno) : "a handle");
  errno = 0;
  struct nightkit_handle *part = nightkit_pin_style(night, NIGHTKIT_STYLE_DARK);
  if (part != NULL || errno != EMFILE) puts("a part");
  setrlimit(RLIMIT_NOFILE, &before);
  nightkit_close(more);
  nightkit_close(part);
}

/* Passes arguments that are missing or not valid UTF-8; prints the outcomes and the results. */
static void invalid(char *rest) {
  (void)rest;
  const char *const arguments[] = {NULL, "a\xff"};
  bool is_found = false, value;
  int64_t integer;
  double number, color[4];
  for (int index = 0; index < 2; index++) {
    const char *bad = arguments[index];
    printf("%d%d%d%d%d%d%d ", (int)nightkit_desktop_use_theme(night, bad),
           (int)nightkit_set_preference_bool(night, bad, true),
           (int)nightkit_set_preference_integer(night, bad, 1),
           (int)nightkit_set_preference_number(night, bad, 1),
           (int)nightkit_set_preference_string(night, bad, "a"),
           (int)nightkit_set_preference_string(night, "a", bad),
           (int)nightkit_remove_preference(night, bad));
    is_found |= nightkit_get_color(night, bad, color) || nightkit_get_number(night, bad, &number) ||
                nightkit_get_bool(night, bad, &value) || nightkit_get_font_size(night, bad, &number) ||
                nightkit_get_string(night, bad, NULL, 0) > 0 ||
                nightkit_get_image(night, bad, bad, 1, NULL, 0) > 0 ||
                nightkit_get_font_family(night, bad, NULL, 0) > 0 ||
                nightkit_get_preference_bool(night, bad, &value) ||
                nightkit_get_preference_integer(night, bad, &integer) ||
                nightkit_get_preference_number(night, bad, &number) ||
                nightkit_get_preference_string(night, bad, NULL, 0) > 0 ||
                nightkit_pin_theme(night, bad) != NULL;
  }
  printf("%d%d\n", (int)nightkit_get_status(night, NULL), is_found);
}

/* -- The appearance and the theme -------------------------------------------------------------- */

static void style(char *rest) {
  (void)rest;
  puts(name(nightkit_get_style(night)));
}

static void appearance(char *rest) {
  (void)rest;
  struct nightkit_appearance now = {.size = sizeof now};
  nightkit_get_appearance(night, &now);
  printf("%s source %d contrast %d motion %d fade %u accent %d %.2f %.2f %.2f %.2f\n",
         name(now.style), (int)now.source, now.is_high_contrast, now.is_motion_reduced, now.fade,
         now.has_accent, now.accent[0], now.accent[1], now.accent[2], now.accent[3]);
}

/* Prints the moments relative to now, rounded to minutes, because the machine may be slow. */
static void status(char *rest) {
  (void)rest;
  struct nightkit_status now = {.size = sizeof now};
  enum nightkit_outcome outcome = nightkit_get_status(night, &now);
  if (outcome != NIGHTKIT_OUTCOME_DONE) {
    print_outcome(outcome);
    return;
  }
  int64_t clock = time(NULL);
  printf("%s reason %d next %d held %d inhibited %d", name(now.style), (int)now.reason,
         now.has_next, now.is_held, now.is_inhibited);
  if (now.has_next) printf(" then %s in %d s", name(now.next_style), (int)(now.next - clock + 30) / 60 * 60);
  if (now.is_held) printf(" until %d s", (int)(now.hold_until - clock + 30) / 60 * 60);
  printf(" since %d\n", now.since > clock - 60 && now.since <= clock);
}

static void theme(char *rest) {
  char text[64];
  print_text(nightkit_get_theme(night, text, *rest ? (size_t)atoi(rest) : sizeof text), text);
}

static void theme_style(char *rest) {
  (void)rest;
  puts(name(nightkit_get_theme_style(night)));
}

static void ancestors(char *rest) {
  (void)rest;
  char text[64];
  for (size_t index = 0; nightkit_get_theme_ancestor(night, index, text, sizeof text) > 0; index++)
    printf("%s ", text);
  puts("end");
}

static void roles(char *rest) {
  (void)rest;
  char text[129];
  size_t index = 0;
  while (nightkit_get_color_role(night, index, text, sizeof text) > 0 && index < 3)
    printf("%s ", text), index++;
  while (nightkit_get_color_role(night, index, NULL, 0) > 0) index++;
  printf("%zu\n", index);
}

static void print_color(bool is_found, const double color[4]) {
  printf("%d %.3f %.3f %.3f %.3f\n", is_found, color[0], color[1], color[2], color[3]);
}

static void color(char *rest) {
  double found[4] = {-1, -1, -1, -1};
  bool is_found = nightkit_get_color(night, rest, found);
  print_color(is_found, found);
}

static void number(char *rest) {
  double found = -1;
  bool is_found = nightkit_get_number(night, rest, &found);
  printf("%d %g\n", is_found, found);
}

static void truth(char *rest) {
  bool found = false;
  bool is_found = nightkit_get_bool(night, rest, &found);
  printf("%d %d\n", is_found, found);
}

static void string(char *rest) {
  char text[64];
  print_text(nightkit_get_string(night, rest, text, sizeof text), text);
}

/* image NAME STATE SCALE: prints the last part of the path. */
static void image(char *rest) {
  char text[4096];
  char *picture = word(&rest), *state = word(&rest);
  uint32_t scale = (uint32_t)atoi(rest);
  size_t size =
      nightkit_get_image(night, picture, *state ? state : NULL, scale, text, sizeof text);
  puts(size == 0 ? "none" : *text == '/' ? strrchr(text, '/') + 1 : text);
}

static void font(char *rest) {
  char text[64] = "own";
  double points = -1;
  nightkit_get_font_family(night, rest, text, sizeof text);
  nightkit_get_font_size(night, rest, &points);
  printf("%s %g\n", text, points);
}

/* sheet KIND NAME FIELD: prints the field with each of the functions. */
static void sheet(char *rest) {
  char *word_of_kind = word(&rest), *sheet_name = word(&rest);
  enum nightkit_sheet kind = !strcmp(word_of_kind, "label") ? NIGHTKIT_SHEET_LABEL
                             : !strcmp(word_of_kind, "button") ? NIGHTKIT_SHEET_BUTTON
                             : !strcmp(word_of_kind, "view") ? NIGHTKIT_SHEET_VIEW
                                                             : (enum nightkit_sheet)7;
  double found[4] = {-1, -1, -1, -1}, number = -1;
  bool value = false;
  char text[64] = "none";
  if (nightkit_get_sheet_color(night, kind, sheet_name, rest, found)) printf("color %.2f ", found[0]);
  if (nightkit_get_sheet_number(night, kind, sheet_name, rest, &number)) printf("number %g ", number);
  if (nightkit_get_sheet_bool(night, kind, sheet_name, rest, &value)) printf("bool %d ", value);
  nightkit_get_sheet_string(night, kind, sheet_name, rest, text, sizeof text);
  puts(text);
}

/* -- Requests ---------------------------------------------------------------------------------- */

static void set(char *rest) {
  print_outcome(nightkit_desktop_set(
      night,
      !strcmp(rest, "dark")       ? NIGHTKIT_DESKTOP_DARK
      : !strcmp(rest, "schedule") ? NIGHTKIT_DESKTOP_SCHEDULE
      : !strcmp(rest, "system")   ? NIGHTKIT_DESKTOP_SYSTEM
                                  : NIGHTKIT_DESKTOP_LIGHT));
}

static void toggle(char *rest) {
  (void)rest;
  enum nightkit_style other = (enum nightkit_style)7;
  enum nightkit_outcome outcome = nightkit_desktop_toggle(night, &other);
  printf("%s ", name(other));
  print_outcome(outcome);
}

static void resume(char *rest) {
  (void)rest;
  print_outcome(nightkit_desktop_end_hold(night));
}

static void use(char *rest) {
  print_outcome(!strcmp(rest, "+") ? nightkit_desktop_use_next_theme(night)
                : !strcmp(rest, "-") ? nightkit_desktop_use_previous_theme(night)
                                     : nightkit_desktop_use_theme(night, rest));
}

/* list: prints the names of the themes; list INDEX: prints the facts of one. */
static void list(char *rest) {
  char text[512];
  if (*rest == '\0') {
    enum nightkit_outcome outcome = nightkit_list_themes(night);
    for (size_t index = 0; nightkit_get_listed_name(night, index, text, sizeof text) > 0; index++)
      printf("%s ", text);
    printf("%d\n", (int)outcome);
    return;
  }
  size_t index = (size_t)atoi(rest);
  enum nightkit_style found = (enum nightkit_style)7;
  bool has_style = nightkit_get_listed_style(night, index, &found);
  printf("%s %d ", has_style ? name(found) : "none", nightkit_is_listed_in_use(night, index));
  strcpy(text, "none");
  nightkit_get_listed_description(night, index, text, sizeof text);
  printf("%s | ", text);
  strcpy(text, "none");
  nightkit_get_listed_author(night, index, text, sizeof text);
  printf("%s | ", text);
  strcpy(text, "none");
  nightkit_get_listed_flaw(night, index, text, sizeof text);
  puts(*text == '/' ? strrchr(text, '/') + 1 : text);
}

static void choose(char *rest) {
  enum nightkit_choice choice = !strcmp(rest, "light") ? NIGHTKIT_CHOICE_LIGHT
                                : !strcmp(rest, "dark") ? NIGHTKIT_CHOICE_DARK
                                : !strcmp(rest, "follow") ? NIGHTKIT_CHOICE_FOLLOW
                                                          : (enum nightkit_choice)7;
  print_outcome(nightkit_choose(night, choice));
}

/* choose_theme NAME: sets an own theme; without a name, removes the own themes. */
static void choose_theme(char *rest) {
  print_outcome(nightkit_choose_theme(night, *rest ? rest : NULL));
}

static void choice(char *rest) {
  (void)rest;
  static const char *const names[] = {"light", "dark", "follow"};
  puts(names[nightkit_get_choice(night)]);
}

/* choose_pair LIGHT [DARK]: sets the own themes; without DARK, uses the desktop's theme for dark. */
static void choose_pair(char *rest) {
  char *dark = strchr(rest, ' ');
  if (dark) *dark++ = '\0';
  print_outcome(nightkit_choose_themes(night, rest, dark));
}

/* step +, step - or step !: uses the next or previous theme, or the other style, for the application. */
static void step(char *rest) {
  enum nightkit_style style = NIGHTKIT_STYLE_LIGHT;
  print_outcome(*rest == '+'   ? nightkit_choose_next_theme(night)
                : *rest == '-' ? nightkit_choose_previous_theme(night)
                               : nightkit_toggle_choice(night, &style));
}

/* hold SECONDS or hold MOMENT: holds the dark style. */
static void hold(char *rest) {
  uint64_t seconds = strtoull(rest, NULL, 10);
  bool is_moment = strchr(rest, ':') != NULL;
  print_outcome(nightkit_desktop_hold(
      night, NIGHTKIT_STYLE_DARK, is_moment ? 0 : seconds, is_moment ? rest : NULL));
}

/* inhibit WHY: inhibits changes; without a reason, ends the inhibition. */
static void inhibit(char *rest) {
  if (*rest) {
    print_outcome(nightkit_inhibit(night, rest));
  } else {
    nightkit_end_inhibition(night);
    puts("ended");
  }
}

static void install(char *rest) { print_outcome(nightkit_install_theme(night, rest, NULL, false)); }

static void install_at(char *rest) {
  print_outcome(nightkit_install_themes_at(night, rest, NULL, false));
}

static void remove_theme(char *rest) { print_outcome(nightkit_remove_theme(night, rest)); }

static void lock(char *rest) {
  bool is_locked = false;
  enum nightkit_outcome outcome = nightkit_find_lock(night, rest, &is_locked);
  printf("%d ", is_locked);
  print_outcome(outcome);
}

static void describe(char *rest) {
  char text[256] = "none";
  nightkit_get_color_description(night, rest, text, sizeof text);
  puts(text);
}

/* get NAME: reads a preference with each of the functions. */
static void get(char *rest) {
  bool value = false;
  int64_t integer = -1;
  double found = -1;
  char text[64] = "none";
  if (nightkit_get_preference_bool(night, rest, &value)) printf("bool %d ", value);
  if (nightkit_get_preference_integer(night, rest, &integer)) printf("integer %" PRId64 " ", integer);
  if (nightkit_get_preference_number(night, rest, &found)) printf("number %g ", found);
  nightkit_get_preference_string(night, rest, text, sizeof text);
  puts(text);
}

/* put NAME TYPE VALUE: sets a preference. */
static void put(char *rest) {
  char *key = word(&rest), *type = word(&rest);
  print_outcome(
      !strcmp(type, "bool") ? nightkit_set_preference_bool(night, key, atoi(rest) != 0)
      : !strcmp(type, "integer") ? nightkit_set_preference_integer(night, key, strtoll(rest, NULL, 10))
      : !strcmp(type, "number") ? nightkit_set_preference_number(night, key, strtod(rest, NULL))
                                : nightkit_set_preference_string(night, key, rest));
}

static void remove_preference(char *rest) { print_outcome(nightkit_remove_preference(night, rest)); }

static const struct command {
  const char *name;
  void (*run)(char *rest);
} commands[] = {
    {"await", await}, {"dispatch", dispatch}, {"next", next}, {"pin", pin}, {"on", on},
    {"close", close_handle}, {"timeout", timeout}, {"fork", fork_child}, {"churn", churn},
    {"churn-pins", churn_pins}, {"full", fill}, {"invalid", invalid}, {"style", style},
    {"appearance", appearance}, {"status", status}, {"theme", theme}, {"theme-style", theme_style}, {"ancestors", ancestors},
    {"roles", roles}, {"color", color}, {"number", number}, {"bool", truth}, {"string", string},
    {"image", image}, {"font", font}, {"sheet", sheet}, {"set", set}, {"toggle", toggle},
    {"resume", resume}, {"use", use}, {"list", list}, {"choose", choose}, {"choose_theme", choose_theme}, {"choice", choice},
    {"get", get}, {"put", put}, {"remove", remove_preference}, {"choose_pair", choose_pair},
    {"step", step}, {"hold", hold}, {"inhibit", inhibit}, {"install", install},
    {"install-at", install_at}, {"remove-theme", remove_theme}, {"lock", lock},
    {"describe", describe},
};

int main(int count, char **arguments) {
  char line[512];
  handles[0] = night = nightkit_open(count > 1 ? arguments[1] : NULL);
  if (night == NULL) {
    perror("probe");
    return 1;
  }
  puts("open");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *rest = line, *first = word(&rest);
    size_t index = 0, all = sizeof commands / sizeof *commands;
    while (index < all && strcmp(first, commands[index].name)) index++;
    if (index < all) commands[index].run(rest);
    else puts("?");
    fflush(stdout);
  }
  for (int index = 0; index < HANDLES; index++) nightkit_close(handles[index]);
  return 0;
}
