/* probe [APPLICATION]: opens a handle and does what each line of its input says, in one line each. */
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

static const char *word(enum nightkit_style style) {
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
         word(now.style), now.source, now.is_high_contrast, now.is_motion_reduced, now.fade,
         now.has_accent, now.accent[0], now.accent[1], now.accent[2], now.accent[3]);
}

static void set(const char *style) {
  char why[512];
  enum nightkit_outcome outcome = nightkit_set_style(
      night, !strcmp(style, "dark") ? NIGHTKIT_DARK : NIGHTKIT_LIGHT, why, sizeof why);
  printf("%d %s\n", outcome, why);
}

/* What a child may do with its parent's handle: nothing that the parent would notice. */
static void fork_child(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    enum nightkit_outcome outcome = nightkit_set_style(night, NIGHTKIT_DARK, NULL, 0);
    bool is_changed = nightkit_dispatch(night);
    nightkit_close(night);
    printf("%d %d %s\n", outcome, is_changed, word(nightkit_get_style(night)));
    exit(0);
  }
  waitpid(child, NULL, 0);
}

/* More handles than a process of so few descriptors could have at once. */
static void churn(int count) {
  int opened = 0;
  for (int index = 0; index < count; index += 1) {
    struct nightkit *one = nightkit_open(NULL);
    if (one != NULL) opened += 1;
    nightkit_close(one);
  }
  printf("%d\n", opened);
}

/* What a handle is refused with where there is no descriptor left. */
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

int main(int count, char **words) {
  char line[512];
  night = nightkit_open(count > 1 ? words[1] : NULL);
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
    if (!strcmp(line, "style")) puts(word(nightkit_get_style(night)));
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
      puts(word(nightkit_get_style(night)));
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
