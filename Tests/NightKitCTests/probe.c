/* probe [APPLICATION]: opens a handle, executes the command in each line of its input, and prints one line
   for each. */
#include <errno.h>
#include <nightkit.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct nightkit *night;

static const char *name(enum nightkit_style style) {
  return style == NIGHTKIT_DARK ? "dark" : "light";
}

/* Waits until the descriptor is readable, and does not dispatch. */
static void await(void) {
  struct pollfd watched = {.fd = nightkit_fd(night), .events = POLLIN};
  while (poll(&watched, 1, -1) < 0 && errno == EINTR) {}
}

static void show_appearance(void) {
  struct nightkit_appearance now = {.size = sizeof now};
  nightkit_get_appearance(night, &now);
  printf("%s source %d contrast %d motion %d fade %u accent %d %.2f %.2f %.2f %.2f\n",
         name(now.style), now.source, now.is_high_contrast, now.is_motion_reduced, now.fade,
         now.has_accent, now.accent[0], now.accent[1], now.accent[2], now.accent[3]);
}

static void set(const char *style) {
  char why[512];
  enum nightkit_outcome outcome = nightkit_set_style(
      night, !strcmp(style, "dark") ? NIGHTKIT_DARK : NIGHTKIT_LIGHT, why, sizeof why);
  printf("%d %s\n", outcome, why);
}

/* Uses the parent's handle in a child; the parent must not notice. */
static void fork_child(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    enum nightkit_outcome outcome = nightkit_set_style(night, NIGHTKIT_DARK, NULL, 0);
    bool is_changed = nightkit_dispatch(night);
    nightkit_close(night);
    printf("%d %d %s\n", outcome, is_changed, name(nightkit_get_style(night)));
    exit(0);
  }
  waitpid(child, NULL, 0);
}

/* Opens and closes more handles than the process could have open at once. */
static void churn(int count) {
  int opened = 0;
  for (int index = 0; index < count; index += 1) {
    struct nightkit *one = nightkit_open(NULL);
    if (one != NULL) opened += 1;
    nightkit_close(one);
  }
  printf("%d\n", opened);
}

/* Opens a handle while no descriptor is left, and prints the error. */
static void fill(void) {
  struct rlimit before;
  getrlimit(RLIMIT_NOFILE, &before);
  struct rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  errno = 0;
  struct nightkit *more = nightkit_open(NULL);
  puts(more == NULL ? strerror(errno) : "a handle");
  setrlimit(RLIMIT_NOFILE, &before);
  nightkit_close(more);
}

int main(int count, char **arguments) {
  char line[512];
  night = nightkit_open(count > 1 ? arguments[1] : NULL);
  if (night == NULL) {
    perror("probe");
    return 1;
  }
  puts("open");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *rest = strchr(line, ' ');
    if (rest != NULL) *rest++ = '\0';
    else rest = line + strlen(line);
    double number = -1, color[4] = {-1, -1, -1, -1};
    char text[64];
    if (!strcmp(line, "style")) puts(name(nightkit_get_style(night)));
    else if (!strcmp(line, "appearance")) show_appearance();
    else if (!strcmp(line, "theme")) {
      size_t whole = nightkit_get_theme(night, text, *rest ? (size_t)atoi(rest) : sizeof text);
      printf("%s %zu\n", text, whole);
    } else if (!strcmp(line, "color")) {
      bool is_found = nightkit_get_color(night, rest, color);
      printf("%d %.3f %.3f %.3f %.3f\n", is_found, color[0], color[1], color[2], color[3]);
    } else if (!strcmp(line, "number")) {
      bool is_found = nightkit_get_number(night, rest, &number);
      printf("%d %g\n", is_found, number);
    } else if (!strcmp(line, "preference")) {
      bool is_found = nightkit_get_preference(night, rest, &number);
      printf("%d %g\n", is_found, number);
    } else if (!strcmp(line, "await")) {
      await();
      puts("readable");
    } else if (!strcmp(line, "dispatch")) printf("%d\n", nightkit_dispatch(night));
    else if (!strcmp(line, "next")) {
      do await(); while (!nightkit_dispatch(night));
      puts(name(nightkit_get_style(night)));
    } else if (!strcmp(line, "set")) set(rest);
    else if (!strcmp(line, "fork")) fork_child();
    else if (!strcmp(line, "full")) fill();
    else if (!strcmp(line, "churn")) churn(atoi(rest));
    else puts("?");
    fflush(stdout);
  }
  nightkit_close(night);
  return 0;
}
