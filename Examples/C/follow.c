/* Prints a line for the present style and for each change, until its input ends or a signal ends it.

     cc -o follow follow.c $(pkg-config --cflags --libs nightkit) */
#include <errno.h>
#include <nightkit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void show(const struct nightkit_handle *night) {
  char theme[256];
  double surface[4] = {1, 1, 1, 1};
  nightkit_get_theme(night, theme, sizeof theme);
  nightkit_get_color(night, "surface", surface);
  printf("%s %s #%02x%02x%02x\n",
         nightkit_get_style(night) == NIGHTKIT_STYLE_DARK ? "dark" : "light", theme,
         (unsigned)(surface[0] * 255 + 0.5), (unsigned)(surface[1] * 255 + 0.5),
         (unsigned)(surface[2] * 255 + 0.5));
  fflush(stdout);
}

/* Returns a descriptor that becomes readable with SIGTERM or SIGINT. */
static int open_end(void) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  return signalfd(-1, &ends, SFD_CLOEXEC);
}

int main(void) {
  int end = open_end();
  struct nightkit_handle *night = nightkit_open(NULL);
  if (end < 0 || night == NULL) {
    perror("follow");
    return EXIT_FAILURE;
  }
  struct pollfd watched[] = {
      {.fd = nightkit_fd(night), .events = POLLIN},
      {.fd = end, .events = POLLIN},
      {.fd = STDIN_FILENO, .events = POLLIN},
  };
  show(night);
  for (;;) {
    if (poll(watched, 3, -1) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (watched[1].revents != 0) break;
    char byte;
    if (watched[2].revents != 0 && read(STDIN_FILENO, &byte, 1) <= 0) break;
    if (watched[0].revents != 0 && nightkit_dispatch(night)) show(night);
  }
  nightkit_close(night);
  close(end);
  return EXIT_SUCCESS;
}
